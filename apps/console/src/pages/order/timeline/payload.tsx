import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { ErrorNote } from '../../../ui/error-note.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { CallbackLink } from '../../../ui/record-link.tsx'
import { CallFacts } from '../../api-log/call-facts.tsx'
import { EffectFacts } from '../../effects/effect-facts.tsx'
import { RefundFacts } from '../../refunds/refund-facts.tsx'
import { DecisionFacts } from './decision-facts.tsx'

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
