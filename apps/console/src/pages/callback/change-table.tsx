import type { BookCallback } from '@galla/contract/books/callbacks'
import { CallbackLink } from '../../ui/record-link.tsx'
import type { Change } from './diff/json-diff.ts'

const SIGNS: { readonly [Kind in Change['kind']]: { sign: string; word: string } } = {
  added: { sign: '+', word: 'Added' },
  removed: { sign: '−', word: 'Removed' },
  changed: { sign: '≠', word: 'Changed' },
}

interface ChangeTableProps {
  older: BookCallback
  newer: BookCallback
  changes: readonly Change[]
}

/** Each difference with its path; a sign and a word tell its kind, as colours here belong to money. */
export function ChangeTable({ older, newer, changes }: ChangeTableProps) {
  if (changes.length === 0) {
    return (
      <p role="status">
        <strong>The payloads are the same,</strong> as far as they are kept: what is masked may differ.
      </p>
    )
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-lg text-left">
        <caption className="pb-2 text-left text-sm text-soft">
          {changes.length === 1 ? '1 difference' : `${changes.length} differences`}
        </caption>
        <thead>
          <tr className="border-b border-rule-strong text-sm text-soft">
            <th scope="col" className="w-28 py-2 pr-4">
              Kind
            </th>
            <th scope="col" className="py-2 pr-4">
              Field
            </th>
            <th scope="col" className="py-2 pr-4">
              Before: <CallbackLink callbackId={older.callbackId}>{`callback ${older.callbackId}`}</CallbackLink>
            </th>
            <th scope="col" className="py-2">
              After: <CallbackLink callbackId={newer.callbackId}>{`callback ${newer.callbackId}`}</CallbackLink>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.kind} ${change.path}`} className="border-b border-rule align-baseline">
              <td className="py-2 pr-4 whitespace-nowrap">
                <span aria-hidden="true" className="inline-block w-5 font-mono font-strong">
                  {SIGNS[change.kind].sign}
                </span>
                {SIGNS[change.kind].word}
              </td>
              <th scope="row" className="py-2 pr-4 font-mono text-xs font-normal wrap-anywhere">
                {change.path === '' ? 'all of it' : change.path}
              </th>
              <Value at="before" change={change} />
              <Value at="after" change={change} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value({ change, at }: { change: Change; at: 'before' | 'after' }) {
  const there = at in change
  const value = there ? (change as { before?: unknown; after?: unknown })[at] : undefined
  return (
    <td className="max-w-64 py-2 pr-4 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {there ? JSON.stringify(value, null, 2) : <span className="font-sans text-soft">not there</span>}
    </td>
  )
}
