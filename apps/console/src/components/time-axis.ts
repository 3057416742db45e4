import { clockText, DAY_MS, dayStart, HOUR_MS, shortDayText } from '../i18n/format.ts'

const MINUTE_MS = 60_000

/** Distances between labels, each a multiple of the one before or of a day. Milliseconds. */
const DISTANCES = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((days) => days * DAY_MS),
]

const MAX_LABELS = 5

/** A label may not begin in this last part of the axis: it would end beyond it. */
const LAST_SHARE = 0.9

/**
 * Labels of an axis of time: at the starts of steps, at round times in India, at most five. Days on an axis of more than two days.
 * @param at Starts of the steps, ascending. Epoch milliseconds.
 * @returns Each text with where it begins: 0 is the left end of the axis, 1 the right.
 */
export function axisLabels(at: readonly number[], stepMs: number): { text: string; share: number }[] {
  const fromMs = at[0]
  if (fromMs === undefined) return []
  const text = at.length * stepMs > 2 * DAY_MS ? shortDayText : clockText
  const labels = DISTANCES.filter((distance) => distance >= stepMs)
    .map((distance) =>
      at.flatMap((atMs, index) => {
        // Days are counted from the first one, hours from midnight.
        const sinceMs = atMs - dayStart(distance >= DAY_MS ? fromMs : atMs)
        const share = index / at.length
        return sinceMs % distance === 0 && share <= LAST_SHARE ? [{ text: text(atMs), share }] : []
      }),
    )
    .find(({ length }) => length > 0 && length <= MAX_LABELS)
  return labels ?? [{ text: text(fromMs), share: 0 }]
}
