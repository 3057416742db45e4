import type { ReplayPreview } from '@galla/contract/gateway-api/callbacks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Confirm, say } from '../../components/dialog.tsx'
import { ErrorNote, Loading } from '../../components/page.tsx'
import { StateMark } from '../../components/records.tsx'
import { middleOut } from '../../i18n/format.ts'

interface ReplayDialogProps {
  callbackIds: readonly string[]
  onClose(): void
  onDone(): void
}

/** First what a replay would change, with the provider asked for it; then the replay. */
export function ReplayDialog({ callbackIds, onClose, onDone }: ReplayDialogProps) {
  const client = useQueryClient()
  const body = { callbackIds: [...callbackIds] }
  const preview = useQuery({
    queryKey: ['replay-preview', ...callbackIds],
    queryFn: ({ signal }) => call('POST /callbacks/replay-preview', { body, signal }),
    // A preview of a moment ago may be wrong by now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const replay = useMutation({
    mutationFn: () => call('POST /callbacks/replay', { body }),
    onSuccess: async ({ replayed }) => {
      await client.invalidateQueries({ queryKey: ['callbacks'] })
      await client.invalidateQueries({ queryKey: ['callback'] })
      say(
        replayed === 1 ? '1 callback lies in the inbox again.' : `${replayed} callbacks lie in the inbox again.`,
        'good',
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
      title="Replay callbacks"
      verb={count === undefined ? 'Replay' : count === 0 ? 'Nothing to replay' : `Replay ${callbackCount(count)}`}
      busy={replay.isPending || preview.isFetching}
      error={replay.error && <ErrorNote error={replay.error} what="They were not replayed." />}
    >
      {preview.data ? (
        <PreviewSummary preview={preview.data} asked={callbackIds.length} />
      ) : preview.error ? (
        <ErrorNote
          error={preview.error}
          what="What it would change could not be found out."
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <>
          <p className="mb-2">Asking the provider what each order is now…</p>
          <Loading what="the preview" lines={3} />
        </>
      )}
    </Confirm>
  )
}

const callbackCount = (count: number): string => (count === 1 ? '1 callback' : `${count} callbacks`)

/** What folding them once more would do to each order and refund. */
export function PreviewSummary({ preview, asked }: { preview: ReplayPreview; asked: number }) {
  const { changes, same } = changesOf(preview)
  const left = asked - preview.count
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{summaryOf(preview)}</p>
      {changes.length > 0 && <Changes changes={changes} />}
      <ul className="grid gap-1 text-sm text-soft">
        {changes.length > 0 && same > 0 && (
          <li>{same === 1 ? 'One other stays' : `${same} others stay`} as they are.</li>
        )}
        {left > 0 && (
          <li>
            {left === 1 ? 'One is left out' : `${left} are left out`}: a refused delivery is never replayed, as nobody
            knows who sent it; one that is too old was erased.
          </li>
        )}
        {preview.orders.some(({ rule }) => rule === 'unreadable') && (
          <li>About some the provider could not be asked just now. They are folded when it answers.</li>
        )}
        <li>What was done because of them is not done again: handlers that have run do not run twice.</li>
      </ul>
    </div>
  )
}

function Changes({ changes }: { changes: readonly PreviewedChange[] }) {
  return (
    <table aria-label="What would change" className="w-full text-left">
      <thead>
        <tr className="border-b border-rule-strong text-sm text-soft">
          <th scope="col" className="py-1 pr-4">
            Order or refund
          </th>
          <th scope="col" className="py-1 pr-4">
            Now
          </th>
          <th scope="col" className="py-1">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ kind, id, from, to, rule }) => (
          <tr key={`${kind} ${id}`} className="border-b border-rule align-baseline">
            <th scope="row" className="py-2 pr-4 font-mono text-xs font-normal break-all" title={id}>
              {middleOut(id, 24)}
            </th>
            <td className="py-2 pr-4">
              <StateMark kind={kind} state={from} />
            </td>
            <td className="py-2">
              <StateMark kind={kind} state={to} />
              {rule !== undefined && <span className="block font-mono text-xs text-soft wrap-anywhere">{rule}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export interface PreviewedChange {
  kind: 'order' | 'refund'
  id: string
  from: string
  to: string
  /** Of an order: the rule that would speak. */
  rule?: string
}

/** What a replay would change, and how much of what it tells of would stay. */
export function changesOf({ orders, refunds }: ReplayPreview): { changes: PreviewedChange[]; same: number } {
  const all: PreviewedChange[] = [
    ...orders.map(({ merchantOrderId, ...told }) => ({ kind: 'order' as const, id: merchantOrderId, ...told })),
    ...refunds.map(({ merchantRefundId, ...told }) => ({ kind: 'refund' as const, id: merchantRefundId, ...told })),
  ]
  const changes = all.filter(({ from, to }) => from !== to)
  return { changes, same: all.length - changes.length }
}

/** The preview in one sentence. */
export function summaryOf(preview: ReplayPreview): string {
  if (preview.count === 0) return 'None of them can be replayed.'
  const { changes } = changesOf(preview)
  if (changes.length === 0) return 'Nothing would change: the books know all of this already.'
  const count = (kind: PreviewedChange['kind']) => changes.filter((change) => change.kind === kind).length
  const told = [counted(count('order'), 'order'), counted(count('refund'), 'refund')].filter((part) => part !== '')
  return `${told.join(' and ')} would change.`
}

const counted = (count: number, what: string): string =>
  count === 0 ? '' : count === 1 ? `1 ${what}` : `${count} ${what}s`
