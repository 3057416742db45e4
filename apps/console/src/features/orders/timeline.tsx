import type { OrderWithTimeline, TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/controls.tsx'
import { part } from '../../components/lazy.tsx'
import { Loading } from '../../components/page.tsx'
import { ClockTime, StateIcon, TONE_CLASSES } from '../../components/records.tsx'
import { dayStart, dayText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { describeState, type StateIconName, type Tone } from '../../i18n/terms.ts'
import { timelineDetailsEnglish, timelineEnglish } from './english-timeline.ts'
import { isStatusCheck, timelineEntryId, timelineText } from './timeline-messages.ts'

const t = messages('orders/timeline', timelineEnglish)
const detailsText = messages('orders/timeline-details', timelineDetailsEnglish)

const TimelineDetails = part(() => import('./timeline-details.tsx').then(({ TimelineDetails }) => TimelineDetails), {
  Loading: () => <Loading what={detailsText.what} lines={3} />,
})

interface TimelineProps {
  label: string
  story: OrderWithTimeline
  /** Id of the expanded entry; empty for none. */
  open: string
  onOpen(id: string): void
}

/** Everything that happened to the order, oldest first: API calls, callbacks, status checks, decisions, refunds, user actions. */
export function Timeline({ label, story, open, onOpen }: TimelineProps) {
  const rows = collapseChecks(story.timeline)
  let day = 0
  return (
    <ol aria-label={label} className="relative">
      {rows.map((row, at) => {
        const first = 'entries' in row ? row.entries[0] : row
        const rowDay = dayStart(first?.atMs ?? 0)
        const isNewDay = rowDay !== day
        day = rowDay
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are appended and never reordered
          <li key={at}>
            {isNewDay && <p className="pt-3 pb-1 text-sm text-soft first:pt-0">{dayText(rowDay)}</p>}
            {'entries' in row ? (
              <CollapsedRow checks={row} story={story} open={open} onOpen={onOpen} />
            ) : (
              <TimelineRow entry={row} story={story} open={open} onOpen={onOpen} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

type RowProps = Omit<TimelineProps, 'label'>

function CollapsedRow({ checks: { entries }, ...props }: RowProps & { checks: CollapsedChecks }) {
  const [expanded, setExpanded] = useState(entries.some((entry) => timelineEntryId(entry) === props.open))
  if (expanded) {
    return (
      <>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <TimelineRow key={at} entry={entry} {...props} />
        ))}
      </>
    )
  }
  return (
    <p className="flex items-center gap-2 border-b border-rule py-1 pl-9">
      <Button small variant="ghost" onClick={() => setExpanded(true)}>
        {t.collapsed(entries.length)}
      </Button>
    </p>
  )
}

const ICONS: { readonly [Key in Tone]: StateIconName } = {
  neutral: 'ring',
  good: 'check',
  wait: 'question',
  bad: 'cross',
}

/** Draws a text that a person or a handler wrote: no translator changes the text. */
const AS_IS = { translate: 'no' } as const
const isByOthers = ({ kind }: TimelineEntry): boolean => kind === 'audit' || kind === 'delivery' || kind === 'refund'

/** One entry; a press expands its details. */
function TimelineRow({ entry, story, open, onOpen }: RowProps & { entry: TimelineEntry }) {
  const { atMs } = entry
  const id = timelineEntryId(entry)
  const isOpen = id !== undefined && id === open
  const { label, title, tone, to, detail, lang } = timelineText(entry, story.order)
  const content = (
    <>
      <span className={`mt-0.5 ${TONE_CLASSES[tone]}`}>
        <StateIcon icon={ICONS[tone]} />
      </span>
      <span className="min-w-0">
        <span className="wrap-anywhere">
          {to && <span className="mr-2 font-strong">{describeState('order', to).label}:</span>}
          <span lang={lang}>{title}</span>
        </span>
        {detail !== undefined && (
          <span {...(isByOthers(entry) && AS_IS)} className="block text-sm wrap-anywhere text-soft">
            {detail}
          </span>
        )}
        <span className="block text-sm text-soft">
          {label} · <ClockTime atMs={atMs} className="tabular-nums" />
        </span>
      </span>
    </>
  )
  const layout = 'grid w-full grid-cols-[1.25rem_minmax(0,1fr)_1.25rem] gap-x-4 px-2 py-2.5 text-left'
  if (id === undefined) return <div className={`${layout} border-b border-rule`}>{content}</div>
  return (
    <div className="border-b border-rule">
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? '' : id)}
        className={`${layout} hover:bg-brass-wash focus-visible:-outline-offset-2 ${isOpen ? 'bg-brass-wash' : ''}`}
      >
        {content}
        <ChevronRight size={16} aria-hidden className={`mt-1 text-soft ${isOpen ? 'rotate-90' : ''}`} />
      </button>
      {isOpen && (
        <div className="py-4 pr-2 pl-11 max-sm:pl-2">
          <TimelineDetails entry={entry} story={story} />
        </div>
      )}
    </div>
  )
}

/** Consecutive status checks that changed nothing. */
interface CollapsedChecks {
  entries: readonly TimelineEntry[]
}

/** Fewer entries are not collapsed. */
const MIN_COLLAPSED = 6

/** A status check without a change, or the decision that followed from it. */
function isUneventful(entry: TimelineEntry): boolean {
  if (timelineText(entry).tone !== 'neutral') return false
  if (entry.kind === 'call') return isStatusCheck(entry)
  return entry.kind === 'decision' && (entry.rule === 'nothing-new' || entry.rule === 'still-pending')
}

/** The timeline with long runs of uneventful status checks collapsed; the first and last of each run remain. */
export function collapseChecks(entries: readonly TimelineEntry[]): (TimelineEntry | CollapsedChecks)[] {
  const rows: (TimelineEntry | CollapsedChecks)[] = []
  let run: TimelineEntry[] = []
  const endRun = () => {
    if (run.length < MIN_COLLAPSED) rows.push(...run)
    else rows.push(...run.slice(0, 1), { entries: run.slice(1, -1) }, ...run.slice(-1))
    run = []
  }
  for (const entry of entries) {
    if (isUneventful(entry)) run.push(entry)
    else {
      endRun()
      rows.push(entry)
    }
  }
  endRun()
  return rows
}
