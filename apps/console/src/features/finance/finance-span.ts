import type { FinanceSums } from '@galla/contract/gateway-api/finance'
import type { DaySpan } from '../../components/date-span.ts'
import { DAY_MS, dateOf, startOfDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { agesEnglish } from './english.ts'

const t = messages('finance/ages', agesEnglish)

/** The gateway's limit for one report. */
const MAX_DAYS = 400
const DEFAULT_DAYS = 30

/** The days that an address names; the last 30 when it names none. What is not a day is replaced, and a span that is too long is cut. */
export function financeSpan({ from = '', to = '' }: { from?: string; to?: string }, nowMs: number): DaySpan {
  const lastMs = startOfDate(to) ?? startOfDate(dateOf(nowMs)) ?? nowMs
  const firstMs = startOfDate(from) ?? lastMs - (DEFAULT_DAYS - 1) * DAY_MS
  const start = Math.max(Math.min(firstMs, lastMs), lastMs - (MAX_DAYS - 1) * DAY_MS)
  return { from: dateOf(start), to: dateOf(lastMs) }
}

/** `2 to 4 days`, `Today and yesterday`, `10 days or more`. */
export function ageText({ minDays, maxDays }: { minDays: number; maxDays?: number }): string {
  if (maxDays === undefined) return t.orMore(minDays)
  return minDays === 0 && maxDays === 1 ? t.fresh : t.span(minDays, maxDays)
}

/** For each sum, the test that the sum has entries to open. */
export const hasEntries = {
  collected: ({ payments }: FinanceSums) => payments > 0,
  refunded: ({ refunds }: FinanceSums) => refunds > 0,
  automatic: ({ automaticRefunds }: FinanceSums) => automaticRefunds > 0,
} as const
