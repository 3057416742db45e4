import type { CallbackRecord, CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { useNarrow } from '../../api/browser.ts'
import { callbackQuery } from '../../api/queries.ts'
import { Button, Select } from '../../components/controls.tsx'
import { JsonScalar } from '../../components/json/json-leaf.tsx'
import { isContainer } from '../../components/json/json-tree.ts'
import { JsonView } from '../../components/json/json-view.tsx'
import { QueryView } from '../../components/page.tsx'
import { CallbackLink } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'
import { messages, phrase } from '../../i18n/messages.ts'
import { callbackOutcome } from './callback-messages.ts'
import { comparisonEnglish } from './english.ts'
import { type Change, diffJson } from './json-diff.ts'

const t = messages('callbacks/comparison', comparisonEnglish)

interface ComparisonProps {
  callback: CallbackRecordDetail
  /** Id of the callback to compare with. */
  other: string | undefined
  onSelect(callbackId: string): void
}

/** Compares the payload of a callback with that of another one, from the older to the newer. */
export function Comparison({ callback, other = '', onSelect }: ComparisonProps) {
  const { siblings, callbackId, receivedAtMs } = callback
  // Siblings are sorted newest first.
  const previous = siblings.find(
    (one) => one.receivedAtMs <= receivedAtMs && Number(one.callbackId) < Number(callbackId),
  )
  const isSibling = siblings.some((one) => one.callbackId === other)
  const options = [
    { value: '', label: t.select },
    ...(other === '' || isSibling ? [] : [{ value: other, label: t.webhook(other) }]),
    ...siblings.map((one) => ({ value: one.callbackId, label: optionLabel(one) })),
  ]
  if (siblings.length === 0 && other === '') {
    return <p className="text-soft">{t.alone}</p>
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <Select label={t.compare} value={other} onChange={onSelect} options={options} className="min-w-0 max-w-full" />
        {previous && previous.callbackId !== other && (
          <Button onClick={() => onSelect(previous.callbackId)}>{t.previous}</Button>
        )}
      </div>
      {other !== '' && <Differences callback={callback} other={other} />}
    </div>
  )
}

const optionLabel = (one: CallbackRecord): string =>
  t.option(momentText(one.receivedAtMs), one.event, callbackOutcome(one))

function Differences({ callback, other }: { callback: CallbackRecordDetail; other: string }) {
  const query = useQuery(callbackQuery(other))
  return (
    <QueryView query={query} what={t.what} lines={3}>
      {(data) => {
        const pair = [data, callback] as const
        const [older, newer] = Number(data.callbackId) < Number(callback.callbackId) ? pair : [callback, data]
        if (older.body === null || newer.body === null) {
          return <p className="text-soft">{t.erased}</p>
        }
        return <ChangeTable older={older} newer={newer} changes={diffJson(older.body, newer.body)} />
      }}
    </QueryView>
  )
}

interface ChangeTableProps {
  older: CallbackRecord
  newer: CallbackRecord
  changes: readonly Change[]
}

function ChangeTable({ older, newer, changes }: ChangeTableProps) {
  const narrow = useNarrow()
  if (changes.length === 0) {
    return (
      <p role="status">
        <strong>{t.same}</strong>
        {t.mayDiffer}
      </p>
    )
  }
  const Changes = narrow ? StackedChanges : TabularChanges
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-soft">
        {phrase(
          t.differ(
            changes.length,
            <CallbackLink callbackId={older.callbackId}>{t.link(older.callbackId)}</CallbackLink>,
            <CallbackLink callbackId={newer.callbackId}>{t.link(newer.callbackId)}</CallbackLink>,
          ),
        )}
      </p>
      <Changes changes={changes} />
    </div>
  )
}

function TabularChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <table aria-label={t.differences} className="w-full table-fixed text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="w-28 py-2 pr-4">
            {t.kind}
          </th>
          <th scope="col" className="py-2 pr-4">
            {t.field}
          </th>
          <th scope="col" className="py-2 pr-4">
            {t.before}
          </th>
          <th scope="col" className="py-2">
            {t.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={changeKey(change)} className="border-b border-rule align-baseline">
            <td className="py-2 pr-4">
              <Kind kind={change.kind} />
            </td>
            <th scope="row" className="py-2 pr-4 font-mono text-xs font-normal wrap-anywhere">
              {pathText(change)}
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
function StackedChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <ul aria-label={t.differences}>
      {changes.map((change) => (
        <li key={changeKey(change)} className="grid gap-1 border-t border-rule py-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Kind kind={change.kind} />
            <span className="font-mono text-xs wrap-anywhere">{pathText(change)}</span>
          </p>
          <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2 gap-y-1">
            <dt className="text-sm text-soft">{t.before}</dt>
            <dd>
              <Value change={change} at="before" />
            </dd>
            <dt className="text-sm text-soft">{t.after}</dt>
            <dd>
              <Value change={change} at="after" />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

const changeKey = ({ kind, path }: Change): string => `${kind} ${path}`
const pathText = ({ path }: Change): string => (path === '' ? t.all : path)

const KINDS: { readonly [Kind in Change['kind']]: { sign: string; label: string } } = {
  added: { sign: '+', label: t.kinds.added },
  removed: { sign: '−', label: t.kinds.removed },
  changed: { sign: '±', label: t.kinds.changed },
}

/** Sign and label, no colour: colours are for payment states. */
function Kind({ kind }: { kind: Change['kind'] }) {
  const { sign, label } = KINDS[kind]
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="inline-block w-5 font-mono font-strong">
        {sign}
      </span>
      {label}
    </span>
  )
}

function Value({ change, at }: { change: Change; at: 'before' | 'after' }) {
  const values: { before?: unknown; after?: unknown } = change
  if (!(at in values)) return <span className="text-sm text-soft">{t.absent}</span>
  const value = values[at]
  if (isContainer(value)) return <JsonView label={t.value[at](pathText(change))} value={value} />
  return (
    <span className="font-mono text-xs wrap-anywhere">
      <JsonScalar value={value} />
    </span>
  )
}
