import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { preciseText } from '../../lib/when.ts'
import { entryWords } from '../order/timeline/entry-words.ts'

const EDGES: { readonly [Tone in TimelineEntry['tone']]: string } = {
  neutral: 'border-l-rule-strong',
  good: 'border-l-good',
  warning: 'border-l-wait',
  bad: 'border-l-bad',
}

/** What happened so far, line by line; the order's own page has each with its payload. */
export function Story({ story }: { story: OrderStory }) {
  return (
    <ol aria-label="What happened" className="grid gap-1 text-sm">
      {story.timeline.map((entry) => (
        <li
          key={`${entry.atMs} ${entry.kind} ${entry.title} ${entry.detailId ?? ''}`}
          className={`grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-l-4 py-0.5 pl-3 ${EDGES[entry.tone]}`}
        >
          <span className="font-mono text-xs leading-[1.375rem] text-soft">{preciseText(entry.atMs)}</span>
          <span className="wrap-anywhere">{entryWords(entry, story).title}</span>
        </li>
      ))}
    </ol>
  )
}
