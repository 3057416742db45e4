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

/**
 * The surcharge (positive) or credit (negative) of a new price for the part of a paid period from `atMs` on, in paise. Rounded to the paisa in the
 * payer's favour.
 */
export function prorated({ startMs, endMs }: Period, before: Paise, after: Paise, atMs: number): number {
  const lengthMs = endMs - startMs
  const leftMs = Math.min(Math.max(endMs - atMs, 0), lengthMs)
  return Math.floor(((after - before) * leftMs) / lengthMs)
}
