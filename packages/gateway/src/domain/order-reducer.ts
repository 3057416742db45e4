import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import { decisiveOf, find, type ObservationOf } from './decisive-observation.ts'
import { defined } from './defined.ts'
import { orderEvent } from './events.ts'
import { merge } from './merge-status.ts'
import type { Observation, OrderRecord, Policy, ProviderOrderStatus } from './order.ts'
import {
  addToReview,
  fail,
  keep,
  type OrderReduction,
  reopen,
  resolveReview,
  stopForReview,
  withoutFailure,
  withPaymentAccepted,
} from './order-changes.ts'
import {
  automaticRefund,
  believableExpiry,
  findMismatch,
  isGivenUp,
  isLate,
  isOfAnother,
  isPaymentUndecided,
  isReplyAwaited,
  isUndecided,
  mayBeRefunded,
  saysUnpaid,
  shortPayment,
  takenBackFinding,
  wasPaidBefore,
  wasReportedFailed,
  withoutDoubt,
} from './order-rules.ts'
import { changedAmount, doublePayment, paymentsAfter, unseenDoublePayment } from './payments.ts'
import { endFinding, isInReviewFor, isPaymentInDoubt } from './review.ts'

/** The current time and the state of the order's reference, read under the order's lock. */
export interface ReferenceState {
  readonly nowMs: number
  /** Another order of the same reference whose payment counts already. */
  readonly paidBy?: string
  /** A later order of the same reference with another amount: the reference has that amount by now. */
  readonly supersededBy?: string
}

/**
 * Applies observations to an order and returns the new order, its events and the rule that decided. Pure. A state never moves
 * backwards, with two exceptions: an order that the gateway had given up reopens when the provider knows it, and a failed one
 * completes when the provider reports a payment, which is then refunded as late. The strongest observation
 * decides: a status, then a trusted callback, then the reply to the request.
 */
export function reduceOrder(
  order: OrderRecord,
  observations: readonly Observation[],
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { needsReview, ...rest } = order
  if (needsReview && needsReview.reason !== 'undecided') {
    return reduceInReview(order, observations, referenceState.nowMs, policy)
  }
  const reduction = reduceUnreviewed(rest, observations, referenceState, policy)
  const { nowMs } = referenceState
  const paymentUndecided = isPaymentUndecided(reduction.order, nowMs)
  const undecided = paymentUndecided || isUndecided(reduction.order, observations, nowMs)
  if (needsReview && (!paymentUndecided || needsReview.findings.some(isPaymentInDoubt))) {
    const { state, refundUnansweredSinceMs } = reduction.order
    if (reduction.order.needsReview || state === 'COMPLETED' || (state === 'FAILED' && !paymentUndecided))
      return reduction
    if (!undecided && rest.refundUnansweredSinceMs !== undefined && refundUnansweredSinceMs === undefined)
      return reduction
    const resolution = find(observations, 'console')
    if (resolution && needsReview.findings.some(isPaymentInDoubt))
      return keep(withPaymentAccepted(reduction.order), 'review-resolved')
    if (resolution && !undecided) return keep(reduction.order, 'review-resolved')
    return { ...reduction, order: { ...reduction.order, needsReview } }
  }
  // The provider has just said that the order is not paid: whether it was is asked for, and no review.
  if (!undecided || (paymentUndecided && saysUnpaid(find(observations, 'status')?.status))) return reduction
  const finding = { code: 'undecided', ...(paymentUndecided && { theirs: 'COMPLETED' }) } as const
  const stopped = stopForReview(reduction.order, finding, nowMs)
  return { ...stopped, events: [...reduction.events, ...stopped.events] }
}

/** An order in review keeps its state, but the attempts, ids and expiry that it learns are stored for the person who decides. */
function reduceInReview(
  order: OrderRecord,
  observations: readonly Observation[],
  nowMs: number,
  policy: Policy,
): OrderReduction {
  const failedRefund = find(observations, 'automatic-refund-failed')
  if (failedRefund) return addToReview(order, [failedRefundOf(failedRefund)], nowMs)
  const corrected = find(observations, 'automatic-refund-corrected')
  if (corrected) return endFailedRefund(order, corrected)
  const decisive = decisiveOf(observations, policy)
  const response = find(observations, 'response')
  let learned = order
  if (response || find(observations, 'response-failed')) learned = withoutSendDeadline(learned)
  if (response && learned.orderId === undefined && response.merchantOrderId === undefined)
    learned = withResponse(learned, response)
  // What a status says beside it, the person has not seen.
  const resolution = find(observations, 'console')
  if (resolution) return resolveReview(learned, resolution.refundSurplus ?? false)
  if (!decisive || !isSameOrder(learned, decisive.status)) return keep(learned, 'stays-in-review')
  const findings = findingsOfPayments(order, decisive.status, checkedAt(decisive))
  return addToReview(merge(learned, decisive.status), findings, nowMs)
}

