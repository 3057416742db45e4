import type { Decision, ObservationKind, OrderWithTimeline, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callbackQuery, callQuery, deliveryQuery } from '../../api/queries.ts'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail, QueryView } from '../../components/page.tsx'
import { Amount, CallbackLink, ClockTime, StateBadge } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { CallDetails } from '../api-log/call-details.tsx'
import { diagnose } from '../callbacks/callback-messages.ts'
import { canRetry } from '../deliveries/delivery-columns.tsx'
import { DeliveryDetails } from '../deliveries/delivery-details.tsx'
import { RefundDetails } from '../refunds/refund-details.tsx'
import { observedState, ruleText } from './decision-messages.ts'
import { timelineDetailsEnglish } from './english-timeline.ts'

const t = messages('orders/timeline-details', timelineDetailsEnglish)

interface TimelineDetailsProps {
  entry: TimelineEntry
  story: OrderWithTimeline
}

/** The record behind a timeline entry. Payer data was masked before it was stored, so there is nothing to reveal. */
export function TimelineDetails({ entry, story }: TimelineDetailsProps) {
  switch (entry.kind) {
    case 'call':
      return <Call callId={entry.callId} />
    case 'callback':
      return <Callback callbackId={entry.callbackId} />
    case 'delivery':
      return <Delivery deliveryId={entry.deliveryId} />
    case 'decision': {
      const decision = story.decisions.find(({ decisionId }) => decisionId === entry.decisionId)
      return decision ? <DecisionDetails decision={decision} /> : <p>{t.noDecision}</p>
    }
    case 'refund': {
      const refund = story.refunds.find(({ merchantRefundId }) => merchantRefundId === entry.merchantRefundId)
      return refund ? <RefundDetails refund={refund} /> : <p>{t.noRefund}</p>
    }
    case 'failed-attempt':
    case 'audit':
      return <p className="text-soft">{t.none}</p>
  }
}

function Call({ callId }: { callId: string }) {
  return (
    <QueryView query={useQuery(callQuery(callId))} what={t.what} lines={3}>
      {(call) => <CallDetails call={call} />}
    </QueryView>
  )
}

function Delivery({ deliveryId }: { deliveryId: string }) {
  return (
    <QueryView query={useQuery(deliveryQuery(deliveryId))} what={t.what} lines={3}>
      {(delivery) => (
        <div className="grid grid-cols-1 gap-3">
          <DeliveryDetails delivery={delivery} />
          <p className="text-sm">
            <Link to="/deliveries" search={{ open: deliveryId }} className="text-brass underline underline-offset-2">
              {canRetry(delivery) ? t.openToRetry : t.open}
            </Link>
          </p>
        </div>
      )}
    </QueryView>
  )
}

function Callback({ callbackId }: { callbackId: string }) {
  return (
    <QueryView query={useQuery(callbackQuery(callbackId))} what={t.what} lines={3}>
      {({ reason, body, headers }) => (
        <div className="grid grid-cols-1 gap-3">
          {reason !== undefined && <p>{diagnose(reason).title}</p>}
          <JsonView label={t.body} value={body} />
          <details>
            <summary className="w-fit text-sm text-brass">{t.headers}</summary>
            <JsonView label={t.headers} value={headers} />
          </details>
          <p className="text-sm">
            <CallbackLink callbackId={callbackId}>{t.diagnosis}</CallbackLink>
          </p>
        </div>
      )}
    </QueryView>
  )
}

/** The rule that decided, the observations it used, and what it changed. */
function DecisionDetails({ decision }: { decision: Decision }) {
  const { rule, from, to, observations, events } = decision
  return (
    <DescriptionList>
      <Detail name={t.rule}>
        <code translate="no" className="font-mono text-xs">
          {rule}
        </code>
        <span className="block">{ruleText(rule)}</span>
      </Detail>
      <Detail name={t.state}>
        <span className="flex flex-wrap items-center gap-x-3">
          <StateBadge kind="order" state={from} />
          {from === to ? (
            t.unchanged
          ) : (
            <>
              <span className="text-soft">{t.to}</span>
              <StateBadge kind="order" state={to} />
            </>
          )}
        </span>
      </Detail>
      <Detail name={t.observations}>
        <ul className="grid gap-1">
          {observations.map((observation) => (
            <Observation key={`${observation.kind} ${observation.atMs}`} observation={observation} />
          ))}
        </ul>
      </Detail>
      <Detail name={t.events}>
        {events.length > 0 && <span className="font-mono text-xs">{events.join(', ')}</span>}
      </Detail>
    </DescriptionList>
  )
}

const OBSERVATION_LABELS: { readonly [Kind in ObservationKind]: string } = t.kinds

function Observation({ observation }: { observation: Decision['observations'][number] }) {
  const { kind, source, state, amount, atMs } = observation
  return (
    <li>
      {kind === 'callback' && source !== undefined ? (
        <CallbackLink callbackId={source}>{t.webhook(source)}</CallbackLink>
      ) : (
        OBSERVATION_LABELS[kind]
      )}
      {state !== undefined && `: ${observedState(kind, state)}`}
      {amount !== undefined && (
        <>
          , <Amount paise={amount} />
        </>
      )}{' '}
      <ClockTime atMs={atMs} />
    </li>
  )
}
