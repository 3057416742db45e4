import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { RefundFacts } from '../../refunds/refund-facts.tsx'

const isFinal = (state: string | undefined) => state === 'COMPLETED' || state === 'FAILED'

/** The stream of changes brings each step; where it is broken, the refund is asked for. Milliseconds. */
const LOOK_MS = 5_000

/** Watches a refund until it is over. It goes on without this window. */
export function RefundProgress({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const refund = useQuery({
    queryKey: keys.refund(merchantRefundId),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params: { merchantRefundId }, signal }),
    refetchInterval: ({ state }) => (isFinal(state.data?.state) ? false : LOOK_MS),
  })
  return (
    <div className="grid gap-4">
      {refund.data ? (
        <div aria-live="polite" className="grid gap-4">
          <RefundFacts refund={refund.data} />
        </div>
      ) : refund.error ? (
        <ErrorNote
          error={refund.error}
          what="It was asked for, but cannot be read."
          onRetry={() => void refund.refetch()}
        />
      ) : (
        <Loading what="the refund" lines={4} />
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-soft">{isFinal(refund.data?.state) ? '' : 'It goes on without this window.'}</p>
        <Button look="main" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
