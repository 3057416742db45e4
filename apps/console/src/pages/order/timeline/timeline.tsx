import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'
import { useState } from 'react'
import { dayStart, dayText } from '../../../lib/when.ts'
import { Button } from '../../../ui/button.tsx'
import { Entry } from './entry.tsx'
import { type Fold, fold } from './fold.ts'

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
  const [shown, setShown] = useState(entries.some((entry) => idOf(entry) === rest.open))
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
export const idOf = ({ kind, detailId }: TimelineEntry): string | undefined =>
  detailId === undefined ? undefined : `${kind}:${detailId}`
