import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { useNarrow } from '../../lib/use-media.ts'
import { CallbackLink } from '../../ui/record-link.tsx'
import { Kind, keyOf, pathOf, Value } from './change-parts.tsx'
import type { Change } from './diff/json-diff.ts'

interface ChangeTableProps {
  older: CallbackRecord
  newer: CallbackRecord
  changes: readonly Change[]
}

/** Each difference with its path; a sign and a word tell its kind, as colours here belong to money. */
export function ChangeTable({ older, newer, changes }: ChangeTableProps) {
  const narrow = useNarrow()
  if (changes.length === 0) {
    return (
      <p role="status">
        <strong>The payloads are the same,</strong> as far as they are kept: what is masked may differ.
      </p>
    )
  }
  const Changes = narrow ? Stacked : Table
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-soft">
        {changes.length === 1 ? '1 difference' : `${changes.length} differences`}, from{' '}
        <CallbackLink callbackId={older.callbackId}>{`callback ${older.callbackId}`}</CallbackLink> to{' '}
        <CallbackLink callbackId={newer.callbackId}>{`callback ${newer.callbackId}`}</CallbackLink>
      </p>
      <Changes changes={changes} />
    </div>
  )
}

function Table({ changes }: { changes: readonly Change[] }) {
  return (
    <table aria-label="Differences" className="w-full table-fixed text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="w-28 py-2 pr-4">
            Kind
          </th>
          <th scope="col" className="py-2 pr-4">
            Field
          </th>
          <th scope="col" className="py-2 pr-4">
            Before
          </th>
          <th scope="col" className="py-2">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={keyOf(change)} className="border-b border-rule align-baseline">
            <td className="py-2 pr-4">
              <Kind kind={change.kind} />
            </td>
            <th scope="row" className="py-2 pr-4 font-mono text-xs font-normal wrap-anywhere">
              {pathOf(change)}
            </th>
            <td className="py-2 pr-4">
              <Value change={change} at="before" />
            </td>
            <td className="py-2">
              <Value change={change} at="after" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** For a phone. */
function Stacked({ changes }: { changes: readonly Change[] }) {
  return (
    <ul aria-label="Differences">
      {changes.map((change) => (
        <li key={keyOf(change)} className="grid gap-1 border-t border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Kind kind={change.kind} />
            <span className="font-mono text-xs wrap-anywhere">{pathOf(change)}</span>
          </p>
          <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2 gap-y-1">
            <dt className="text-sm text-soft">Before</dt>
            <dd>
              <Value change={change} at="before" />
            </dd>
            <dt className="text-sm text-soft">After</dt>
            <dd>
              <Value change={change} at="after" />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
