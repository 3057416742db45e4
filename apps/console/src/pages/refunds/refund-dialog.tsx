import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { markOf } from '../../ui/states.ts'
import { say } from '../../ui/toast.tsx'
import { markState } from './mark-state.ts'
import { RefundCalls } from './refund-calls.tsx'
import { RefundFacts } from './refund-facts.tsx'

/** One refund: where it stands, what that means, and the calls it took. */
export function RefundDialog({ merchantRefundId, onClose }: { merchantRefundId: string; onClose(): void }) {
  const client = useQueryClient()
  const params = { merchantRefundId }
  const {
    data: refund,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.refund(merchantRefundId),
    queryFn: ({ signal }) => call('GET /refunds/:merchantRefundId', { params, signal }),
  })
  const ask = useMutation({
    mutationFn: () => call('POST /refunds/:merchantRefundId/sync', { params }),
    onSuccess: (told) => {
      const changed = told.version !== refund?.version && told.state !== refund?.state
      client.setQueryData(keys.refund(merchantRefundId), told)
      const { word } = markOf('refund', markState(told))
      say(changed ? `The provider answered: ${word}.` : `The provider answered. It is still: ${word}.`)
    },
  })
  return (
    <Dialog open onClose={onClose} title="Refund" wide>
      {refund ? (
        <div className="grid gap-4">
          <RefundFacts refund={refund} />
          {ask.error && <ErrorNote error={ask.error} what="The provider could not be asked." />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            <Button look="main" busy={ask.isPending} onClick={() => ask.mutate()}>
              Ask the provider now
            </Button>
          </div>
          <RefundCalls merchantRefundId={merchantRefundId} />
        </div>
      ) : error ? (
        <ErrorNote error={error} what="This refund could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the refund" />
      )}
    </Dialog>
  )
}
