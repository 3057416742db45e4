import { DAY_MS, dateOf, dayStart, startOfDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { overviewEnglish } from './english.ts'

const { spans } = messages('overview/page', overviewEnglish)

/** The gateway's limit for one overview. */
const MAX_DAYS = 400

export type SpanName = 'today' | 'yesterday' | '7d' | '30d' | 'dates'

export const SPANS: readonly { value: SpanName; label: string }[] = [
  { value: 'today', label: spans.today },
  { value: 'yesterday', label: spans.yesterday },
  { value: '7d', label: spans['7d'] },
  { value: '30d', label: spans['30d'] },
  { value: 'dates', label: spans.dates },
]

export interface Span {
  name: SpanName
  fromMs: number
  /** Exclusive. */
  toMs: number
  /** First and last day, for date fields. */
  from: string
  to: string
}

/** The span of whole Indian days that an address names; today when it names none. */
export function overviewSpan(search: { span?: string; from?: string; to?: string }, nowMs: number): Span {
  const today = dayStart(nowMs)
  const days = (name: SpanName, first: number, last: number): Span => ({
    name,
    fromMs: first,
    toMs: last + DAY_MS,
    from: dateOf(first),
    to: dateOf(last),
  })
  switch (search.span) {
    case 'yesterday':
      return days('yesterday', today - DAY_MS, today - DAY_MS)
    case '7d':
      return days('7d', today - 6 * DAY_MS, today)
    case '30d':
      return days('30d', today - 29 * DAY_MS, today)
    case 'dates': {
      const first = startOfDate(search.from ?? '') ?? today
      const last = Math.max(startOfDate(search.to ?? '') ?? today, first)
      return days('dates', first, Math.min(last, first + (MAX_DAYS - 1) * DAY_MS))
    }
    default:
      return days('today', today, today)
  }
}

/** One point for each step of the span up to now; steps without data get the values of `empty`. */
export function fillGaps<Point extends { atMs: number }>(
  points: readonly Point[],
  { fromMs, toMs, stepMs, nowMs }: { fromMs: number; toMs: number; stepMs: number; nowMs: number },
  empty: Omit<Point, 'atMs'>,
): Point[] {
  const known = new Map(points.map((point) => [point.atMs, point]))
  const count = Math.ceil((Math.min(toMs, nowMs) - fromMs) / stepMs)
  return Array.from({ length: Math.max(count, 1) }, (_, step) => {
    const atMs = fromMs + step * stepMs
    return known.get(atMs) ?? ({ ...empty, atMs } as Point)
  })
}

/** The share of finished payment attempts that were paid; undefined without one. */
export const attemptSuccess = ({ attempts, paidAttempts }: { attempts: number; paidAttempts: number }) =>
  attempts === 0 ? undefined : paidAttempts / attempts

/** The share of all orders that were paid, also of those that nobody tried to pay; undefined without an order. */
export const orderConversion = ({ orders, completed }: { orders: number; completed: number }) =>
  orders === 0 ? undefined : completed / orders

/** The span of the same length before, for a comparison: of today up to this time of the day. */
export function spanBefore({ fromMs, toMs }: { fromMs: number; toMs: number }, nowMs: number, byMs = toMs - fromMs) {
  // Rounded, so that a comparison is not read again with every tick of the clock.
  const untilMs = Math.min(toMs, Math.ceil(nowMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS)
  return { fromMs: fromMs - byMs, toMs: untilMs - byMs }
}

const FIVE_MINUTES_MS = 300_000

/** A span with data in less than this share of its steps is drawn only where the data is. */
const SPARSE = 1 / 6

/**
 * Where the data of a series is, when it covers only a small part of the span up to now: otherwise its chart would be one spike in an
 * empty day. A step of space on both sides; undefined when the whole span is to be drawn.
 */
export function busyPart(
  points: readonly { atMs: number }[],
  { fromMs, toMs, stepMs, nowMs }: { fromMs: number; toMs: number; stepMs: number; nowMs: number },
): { fromMs: number; toMs: number } | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || stepMs < 2 * FIVE_MINUTES_MS) return undefined
  const part = { fromMs: Math.max(first.atMs - stepMs, fromMs), toMs: Math.min(last.atMs + 2 * stepMs, toMs) }
  return part.toMs - part.fromMs <= Math.max((Math.min(toMs, nowMs) - fromMs) * SPARSE, 4 * stepMs) ? part : undefined
}

/** `98.4 %`; only a rate of 1 is `100 %`. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–'
  const rounded = Math.round(rate * 1_000) / 10
  const tenths = rate < 1 ? Math.min(rounded, 99.9) : rounded
  return `${tenths % 1 === 0 ? tenths : tenths.toFixed(1)} %`
}
