import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/controls.tsx'
import { Loading } from '../../components/page.tsx'
import { StateShape, TONES } from '../../components/records.tsx'
import { dayStart, dayText, momentText, preciseText } from '../../i18n/format.ts'
import { markOf, type Shape, type Tone } from '../../i18n/terms.ts'
import { entryWords } from './timeline-messages.ts'

interface TimelineProps {
  story: OrderStory
  open: string
  onOpen(id: string): void
}

/** All that happened to the order, oldest first: calls, callbacks, looks, decisions, refunds, people. */
export function Timeline({ story, open, onOpen }: TimelineProps) {
  const lines = fold(story.timeline)
  let day = 0
  return (
    <ol aria-label="What happened" className="relative">
      {lines.map((line, at) => {
        const first = 'entries' in line ? line.entries[0] : line
        const today = dayStart(first?.atMs ?? 0)
        const heading = today !== day
        day = today
        return (
          // The story only grows at its end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            {heading && <p className="pt-3 pb-1 text-sm text-soft first:pt-0">{dayText(today)}</p>}
            {'entries' in line ? (
              <Folded line={line} story={story} open={open} onOpen={onOpen} />
            ) : (
              <Entry entry={line} story={story} open={open} onOpen={onOpen} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Folded({ line: { entries }, ...rest }: TimelineProps & { line: Fold }) {
  const [shown, setShown] = useState(entries.some((entry) => entryId(entry) === rest.open))
  if (shown) {
    return (
      <>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Entry key={at} entry={entry} {...rest} />
        ))}
      </>
    )
  }
  return (
    <p className="flex items-center gap-2 border-b border-rule py-1 pl-9">
      <Button small look="plain" onClick={() => setShown(true)}>
        Show {entries.length} looks that found nothing new
      </Button>
    </p>
  )
}

/** What an entry is called in the page's address; undefined for one that has nothing behind it. */
export const entryId = ({ kind, detailId }: TimelineEntry): string | undefined =>
  detailId === undefined ? undefined : `${kind}:${detailId}`

const Payload = lazy(() => import('./timeline-details.tsx').then(({ Payload }) => ({ default: Payload })))

interface EntryProps {
  entry: TimelineEntry
  story: OrderStory
  open: string
  onOpen(id: string): void
}

const SHAPES: { readonly [Key in TimelineEntry['tone']]: Shape } = {
  neutral: 'open',
  good: 'done',
  warning: 'doubt',
  bad: 'cross',
}
const TONE: { readonly [Key in TimelineEntry['tone']]: Tone } = {
  neutral: 'neutral',
  good: 'good',
  warning: 'wait',
  bad: 'bad',
}

/** One line of the story; a press opens what was sent, heard or decided. */
export function Entry({ entry, story, open, onOpen }: EntryProps) {
  const { kind, atMs, tone, detail } = entry
  const id = entryId(entry)
  const shown = id !== undefined && id === open
  const { label, title, to } = entryWords(entry, story)
  const line = (
    <>
      <span className={`mt-0.5 ${TONES[TONE[tone]]}`}>
        <StateShape shape={SHAPES[tone]} />
      </span>
      <span className="min-w-0">
        <span className="wrap-anywhere">
          {to && <span className="mr-2 font-strong">{markOf('order', to).word}:</span>}
          {title}
        </span>
        {detail !== undefined && kind !== 'decision' && (
          <span className="block text-sm wrap-anywhere text-soft">{detail}</span>
        )}
        <span className="block text-sm text-soft">
          {label} ·{' '}
          <time dateTime={new Date(atMs).toISOString()} title={momentText(atMs)} className="tabular-nums">
            {preciseText(atMs)}
          </time>
        </span>
      </span>
    </>
  )
  const look = 'grid w-full grid-cols-[1.25rem_minmax(0,1fr)_1.25rem] gap-x-4 px-2 py-2.5 text-left'
  if (id === undefined) return <div className={`${look} border-b border-rule`}>{line}</div>
  return (
    <div className="border-b border-rule">
      <button
        type="button"
        data-row
        aria-expanded={shown}
        onClick={() => onOpen(shown ? '' : id)}
        className={`${look} hover:bg-brass-wash focus-visible:-outline-offset-2 ${shown ? 'bg-brass-wash' : ''}`}
      >
        {line}
        <ChevronRight size={16} aria-hidden className={`mt-1 text-soft ${shown ? 'rotate-90' : ''}`} />
      </button>
      {shown && (
        <div className="py-4 pr-2 pl-11 max-sm:pl-2">
          <Suspense fallback={<Loading what="the details" lines={3} />}>
            <Payload kind={kind} detailId={entry.detailId ?? ''} story={story} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** Entries in a row that say the same thing again and again: looks at an order that nobody pays. */
export interface Fold {
  entries: readonly TimelineEntry[]
}

/** Fewer than so many are no trouble to read. */
const FEWEST = 6

/** A look at the provider and what came of it, when nothing did. */
const isLook = ({ kind, tone, detail }: TimelineEntry): boolean =>
  tone === 'neutral' &&
  (kind === 'status' || (kind === 'decision' && /^(?:nothing-new|still-pending)$/.test(detail ?? '')))

/** The story with its monotonous stretches folded; their first and last line stay, so that one sees from when to when. */
export function fold(entries: readonly TimelineEntry[]): (TimelineEntry | Fold)[] {
  const told: (TimelineEntry | Fold)[] = []
  let run: TimelineEntry[] = []
  const end = () => {
    if (run.length < FEWEST) told.push(...run)
    else told.push(...run.slice(0, 1), { entries: run.slice(1, -1) }, ...run.slice(-1))
    run = []
  }
  for (const entry of entries) {
    if (isLook(entry)) run.push(entry)
    else {
      end()
      told.push(entry)
    }
  }
  end()
  return told
}
