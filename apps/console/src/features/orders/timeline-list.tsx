import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { ReactNode } from 'react'
import { CallbackLink, ClockTime } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import type { Tone } from '../../i18n/terms.ts'
import { timelineEnglish } from './english-timeline.ts'
import { timelineEntryId, timelineText } from './timeline-messages.ts'

const t = messages('orders/timeline', timelineEnglish)

const EDGE_CLASSES: { readonly [Key in Tone]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  wait: 'border-l-wait',
  bad: 'border-l-bad',
}

interface TimelineListProps {
  label: string
  entries: readonly TimelineEntry[]
  /** Epoch milliseconds: a first line says when the order was created. */
  createdAtMs?: number
  order?: Order
}

/** A timeline without details, to which lines are added while it is shown; the order page has the details. */
export function TimelineList({ label, entries, createdAtMs, order }: TimelineListProps) {
  return (
    <ol aria-label={label} className="grid gap-1 text-sm">
      {createdAtMs !== undefined && (
        <Line atMs={createdAtMs} tone="neutral">
          {t.created}
        </Line>
      )}
      {entries.map((entry) => {
        const { title, tone } = timelineText(entry, order)
        const { atMs } = entry
        return (
          <Line key={timelineEntryId(entry) ?? `${atMs} ${title}`} atMs={atMs} tone={tone}>
            {entry.kind === 'callback' ? <CallbackLink callbackId={entry.callbackId}>{title}</CallbackLink> : title}
          </Line>
        )
      })}
    </ol>
  )
}

function Line({ atMs, tone, children }: { atMs: number; tone: Tone; children: ReactNode }) {
  return (
    <li className={`appear grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-l-4 py-0.5 pl-3 ${EDGE_CLASSES[tone]}`}>
      <ClockTime atMs={atMs} className="font-mono text-xs leading-[1.375rem] text-soft" />
      <span className="wrap-anywhere">{children}</span>
    </li>
  )
}
