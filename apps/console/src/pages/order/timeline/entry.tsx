import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { momentText, preciseText } from '../../../lib/when.ts'
import { Loading } from '../../../ui/loading.tsx'
import { StateShape, TONES } from '../../../ui/state-mark.tsx'
import { markOf, type Shape, type Tone } from '../../../ui/states.ts'
import { entryWords } from './entry-words.ts'
import { idOf } from './timeline.tsx'

const Payload = lazy(() => import('./payload.tsx').then(({ Payload }) => ({ default: Payload })))

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
  const id = idOf(entry)
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
