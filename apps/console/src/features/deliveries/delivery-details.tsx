import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Button } from '../../components/controls.tsx'
import { Dialog, say } from '../../components/dialog.tsx'
import { ErrorNote, Facts, Loading, Note } from '../../components/page.tsx'
import { Id, OrderLink, RefundLink, StateMark, Time } from '../../components/records.tsx'

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

export function EffectFacts({ effect }: { effect: EventDelivery }) {
  const {
    deliveryId,
    event: kind,
    merchantOrderId,
    merchantRefundId,
    attempts,
    lastError,
    nextAttemptAtMs,
    doneAtMs,
  } = effect
  const { event, to } = effectWords(kind)
  const { tone, says } = effectNote(effect)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        <span>
          {event} <span className="text-soft">to {to}</span>
        </span>
        <span className="text-base">
          <EffectMark effect={effect} />
        </span>
      </p>
      <Note tone={tone}>
        <p>{says}</p>
        {lastError !== undefined && <p className="font-mono text-xs">{lastError}</p>}
      </Note>
      <Facts
        rows={[
          merchantOrderId === undefined
            ? undefined
            : ['Order', <OrderLink key="order" merchantOrderId={merchantOrderId} />],
          merchantRefundId === undefined
            ? undefined
            : ['Refund', <RefundLink key="refund" merchantRefundId={merchantRefundId} />],
          ['Effect id', <Id key="id" value={deliveryId} what="effect id" most={44} />],
          ['Attempts', String(attempts)],
          ['Written down', <Time key="created" atMs={effect.createdAtMs} full />],
          nextAttemptAtMs === undefined ? undefined : ['Next attempt', <Time key="next" atMs={nextAttemptAtMs} full />],
          doneAtMs === undefined ? undefined : ['Done', <Time key="done" atMs={doneAtMs} full />],
        ]}
      />
    </>
  )
}

/** Where an effect stands; one that nobody listened to is not called done. */
export function EffectMark({ effect }: { effect: Pick<EventDelivery, 'state' | 'attempts' | 'event'> }) {
  return <StateMark kind="effect" state={isUnheard(effect) ? 'unheard' : effect.state} />
}

const EVENTS: { readonly [kind: string]: string } = {
  'order.completed': 'Order completed',
  'order.failed': 'Order failed',
  'order.needs_review': 'Order needsReview',
  'refund.completed': 'Refund completed',
  'refund.failed': 'Refund failed',
  'refund.request': 'Refund asked for',
}

/** `order.completed → email`: the event, and who is told; without a name it is the shop’s own handler. */
export function effectWords(kind: string): { event: string; to: string } {
  const [event = '', notifier] = kind.split(' → ')
  const known = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined
  const own = event === 'refund.request' ? 'the books' : 'your handler'
  return { event: known ?? event, to: notifier === undefined ? own : `notifier “${notifier}”` }
}

/** Done without one attempt: nobody was there to be told. A refund is asked for by being written down. */
export function isUnheard({
  state,
  attempts,
  event: kind,
}: Pick<EventDelivery, 'state' | 'attempts' | 'event'>): boolean {
  return state === 'done' && attempts === 0 && kind !== 'refund.request'
}

/** What its state means, and what to do. */
export function effectNote(effect: Pick<EventDelivery, 'state' | 'attempts' | 'event'>): {
  tone: 'neutral' | 'good' | 'wait' | 'bad'
  says: string
} {
  const { state, attempts, event: kind } = effect
  const isNotice = kind.includes(' → ')
  switch (state) {
    case 'done':
      if (kind === 'refund.request') {
        return { tone: 'good', says: 'Written down as a refund, which the books send and watch until it is final.' }
      }
      if (isUnheard(effect)) {
        return { tone: 'neutral', says: 'Nothing was run: when it happened, no handler was set for it.' }
      }
      return { tone: 'good', says: 'Done, once. It is not done again, whatever is replayed.' }
    case 'failed':
      return {
        tone: 'bad',
        says: `It failed ${times(attempts)}, over hours, and stopped. The payment itself is safe in the books. Mend what the error names, then try it again${
          isNotice ? '.' : ': the handler is called with the order as it is now, under the same effect id.'
        }`,
      }
    default:
      return attempts === 0
        ? { tone: 'neutral', says: 'Written down together with its cause, and about to run.' }
        : {
            tone: 'wait',
            says: `It failed ${times(attempts)} and is tried again by itself, with growing pauses: a second, then up to six hours.`,
          }
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