/**
 * What a status says of the payments of an order in review: each counts as seen by the person who resolves the review, so the review has to name
 * what is further, taken back, or of another amount. Whatever else differs stops the order again after the review.
 */
function findingsOfPayments(
  order: OrderRecord,
  status: ProviderOrderStatus,
  checkedAtMs: number | undefined,
): ReviewFinding[] {
  const mayBeCaptured =
    order.state === 'COMPLETED' || order.doublePaymentSeen === true || isInReviewFor(order, 'paid-twice')
  return [
    furtherPayment(order, status),
    mayBeCaptured ? (changedAmount(order, status.attempts) ?? shortPayment(order, status)) : undefined,
    takenBackFinding(order, status, checkedAtMs),
  ].filter((finding) => finding !== undefined)
}

/** A callback does not say how old it is. */
const checkedAt = (decisive: ObservationOf<'status' | 'callback'>): number | undefined =>
  decisive.kind === 'status' ? decisive.checkedAtMs : undefined

function furtherPayment(order: OrderRecord, status: ProviderOrderStatus): ReviewFinding | undefined {
  const payments = paymentsAfter(order, status)
  if (order.doublePaymentSeen) return unseenDoublePayment(order, payments)
  const known = order.attempts.filter(({ state }) => state === 'COMPLETED').length
  const isMore = payments.named.length > known || payments.unnamed.length > 0
  return isMore ? doublePayment(payments) : undefined
}

/** The provider has corrected an automatic refund that had failed: the review ends, or goes on for its other reasons. */
function endFailedRefund(order: OrderRecord, corrected: ObservationOf<'automatic-refund-corrected'>): OrderReduction {
  const isOver = ({ code, merchantRefundId }: ReviewFinding) =>
    code === 'automatic-refund-failed' && merchantRefundId === corrected.merchantRefundId
  const left = endFinding(order, isOver)
  return left ? keep(left, 'automatic-refund-corrected') : keep(order, 'stays-in-review')
}

function isSameOrder(order: OrderRecord, { merchantOrderId, orderId }: ProviderOrderStatus): boolean {
  return (
    (merchantOrderId === undefined || merchantOrderId === order.merchantOrderId) &&
    (orderId === undefined || order.orderId === undefined || orderId === order.orderId)
  )
}

function reduceUnreviewed(
  stored: OrderRecord,
  observations: readonly Observation[],
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { nowMs } = referenceState
  const response = find(observations, 'response')
  const failedResponse = find(observations, 'response-failed')
  const order = response || failedResponse ? withoutSendDeadline(stored) : stored
  const failedRefund = find(observations, 'automatic-refund-failed')
  if (failedRefund) return stopForReview(order, failedRefundOf(failedRefund), nowMs)
  if (failedResponse?.needsPerson && order.state !== 'COMPLETED')
    return stopForReview(order, { code: 'id-in-use' }, nowMs)
  const decisive = decisiveOf(observations, policy)
  if (decisive) {
    const rule = decisive.kind === 'status' ? 'completed-by-status' : 'completed-by-signed-callback'
    return reduceStatus(order, decisive, rule, referenceState, policy)
  }
  if (response) return reduceResponse(order, response, nowMs)
  if (failedResponse && order.state === 'CREATED') return reduceFailedResponse(order, failedResponse)
  if (find(observations, 'cancel') && isUnsent(order)) {
    return keep({ ...order, state: 'FAILED', errorCode: 'CANCELLED', givenUp: true }, 'cancelled')
  }
  if (find(observations, 'callback')) return keep(order, 'callback-is-a-hint')
  if (isUnsent(order) && nowMs > (order.expiresAtMs ?? order.createdAtMs)) {
    return keep({ ...order, state: 'FAILED', errorCode: 'NOT_SENT', givenUp: true }, 'never-sent')
  }
  const failedCheck = find(observations, 'status-failed')
  // An answer that came late says what was known when it was asked for.
  if (failedCheck?.unknownOrder && isNeverOpened(order, failedCheck.checkedAtMs ?? nowMs, policy)) {
    return fail(order, 'never-opened', { errorCode: 'NEVER_OPENED' })
  }
  return keep(order, 'nothing-new')
}

