import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { IdText } from '../../components/copy.tsx'
import { Confirm, showToast } from '../../components/dialog.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { StateBadge } from '../../components/records.tsx'
import { plural } from '../../i18n/plural.ts'

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
      showToast(
        replayed === 0
          ? 'Each of these webhooks is already queued for replay.'
          : `${plural(replayed, 'webhook')} queued for replay.`,
        replayed === 0 ? 'neutral' : 'good',
      )
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
      title="Replay webhooks"
      action={count === undefined ? 'Replay' : count === 0 ? 'Nothing to replay' : `Replay ${plural(count, 'webhook')}`}
      busy={replay.isPending || preview.isFetching}
      error={replay.error && <ErrorNote error={replay.error} what="The webhooks were not replayed." />}
    >
      {preview.data ? (
        <PreviewSummary preview={preview.data} requested={callbackIds.length} />
      ) : preview.error ? (
        <ErrorNote
          error={preview.error}
          what="The preview could not be loaded."
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <>
          <p className="mb-2">Checking the status of each order at the provider…</p>
          <Loading what="the preview" lines={3} />
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
        {changes.length > 0 && unchanged > 0 && (
          <li>{unchanged === 1 ? 'One other does' : `${unchanged} others do`} not change.</li>
        )}
        {skipped > 0 && (
          <li>
            {skipped === 1 ? 'One is skipped' : `${skipped} are skipped`}: rejected webhooks are never replayed, since
            their sender is unknown, and the payload of old ones is erased.
          </li>
        )}
        {preview.orders.some(({ rule }) => rule === 'unreadable') && (
          <li>
            The status of some orders could not be checked. Their webhooks are processed when the provider answers.
          </li>
        )}
        <li>Events that were already delivered are not delivered again.</li>
      </ul>
    </div>
  )
}

function ChangesTable({ changes }: { changes: readonly PreviewedChange[] }) {
  return (
    <table aria-label="Changes" className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-1 pr-4">
            Order or refund
          </th>
          <th scope="col" className="py-1 pr-4">
            Now
          </th>
          <th scope="col" className="py-1">
            After the replay
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
  if (preview.count === 0) return 'None of them can be replayed.'
  const { changes } = previewChanges(preview)
  if (changes.length === 0) return 'Nothing would change: the gateway already has these states.'
  const parts = (['order', 'refund'] as const).flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [plural(count, kind)]
  })
  return `${parts.join(' and ')} would change.`
}
