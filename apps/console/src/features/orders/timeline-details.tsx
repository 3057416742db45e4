import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Decision, ObservationKind, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ErrorNote, Facts, Loading } from '../../components/page.tsx'
import { Amount, CallbackLink, JsonView, StateMark } from '../../components/records.tsx'
import { preciseText } from '../../i18n/format.ts'
import { CallFacts } from '../api-log/call-details.tsx'
import { EffectFacts } from '../deliveries/delivery-details.tsx'
import { RefundFacts } from '../refunds/refund-details.tsx'

interface PayloadProps {
  kind: TimelineEntry['kind']
  detailId: string
  story: OrderStory
}

/** What stands behind a line of the story. Payer data was masked before it was written down: there is nothing to reveal. */
export function Payload({ kind, detailId, story }: PayloadProps) {
  switch (kind) {
    case 'call':
    case 'status':
      return <CallPayload callId={detailId} />
    case 'callback':
      return <CallbackPayload callbackId={detailId} />
    case 'effect':
      return <EffectPayload deliveryId={detailId} />
    case 'decision': {
      const decision = story.decisions.find(({ decisionId }) => decisionId === detailId)
      return decision ? <DecisionFacts decision={decision} /> : <p>It is not among the latest decisions.</p>
    }
    case 'refund': {
      const refund = story.refunds.find(({ merchantRefundId }) => merchantRefundId === detailId)
      return refund ? <RefundFacts refund={refund} /> : <p>It is not among the refunds of this order.</p>
    }
    default:
      return <p className="text-soft">Nothing more was written down.</p>
  }
}

function CallPayload({ callId }: { callId: string }) {
  const query = useQuery({
    queryKey: keys.apiCall(callId),
    queryFn: ({ signal }) => call('GET /calls/:callId', { params: { callId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Read query={query}>{query.data && <CallFacts call={query.data} />}</Read>
}

function EffectPayload({ deliveryId }: { deliveryId: string }) {
  const query = useQuery({
    queryKey: ['effect', deliveryId],
    queryFn: ({ signal }) => call('GET /deliveries/:deliveryId', { params: { deliveryId }, signal }),
  })
  return <Read query={query}>{query.data && <EffectFacts effect={query.data} />}</Read>
}

function CallbackPayload({ callbackId }: { callbackId: string }) {
  const query = useQuery({
    queryKey: keys.callback(callbackId),
    queryFn: ({ signal }) => call('GET /callbacks/:callbackId', { params: { callbackId }, signal }),
  })
  const { data } = query
  return (
    <Read query={query}>
      {data && (
        <div className="grid grid-cols-1 gap-3">
          {data.hint && <p>{data.hint}</p>}
          <JsonView label="Body" value={data.body} />
          <details>
            <summary className="w-fit text-sm text-brass">Headers</summary>
            <JsonView label="Headers" value={data.headers} />
          </details>
          <p className="text-sm">
            <CallbackLink callbackId={callbackId}>Diagnosis, comparison and replay</CallbackLink>
          </p>
        </div>
      )}
    </Read>
  )
}

interface ReadProps {
  query: { data: unknown; error: Error | null; refetch(): unknown }
  children: ReactNode
}

function Read({ query: { data, error, refetch }, children }: ReadProps) {
  if (data !== undefined) return children
  return error ? (
    <ErrorNote error={error} what="The details could not be read." onRetry={() => void refetch()} />
  ) : (
    <Loading what="the details" lines={3} />
  )
}

const HEARD: { readonly [Kind in ObservationKind]: string } = {
  reply: 'Reply to our call',
  callback: 'Callback',
  status: 'Status read',
  redirect: 'The payer came back',
  clock: 'The clock',
  console: 'A person in the console',
  refund: 'A refund',
}

/** Which rule spoke, on what it had heard, and what it changed. */
export function DecisionFacts({ decision }: { decision: Decision }) {
  const { rule, explains, from, to, observations, events: effects } = decision
  return (
    <Facts
      rows={[
        [
          'Rule',
          <span key="rule">
            <code className="font-mono text-xs">{rule}</code>
            <span className="block">{explains}</span>
          </span>,
        ],
        [
          'State',
          <span key="state" className="flex flex-wrap items-center gap-x-3">
            <StateMark kind="order" state={from} />
            {from === to ? (
              'stays'
            ) : (
              <>
                <span className="text-soft">then</span>
                <StateMark kind="order" state={to} />
              </>
            )}
          </span>,
        ],
        [
          'Heard',
          <ul key="heard" className="grid gap-1">
            {observations.map((heard) => (
              <li key={`${heard.kind} ${heard.atMs}`}>
                {heard.kind === 'callback' && heard.source !== undefined ? (
                  <CallbackLink callbackId={heard.source}>{`Callback ${heard.source}`}</CallbackLink>
                ) : (
                  HEARD[heard.kind]
                )}
                {heard.state !== undefined && `: ${heard.state}`}
                {heard.amount !== undefined && (
                  <>
                    , <Amount paise={heard.amount} />
                  </>
                )}{' '}
                <span className="text-sm text-soft tabular-nums">{preciseText(heard.atMs)}</span>
              </li>
            ))}
          </ul>,
        ],
        effects.length === 0
          ? undefined
          : [
              'Led to',
              <span key="effects" className="font-mono text-xs">
                {effects.join(', ')}
              </span>,
            ],
      ]}
    />
  )
}