/** Whether the order was never sent to the provider, so that nobody can pay it. */
function isUnsent({ state, sentAtMs }: OrderRecord): boolean {
  return state === 'CREATED' && sentAtMs === undefined
}

function withoutSendDeadline({ sendByMs: _, ...order }: OrderRecord): OrderRecord {
  return order
}

/** Without an expiry in the reply, the estimate stays. */
function withResponse(order: OrderRecord, { orderId, expireAt }: ObservationOf<'response'>): OrderRecord {
  return { ...order, ...defined({ orderId, expiresAtMs: believableExpiry(order, expireAt) }) }
}

function reduceResponse(order: OrderRecord, response: ObservationOf<'response'>, nowMs: number): OrderReduction {
  const { orderId, merchantOrderId } = response
  if (merchantOrderId !== undefined)
    return stopForReview(order, { code: 'wrong-order', ours: order.merchantOrderId, theirs: merchantOrderId }, nowMs)
  if (order.orderId !== undefined && orderId !== undefined && order.orderId !== orderId) {
    return stopForReview(order, { code: 'order-id-mismatch', ours: order.orderId, theirs: orderId }, nowMs)
  }
  const opened = { ...withResponse(order, response), sentAtMs: order.sentAtMs ?? order.createdAtMs }
  if (order.state === 'CREATED') return keep({ ...opened, state: 'PENDING' }, 'opened')
  return isGivenUp(order) ? reopen(opened) : keep(order, 'nothing-new')
}

/** Findings about payments, which the person who decides needs as they are. */
const OF_PAYMENTS: ReadonlySet<ReviewFinding['code']> = new Set(['paid-twice', 'contradiction', 'short-payment'])

function reduceStatus(
  order: OrderRecord,
  decisive: ObservationOf<'status' | 'callback'>,
  paidRule: OrderRule,
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { status } = decisive
  const mismatch = findMismatch(order, status)
  // A review of payments needs its attempts. Any other contradictory status is not merged.
  if (mismatch) {
    const { nowMs } = referenceState
    const stopped = stopForReview(OF_PAYMENTS.has(mismatch.code) ? merge(order, status) : order, mismatch, nowMs)
    if (!isSameOrder(order, status)) return stopped
    const others = findingsOfPayments(order, status, checkedAt(decisive)).filter(({ code }) => code !== mismatch.code)
    const added = addToReview(stopped.order, others, nowMs)
    return { ...stopped, order: added.order, events: [...stopped.events, ...added.events] }
  }
  const merged = merge(saysUnpaid(status) ? withoutDoubt(order, referenceState.nowMs) : order, status)
  // The reply says whether the order was there before.
  if (status.state === 'COMPLETED' && order.mayNotImport && isReplyAwaited(order, referenceState.nowMs))
    return keep(order, 'nothing-new')
  if (status.state !== 'FAILED' && isOfAnother(order, status))
    return stopForReview(merged, { code: 'id-in-use' }, referenceState.nowMs)
  switch (status.state) {
    case 'COMPLETED':
      return order.state === 'COMPLETED'
        ? keep(merged, 'nothing-new')
        : complete(merged, order, decisive, paidRule, referenceState, policy)
    case 'FAILED': {
      const finding = takenBackFinding(order, status, checkedAt(decisive))
      if (finding) return stopForReview(order, finding, referenceState.nowMs)
      if (order.state === 'COMPLETED') return keep(order, 'never-backwards')
      return order.state === 'FAILED' && !isGivenUp(order)
        ? keep(merged, 'nothing-new')
        : fail(merged, 'failed-by-status', status, wasReportedFailed(order))
    }
    default:
      if (isGivenUp(order)) return reopen(merged)
      if (order.state === 'COMPLETED' || order.state === 'FAILED') return keep(order, 'never-backwards')
      return keep({ ...merged, state: 'PENDING' }, 'still-pending')
  }
}

