import { OrderLink, Time } from '../../components/records.tsx'
import type { Tone } from '../../i18n/terms.ts'
import { subscriptionMessages as t } from './page-messages.ts'
import type { TimelineLine } from './subscription-messages.ts'

const EDGES: { readonly [Key in Tone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  wait: 'border-l-wait',
  bad: 'border-l-bad',
}

/** The timeline of a subscription, from `timelineOf`. */
export function EventTimeline({ lines }: { lines: readonly TimelineLine[] }) {
  return (
    <ol aria-label={t.timeline} className="grid gap-2">
      {lines.map(({ atMs, text, tone, merchantOrderId }) => (
        <li
          key={`${text} ${atMs} ${merchantOrderId}`}
          className={`grid gap-x-4 border-l-4 pl-3 sm:grid-cols-[8rem_minmax(0,1fr)] ${EDGES[tone]}`}
        >
          <span className="text-sm text-soft">
            <Time atMs={atMs} />
          </span>
          <span className="wrap-anywhere">
            {text}
            {merchantOrderId !== undefined && (
              <span className="text-sm">
                {' '}
                <OrderLink merchantOrderId={merchantOrderId} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
