import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
import { eventIdOf } from './events.ts'
import type { DomainEvent, Observation, OrderRecord, ProviderOrderStatus } from './order.ts'
import { changedAmount, isAmountKnown, paymentsAfter, takenBack, unseenDoublePayment } from './payments.ts'
import type { RefundRecord } from './refund.ts'

/**
 * Compares the order with the provider's status; undefined when they agree, otherwise what differs, which puts the order in review. An
 * order whose ids, amount or currency differ, or that has more than one completed attempt, is never completed automatically.
 */
export function findMismatch(order: OrderRecord, status: ProviderOrderStatus): ReviewFinding | undefined {
  const { merchantOrderId, amount, currency, orderId, state, attempts } = status
  if (merchantOrderId !== undefined && merchantOrderId !== order.merchantOrderId)
    return { code: 'wrong-order', ours: order.merchantOrderId, theirs: merchantOrderId }
  if (amount !== undefined && amount !== order.amount)
    return { code: 'amount-mismatch', ours: order.amount, theirs: amount }
  if (currency !== undefined && currency !== 'INR') return { code: 'currency-mismatch', ours: 'INR', theirs: currency }
  if (orderId !== undefined && order.orderId !== undefined && orderId !== order.orderId)
    return { code: 'order-id-mismatch', ours: order.orderId, theirs: orderId }
  if (state === 'UNKNOWN') return { code: 'unknown-state', theirs: status.wireState ?? '' }
  const payments = paymentsAfter(order, status)
  const { named, reported, unnamed } = payments
  const twice = unseenDoublePayment(order, payments)
  if (twice) return twice
  const changed = changedAmount(order, attempts)
  if (changed) return changed
  const takenBackOfAccepted = takenBackFinding(order, status, undefined)
  if (takenBackOfAccepted) return takenBackOfAccepted
  const [only] = [...named.map((one) => one.amount), ...unnamed]
  const short = shortPayment(order, status)
  if (short) return short
  // Money came in, and the payer would read that it did not.
  if (state === 'FAILED' && order.state !== 'COMPLETED' && only !== undefined)
    return { code: 'contradiction', ours: 'COMPLETED', theirs: state }
  // Nothing says which order was paid.
  if (state === 'COMPLETED' && order.state !== 'COMPLETED' && !merchantOrderId && !orderId && reported === 0)
    return { code: 'wrong-order', ours: order.merchantOrderId }
  // Nothing says what was paid.
  if (state === 'COMPLETED' && order.state !== 'COMPLETED' && only === undefined && amount === undefined)
    return { code: 'amount-mismatch', ours: order.amount }
  return undefined
}

/** The finding that the only payment of a paid order has another amount than the order. */
export function shortPayment(order: OrderRecord, status: ProviderOrderStatus): ReviewFinding | undefined {
  const { named, unnamed } = paymentsAfter(order, status)
  const [only, ...more] = [...named.map((one) => one.amount), ...unnamed]
  const isSeen = order.state === 'COMPLETED' && named.some((payment) => isAmountKnown(order, payment))
  const isShort = status.state === 'COMPLETED' && only !== undefined && more.length === 0 && only !== order.amount
  return isShort && !isSeen ? { code: 'short-payment', ours: order.amount, theirs: only } : undefined
}

/** A status that was asked for sooner after the completion may be older than it: checks run beside each other. Milliseconds. */
const MAX_ANSWER_AGE_MS = 60_000

/**
 * The finding that a status takes back that the order was paid, or one of the payments that a person has accepted; undefined when it does not.
 * @param checkedAtMs when the status was asked for; undefined of a callback, which may be older than the payment
 */
export function takenBackFinding(
  { state, completedAtMs = 0, attempts, doublePaymentSeen }: OrderRecord,
  status: ProviderOrderStatus,
  checkedAtMs: number | undefined,
): ReviewFinding | undefined {
  const isRecent = checkedAtMs !== undefined && checkedAtMs - completedAtMs >= MAX_ANSWER_AGE_MS
  const isFailed = status.state === 'FAILED' || (status.state === 'UNKNOWN' && takenBack({ attempts }, status.attempts))
  const isTakenBack = state === 'COMPLETED' && isFailed && isRecent
  return isTakenBack || (doublePaymentSeen && takenBack({ attempts }, status.attempts))
    ? { code: 'contradiction', ours: 'COMPLETED', theirs: 'FAILED' }
    : undefined
}

/**
 * Codes of orders that the gateway closed on its own: the provider never reported them as failed. It may have the same codes, because its list is
 * open, so they decide only where nothing else was recorded.
 */
