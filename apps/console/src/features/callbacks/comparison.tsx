import type { CallbackRecord, CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { useNarrow } from '../../api/browser.ts'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button, Select } from '../../components/controls.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { CallbackLink } from '../../components/records.tsx'
import { momentText } from '../../i18n/format.ts'
import { outcomeOf } from './callback-messages.ts'
import { type Change, diffJson } from './json-diff.ts'

interface CompareProps {
  callback: CallbackRecordDetail
  /** Number of the delivery to compare with. */
  other: string | undefined
  onChoose(callbackId: string): void
}

/** What differs between this delivery and another, from the older to the newer. */
export function Compare({ callback, other = '', onChoose }: CompareProps) {
  const { siblings, callbackId, receivedAtMs } = callback
  // Newest first, as the books give them.
  const before = siblings.find((one) => one.receivedAtMs <= receivedAtMs && Number(one.callbackId) < Number(callbackId))
  const known = siblings.some((one) => one.callbackId === other)
  const options = [
    { value: '', label: 'Choose one' },
    ...(other === '' || known ? [] : [{ value: other, label: `Callback ${other}` }]),
    ...siblings.map((one) => ({ value: one.callbackId, label: labelOf(one) })),
  ]
  if (siblings.length === 0 && other === '') {
    return (
      <p className="text-soft">
        No other delivery speaks of the same thing. To compare it with any other one, choose both in the list of
        callbacks.
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <Select
          label="Compare with"
          value={other}
          onChange={onChoose}
          options={options}
          className="min-w-0 max-w-full"
        />
        {before && before.callbackId !== other && (
          <Button onClick={() => onChoose(before.callbackId)}>The one before of this order</Button>
        )}
      </div>
      {other !== '' && <Differences callback={callback} other={other} />}
    </div>
  )
}

const labelOf = (one: CallbackRecord): string => `${momentText(one.receivedAtMs)}: ${one.event}, ${outcomeOf(one)}`

function Differences({ callback, other }: { callback: CallbackRecordDetail; other: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.callback(other),
    queryFn: ({ signal }) => call('GET /callbacks/:callbackId', { params: { callbackId: other }, signal }),
  })
  if (error) return <ErrorNote error={error} what="The other one could not be read." onRetry={() => void refetch()} />
  if (!data) return <Loading what="the other delivery" lines={3} />
  const [older, newer] = Number(data.callbackId) < Number(callback.callbackId) ? [data, callback] : [callback, data]
  if (older.body === null || newer.body === null) {
    return (
      <p className="text-soft">The payload of one of them was erased: it was older than this installation keeps.</p>
    )
  }
  return <ChangeTable older={older} newer={newer} changes={diffJson(older.body, newer.body)} />
}

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

const SIGNS: { readonly [Kind in Change['kind']]: { sign: string; word: string } } = {
  added: { sign: '+', word: 'Added' },
  removed: { sign: '−', word: 'Removed' },
  changed: { sign: '≠', word: 'Changed' },
}

export const keyOf = ({ kind, path }: Change): string => `${kind} ${path}`
export const pathOf = ({ path }: Change): string => (path === '' ? 'all of it' : path)

/** A sign and a word. */
export function Kind({ kind }: { kind: Change['kind'] }) {
  const { sign, word } = SIGNS[kind]
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="inline-block w-5 font-mono font-strong">
        {sign}
      </span>
      {word}
    </span>
  )
}

/** What stood there, or that nothing did. */
export function Value({ change, at }: { change: Change; at: 'before' | 'after' }) {
  const values: { before?: unknown; after?: unknown } = change
  if (!(at in values)) return <span className="text-sm text-soft">not there</span>
  return (
    <span className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{JSON.stringify(values[at], null, 2)}</span>
  )
}
