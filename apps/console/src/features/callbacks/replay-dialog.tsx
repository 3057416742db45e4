import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { IdText } from '../../components/copy.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { StateBadge } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { replayEnglish } from './english.ts'

const t = messages('callbacks/replay', replayEnglish)

interface ReplayDialogProps {
  callbackIds: readonly string[]
  onClose(): void
  onDone(): void
}

/** Shows what a replay would change, by the provider's current states, and then replays the callbacks. */
export function ReplayDialog({ callbackIds, onClose, onDone }: ReplayDialogProps) {
  const client = useQueryClient()
  const body = { callbackIds: [...callbackIds] }
  const preview = useQuery({
    queryKey: ['replay-preview', ...callbackIds],
    queryFn: ({ signal }) => consoleApi('POST /callbacks/replay-preview', { body, signal }),
    // A preview from an earlier dialog may be outdated.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const replay = useMutation({
    mutationFn: () => consoleApi('POST /callbacks/replay', { body }),
    onSuccess: async ({ replayed }) => {
      await client.invalidateQueries({ queryKey: ['callbacks'] })
      await client.invalidateQueries({ queryKey: ['callback'] })
      showToast(replayed === 0 ? t.queuedAlready : t.queued(replayed), replayed === 0 ? 'neutral' : 'good')
      onDone()
    },
  })
  const count = preview.data?.count
  return (
    <Confirm
      open
      onClose={onClose}
      onConfirm={() => {
        if (count) replay.mutate()
      }}
      title={t.title}
      action={count === undefined ? t.action : count === 0 ? t.none : t.some(count)}
      busy={replay.isPending || preview.isFetching}
      error={replay.error && <ErrorNote error={replay.error} what={t.failed} />}
    >
      {preview.data ? (
        <PreviewSummary preview={preview.data} requested={callbackIds.length} />
      ) : preview.error ? (
        <ErrorNote error={preview.error} what={t.preview.failed} onRetry={() => void preview.refetch()} />
      ) : (
        <>
          <p className="mb-2">{t.preview.checking}</p>
          <Loading what={t.preview.what} lines={3} />
        </>
      )}
    </Confirm>
  )
}

/** Shows the effect that a replay would have on each order and refund. */
function PreviewSummary({ preview, requested }: { preview: ReplayPreview; requested: number }) {
  const { changes, unchanged } = previewChanges(preview)
  const skipped = requested - preview.count
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{previewText(preview)}</p>
      {changes.length > 0 && <ChangesTable changes={changes} />}
      <ul className="grid gap-1 text-sm text-soft">
        {changes.length > 0 && unchanged > 0 && <li>{t.preview.unchanged(unchanged)}</li>}
        {skipped > 0 && <li>{t.preview.skipped(skipped)}</li>}
        {preview.orders.some(({ rule }) => rule === 'unreadable') && <li>{t.preview.unchecked}</li>}
        <li>{t.preview.delivered}</li>
      </ul>
    </div>
  )
}

function ChangesTable({ changes }: { changes: readonly PreviewedChange[] }) {
  return (
    <table aria-label={t.changes.label} className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-1 pr-4">
            {t.changes.subject}
          </th>
          <th scope="col" className="py-1 pr-4">
            {t.changes.now}
          </th>
          <th scope="col" className="py-1">
            {t.changes.later}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, id, from, to, rule }) => (
          <tr key={`${kind} ${id}`} className="border-b border-rule align-baseline">
            <th scope="row" className="w-full max-w-0 py-2 pr-4 font-normal">
              <IdText value={id} />
            </th>
            <td className="py-2 pr-4">
              <StateBadge kind={kind} state={from} />
            </td>
            <td className="py-2">
              <StateBadge kind={kind} state={to} />
              {rule !== undefined && <span className="block font-mono text-xs text-soft wrap-anywhere">{rule}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PreviewedChange {
  kind: 'order' | 'refund'
  id: string
  from: string
  to: string
  /** For an order: the rule that would decide. */
  rule?: string
}

/** The orders and refunds whose state a replay would change, and the number of the others. */
export function previewChanges({ orders, refunds }: ReplayPreview): { changes: PreviewedChange[]; unchanged: number } {
  const all: PreviewedChange[] = [
    ...orders.map(({ merchantOrderId, ...change }) => ({ kind: 'order' as const, id: merchantOrderId, ...change })),
    ...refunds.map(({ merchantRefundId, ...change }) => ({ kind: 'refund' as const, id: merchantRefundId, ...change })),
  ]
  const changes = all.filter(({ from, to }) => from !== to)
  return { changes, unchanged: all.length - changes.length }
}

/** A preview in one sentence. */
export function previewText(preview: ReplayPreview): string {
  if (preview.count === 0) return t.preview.none
  const { changes } = previewChanges(preview)
  if (changes.length === 0) return t.preview.same
  const refunds = changes.filter(({ kind }) => kind === 'refund').length
  const orders = changes.length - refunds
  if (refunds === 0) return t.preview.orders(orders)
  return orders === 0 ? t.preview.refunds(refunds) : t.preview.both(orders, refunds)
}
