import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Review } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
import type { DomainEvent, Observation, OrderRecord, Policy, ProviderOrderStatus } from './order.ts'
import { automaticRefund, findMismatch, isLate } from './order-rules.ts'
import { surplusOf } from './refund.ts'

/** The current time and the state of the order's reference, read under the order's lock. */
export interface ReferenceState {
  readonly nowMs: number
  /** Another order of the same reference whose payment counts already. */
  readonly paidBy?: string
}

export interface OrderReduction {
  readonly order: OrderRecord
  readonly events: readonly DomainEvent[]
  readonly rule: OrderRule
}

type ObservationOf<Kind extends Observation['kind']> = Extract<Observation, { kind: Kind }>

/**
 * Applies observations to an order and returns the new order, its events and the rule that decided. Pure. A state never moves
 * backwards. The strongest observation decides: a status, then a trusted callback, then the reply to the request.
 */
export function reduceOrder(
  order: OrderRecord,
  observations: readonly Observation[],
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const last = <Kind extends Observation['kind']>(kind: Kind) =>
    observations.filter((one): one is ObservationOf<Kind> => one.kind === kind).at(-1)

  if (order.needsReview) {
    const resolution = last('console')
    return resolution ? resolveReview(order, resolution.refundSurplus ?? false) : keep(order, 'stays-in-review')
  }
  const failedRefund = last('automatic-refund-failed')
  if (failedRefund) return stopForReview(order, failedRefundReason(failedRefund), referenceState.nowMs)
  const status = last('status')
  const callback = last('callback')
  const trusted = callback?.mode === 'hmac' && policy.trustHmacCallbacks ? callback : undefined
  const decisive = status ?? trusted
  if (decisive)
    return reduceStatus(
      order,
      decisive.status,
      status ? 'completed-by-status' : 'completed-by-signed-callback',
      referenceState,
      policy,
    )

  const reply = last('reply')
  if (reply && order.state === 'CREATED') {
    return keep({ ...order, state: 'PENDING', orderId: reply.orderId, expiresAtMs: reply.expireAt }, 'opened')
  }
  const failed = last('reply-failed')
  if (failed && order.state === 'CREATED') return reduceFailedReply(order, failed)
  if (callback) return keep(order, 'callback-is-a-hint')
  if (last('status-failed')?.unknownOrder && neverOpened(order, referenceState.nowMs, policy)) {
    return failOrder(order, 'never-opened', { errorCode: 'NEVER_OPENED' })
  }
  return keep(order, 'nothing-new')
}

function reduceStatus(
  order: OrderRecord,
  status: ProviderOrderStatus,
  paidRule: OrderRule,
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const mismatch = findMismatch(order, status)
  // A review of a double payment needs its attempts. Any other contradictory status is not merged.
  if (mismatch)
    return stopForReview(
      mismatch.reason === 'paid-twice' ? merge(order, status) : order,
      mismatch,
      referenceState.nowMs,
    )
  const merged = merge(order, status)
  switch (status.state) {
    case 'COMPLETED':
      return order.state === 'COMPLETED'
        ? keep(merged, 'nothing-new')
        : complete(merged, order, status, paidRule, referenceState, policy)
    case 'FAILED':
      if (order.state === 'COMPLETED') return keep(order, 'never-backwards')
      return order.state === 'FAILED' ? keep(merged, 'nothing-new') : failOrder(merged, 'failed-by-status', status)
    default:
      if (order.state === 'COMPLETED' || order.state === 'FAILED') return keep(order, 'never-backwards')
      return keep({ ...merged, state: 'PENDING' }, 'still-pending')
  }
}

/** Merges ids, expiry and attempts of a status into the order; fields that the status omits stay as they are. */
function merge(order: OrderRecord, status: ProviderOrderStatus): OrderRecord {
  const orderId = order.orderId ?? status.orderId
  const expiresAtMs = status.expireAt ?? order.expiresAtMs
  const known = new Map(order.attempts.map((attempt) => [attempt.transactionId, attempt]))
  for (const attempt of status.attempts)
    known.set(attempt.transactionId, { ...known.get(attempt.transactionId), ...attempt })
  return {
    ...order,
    ...defined({ orderId, expiresAtMs }),
    attempts: [...known.values()],
  }
}

/**
 * Completes an order. Of all orders of a reference at most one is resolved as `fulfil`; a second payment, and a late one unless
 * the policy fulfils it, is refunded in full under a derived id.
 */
