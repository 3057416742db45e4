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
import { messages } from '../../i18n/messages.ts'
import { AttemptHistory } from './attempt-history.tsx'
import { deliveryBadge, deliveryNote, eventLabel, subscriberLabel, toText } from './delivery-messages.ts'
import { deliveryEnglish } from './english.ts'

const t = messages('deliveries/delivery', deliveryEnglish)

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
      showToast(t.retried)
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
  return (
    <Dialog open onClose={onClose} title={t.title} wide>
      <QueryView query={query} what={t.what}>
        {(delivery) => (
          <div className="grid gap-4">
            <DeliveryDetails delivery={delivery} />
            {retry.error && <ErrorNote error={retry.error} what={t.notRetried} />}
            <DialogFooter>
              <Button onClick={onClose}>{t.close}</Button>
              {delivery.unclaimed && (
                <Allowed to="POST /subscriptions/remove">
                  <RemoveSubscription delivery={delivery} />
                </Allowed>
              )}
              {(delivery.state === 'waiting' || delivery.state === 'failed') && (
                <Allowed to="POST /deliveries/:deliveryId/retry">
                  <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
                    {t.retry}
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
      showToast(t.remove.done(cancelled))
      await client.invalidateQueries({ queryKey: queryKeys.delivery(deliveryId) })
      await client.invalidateQueries({ queryKey: ['deliveries'] })
      await client.invalidateQueries({ queryKey: queryKeys.health })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.remove.open}</Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.mutate()}
        title={t.remove.title}
        action={t.remove.action}
        busy={remove.isPending}
        error={remove.error && <ErrorNote error={remove.error} what={t.remove.failed} />}
      >
        <p>{t.remove.text(eventLabel(event), subscriberLabel(subscriber))}</p>
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
          {eventLabel(delivery.event)} <span className="text-soft">{toText(delivery.subscriber)}</span>
        </span>
        <span className="text-base">
          <DeliveryBadge delivery={delivery} />
        </span>
      </p>
      <Note tone={tone}>
        <p>{text}</p>
        {lastError !== undefined && lastError !== history[0]?.error && (
          <p translate="no" className="font-mono text-xs">
            {lastError}
          </p>
        )}
      </Note>
      <DescriptionList>
        <Detail name={t.fields.order}>{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
        <Detail name={t.fields.refund}>{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
        <Detail name={t.fields.id}>
          <Id value={deliveryId} what={t.fields.idName} />
        </Detail>
        <Detail name={t.fields.attempts}>{String(attempts)}</Detail>
        <Detail name={t.fields.created}>
          <Time atMs={delivery.createdAtMs} full />
        </Detail>
        <Detail name={t.fields.next}>{nextAttemptAtMs && <Time atMs={nextAttemptAtMs} full planned />}</Detail>
        <Detail name={t.fields.done}>{doneAtMs && <Time atMs={doneAtMs} full />}</Detail>
      </DescriptionList>
      <AttemptHistory history={history} />
    </>
  )
}

export function DeliveryBadge({ delivery }: { delivery: Pick<EventDelivery, 'state' | 'unclaimed'> }) {
  return <StateBadge kind="delivery" state={deliveryBadge(delivery)} />
}
