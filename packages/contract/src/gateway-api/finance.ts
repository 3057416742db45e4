import type { Paise } from '../money.ts'

/**
 * A group of transfers, whose sum is a figure of the finance page. `late-or-twice` is a part of `collected`, and `automatic` is a part of
 * `refunded`.
 */
export type LedgerGroup =
  /** Payments that were received. */
  | 'collected'
  /** Late and second payments, which are not fulfilled; a part of `collected`. */
  | 'late-or-twice'
  /** Refunds that were paid out, less refunds that turned out not to be paid out. */
  | 'refunded'
  /** Automatic refunds of late and duplicate payments; a part of `refunded`. */
  | 'automatic'

/** Days in Indian time (IST), both included: `2026-11-22`. */
export interface FinanceDays {
  /** First day. @default 30 days before `to` */
  from?: string
  /** Last day. @default today */
  to?: string
}

/** Sums of the ledger by the day of the money. In paise. */
export interface FinanceSums {
  /** Payments received. */
  collected: Paise
  /** Number of payments. */
  payments: number
  /** Refunds paid out, less those that turned out not to be: below 0 on a day with more of the latter. */
  refunded: Paise
  /** Number of transfers in `refunded`. */
  refunds: number
  /** The part of `refunded` that is refunds of late and duplicate payments, made by the gateway. */
  automatic: Paise
  /** Number of transfers in `automatic`. */
  automaticRefunds: number
}

/** The sums of one day. */
export interface FinanceDay extends FinanceSums {
  /** `2026-11-22`, in Indian time. */
  day: string
  /** Balance at the end of the day: collected less refunded since the first payment. In paise. */
  balance: Paise
}

/** The records that have been open for a range of days. */
export interface AgeGroup {
  /** First and last day on which it began; absent: any day. `2026-11-22`, in Indian time. */
  from?: string
  to?: string
  /** Age in days of the newest and of the oldest; `maxDays` is absent for the last group. */
  minDays: number
  maxDays?: number
  count: number
  amount: Paise
}

/** Reply of `GET /finance`. */
export interface FinanceReport {
  /** First and last day: `2026-11-22`, in Indian time. */
  from: string
  to: string
  /** Collected less refunded before the first day. In paise. */
  openingBalance: Paise
  /** Collected less refunded up to the end of the last day. In paise. */
  closingBalance: Paise
  totals: FinanceSums
  /** The part of `collected` in these days that was paid late or twice, and is not fulfilled. In paise. */
  lateOrTwice: Paise
  /** Days with entries, newest first. */
  days: FinanceDay[]
  /** Now, whatever the days: refunds that are neither completed nor failed, by their creation. */
  pendingRefunds: AgeGroup[]
  /** Now: payments that are not fulfilled and not refunded yet, and second payments in review, by the creation of their orders. */
  owedToPayers: AgeGroup[]
  /** Now: what has left beyond what was paid, and of how many orders. */
  overdrawn: { orders: number; amount: Paise }
}

/** Query of `GET /ledger`. */
export interface LedgerQuery extends FinanceDays {
  group?: LedgerGroup
  after?: string
  limit?: string
}
