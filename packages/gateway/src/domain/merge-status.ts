import { defined } from './defined.ts'
import type { OrderRecord, PaymentAttempt, ProviderOrderStatus } from './order.ts'
import { believableExpiry } from './order-rules.ts'
import { hasBecomeReadable, isReadable } from './payments.ts'
import { paidAmount } from './refund.ts'

/** Merges ids, expiry and attempts of a status into the order; fields that the status omits, and amounts that were paid and could be read, stay as they are. */
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
    known.set(attempt.transactionId, mergeAttempt(order, before, attempt))
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
 * amount of each counts; then it is in the ledger and stays. The other amount is kept beside it.
 */
function mergeAttempt(
  { doublePaymentSeen }: OrderRecord,
  before: PaymentAttempt | undefined,
  attempt: PaymentAttempt,
): PaymentAttempt {
  if (before?.state !== 'COMPLETED') return { ...before, ...attempt }
  if (attempt.state !== 'COMPLETED' && attempt.state !== 'FAILED') return before
  const merged = { ...before, ...attempt }
  if (attempt.state === 'FAILED' || attempt.amount === before.amount) return { ...merged, amount: before.amount }
  if (!isReadable(before)) return merged
  return doublePaymentSeen || !isReadable(attempt)
    ? { ...merged, amount: before.amount, reportedAmount: attempt.amount }
    : { ...merged, reportedAmount: before.amount }
}
