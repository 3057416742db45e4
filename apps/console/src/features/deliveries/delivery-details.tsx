import type { EventDelivery } from '@galla/contract/gateway-api/console-routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { deliveryQuery, queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Dialog, showToast } from '../../components/dialog.tsx'
import { DescriptionList, Detail, ErrorNote, Note, QueryView } from '../../components/page.tsx'
import { Id, OrderLink, RefundLink, StateBadge, Time } from '../../components/records.tsx'
import { plural } from '../../i18n/format.ts'
import type { Tone } from '../../i18n/terms.ts'

/** One event delivery, with a retry. */
export function DeliveryDialog({ deliveryId, onClose }: { deliveryId: string; onClose(): void }) {
  const client = useQueryClient()
  const query = useQuery({
    ...deliveryQuery(deliveryId),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 2_000 : false),
  })
  const retry = useMutation({
    mutationFn: () => consoleApi('POST /deliveries/:deliveryId/retry', { params: { deliveryId } }),
    onSuccess: async (delivery) => {
      client.setQueryData(queryKeys.delivery(deliveryId), delivery)
      showToast('The delivery is retried now.')
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
  return (
    <Dialog open onClose={onClose} title="Event delivery" wide>
      <QueryView query={query} what="the delivery">
        {(delivery) => (
          <div className="grid gap-4">
            <DeliveryDetails delivery={delivery} />
            {retry.error && <ErrorNote error={retry.error} what="The delivery was not retried." />}
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onClose}>Close</Button>
              {delivery.state !== 'done' && (
                <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
                  Retry now
                </Button>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

export function DeliveryDetails({ delivery }: { delivery: EventDelivery }) {
  const { deliveryId, merchantOrderId, merchantRefundId, attempts, lastError, nextAttemptAtMs, doneAtMs } = delivery
  const { event, to } = deliveryLabel(delivery.event)
  const { tone, text } = deliveryNote(delivery)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        <span>
          {event} <span className="text-soft">to {to}</span>
        </span>
        <span className="text-base">
          <DeliveryBadge delivery={delivery} />
        </span>
      </p>
      <Note tone={tone}>
        <p>{text}</p>
        {lastError !== undefined && <p className="font-mono text-xs">{lastError}</p>}
      </Note>
      <DescriptionList>
        <Detail name="Order">{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
        <Detail name="Refund">{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
        <Detail name="Delivery id">
          <Id value={deliveryId} what="delivery id" maxLength={44} />
        </Detail>
        <Detail name="Attempts">{String(attempts)}</Detail>
        <Detail name="Created">
          <Time atMs={delivery.createdAtMs} full />
        </Detail>
        <Detail name="Next attempt">{nextAttemptAtMs && <Time atMs={nextAttemptAtMs} full />}</Detail>
        <Detail name="Done">{doneAtMs && <Time atMs={doneAtMs} full />}</Detail>
      </DescriptionList>
    </>
  )
}

type DeliveryState = Pick<EventDelivery, 'state' | 'attempts' | 'event'>

export function DeliveryBadge({ delivery }: { delivery: DeliveryState }) {
  return <StateBadge kind="delivery" state={hasNoHandler(delivery) ? 'no-handler' : delivery.state} />
}

const EVENT_LABELS: { readonly [event: string]: string } = {
  'order.completed': 'Order completed',
  'order.failed': 'Order failed',
  'order.reopened': 'Order reopened',
  'order.needs_review': 'Order needs review',
  'refund.completed': 'Refund completed',
  'refund.failed': 'Refund failed',
  'refund.reopened': 'Refund in progress again',
  'refund.needs_review': 'Refund needs review',
  'refund.request': 'Refund requested',
}

/** Label and recipient of a delivery's `event`: `order.completed` goes to the merchant's handler, `order.completed → email` to a notifier. */
export function deliveryLabel(deliveryEvent: string): { event: string; to: string } {
  const [event = '', notifier] = deliveryEvent.split(' → ')
  const label = Object.hasOwn(EVENT_LABELS, event) ? EVENT_LABELS[event] : undefined
  const handler = event === 'refund.request' ? 'the gateway' : 'your handler'
  return { event: label ?? event, to: notifier === undefined ? handler : `notifier “${notifier}”` }
}

/** Done without an attempt: no handler was registered for the event. The gateway handles `refund.request` itself. */
export function hasNoHandler({ state, attempts, event }: DeliveryState): boolean {
  return state === 'done' && attempts === 0 && event !== 'refund.request'
}

/** What the state of a delivery means and what to do. */
export function deliveryNote(delivery: DeliveryState): { tone: Tone; text: string } {
  const { state, attempts, event } = delivery
  const toNotifier = event.includes(' → ')
  switch (state) {
    case 'done':
      if (event === 'refund.request') {
        return { tone: 'good', text: 'Stored as a refund, which the gateway sends and tracks until it is final.' }
      }
      if (hasNoHandler(delivery)) {
        return { tone: 'neutral', text: 'Nothing ran: no handler was registered for this event when it happened.' }
      }
      return { tone: 'good', text: 'Delivered once. A replayed callback does not deliver it again.' }
    case 'failed':
      return {
        tone: 'bad',
        text: `Failed after ${plural(attempts, 'attempt')} over several hours; retries have stopped. The payment is stored and not affected. Fix the error below, then retry${
          toNotifier ? '.' : ': the handler is called with the current order and the same delivery id.'
        }`,
      }
    default:
      return attempts === 0
        ? { tone: 'neutral', text: 'Stored in the same transaction as its cause; it runs next.' }
        : {
            tone: 'wait',
            text: `Failed after ${plural(attempts, 'attempt')}. It is retried automatically, with delays from one second up to six hours.`,
          }
  }
}
