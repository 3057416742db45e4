import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { OrderRecord, PaymentAttempt, ProviderOrderStatus } from './order.ts'

// The completed attempts of an order. They are counted over all of its statuses.

type Attempts = Pick<OrderRecord, 'attempts'>
type Report = Pick<ProviderOrderStatus, 'attempts' | 'unnamedPayments'>

/** The payments of an order after a status. */
export interface Payments {
  /** Those that the status reports, and those that were reported before and that it leaves out. */
  readonly named: readonly PaymentAttempt[]
  /** How many of `named` the status reports. */
  readonly reported: number
  /** Amounts of further ones that the status lists without a transactionId, in paise; −1 where it has none that can be read. */
  readonly unnamed: readonly Paise[]
}

export function paymentsAfter(order: Attempts, { attempts, unnamedPayments = [] }: Report): Payments {
  // One that is reported as pending again was paid before: only FAILED takes it back.
  const decided = attempts.filter(({ state }) => state === 'COMPLETED' || state === 'FAILED')
  const ids = new Set(decided.map(({ transactionId }) => transactionId))
  const leftOut = completed(order.attempts.filter(({ transactionId }) => !ids.has(transactionId)))
  const reported = completed(attempts)
  // One without a transactionId may be one that was reported with it before, but not one that the same report names.
  const amounts = leftOut.map(({ amount }) => amount)
  const unnamed = unnamedPayments.filter((amount) => {
    const at = amounts.indexOf(amount)
    if (at >= 0) amounts.splice(at, 1)
    return at < 0
  })
  return { named: [...reported, ...leftOut], reported: reported.length, unnamed }
}

function completed(attempts: readonly PaymentAttempt[]): PaymentAttempt[] {
  const paid = attempts.filter(({ state }) => state === 'COMPLETED')
  return [...new Map(paid.map((one) => [one.transactionId, one])).values()]
}

/** The finding about more than one payment. What has no transactionId is not stored, so the finding has its amount. */
export function doublePayment(found: Payments): ReviewFinding | undefined {
  const payments = found.named.length + found.unnamed.length
  if (payments <= 1) return undefined
  return { code: 'paid-twice', payments, ...unnamedOf(found) }
}

/** Sum and count of the payments without a transactionId; empty without any. */
export function unnamedOf({ unnamed }: Payments): Unnamed {
  const unnamedAmount = unnamed.reduce((sum, amount) => sum + Math.max(amount, 0), 0)
  return unnamed.length > 0 ? { unnamedAmount, unnamedPayments: unnamed.length } : {}
}

/** The finding about more than one payment, unless a person has accepted each of them. */
export function unseenDoublePayment(order: OrderRecord, payments: Payments): ReviewFinding | undefined {
  const twice = doublePayment(payments)
  const isSeen =
    order.doublePaymentSeen &&
    payments.named.every(({ transactionId }) => isKnownPaid(order, transactionId)) &&
    !hasBecomeReadable(order, payments.named) &&
    hasSeenUnnamed(order, twice)
  return isSeen ? undefined : twice
}

/** What is known of payments without a transactionId: their sum, and their count, because the sum lacks an amount that cannot be read. */
type Unnamed = Pick<ReviewFinding, 'unnamedAmount' | 'unnamedPayments'>

const isWithin = (one: Unnamed, { unnamedAmount = 0, unnamedPayments = 0 }: Unnamed): boolean =>
  (one.unnamedAmount ?? 0) <= unnamedAmount && (one.unnamedPayments ?? 0) <= unnamedPayments

/** Whether a person has accepted as many payments without a transactionId, and as much. */
export function hasSeenUnnamed(order: OrderRecord, found: Unnamed = {}): boolean {
  const { unnamedSeenAmount = 0, unnamedSeenPayments = 0 } = order
  return isWithin(found, { unnamedAmount: unnamedSeenAmount, unnamedPayments: unnamedSeenPayments })
}

/** Whether a report has a further payment without a transactionId that neither a person has accepted nor the order's review names. */
export function hasUnseenUnnamed(order: OrderRecord, report: Report): boolean {
  const found = doublePayment(paymentsAfter(order, report)) ?? {}
  const reviewed = order.needsReview?.findings ?? []
  return !hasSeenUnnamed(order, found) && !reviewed.some((finding) => isWithin(found, finding))
}

/** Whether the amount of a payment could be read: of one that could not, it is −1. */
export const isReadable = ({ amount }: Pick<PaymentAttempt, 'amount'>): boolean => amount >= 0

/** Whether a report has the amount of a stored payment that could not be read: a person may have accepted the payment, but not its amount. */
export function hasBecomeReadable(order: Attempts, reported: readonly PaymentAttempt[]): boolean {
  const unread = new Set(
    completed(order.attempts)
      .filter((one) => !isReadable(one))
      .map((one) => one.transactionId),
  )
  return completed(reported).some((one) => isReadable(one) && unread.has(one.transactionId))
}

/**
 * The finding about a payment that a status reports with another amount than before, or with two amounts. A stored amount that could not be
 * read is not compared, and another amount that was reported before is no finding again: the order would stay in review whatever the provider
 * answers.
 */
export function changedAmount(order: Attempts, attempts: readonly PaymentAttempt[]): ReviewFinding | undefined {
  const known = new Map<string, Pick<PaymentAttempt, 'amount' | 'reportedAmount'>>()
  for (const one of [...order.attempts.filter(isReadable), ...attempts]) {
    if (one.state !== 'COMPLETED') continue
    const { amount, reportedAmount = amount } = known.get(one.transactionId) ?? one
    if (one.amount !== amount && one.amount !== reportedAmount)
      return { code: 'short-payment', ours: amount, theirs: one.amount }
    known.set(one.transactionId, { amount, reportedAmount })
  }
  return undefined
}

/** Whether the payment was stored with an amount, or with this one that could not be read: only another amount than that is news. */
export const isAmountKnown = ({ attempts }: Attempts, { transactionId, amount }: PaymentAttempt): boolean =>
  attempts.some(
    (known) =>
      known.transactionId === transactionId &&
      known.state === 'COMPLETED' &&
      (isReadable(known) || known.amount === amount),
  )

/** Whether a status says of a stored payment that it failed. What a person has accepted is in the ledger, and may be refunded. */
export function takenBack(order: Attempts, attempts: readonly PaymentAttempt[]): boolean {
  const paid = new Set(completed(attempts).map(({ transactionId }) => transactionId))
  return attempts.some(
    ({ state, transactionId }) => state === 'FAILED' && !paid.has(transactionId) && isKnownPaid(order, transactionId),
  )
}

/** The ids of all attempts, in any state, that are stored of an order or reported of it. */
export function listedPayments(order: Attempts, reported: readonly PaymentAttempt[]): string[] {
  return [...new Set([...order.attempts, ...reported].map(({ transactionId }) => transactionId))]
}

/** The completed payments of a report that the order does not have as completed. */
export function newPayments(order: Attempts, reported: readonly PaymentAttempt[]): string[] {
  return reported
    .filter(({ state, transactionId }) => state === 'COMPLETED' && !isKnownPaid(order, transactionId))
    .map(({ transactionId }) => transactionId)
}

/** Whether the payment was stored before: a person who resolved the review has seen it. A further one needs review again. */
export function isKnownPaid({ attempts }: Attempts, transactionId: string): boolean {
  return attempts.some((known) => known.transactionId === transactionId && known.state === 'COMPLETED')
}
