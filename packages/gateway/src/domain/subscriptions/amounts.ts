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

/** The surcharge or credit (negative) that a cycle leaves to later bills, or the part of this that a bill contains. Paise. */
export interface Difference {
  /** Number of the cycle whose price was changed. */
  readonly cycle: number
  readonly amount: number
}

/**
 * The parts that a bill contains of these differences, oldest first, when it leaves `carried` to later bills. The newest differences wait. The
 * newest of all also owes a rest below ₹1 that is not debited.
 */
export function takenOf(owing: readonly Difference[], carried: number): Difference[] {
  let left = carried
  const taken: Difference[] = []
  for (const { cycle, amount } of [...owing].reverse()) {
    const waiting = left < 0 ? Math.max(Math.min(amount, 0), left) : Math.min(Math.max(amount, 0), left)
    left -= waiting
    taken.unshift({ cycle, amount: amount - waiting })
  }
  return taken
    .map((one, index) => (index === taken.length - 1 ? { ...one, amount: one.amount - left } : one))
    .filter(({ amount }) => amount !== 0)
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