const GIVEN_UP: ReadonlySet<string | undefined> = new Set(['NEVER_OPENED', 'REFUSED', 'NOT_SENT', 'CANCELLED'])

/** Of these, the ones that never were a payment: they are closed without an event. */
const WITHOUT_FAILED_EVENT: ReadonlySet<string | undefined> = new Set(['NOT_SENT', 'CANCELLED'])

/** Whether the order is FAILED only because the gateway gave it up. It reopens when the provider knows it. */
export function isGivenUp({ state, errorCode, givenUp = GIVEN_UP.has(errorCode) }: OrderRecord): boolean {
  return state === 'FAILED' && givenUp
}

/** Whether `order.failed` was recorded. */
export function wasReportedFailed(order: OrderRecord): boolean {
  return order.state === 'FAILED' && !(isGivenUp(order) && WITHOUT_FAILED_EVENT.has(order.errorCode))
}

/** By which the provider's clock may be ahead of the database's. Milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000

/** The longest life of an order, 60 days, and one more: the clocks differ. Milliseconds. */
const MAX_LIFE_MS = 61 * 24 * 3_600_000

/** The expiry that the provider states; undefined when no order lives that long: it would put off every check until then. */
export function believableExpiry(
  { createdAtMs }: Pick<OrderRecord, 'createdAtMs'>,
  expireAt: number | undefined,
): number | undefined {
  return expireAt !== undefined && expireAt <= createdAtMs + MAX_LIFE_MS ? expireAt : undefined
}

/**
 * Whether the order was paid after the provider had reported it as failed, or after its expiry. Only the provider's times count:
 * neither our clock nor our having given the order up makes a payment late. Every documented status states the expiry. Without it the
 * payment is in time, because the stored one may be our estimate: its reply may have been lost, or have stated none. A time of payment
 * that has not come yet is a mistake, and counts as none.
 */
export function isLate(order: OrderRecord, status: ProviderOrderStatus, nowMs: number): boolean {
  if (order.state === 'FAILED' && !isGivenUp(order)) return true
  // The payment, or the time of it, may be known from an earlier status only.
  const [payment] = paymentsAfter(order, status).named
  const known = order.attempts.find(({ transactionId }) => transactionId === payment?.transactionId)
  const paidAt = payment?.timestamp ?? known?.timestamp
  if (paidAt === undefined || paidAt > nowMs + MAX_CLOCK_DIFFERENCE_MS) return false
  return status.expireAt !== undefined && paidAt > status.expireAt
}

/**
 * After this time past its expiry, an order that the provider has not decided needs review, and no longer keeps another amount from its
 * reference. Milliseconds.
 */
export const UNDECIDED_AFTER_MS = 72 * 3_600_000

/** Whether the order was just checked, more than 72 hours after its expiry, and is still not final. */
export function isUndecided(order: OrderRecord, observations: readonly Observation[], nowMs: number): boolean {
  const { state, needsReview, sentAtMs, expiresAtMs, createdAtMs, refundUnansweredSinceMs } = order
  return (
    (state === 'CREATED' || state === 'PENDING') &&
    !needsReview &&
    sentAtMs !== undefined &&
    refundUnansweredSinceMs === undefined &&
    nowMs >= (expiresAtMs ?? createdAtMs) + UNDECIDED_AFTER_MS &&
    observations.some(({ kind }) => kind === 'status' || kind === 'status-failed')
  )
}

/** For so long the provider is asked again whether a payment was refunded before, until a person has to decide. Milliseconds. */
const REFUND_UNANSWERED_MS = 20 * 60_000

/** For so long an answer that the order is not paid may be older than the one that it is. Milliseconds. */
const MAX_DOUBT_MS = 24 * 3_600_000

/** Whether a status says that the order is not paid. */
export const saysUnpaid = (status: ProviderOrderStatus | undefined): boolean =>
  status?.state === 'FAILED' || status?.state === 'PENDING'

/** The order as a status says that it is not paid: in the end it no longer matters whether the payment was refunded before. */
export function withoutDoubt(order: OrderRecord, nowMs: number): OrderRecord {
  const { refundUnansweredSinceMs, ...rest } = order
  return refundUnansweredSinceMs !== undefined && nowMs >= refundUnansweredSinceMs + MAX_DOUBT_MS ? rest : order
}

