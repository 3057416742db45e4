import type { Decision, ObservationKind, OrderWithTimeline, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callbackQuery, callQuery, deliveryQuery } from '../../api/queries.ts'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail, QueryView } from '../../components/page.tsx'
import { Amount, CallbackLink, ClockTime, StateBadge } from '../../components/records.tsx'
import { CallDetails } from '../api-log/call-details.tsx'
import { diagnose } from '../callbacks/callback-messages.ts'
import { canRetry } from '../deliveries/delivery-columns.tsx'
import { DeliveryDetails } from '../deliveries/delivery-details.tsx'
import { RefundDetails } from '../refunds/refund-details.tsx'
import { ruleText } from './decision-messages.ts'

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
      return decision ? <DecisionDetails decision={decision} /> : <p>This decision is not among the latest ones.</p>
    }
    case 'refund': {
      const refund = story.refunds.find(({ merchantRefundId }) => merchantRefundId === entry.merchantRefundId)
      return refund ? <RefundDetails refund={refund} /> : <p>This refund is not among those of the order.</p>
    }
    case 'failed-attempt':
    case 'audit':
      return <p className="text-soft">No details are stored.</p>
  }
}

function Call({ callId }: { callId: string }) {
  return (
    <QueryView query={useQuery(callQuery(callId))} what="the details" lines={3}>
      {(call) => <CallDetails call={call} />}
    </QueryView>
  )
}

function Delivery({ deliveryId }: { deliveryId: string }) {
  return (
    <QueryView query={useQuery(deliveryQuery(deliveryId))} what="the details" lines={3}>
      {(delivery) => (
        <div className="grid grid-cols-1 gap-3">
          <DeliveryDetails delivery={delivery} />
          <p className="text-sm">
            <Link to="/deliveries" search={{ open: deliveryId }} className="text-brass underline underline-offset-2">
              {canRetry(delivery) ? 'Open this delivery to retry it' : 'Open this delivery'}
            </Link>
          </p>
        </div>
      )}
    </QueryView>
  )
}

function Callback({ callbackId }: { callbackId: string }) {
  return (
    <QueryView query={useQuery(callbackQuery(callbackId))} what="the details" lines={3}>
      {({ reason, body, headers }) => (
        <div className="grid grid-cols-1 gap-3">
          {reason !== undefined && <p>{diagnose(reason).title}</p>}
          <JsonView label="Body" value={body} />
          <details>
            <summary className="w-fit text-sm text-brass">Headers</summary>
            <JsonView label="Headers" value={headers} />
          </details>
          <p className="text-sm">
            <CallbackLink callbackId={callbackId}>Diagnosis, comparison and replay</CallbackLink>
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
      <Detail name="Rule">
        <code translate="no" className="font-mono text-xs">
          {rule}
        </code>
        <span className="block">{ruleText(rule)}</span>
      </Detail>
      <Detail name="State">
        <span className="flex flex-wrap items-center gap-x-3">
          <StateBadge kind="order" state={from} />
          {from === to ? (
            'unchanged'
          ) : (
            <>
              <span className="text-soft">to</span>
              <StateBadge kind="order" state={to} />
            </>
          )}
        </span>
      </Detail>
      <Detail name="Observations">
        <ul className="grid gap-1">
          {observations.map((observation) => (
            <Observation key={`${observation.kind} ${observation.atMs}`} observation={observation} />
          ))}
        </ul>
      </Detail>
      <Detail name="Events">
        {events.length > 0 && <span className="font-mono text-xs">{events.join(', ')}</span>}
      </Detail>
    </DescriptionList>
  )
}

const OBSERVATION_LABELS: { readonly [Kind in ObservationKind]: string } = {
  response: 'Response to an API call',
  callback: 'Webhook',
  status: 'Status check',
  redirect: 'The payer returned',
  clock: 'Expiry',
  cancel: 'Cancelled by the merchant',
  console: 'A user of the console',
  refund: 'A refund',
}

function Observation({ observation }: { observation: Decision['observations'][number] }) {
  const { kind, source, state, amount, atMs } = observation
  return (
    <li>
      {kind === 'callback' && source !== undefined ? (
        <CallbackLink callbackId={source}>{`Webhook ${source}`}</CallbackLink>
      ) : (
        OBSERVATION_LABELS[kind]
      )}
      {state !== undefined && `: ${state}`}
      {amount !== undefined && (
        <>
          , <Amount paise={amount} />
        </>
      )}{' '}
      <ClockTime atMs={atMs} />
    </li>
  )
}
