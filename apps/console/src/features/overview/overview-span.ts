import { dateOf, dayStart, startOfDate } from '../../i18n/format.ts'

const DAY_MS = 86_400_000
/** The books add up no more at once. */
const MOST_DAYS = 400

export type SpanName = 'today' | 'yesterday' | '7d' | '30d' | 'dates'

export const SPANS: readonly { value: SpanName; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'dates', label: 'From … to …' },
]

export interface Span {
  name: SpanName
  fromMs: number
  toMs: number
  /** First and last day, as date fields want them. */
  from: string
  to: string
}

/** Whole Indian days, whatever the browser's zone; the last one is not over yet. What an address says wrongly is today. */
export function spanOf(asked: { span?: string; from?: string; to?: string }, nowMs: number): Span {
  const today = dayStart(nowMs)
  const days = (name: SpanName, first: number, last: number): Span => ({
    name,
    fromMs: first,
    toMs: last + DAY_MS,
    from: dateOf(first),
    to: dateOf(last),
  })
  switch (asked.span) {
    case 'yesterday':
      return days('yesterday', today - DAY_MS, today - DAY_MS)
    case '7d':
      return days('7d', today - 6 * DAY_MS, today)
    case '30d':
      return days('30d', today - 29 * DAY_MS, today)
    case 'dates': {
      const first = startOfDate(asked.from ?? '') ?? today
      const last = Math.max(startOfDate(asked.to ?? '') ?? today, first)
      return days('dates', first, Math.min(last, first + (MOST_DAYS - 1) * DAY_MS))
    }
    default:
      return days('today', today, today)
  }
}

/** A point for every step of the span up to now: where nothing happened, nothing is what the chart must show. */
export function filled<Point extends { atMs: number }>(
  points: readonly Point[],
  { fromMs, toMs, stepMs, nowMs }: { fromMs: number; toMs: number; stepMs: number; nowMs: number },
  nothing: Omit<Point, 'atMs'>,
): Point[] {
  const known = new Map(points.map((point) => [point.atMs, point]))
  const count = Math.ceil((Math.min(toMs, nowMs) - fromMs) / stepMs)
  return Array.from({ length: Math.max(count, 1) }, (_, step) => {
    const atMs = fromMs + step * stepMs
    return known.get(atMs) ?? ({ ...nothing, atMs } as Point)
  })
}

/** Completed of all that were decided; undefined while none was. */
export function successRate({ completed, failed }: { completed: number; failed: number }): number | undefined {
  const decided = completed + failed
  return decided === 0 ? undefined : completed / decided
}

/** `98.4 %`; a rate that is not quite all is never told as all. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–'
  const tenths = Math.floor(rate * 1_000) / 10
  return `${tenths % 1 === 0 ? tenths : tenths.toFixed(1)} %`
}
