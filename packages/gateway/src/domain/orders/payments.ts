import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import type { OrderRecord, PaymentAttempt, ProviderOrderStatus } from './order.ts'

// Facts about the payments of an order. Recording never judges: what stands in the way is found in `findings.ts`.

type Facts = Pick<OrderRecord, 'merchantOrderId' | 'attempts'>
type Report = Pick<ProviderOrderStatus, 'state' | 'attempts' | 'unnamedPayments'>

export const isCompleted = ({ state }: PaymentAttempt): boolean => state === 'COMPLETED'

/** True when money came in by the attempt. A booked attempt stays a payment when the provider takes the payment back: it may have been refunded. */
export const isPayment = (one: PaymentAttempt): boolean => isCompleted(one) || one.booked !== undefined

/** True when nobody has booked a payment, or only at a time when the amount could not be read. */
export const isUnbooked = ({ booked, amount }: PaymentAttempt): boolean =>
  booked === undefined || (booked === 0 && amount !== undefined)

/** Returns the amount that the order counts as paid, in paise. The amount never falls. */
export const bookedAmount = ({ attempts }: Pick<OrderRecord, 'attempts'>): Paise =>
  attempts.reduce((sum, { booked = 0 }) => sum + booked, 0) as Paise

/** Books what is reported of each payment, and never less than before. */
export const bookAll = (attempts: readonly PaymentAttempt[]): PaymentAttempt[] =>
  attempts.map((one) =>
    isCompleted(one) ? { ...one, booked: Math.max(one.booked ?? 0, one.amount ?? 0) as Paise } : one,
  )

// Lists of attempts lag, or lack ids. A payment that is known without one has an id that names its order, so that it is no other order's.

const isUnnamed = ({ transactionId }: PaymentAttempt): boolean => transactionId.startsWith('unnamed:')
const isOrderItself = ({ transactionId }: PaymentAttempt): boolean => transactionId.startsWith('order:')

/** True when the provider has given an id to the payment. */
export const isNamed = (one: PaymentAttempt): boolean => !isUnnamed(one) && !isOrderItself(one)

/** The payment of an order that is COMPLETED without any attempt that is. */
export const orderItself = ({ merchantOrderId, amount }: Pick<OrderRecord, 'merchantOrderId' | 'amount'>) =>
  ({ transactionId: `order:${merchantOrderId}`, state: 'COMPLETED', amount, paymentMode: 'UNKNOWN' }) as const

const ofAnyMode = (transactionId: string, amount: Paise | undefined): PaymentAttempt => ({
  transactionId,
  state: 'COMPLETED',
  paymentMode: 'UNKNOWN',
  ...defined({ amount }),
})

/**
 * The attempts of an order after a report about it. What the report leaves out stays.
 * @param mayTakeBack false of a report that may be older than the booking of a payment, which then stays
 */
export function recordPayments(order: Facts, report: Report, mayTakeBack: boolean): PaymentAttempt[] {
  const known = new Map(withNames(order.attempts, report).map((one) => [one.transactionId, one]))
  // Of two entries about one attempt, the one that names a payment counts.
  const paid = new Set(report.attempts.filter(isCompleted).map((one) => one.transactionId))
  for (const one of report.attempts) {
    if (!isCompleted(one) && paid.has(one.transactionId)) continue
    const before = known.get(one.transactionId)
    // In the order in which they were paid, as the ledger captures them.
    if (before && !isPayment(before) && isCompleted(one)) known.delete(one.transactionId)
    known.set(one.transactionId, before ? mergeAttempt(before, one, mayTakeBack) : one)
  }
  return withUnnamed(order, [...known.values()], report)
}

/** A payment that is named for the first time is the one that was known without a name, unless this report lists that one as well. */
function withNames(known: readonly PaymentAttempt[], { attempts, unnamedPayments = [] }: Report): PaymentAttempt[] {
  const rows = [...known]
  for (const { transactionId, amount } of attempts.filter(isCompleted)) {
    const own = rows.find((row) => row.transactionId === transactionId)
    if (own && isPayment(own)) continue
    const at = rows.findIndex(
      (row) => isOrderItself(row) || (isUnnamed(row) && row.amount === amount && !unnamedPayments.includes(amount)),
    )
    const [taken] = at < 0 ? [] : rows.splice(at, 1)
    if (!taken) continue
    const { booked } = taken
    if (own) rows[rows.indexOf(own)] = { ...own, ...defined({ booked }) }
    else rows.push({ ...ofAnyMode(transactionId, undefined), ...defined({ booked }) })
  }
  return rows
}

/** An older answer may arrive after a newer one: only FAILED takes a payment back, and what is booked only when it may. */
function mergeAttempt(before: PaymentAttempt, one: PaymentAttempt, mayTakeBack: boolean): PaymentAttempt {
  const takesBack = one.state === 'FAILED' && (mayTakeBack || before.booked === undefined)
  if (isCompleted(before) && !isCompleted(one) && !takesBack) return before
  const amount = one.amount ?? before.amount
  const { otherAmounts: _, ...rest } = before
  const isRepriced = isCompleted(before) && isCompleted(one) && before.amount !== amount
  const otherAmounts = isRepriced ? withFormer(before, amount) : before.otherAmounts
  return { ...rest, ...defined(one), ...defined({ amount, otherAmounts }) }
}

/** Each amount of a completed payment that was reported before another one, the last one at the end. */
function withFormer({ amount: former, otherAmounts = [] }: PaymentAttempt, amount: Paise | undefined) {
  const others = otherAmounts.filter((other) => other !== amount && other !== former)
  const all = former === undefined ? others : [...others, former]
  return all.length > 0 ? all : undefined
}

/** A payment without an id is a row of its own, unless a payment that this report leaves out may be it. */
function withUnnamed(order: Facts, rows: PaymentAttempt[], { attempts, unnamedPayments = [] }: Report) {
  const listed = new Set(attempts.map(({ transactionId }) => transactionId))
  const free = order.attempts.filter(
    (one) => isCompleted(one) && !isOrderItself(one) && !listed.has(one.transactionId) && rows.includes(one),
  )
  const all = [...rows]
  for (const amount of unnamedPayments) {
    const same = free.findIndex((one) => one.amount === amount)
    if (same >= 0) {
      free.splice(same, 1)
      continue
    }
    const unnamed = ofAnyMode(unnamedId(order, all), amount)
    const itself = all.findIndex(isOrderItself)
    if (itself < 0) all.push(unnamed)
    else all[itself] = { ...unnamed, ...defined({ booked: all[itself]?.booked }) }
  }
  return all
}

/** An id that no row has. */
function unnamedId({ merchantOrderId }: Facts, rows: readonly PaymentAttempt[]): string {
  const taken = new Set(rows.map(({ transactionId }) => transactionId))
  let number = rows.length + 1
  while (taken.has(`unnamed:${merchantOrderId}:${number}`)) number += 1
  return `unnamed:${merchantOrderId}:${number}`
}
