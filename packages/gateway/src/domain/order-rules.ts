import type { ReviewReason } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
import type { DomainEvent, Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import type { RefundRecord } from './refund.ts'

/** A contradiction between the stored order and the provider's status, which puts the order in review. */
export interface Mismatch {
  readonly reason: Exclude<ReviewReason, 'automatic-refund-failed'>
  readonly message: string
}

/**
 * Compares the order with the provider's status; undefined when they agree. An order whose ids, amount or currency differ, or that
 * has more than one completed attempt, is never completed automatically.
 */
export function findMismatch(order: OrderRecord, status: ProviderOrderStatus): Mismatch | undefined {
  const { merchantOrderId, amount, currency, orderId, state, attempts } = status
  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId) {
    return {
      reason: 'wrong-order',
      message: `The provider's status is for ${merchantOrderId}, not for ${order.merchantOrderId}.`,
    }
  }
  if (amount !== undefined && amount !== order.amount) {
    return {
      reason: 'amount-mismatch',
      message: `The order amount is ${order.amount} paise, the provider reports ${amount}.`,
    }
  }
  if (currency !== undefined && currency !== 'INR')
    return { reason: 'currency-mismatch', message: `The provider reports ${currency}, not INR.` }
  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId) {
    return { reason: 'order-id-mismatch', message: `The provider's id was ${order.orderId} and is now ${orderId}.` }
  }
  if (state === 'UNKNOWN')
    return {
      reason: 'unknown-state',
      message: `This version does not know the provider's state ${JSON.stringify(status.wireState ?? '')}.`,
    }
  const paid = attempts.filter((attempt) => attempt.state === 'COMPLETED')
  if (
    paid.length > 1 &&
    !(order.doublePaymentSeen && paid.every(({ transactionId }) => isKnownPaid(order, transactionId)))
  )
    return {
      reason: 'paid-twice',
      message: `${paid.length} attempts of this order are completed: all but one must be refunded.`,
    }
  const [only] = paid
  if (state === 'COMPLETED' && only && only.amount !== order.amount) {
    return {
      reason: 'short-payment',
      message: `The completed attempt has ${only.amount} paise instead of ${order.amount}.`,
    }
  }
  return undefined
}

/** Whether the payment was stored before: a person who resolved the review has seen it. A further one needs review again. */
function isKnownPaid({ attempts }: OrderRecord, transactionId: string): boolean {
  return attempts.some((known) => known.transactionId === transactionId && known.state === 'COMPLETED')
}

/** Whether the order was paid after it had failed, or after its expiry by the provider's clock. Our own clock decides nothing. */
export function isLate(order: OrderRecord, status: ProviderOrderStatus): boolean {
  if (order.state === 'FAILED') return true
  const paidAt = status.attempts.find(({ state }) => state === 'COMPLETED')?.timestamp
  // The stored expiry is an estimate by our own clock when the provider's reply was lost.
  const expiresAt = status.expireAt ?? order.expiresAtMs
  return paidAt !== undefined && expiresAt !== undefined && paidAt > expiresAt
}

/** The event that requests a refund. Its id is derived from the order's, so an order is refunded once per reason. `surplus` in paise. */
export function automaticRefund(
  { merchantOrderId, amount }: OrderRecord,
  why: 'duplicate' | 'late-payment' | 'paid-twice',
  surplus = amount,
): DomainEvent {
  const merchantRefundId = refundIdFor(merchantOrderId, why)
  const origin = why === 'late-payment' ? why : 'duplicate'
  return {
    type: 'refund.request',
    deliveryId: merchantRefundId,
    merchantOrderId,
    merchantRefundId,
    amount: surplus,
    origin,
  }
}

const SUFFIXES = { duplicate: '-dup', 'late-payment': '-late', 'paid-twice': '-twice' } as const

/** The refund id of an automatic refund. `MAX_ID_LENGTH` leaves room for the suffix within the provider's 63 characters. */
export function refundIdFor(merchantOrderId: string, why: keyof typeof SUFFIXES): string {
  return merchantOrderId + SUFFIXES[why]
}

/** Characters of a merchantOrderId. */
export const MAX_ID_LENGTH = 57

/** Whether an automatic refund failed with this change. The order then needs review: no caller waits for the result. */
export function isFailedAutomaticRefund(before: RefundRecord, { state, origin }: RefundRecord): boolean {
  return state === 'FAILED' && before.state !== 'FAILED' && (origin === 'duplicate' || origin === 'late-payment')
}

export function automaticRefundFailed(
  { merchantRefundId, detailedErrorCode, errorCode }: RefundRecord,
  atMs: number,
): Observation {
  return {
    kind: 'automatic-refund-failed',
    atMs,
    merchantRefundId,
    ...defined({ code: detailedErrorCode ?? errorCode }),
  }
}
