import type { Paise } from '@galla/contract/money'
import type { Period } from './periods.ts'

/** Price of one cycle, and what is left for the next one. */
export interface CycleAmount {
  readonly amount: Paise
  /** Surcharge (positive) or credit (negative) that the cycle could not take. */
  readonly carried: number
}

/** Least debit that every source of the provider's rules permits, in paise. */
const MIN_DEBIT = 100

/**
 * The price of the next cycle with what earlier cycles left. A debit above the mandate is refused, so a surcharge waits for later cycles. A price
 * that a credit makes smaller than ₹1 is not debited: the cycle costs nothing and the rest is carried.
 */
export function amountOfCycle(price: Paise, carried: number, maxAmount: Paise): CycleAmount {
  const due = price + carried
  if (due < MIN_DEBIT) return { amount: 0 as Paise, carried: due }
  const amount = Math.min(due, Math.max(price, maxAmount))
  return { amount: amount as Paise, carried: due - amount }
}

/** A period with a paid bill. */
export interface PaidPeriod extends Period {
  /** The price that is settled for the rest of the period. */
  readonly price: Paise
  /** The part of the price that no refund and no credit has given back, in paise. */
  readonly kept: number
}

/** A change of price within a paid period. */
export interface Proration {
  /** The surcharge (positive) or credit (negative) for the rest of the period, in paise. */
  readonly difference: number
  /** The price that is settled for the rest with this difference. */
  readonly price: Paise
}

/**
 * The difference that a new price makes for the part of a paid period from `atMs` on. A credit is at most what the merchant has kept of the bill.
 * Rounded to the paisa in the payer's favour.
 */
export function prorated({ startMs, endMs, price, kept }: PaidPeriod, after: Paise, atMs: number): Proration {
  const lengthMs = endMs - startMs
  const leftMs = Math.min(Math.max(endMs - atMs, 0), lengthMs)
  const difference = Math.floor(((after - price) * leftMs) / lengthMs)
  if (difference >= -kept) return { difference, price: after }
  return { difference: 0 - kept, price: (price - Math.floor((kept * lengthMs) / leftMs)) as Paise }
}
