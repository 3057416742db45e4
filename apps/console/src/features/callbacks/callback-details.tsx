import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orderQuery, refundQuery } from '../../api/queries.ts'
import { DescriptionList, Detail, QueryText } from '../../components/page.tsx'
import { Id, OrderLink, RefundLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { deliveryBadge, eventLabel, subscriberLabel } from '../deliveries/delivery-messages.ts'
import { ruleText } from '../orders/decision-messages.ts'
import { callbackOutcome, reportedKind } from './callback-messages.ts'

const VERIFICATION: { readonly [mode: string]: string } = {
  classic: 'User name and password: authenticate the sender, not the body',
  hmac: 'A signature over the body',
}

export function CallbackDetails({ callback }: { callback: CallbackRecordDetail }) {
  const { callbackId, event, merchantOrderId, merchantRefundId, state, verifiedBy, verdict } = callback
  const isAuthentic = verdict !== 'refused'
  return (
    <DescriptionList>
      <Detail name="Event">
        {isAuthentic && (
          <code translate="no" className="font-mono text-xs">
            {event}
          </code>
        )}
      </Detail>
      <Detail name="Received">
        <Time atMs={callback.receivedAtMs} full />
      </Detail>
      <Detail name="Outcome">{isAuthentic && <Outcome callback={callback} />}</Detail>
      <Detail name="Order">{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
      <Detail name="Refund">{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
      <Detail name="Reported state">
        {state !== undefined && <StateBadge kind={reportedKind(event, merchantRefundId)} state={state} />}
      </Detail>
      {verdict === 'accepted' && <Result callback={callback} />}
      <Detail name="Verification">{verifiedBy && (VERIFICATION[verifiedBy] ?? verifiedBy)}</Detail>
      <Detail name="Delivery ID">
        <Id value={callbackId} what="delivery ID" />
      </Detail>
    </DescriptionList>
  )
}

function Outcome({ callback }: { callback: CallbackRecordDetail }) {
  const { processedAtMs, attempts } = callback
  return (
    <>
      {callbackOutcome(callback)}
      {processedAtMs !== undefined && (
        <>
          , <Time atMs={processedAtMs} />
        </>
      )}
      {attempts > 1 && `, at attempt ${attempts}`}
    </>
  )
}

/** Shows the effect of the callback. */
function Result({ callback }: { callback: CallbackRecordDetail }) {
  const { callbackId, merchantOrderId, merchantRefundId } = callback
  return (
    <>
      {merchantRefundId !== undefined ? (
        <Detail name="Refund is now">
          <CurrentRefundState merchantRefundId={merchantRefundId} />
        </Detail>
      ) : (
        merchantOrderId !== undefined && (
          <Detail name="Result">
            <ResultingDecision callbackId={callbackId} merchantOrderId={merchantOrderId} />
          </Detail>
        )
      )}
      {merchantOrderId !== undefined && (
        <Deliveries merchantOrderId={merchantOrderId} isOfRefund={merchantRefundId !== undefined} />
      )}
    </>
  )
}

/** The events of the order, or of its refunds, that are delivered to handlers and notifiers. */
function Deliveries({ merchantOrderId, isOfRefund }: { merchantOrderId: string; isOfRefund: boolean }) {
  const { data: story } = useQuery({ ...orderQuery(merchantOrderId), retry: false })
  const deliveries = (story?.timeline ?? [])
    .filter((entry) => entry.kind === 'delivery')
    .filter(({ event }) => event.startsWith(isOfRefund ? 'refund.' : 'order.'))
  return (
    <Detail name={isOfRefund ? 'Events of its refunds' : 'Events of the order'}>
      {deliveries.length > 0 && (
        <ul className="grid gap-1">
          {deliveries.map((delivery) => (
            <li key={delivery.deliveryId} className="flex flex-wrap items-center gap-x-3">
              <Link
                to="/deliveries"
                search={{ open: delivery.deliveryId }}
                className="text-brass underline underline-offset-2"
              >
                {eventLabel(delivery.event)} to {subscriberLabel(delivery.subscriber)}
              </Link>
              <StateBadge kind="delivery" state={deliveryBadge(delivery)} />
            </li>
          ))}
        </ul>
      )}
    </Detail>
  )
}

/** The last decision about the order that used this callback as an observation. */
function ResultingDecision({ callbackId, merchantOrderId }: { callbackId: string; merchantOrderId: string }) {
  const query = useQuery({ ...orderQuery(merchantOrderId), retry: false })
  return (
    <QueryText query={query} missing="None: the gateway does not have this order">
      {(story) => <LastDecision story={story} callbackId={callbackId} />}
    </QueryText>
  )
}

function LastDecision({ story, callbackId }: { story: OrderWithTimeline; callbackId: string }) {
  const decision = story.decisions
    .filter(({ observations }) => observations.some(({ kind, source }) => kind === 'callback' && source === callbackId))
    .at(-1)
  if (!decision) return 'None yet'
  const { from, to, rule } = decision
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3">
        {from === to ? (
          <>
            <StateBadge kind="order" state={to} /> unchanged
          </>
        ) : (
          <>
            <StateBadge kind="order" state={from} /> <span className="text-soft">to</span>{' '}
            <StateBadge kind="order" state={to} />
          </>
        )}
      </span>
      <span>{ruleText(rule)}</span>
      <Link
        to="/orders/$merchantOrderId"
        params={{ merchantOrderId: story.order.merchantOrderId }}
        className="w-fit text-brass underline underline-offset-2"
      >
        Timeline of the order
      </Link>
    </span>
  )
}

function CurrentRefundState({ merchantRefundId }: { merchantRefundId: string }) {
  const query = useQuery({ ...refundQuery(merchantRefundId), retry: false })
  return (
    <QueryText query={query} missing="The gateway does not have this refund">
      {(refund) => <StateBadge kind="refund" state={refundState(refund)} />}
    </QueryText>
  )
}
