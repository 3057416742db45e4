import type { TimelineEntry } from '@galla/contract/gateway-api/decisions'

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
