import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import type { OrderWithTimeline } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { orderQuery, refundQuery } from '../../api/queries.ts'
import { DescriptionList, Detail, QueryText } from '../../components/page.tsx'
import { Id, OrderLink, RefundLink, refundState, StateBadge, Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { reportedKind } from '../../i18n/reported-kind.ts'
import { deliveryBadge, eventLabel, subscriberLabel } from '../deliveries/delivery-messages.ts'
import { ruleText } from '../orders/decision-messages.ts'
import { callbackOutcome } from './callback-messages.ts'
import { factsEnglish } from './english.ts'

const t = messages('callbacks/facts', factsEnglish)

const VERIFICATION: { readonly [mode: string]: string } = t.verified

export function CallbackDetails({ callback }: { callback: CallbackRecordDetail }) {
  const { callbackId, event, merchantOrderId, merchantRefundId, state, verifiedBy, verdict } = callback
  const isAuthentic = verdict !== 'refused'
  return (
    <DescriptionList>
      <Detail name={t.event}>
        {isAuthentic && (
          <code translate="no" className="font-mono text-xs">
            {event}
          </code>
        )}
      </Detail>
      <Detail name={t.received}>
        <Time atMs={callback.receivedAtMs} full />
      </Detail>
      <Detail name={t.outcome}>{isAuthentic && <Outcome callback={callback} />}</Detail>
      <Detail name={t.order}>{merchantOrderId && <OrderLink merchantOrderId={merchantOrderId} />}</Detail>
      <Detail name={t.refund}>{merchantRefundId && <RefundLink merchantRefundId={merchantRefundId} />}</Detail>
      <Detail name={t.reported}>
        {state !== undefined && <StateBadge kind={reportedKind(event)} state={state} />}
      </Detail>
      {verdict === 'accepted' && <Result callback={callback} />}
      <Detail name={t.verification}>{verifiedBy && (VERIFICATION[verifiedBy] ?? verifiedBy)}</Detail>
      <Detail name={t.id}>
        <Id value={callbackId} what={t.copied} />
      </Detail>
    </DescriptionList>
  )
}

function Outcome({ callback }: { callback: CallbackRecordDetail }) {
  const { processedAtMs, attempts } = callback
  const outcome = callbackOutcome(callback)
  return (
    <>
      {processedAtMs === undefined ? outcome : phrase(t.at(outcome, <Time atMs={processedAtMs} />))}
      {attempts > 1 && t.attempt(attempts)}
    </>
  )
}

/** Shows the effect of the callback. */
function Result({ callback }: { callback: CallbackRecordDetail }) {
  const { callbackId, merchantOrderId, merchantRefundId } = callback
  return (
    <>
      {merchantRefundId !== undefined ? (
        <Detail name={t.refundNow}>
          <CurrentRefundState merchantRefundId={merchantRefundId} />
        </Detail>
      ) : (
        merchantOrderId !== undefined && (
          <Detail name={t.result}>
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
    <Detail name={isOfRefund ? t.refundEvents : t.orderEvents}>
      {deliveries.length > 0 && (
        <ul className="grid gap-1">
          {deliveries.map((delivery) => (
            <li key={delivery.deliveryId} className="flex flex-wrap items-center gap-x-3">
              <Link
                to="/deliveries"
                search={{ open: delivery.deliveryId }}
                className="text-brass underline underline-offset-2"
              >
                {t.delivery(eventLabel(delivery.event), subscriberLabel(delivery.subscriber))}
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
    <QueryText query={query} missing={t.noOrder}>
      {(story) => <LastDecision story={story} callbackId={callbackId} />}
    </QueryText>
  )
}

function LastDecision({ story, callbackId }: { story: OrderWithTimeline; callbackId: string }) {
  const decision = story.decisions
    .filter(({ observations }) => observations.some(({ kind, source }) => kind === 'callback' && source === callbackId))
    .at(-1)
  if (!decision) return t.noDecision
  const { from, to, rule } = decision
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-3">
        {from === to ? (
          phrase(t.unchanged(<StateBadge kind="order" state={to} />))
        ) : (
          <>
            <StateBadge kind="order" state={from} /> <span className="text-soft">{t.to}</span>{' '}
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
        {t.timeline}
      </Link>
    </span>
  )
}

function CurrentRefundState({ merchantRefundId }: { merchantRefundId: string }) {
  const query = useQuery({ ...refundQuery(merchantRefundId), retry: false })
  return (
    <QueryText query={query} missing={t.noRefund}>
      {(refund) => <StateBadge kind="refund" state={refundState(refund)} />}
    </QueryText>
  )
}
