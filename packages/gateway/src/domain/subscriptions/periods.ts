import type { BillingFrequency } from '@galla/contract/gateway-api/subscriptions'
import { DAY_MS, dayStartMs, dayStartOf, indianDay } from '../finance/indian-time.ts'

/** Length of a cycle in days or in months. */
const LENGTHS = {
  DAILY: { days: 1 },
  WEEKLY: { days: 7 },
  FORTNIGHTLY: { days: 14 },
  MONTHLY: { months: 1 },
  BIMONTHLY: { months: 2 },
  QUARTERLY: { months: 3 },
  HALFYEARLY: { months: 6 },
  YEARLY: { months: 12 },
} as const satisfies { readonly [One in BillingFrequency]: { readonly days: number } | { readonly months: number } }

/** One billing period: from the first instant of a day in India to the first instant of the next period. Epoch milliseconds. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/**
 * The period of a cycle, counted from 1. Each one is counted from the first day, so that a subscription of 31 January is billed on the last day of
 * February and on 31 March again.
 */
export function periodOf(startsOn: string, frequency: BillingFrequency, number: number): Period {
  return { startMs: startOf(startsOn, frequency, number - 1), endMs: startOf(startsOn, frequency, number) }
}

/** The number of the cycle that contains a time; 0 before the first one. */
export function cycleAt(startsOn: string, frequency: BillingFrequency, atMs: number): number {
  if (atMs < startOf(startsOn, frequency, 0)) return 0
  const length = LENGTHS[frequency]
  const days = Math.floor((atMs - startOf(startsOn, frequency, 0)) / DAY_MS)
  // The longest month has 31 days, so that the estimate is never too high.
  let number = 'days' in length ? Math.floor(days / length.days) + 1 : Math.floor(days / 31 / length.months) + 1
  while (periodOf(startsOn, frequency, number).endMs <= atMs) number += 1
  return number
}

/** The number of the cycle that follows those that are done. Cycles that have passed are left out. */
export const nextCycle = (startsOn: string, frequency: BillingFrequency, done: number, atMs: number): number =>
  Math.max(done, cycleAt(startsOn, frequency, atMs) - 1) + 1

/** First instant of a period, counted from 0. */
function startOf(startsOn: string, frequency: BillingFrequency, count: number): number {
  const length = LENGTHS[frequency]
  const firstMs = dayStartMs(startsOn)
  if (firstMs === undefined) throw new Error(`${startsOn} is not a day`)
  if ('days' in length) return firstMs + count * length.days * DAY_MS
  const [year = 0, month = 1, day = 1] = startsOn.split('-').map(Number)
  const months = year * 12 + month - 1 + count * length.months
  const lastDay = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  // India has no daylight saving, so that its days are as long as those of UTC.
  const sinceFirstMs =
    Date.UTC(Math.floor(months / 12), months % 12, Math.min(day, lastDay)) - Date.UTC(year, month - 1, day)
  return firstMs + sinceFirstMs
}

/**
 * Hours in which UPI does not execute mandates: 10:00 to 13:00 and 17:00 to 21:30 in India. The provider's own borders are used, which are a minute
 * narrower: debits from 21:31 to 09:59 and from 13:01 to 16:59.
 */
const PEAKS_MS: readonly (readonly [number, number])[] = [
  [9 * 3_600_000 + 59 * 60_000, 13 * 3_600_000 + 60_000],
  [16 * 3_600_000 + 59 * 60_000, 21 * 3_600_000 + 31 * 60_000],
]

/** The first time from `atMs` on at which a mandate may be debited. Epoch milliseconds. */
export function nextDebitTime(atMs: number): number {
  const dayMs = dayStartOf(atMs)
  const peak = PEAKS_MS.find(([from, until]) => atMs - dayMs >= from && atMs - dayMs < until)
  return peak ? dayMs + peak[1] : atMs
}

/** The first day of the first cycle: the day on which the payer approved, in India, or the first one after the trial. */
export const firstDayAfterTrial = (approvedAtMs: number, trialDays: number): string =>
  indianDay(approvedAtMs + trialDays * DAY_MS)
