import type { CallbackRecord, CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { momentText } from '../../lib/when.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Select } from '../../ui/select.tsx'
import { outcomeOf } from '../callbacks/outcome.ts'
import { ChangeTable } from './change-table.tsx'
import { diffJson } from './diff/json-diff.ts'

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
