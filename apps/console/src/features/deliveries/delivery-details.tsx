import type { EventDelivery, EventDeliveryDetail } from '@galla/contract/gateway-api/deliveries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleApi } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { deliveryQuery, queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { Confirm, Dialog, DialogFooter, showToast } from '../../components/dialog.tsx'
import { DescriptionList, Detail, ErrorNote, Note, QueryView } from '../../components/page.tsx'
import { Id, OrderLink, RefundLink, StateBadge, Time } from '../../components/records.tsx'
import { AttemptHistory } from './attempt-history.tsx'
import { deliveryBadge, deliveryNote, eventLabel, subscriberLabel } from './delivery-messages.ts'

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
            <DialogFooter>
              <Button onClick={onClose}>Close</Button>
              {delivery.unclaimed && (
                <Allowed to="POST /subscriptions/remove">
                  <RemoveSubscription delivery={delivery} />
                </Allowed>
              )}
              {(delivery.state === 'waiting' || delivery.state === 'failed') && (
                <Allowed to="POST /deliveries/:deliveryId/retry">
                  <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
                    Retry now
                  </Button>
                </Allowed>
              )}
            </DialogFooter>
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

/** For an event whose handler or notifier was removed from the code for good. */
function RemoveSubscription({ delivery: { deliveryId, subscriber, event } }: { delivery: EventDelivery }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => consoleApi('POST /subscriptions/remove', { body: { subscriber, event } }),
    onSuccess: async ({ cancelled }) => {
      setOpen(false)
      showToast(
        `The subscription is removed; ${cancelled === 1 ? 'one delivery is' : `${cancelled} deliveries are`} cancelled.`,
      )
      await client.invalidateQueries({ queryKey: queryKeys.delivery(deliveryId) })
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Remove the subscription…</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate()}
        title="Remove the subscription"
        action="Remove"
        busy={remove.isPending}
        error={remove.error && <ErrorNote error={remove.error} what="The subscription was not removed." />}
      >
        <p>
          {eventLabel(event)} is no longer delivered to {subscriberLabel(subscriber)}, and what waits for it is
          cancelled. A process that is started with this code subscribes again.
        </p>
      </Confirm>
    </>
  )
}

export function DeliveryDetails({ delivery }: { delivery: EventDeliveryDetail }) {
  const { deliveryId, merchantOrderId, merchantRefundId, attempts, lastError, nextAttemptAtMs, doneAtMs, history } =
    delivery
  const { tone, text } = deliveryNote(delivery)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
        <span>
          {eventLabel(delivery.event)} <span className="text-soft">to {subscriberLabel(delivery.subscriber)}</span>
        </span>
        <span className="text-base">
          <DeliveryBadge delivery={delivery} />
        </span>
      </p>
      <Note tone={tone}>
        <p>{text}</p>
        {lastError !== undefined && lastError !== history[0]?.error && <p className="font-mono text-xs">{lastError}</p>}
      </Note>
      <DescriptionList>
        <Detail name="Order">{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
        <Detail name="Refund">{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
        <Detail name="Delivery id">
          <Id value={deliveryId} what="delivery id" />
        </Detail>
        <Detail name="Attempts">{String(attempts)}</Detail>
        <Detail name="Created">
          <Time atMs={delivery.createdAtMs} full />
        </Detail>
        <Detail name="Next attempt">{nextAttemptAtMs && <Time atMs={nextAttemptAtMs} full planned />}</Detail>
        <Detail name="Done">{doneAtMs && <Time atMs={doneAtMs} full />}</Detail>
      </DescriptionList>
      <AttemptHistory history={history} />
    </>
  )
}

export function DeliveryBadge({ delivery }: { delivery: Pick<EventDelivery, 'state' | 'unclaimed'> }) {
  return <StateBadge kind="delivery" state={deliveryBadge(delivery)} />
}
