import type { ReviewReason } from '@galla/contract/gateway-api/orders'
import type { DomainEvent, Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import type { RefundRecord } from './refund.ts'

/** Every rule by which an order can be judged, in plain words: shown with each decision, and in "why is this order paid?". */
export const RULES = {
  opened: 'The provider took the order in.',
  'opening-refused': 'The provider refused to open the order, so nobody can pay it.',
  'opening-not-sent': 'The request to open the order never reached the provider, so nobody can pay it.',
  'opening-put-off':
    'The provider could not be reached, or refused for now: nothing was begun, and the payer may choose again.',
  'opening-unknown': 'Whether the provider took the order in is not known: its status will be read until it is.',
  'still-pending': 'The provider says that the order is not decided yet.',
  'completed-by-status': 'The provider, when asked, says that the order is paid, with our amount and our ids.',
  'completed-by-signed-callback':
    'A callback whose signature covers its body says that the order is paid, and the policy trusts such callbacks.',
  'late-payment': 'The order was paid after it had failed or expired.',
  'duplicate-payment': 'Another order of the same reference was paid first, so this money goes back.',
  'failed-by-status': 'The provider, when asked, says that the order failed.',
  'never-opened': 'The provider does not know the order, long after it should have expired.',
  'callback-is-a-hint': 'A callback alone decides nothing: the provider is asked.',
  'nothing-new': 'Nothing that was not known already.',
  'never-backwards': 'The provider says less than we already know; an order only goes forward.',
  'stays-in-review': 'The order waits for a person; what was heard is written down and changes nothing.',
  'review-resolved': 'A person has looked and lets the order go on.',
  'wrong-order': 'What was heard belongs to another order.',
  'amount-mismatch': 'The amount is not the one that we asked for.',
  'currency-mismatch': 'The currency is not the one that we asked for.',
  'order-id-mismatch': 'The provider knows this order under another id than before.',
  'unknown-state': 'The provider used a word that is not known here.',
  'paid-twice': 'The order was paid more than once.',
  'short-payment': 'The payment carried another amount than the order.',
  'automatic-refund-failed': 'Money that was to go back to the payer did not: the refund failed.',
} as const

export type Rule = keyof typeof RULES

/** A fact of the provider's that contradicts ours: the rule that stops, and what a person should know. */
export interface Mismatch {
  readonly reason: Exclude<ReviewReason, 'automatic-refund-failed'>
  readonly message: string
}

/** Compares what we asked for with what the provider says; undefined when they agree. */
export function findMismatch(order: OrderRecord, status: ProviderOrderStatus): Mismatch | undefined {
  const { merchantOrderId, amount, currency, orderId, state, attempts } = status
  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId) {
    return {
      reason: 'wrong-order',
      message: `The provider speaks of ${merchantOrderId}, not of ${order.merchantOrderId}.`,
    }
  }
  if (amount !== undefined && amount !== order.amount) {
    return { reason: 'amount-mismatch', message: `Asked for ${order.amount} paise, the provider says ${amount}.` }
  }
  if (currency !== undefined && currency !== 'INR')
    return { reason: 'currency-mismatch', message: `The provider says ${currency}, not INR.` }
  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId) {
    return { reason: 'order-id-mismatch', message: `Known to the provider as ${order.orderId}, now as ${orderId}.` }
  }
  if (state === 'UNKNOWN')
    return {
      reason: 'unknown-state',
      message: `The provider's state ${JSON.stringify(status.wireState ?? '')} is not known here.`,
    }
  const paid = attempts.filter((attempt) => attempt.state === 'COMPLETED')
  if (
    paid.length > 1 &&
    !(order.doublePaymentSeen && paid.every(({ transactionId }) => isKnownPaid(order, transactionId)))
  )
    return {
      reason: 'paid-twice',
      message: `${paid.length} attempts of this order are completed: one of them must go back.`,
    }
  const [only] = paid
  if (state === 'COMPLETED' && only && only.amount !== order.amount) {
    return {
      reason: 'short-payment',
      message: `The completed attempt carried ${only.amount} paise instead of ${order.amount}.`,
    }
  }
  return undefined
}

/** A person has seen these payments; a further one is for a person again. */
function isKnownPaid({ attempts }: OrderRecord, transactionId: string): boolean {
  return attempts.some((known) => known.transactionId === transactionId && known.state === 'COMPLETED')
}

/** Paid after we had already called it failed, or after its time by the provider's own clock. When we looked does not matter. */
export function isLate(order: OrderRecord, status: ProviderOrderStatus): boolean {
  if (order.state === 'FAILED') return true
  const paidAt = status.attempts.find(({ state }) => state === 'COMPLETED')?.timestamp
  // The provider's word first: ours may be a guess, made by our own clock when its reply was lost.
  const expiresAt = status.expireAt ?? order.expiresAtMs
  return paidAt !== undefined && expiresAt !== undefined && paidAt > expiresAt
}

/** The id is derived, so that saying it twice is saying it once. */
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

/** Ids of ours are short enough (`MOST_ID_LENGTH`) for the tail to fit into the provider's 63 characters. */
export function refundIdFor(merchantOrderId: string, why: keyof typeof SUFFIXES): string {
  return merchantOrderId + SUFFIXES[why]
}

export const MAX_ID_LENGTH = 57

/** A refund that the database made by themselves failed just now: its payer was told that the money comes, and nobody else will look. */
export function isFailedAutomaticRefund(before: RefundRecord, { state, origin }: RefundRecord): boolean {
  return state === 'FAILED' && before.state !== 'FAILED' && (origin === 'duplicate' || origin === 'late-payment')
}

export function automaticRefundFailed(
  { merchantRefundId, detailedErrorCode, errorCode }: RefundRecord,
  atMs: number,
): Observation {
  const code = detailedErrorCode ?? errorCode
  return { kind: 'automatic-refund-failed', atMs, merchantRefundId, ...(code === undefined ? {} : { code }) }
}
