import { defined } from './defined.ts'
import type { OrderRecord, PaymentAttempt, ProviderOrderStatus } from './order.ts'
import { believableExpiry } from './order-rules.ts'
import { hasBecomeReadable, isReadable } from './payments.ts'
import { paidAmount } from './refund.ts'
import { isInReviewFor } from './review.ts'

/** Merges ids, expiry and attempts of a status into the order; what the status omits stays as it is. */
export function merge(order: OrderRecord, status: ProviderOrderStatus): OrderRecord {
  const orderId = order.orderId ?? status.orderId
  const expiresAtMs = believableExpiry(order, status.expireAt) ?? order.expiresAtMs
  const known = new Map(order.attempts.map((attempt) => [attempt.transactionId, attempt]))
  // Of two entries about one attempt, the one that names a payment counts.
  const paid = new Set(status.attempts.filter(({ state }) => state === 'COMPLETED').map((one) => one.transactionId))
  for (const attempt of status.attempts) {
    if (attempt.state !== 'COMPLETED' && paid.has(attempt.transactionId)) continue
    const before = known.get(attempt.transactionId)
    // In the order in which they were paid, as the ledger captures them.
    if (before && attempt.state === 'COMPLETED' && before.state !== 'COMPLETED') known.delete(attempt.transactionId)
    known.set(attempt.transactionId, mergeAttempt(order, before, attempt, status.attempts))
  }
  const { doublePaymentSeen, ...rest } = order
  // A person who accepted a double payment without any surplus that could be read has yet to decide about the surplus.
  const hasNewSurplus = paidAmount(order) === order.amount && hasBecomeReadable(order, status.attempts)
  return {
    ...rest,
    ...(hasNewSurplus ? {} : defined({ doublePaymentSeen })),
    ...defined({ orderId, expiresAtMs }),
    // The provider knows the order, so it was sent, perhaps before the database was restored.
    sentAtMs: order.sentAtMs ?? order.createdAtMs,
    attempts: [...known.values()],
  }
}

/**
 * An older answer may arrive after a newer one: only FAILED takes a payment back. Until a person has accepted the payments of an order, the newest
 * amount of each counts, and the one before is kept beside it. Then the amount is in the ledger and stays, and what is kept beside it is another
 * one, as long as it is reported.
 */
function mergeAttempt(
  order: OrderRecord,
  before: PaymentAttempt | undefined,
  attempt: PaymentAttempt,
  reported: readonly PaymentAttempt[],
): PaymentAttempt {
  if (before?.state !== 'COMPLETED') return { ...before, ...attempt }
  if (attempt.state !== 'COMPLETED' && attempt.state !== 'FAILED') return before
  const isAccepted = order.doublePaymentSeen && !isInReviewFor(order, 'paid-twice')
  const { amount, reportedAmount, ...rest } = before
  const merged = { ...rest, ...attempt }
  if (attempt.state === 'FAILED' || attempt.amount === amount) {
    const isListed = reported.some(
      (one) => one.transactionId === attempt.transactionId && one.amount === reportedAmount,
    )
    return { ...merged, amount, ...(!isAccepted || isListed ? defined({ reportedAmount }) : {}) }
  }
  if (!isReadable(before)) return merged
  return isAccepted || !isReadable(attempt)
    ? { ...merged, amount, reportedAmount: attempt.amount }
    : { ...merged, reportedAmount: amount }
}