/** Whether the order is paid, and the provider has not said for a while whether the payment was refunded before. */
export function isPaymentUndecided({ refundUnansweredSinceMs, state }: OrderRecord, nowMs: number): boolean {
  return (
    state !== 'COMPLETED' &&
    refundUnansweredSinceMs !== undefined &&
    nowMs >= refundUnansweredSinceMs + REFUND_UNANSWERED_MS
  )
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
    eventId: eventIdOf('refund.request', merchantRefundId),
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

/** Whether the id is that of an automatic refund of another order, which may be started later. */
export function isReservedRefundId(merchantRefundId: string, merchantOrderId: string): boolean {
  return Object.values(SUFFIXES).some(
    (suffix) => merchantRefundId.endsWith(suffix) && merchantRefundId !== merchantOrderId + suffix,
  )
}

/**
 * The largest amount of an order, and of what the provider may report, in paise: ₹1 000 crore, far above what
 * a payment mode allows. Sums of thousands of them are exact.
 */
export const MAX_AMOUNT = 1_000_000_000_000

/** Characters of a merchantOrderId. */
export const MAX_ID_LENGTH = 57

/**
 * What the order learns when an automatic refund fails, or when the provider corrects one that had failed: the order needs review
 * meanwhile, because no caller waits for the result.
 */
export function automaticRefundChange(before: RefundRecord, after: RefundRecord, atMs: number): Observation[] {
  if (after.origin !== 'duplicate' && after.origin !== 'late-payment') return []
  if ((before.state === 'FAILED') === (after.state === 'FAILED')) return []
  const { merchantRefundId } = after
  return after.state === 'FAILED'
    ? [automaticRefundFailed(after, atMs)]
    : [{ kind: 'automatic-refund-corrected', atMs, merchantRefundId }]
}

export function automaticRefundFailed(
  {
    merchantRefundId,
    detailedErrorCode,
    errorCode,
  }: Pick<RefundRecord, 'merchantRefundId' | 'detailedErrorCode' | 'errorCode'>,
  atMs: number,
): Observation {
  return {
    kind: 'automatic-refund-failed',
    atMs,
    merchantRefundId,
    ...defined({ code: detailedErrorCode ?? errorCode }),
  }
}

/** Whether the reply to the request that begins the payment may still come: only it says whether this request created the order. */
export function isReplyAwaited({ sendByMs }: Pick<OrderRecord, 'sendByMs'>, nowMs: number): boolean {
  return sendByMs !== undefined && nowMs <= sendByMs
}

/**
 * Whether the order was paid at the provider before it was sent there, as far as is known: before this database was restored from an older
 * backup, or by another integration.
 */
export function wasPaidBefore(order: OrderRecord, status: ProviderOrderStatus): boolean {
  const { sentAtMs, orderId, state } = order
  if (status.state !== 'COMPLETED' || state === 'COMPLETED' || orderId !== undefined) return false
  const paid = status.attempts.filter((attempt) => attempt.state === 'COMPLETED')
  return sentAtMs === undefined || paid.some(({ timestamp = sentAtMs }) => timestamp < sentAtMs)
}

/** A payment that is found this long after it was made may have been found before: the database was restored since. Milliseconds. */
const FOUND_LATE_MS = 10 * 60_000

/**
 * Whether the payment may have been refunded automatically, and this database does not know it: it was made before the order was sent, or is
 * found so late that another database may have found it first.
 */
export function mayBeRefunded(order: OrderRecord, status: ProviderOrderStatus, nowMs: number): boolean {
  if (status.state !== 'COMPLETED' || order.state === 'COMPLETED' || order.refundCheckWaived) return false
  const expiresAtMs = status.expireAt ?? order.expiresAtMs
  const paid = status.attempts.filter(({ state }) => state === 'COMPLETED')
  return (
    order.refundUnansweredSinceMs !== undefined ||
    wasPaidBefore(order, status) ||
    (expiresAtMs !== undefined && nowMs > expiresAtMs) ||
    paid.some(({ timestamp = nowMs }) => timestamp < nowMs - FOUND_LATE_MS)
  )
}

/** The status of a payment of which the provider does not say whether it was refunded before. */
export const withoutRefundAnswer = (observations: readonly Observation[]): boolean =>
  observations.some((one) => one.kind === 'status' && one.refundsChecked === 'unanswered')

/** Whether no request of this gateway created the order at the provider, as far as it knows, and the API key that started it may not import one. */
export function isOfAnother(order: OrderRecord, status: ProviderOrderStatus): boolean {
  return (
    order.mayNotImport === true && (order.sentAtMs === undefined || isGivenUp(order) || wasPaidBefore(order, status))
  )
}
