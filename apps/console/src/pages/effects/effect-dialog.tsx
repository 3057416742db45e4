import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { say } from '../../ui/toast.tsx'
import { EffectFacts } from './effect-facts.tsx'

/** One effect: what it is, why it stands where it does, and another try. */
export function EffectDialog({ deliveryId, onClose }: { deliveryId: string; onClose(): void }) {
  const client = useQueryClient()
  const params = { deliveryId }
  const { data, error, refetch } = useQuery({
    queryKey: ['effect', deliveryId],
    queryFn: ({ signal }) => call('GET /deliveries/:deliveryId', { params, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 2_000 : false),
  })
  const retry = useMutation({
    mutationFn: () => call('POST /deliveries/:deliveryId/retry', { params }),
    onSuccess: async (effect) => {
      client.setQueryData(['effect', deliveryId], effect)
      say('It is tried again now.')
      await client.invalidateQueries({ queryKey: ['effects'] })
      await client.invalidateQueries({ queryKey: ['health'] })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Effect" wide>
      {data ? (
        <div className="grid gap-4">
          <EffectFacts effect={data} />
          {retry.error && <ErrorNote error={retry.error} what="It was not tried again." />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Close</Button>
            {data.state !== 'done' && (
              <Button look="main" busy={retry.isPending} onClick={() => retry.mutate()}>
                Try again now
              </Button>
            )}
          </div>
        </div>
      ) : error ? (
        <ErrorNote error={error} what="This effect could not be read." onRetry={() => void refetch()} />
      ) : (
        <Loading what="the effect" />
      )}
    </Dialog>
  )
}