function complete(
  merged: OrderRecord,
  before: OrderRecord,
  status: ProviderOrderStatus,
  paidRule: OrderRule,
  referenceState: ReferenceState,
  policy: Policy,
): OrderReduction {
  const { merchantOrderId } = before
  const { errorCode: _, detailedErrorCode: __, ...rest } = merged
  const paid: OrderRecord = { ...rest, state: 'COMPLETED', completedAtMs: referenceState.nowMs }
  if (referenceState.paidBy !== undefined && referenceState.paidBy !== merchantOrderId) {
    return {
      order: { ...paid, resolution: 'duplicate-refund' },
      events: [automaticRefund(before, 'duplicate')],
      rule: 'duplicate-payment',
    }
  }
  const late = isLate(before, status)
  if (late && policy.latePayment === 'refund') {
    return {
      order: { ...paid, resolution: 'late-refund' },
      events: [automaticRefund(before, 'late-payment')],
      rule: 'late-payment',
    }
  }
  const deliveryId = `${merchantOrderId}:completed`
  return {
    order: { ...paid, resolution: 'fulfil' },
    events: [{ type: 'order.completed', deliveryId, merchantOrderId }],
    rule: late ? 'late-payment' : paidRule,
  }
}

/** A request that the provider may have received never fails the order: the status decides. */
function reduceFailedReply(
  order: OrderRecord,
  { outcome, code, duplicateId, passing }: ObservationOf<'reply-failed'>,
): OrderReduction {
  // A duplicate id may come from our own lost request: only a status check decides.
  if (outcome === 'unknown' || duplicateId) return keep(order, 'opening-unknown')
  if (order.checkout === 'CUSTOM' && (outcome === 'not-sent' || passing)) return keep(order, 'opening-put-off')
  const rule = outcome === 'not-sent' ? 'opening-not-sent' : 'opening-refused'
  return failOrder(order, rule, { errorCode: code ?? (outcome === 'not-sent' ? 'NOT_SENT' : 'REFUSED') })
}

/** Whether "order not found" may fail the order: only after its expiry and the grace. */
function neverOpened(order: OrderRecord, nowMs: number, { unknownOrderGraceMs }: Policy): boolean {
  return order.state === 'CREATED' && order.expiresAtMs !== undefined && nowMs > order.expiresAtMs + unknownOrderGraceMs
}

function failOrder(
  order: OrderRecord,
  rule: OrderRule,
  why: { errorCode?: string; detailedErrorCode?: string },
): OrderReduction {
  const { merchantOrderId } = order
  const codes = defined({ errorCode: why.errorCode, detailedErrorCode: why.detailedErrorCode })
  return {
    order: { ...order, ...codes, state: 'FAILED' },
    events: [{ type: 'order.failed', deliveryId: `${merchantOrderId}:failed`, merchantOrderId }],
    rule,
  }
}

function failedRefundReason({
  merchantRefundId,
  code,
}: ObservationOf<'automatic-refund-failed'>): Omit<Review, 'sinceMs'> {
  const why = code === undefined ? '' : ` (${code})`
  return {
    reason: 'automatic-refund-failed',
    message: `The refund ${merchantRefundId} failed${why}, so the payer has not got the money. Refund it under a new id, or in the provider's dashboard.`,
  }
}

function keep(order: OrderRecord, rule: OrderRule): OrderReduction {
  return { order, events: [], rule }
}

/** Puts an order in review: it does not change until a person resolves the review. */
export function stopForReview(
  order: OrderRecord,
  { reason, message }: Omit<Review, 'sinceMs'>,
  sinceMs: number,
): OrderReduction {
  const { merchantOrderId } = order
  return {
    order: { ...order, needsReview: { reason, message, sinceMs } },
    // One event per rule; a third payment is reported again.
    events: [
      {
        type: 'order.needs_review',
        deliveryId: `${merchantOrderId}:needsReview:${reason}${order.doublePaymentSeen ? ':again' : ''}`,
        merchantOrderId,
      },
    ],
    rule: reason,
  }
}

/**
 * Ends a review. The next status is judged again, except a double payment, which counts as seen. With `refundSurplus`, what was
 * paid beyond the order amount is refunded once, under a derived id.
 */
export function resolveReview(before: OrderRecord, refundSurplus: boolean): OrderReduction {
  const { needsReview, ...order } = before
  if (needsReview?.reason !== 'paid-twice') return { order, events: [], rule: 'review-resolved' }
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!refundSurplus || surplus === 0) return { order: seen, events: [], rule: 'review-resolved' }
  return { order: seen, events: [automaticRefund(order, 'paid-twice', surplus)], rule: 'review-resolved' }
}
