import type { SubscriptionEventRecord } from '@galla/contract/gateway-api/console-subscriptions'
import type { ReactNode } from 'react'
import { OrderLink, Time } from '../../components/records.tsx'
import type { Tone } from '../../i18n/terms.ts'
import { subscriptionMessages as t } from './page-messages.ts'
import { eventText } from './subscription-messages.ts'

const EDGES: { readonly [Key in Tone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  wait: 'border-l-wait',
  bad: 'border-l-bad',
}

interface EventTimelineProps {
  /** Newest first. */
  events: readonly SubscriptionEventRecord[]
  /** Epoch milliseconds. */
  createdAtMs: number
}

/** The events of a subscription, the newest first, down to its start. */
export function EventTimeline({ events, createdAtMs }: EventTimelineProps) {
  return (
    <ol aria-label={t.timeline} className="grid gap-2">
      {events.map(({ event, atMs, merchantOrderId }) => {
        const { text, tone } = eventText(event)
        return (
          <Line key={`${event} ${atMs} ${merchantOrderId}`} atMs={atMs} tone={tone}>
            {text}
            {event.includes('charge') && (
              <span className="text-sm">
                {' '}
                <OrderLink merchantOrderId={merchantOrderId} />
              </span>
            )}
          </Line>
        )
      })}
      <Line atMs={createdAtMs} tone="neutral">
        {t.startedByShop}
      </Line>
    </ol>
  )
}

function Line({ atMs, tone, children }: { atMs: number; tone: Tone; children: ReactNode }) {
  return (
    <li className={`grid gap-x-4 border-l-4 pl-3 sm:grid-cols-[8rem_minmax(0,1fr)] ${EDGES[tone]}`}>
      <span className="text-sm text-soft">
        <Time atMs={atMs} />
      </span>
      <span className="wrap-anywhere">{children}</span>
    </li>
  )
}