/**
 * Completes an order. Of all orders of a reference at most one is resolved as `fulfil`; a second payment, one of an amount that the
 * reference no longer has, and a late one unless the policy fulfils it, is refunded in full under a derived id.
 */
function complete(
  merged: OrderRecord,
  before: OrderRecord,
  decisive: ObservationOf<'status' | 'callback'>,
  paidRule: OrderRule,
  { nowMs, paidBy, supersededBy }: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { status } = decisive
  const refundedAs = decisive.kind === 'status' ? decisive.refundedAs : undefined
  const { merchantOrderId } = before
  const { refundUnansweredSinceMs: _, ...answered } = withoutFailure(merged)
  const paid: OrderRecord = { ...answered, state: 'COMPLETED', completedAtMs: nowMs }
  const checked = decisive.kind === 'status' ? decisive.refundsChecked : undefined
  // It may have been refunded before a restore, by itself or as a duplicate: then no goods are owed, and no other refund is.
  if (refundedAs === undefined && !before.refundCheckWaived) {
    if (checked === 'unanswered') return withoutAnswer(merged, before, nowMs)
    const needsCheck =
      decisive.kind === 'callback' ? mayBeRefunded(before, status, nowMs) : wasPaidBefore(before, status) && !checked
    if (needsCheck) return keep(before, 'nothing-new')
  }
  const isPaidElsewhere = paidBy !== undefined && paidBy !== merchantOrderId
  if (refundedAs === 'duplicate' || (refundedAs === undefined && isPaidElsewhere)) {
    return {
      order: { ...paid, resolution: 'duplicate-refund' },
      events: [automaticRefund(before, 'duplicate')],
      rule: 'duplicate-payment',
    }
  }
  const late = isLate(before, status, nowMs)
  if (refundedAs !== undefined || supersededBy !== undefined || (late && policy.latePayment === 'refund')) {
    return {
      order: { ...paid, resolution: 'late-refund' },
      events: [automaticRefund(before, 'late-payment')],
      rule: supersededBy === undefined ? 'late-payment' : 'superseded-amount',
    }
  }
  const completed = orderEvent('order.completed', merchantOrderId)
  return {
    order: { ...paid, resolution: 'fulfil' },
    events: isGivenUp(before) ? [...reopen(before).events, completed] : [completed],
    rule: late ? 'late-payment' : paidRule,
  }
}

/** The order is known to be paid, and nothing is decided until the provider says, or a person, whether the payment was refunded before. */
function withoutAnswer(merged: OrderRecord, before: OrderRecord, nowMs: number): OrderReduction {
  const open = before.state === 'CREATED' || before.state === 'PENDING' || isGivenUp(before)
  const order = { ...merged, refundUnansweredSinceMs: before.refundUnansweredSinceMs ?? nowMs }
  if (!open) return keep(order, 'nothing-new')
  return isGivenUp(before) ? reopen(order) : keep({ ...order, state: 'PENDING' }, 'still-pending')
}

/** A request that the provider may have received never fails the order: the status decides. */
function reduceFailedResponse(
  order: OrderRecord,
  { outcome, code, duplicateId, temporary }: ObservationOf<'response-failed'>,
): OrderReduction {
  // A duplicate id may come from our own lost request: only a status check decides.
  if (outcome === 'unknown' || duplicateId) return keep(order, 'opening-unknown')
  if (outcome === 'not-sent' || temporary) {
    const { sentAtMs: _, ...unsent } = order
    return keep(unsent, 'opening-deferred')
  }
  return fail(order, 'opening-refused', { errorCode: 'REFUSED', ...defined({ detailedErrorCode: code }) })
}

/** Whether "order not found" may give the order up: only if asked for after its expiry and the grace, and when it can no longer be sent. */
function isNeverOpened(order: OrderRecord, checkedAtMs: number, { unknownOrderGraceMs }: Policy): boolean {
  const { state, expiresAtMs, sendByMs = 0 } = order
  return (
    state === 'CREATED' &&
    expiresAtMs !== undefined &&
    checkedAtMs > Math.max(expiresAtMs, sendByMs) + unknownOrderGraceMs
  )
}

function failedRefundOf({ merchantRefundId, code }: ObservationOf<'automatic-refund-failed'>): ReviewFinding {
  return { code: 'automatic-refund-failed', merchantRefundId, ...defined({ errorCode: code }) }
}
