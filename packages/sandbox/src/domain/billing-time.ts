import type { Frequency } from '@galla/contract/provider/subscriptions'

/** India has one time zone and no daylight saving. Milliseconds ahead of UTC. */
const IST_MS = 19_800_000
const MINUTE_MS = 60_000
export const DAY_MS = 86_400_000

/** Minutes of the day in India at which UPI executes debits (autopay §5.4): to 09:59, 13:01 to 16:59, from 21:31. */
const OPEN_MINUTES: readonly (readonly [from: number, to: number])[] = [
  [0, 10 * 60],
  [13 * 60 + 1, 17 * 60],
  [21 * 60 + 31, 24 * 60],
]

/** The first time from `fromMs` on outside the peak hours. */
export function nextOffPeakMs(fromMs: number): number {
  const minute = Math.floor(((fromMs + IST_MS) % DAY_MS) / MINUTE_MS)
  for (const [from, to] of OPEN_MINUTES) {
    if (minute >= from && minute < to) return fromMs
    if (minute < from) return Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + (from - minute) * MINUTE_MS
  }
  return fromMs
}

const DAYS: { readonly [Name in Frequency]?: number } = { DAILY: 1, WEEKLY: 7, FORTNIGHTLY: 14 }
const MONTHS: { readonly [Name in Frequency]?: number } = {
  MONTHLY: 1,
  BIMONTHLY: 2,
  QUARTERLY: 3,
  HALFYEARLY: 6,
  YEARLY: 12,
}

/** Where a cycle begins: on the day of the mandate's first day, or with the calendar. */
export type CycleStart = 'first-day' | 'calendar'

/**
 * The number of the cycle that a time falls into; two debits with one number are in one cycle. `undefined` without cycles.
 * Cycles are counted in days of India, so that the time of day of a debit does not matter.
 */
export function cycleOf(startMs: number, frequency: Frequency, atMs: number, begins: CycleStart): number | undefined {
  const [start, at] = [dayOf(startMs), dayOf(atMs)]
  const days = DAYS[frequency]
  if (days !== undefined) {
    // 5 January 1970 was a Monday.
    const from = begins === 'calendar' && days > 1 ? 4 : start
    return Math.floor((at - from) / days)
  }
  const months = MONTHS[frequency]
  if (months === undefined) return undefined
  if (begins === 'calendar') return Math.floor(monthOf(at) / months)
  let cycle = Math.floor((monthOf(at) - monthOf(start)) / months)
  if (startOfCycle(start, cycle * months) > at) cycle -= 1
  return cycle
}

/** Days since 1970 in India. */
const dayOf = (ms: number): number => Math.floor((ms + IST_MS) / DAY_MS)

const monthOf = (day: number): number => {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The day of the first day, `months` later; the last day of a month that is too short. */
function startOfCycle(first: number, months: number): number {
  const month = monthOf(first) + months
  const year = Math.floor(month / 12)
  const lastDay = new Date(Date.UTC(year, (month % 12) + 1, 0)).getUTCDate()
  return Date.UTC(year, month % 12, Math.min(new Date(first * DAY_MS).getUTCDate(), lastDay)) / DAY_MS
}
