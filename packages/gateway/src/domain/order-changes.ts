import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Review } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
import { orderEvent } from './events.ts'
import type { DomainEvent, OrderRecord } from './order.ts'
import { automaticRefund, wasReportedFailed } from './order-rules.ts'
import { surplusOf } from './refund.ts'

/** What observations make of an order. */
export interface OrderReduction {
  readonly order: OrderRecord
  readonly events: readonly DomainEvent[]
  readonly rule: OrderRule
}

export function keep(order: OrderRecord, rule: OrderRule): OrderReduction {
  return { order, events: [], rule }
}

/** `reported`: `order.failed` was recorded before, so it is not recorded again. */
export function fail(
  order: OrderRecord,
  rule: OrderRule,
  why: { errorCode?: string; detailedErrorCode?: string },
  reported = false,
): OrderReduction {
  const { errorCode: _, detailedErrorCode: __, ...rest } = order
  const codes = defined({ errorCode: why.errorCode, detailedErrorCode: why.detailedErrorCode })
  // An order that the gateway gave up may reopen and then fail at the provider: these are two events.
  const event = orderEvent('order.failed', order.merchantOrderId, rule === 'failed-by-status' ? undefined : rule)
  return {
    order: { ...rest, ...codes, state: 'FAILED' },
    events: reported ? [] : [event],
    rule,
  }
}

/** Reopens an order that the gateway had given up. The event retracts `order.failed`, if that was recorded. */
export function reopen(order: OrderRecord): OrderReduction {
  const { errorCode: _, detailedErrorCode: __, ...rest } = order
  return {
    order: { ...rest, state: 'PENDING', openedAtMs: order.openedAtMs ?? order.createdAtMs },
    events: wasReportedFailed(order) ? [orderEvent('order.reopened', order.merchantOrderId)] : [],
    rule: 'reopened',
  }
}

/** Puts an order in review: its state does not change until a person resolves the review. */
export function stopForReview(
  order: OrderRecord,
  { reason, message }: Omit<Review, 'sinceMs'>,
  sinceMs: number,
): OrderReduction {
  return {
    order: { ...order, needsReview: { reason, message, sinceMs } },
    // An order that needs a review again after a person resolved one is reported again.
    events: [orderEvent('order.needs_review', order.merchantOrderId, `${reason}:${sinceMs}`)],
    rule: reason,
  }
}

/**
 * Adds to the message of the review that an order is in, and reports the order again, unless the review already says it.
 * @param occurrence what tells this addition from others of the same time
 */
export function addToReview(
  order: OrderRecord,
  { rule, message, occurrence }: { rule: Review['reason']; message: string; occurrence: string | number },
  nowMs: number,
): OrderReduction {
  const { needsReview } = order
  if (!needsReview || needsReview.message.includes(message)) return keep(order, 'stays-in-review')
  return {
    order: { ...order, needsReview: { ...needsReview, message: `${needsReview.message} ${message}`.trim() } },
    events: [orderEvent('order.needs_review', order.merchantOrderId, `${rule}:${nowMs}:${occurrence}`)],
    rule,
  }
}

/**
 * Ends a review. The next status is judged again, except a double payment, which counts as seen. With `refundSurplus`, what was
 * paid beyond the order amount is refunded once, under a derived id.
 */
export function resolveReview(before: OrderRecord, refundSurplus: boolean): OrderReduction {
  const { needsReview, ...order } = before
  if (needsReview?.reason !== 'paid-twice') return keep(order, 'review-resolved')
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!refundSurplus || surplus === 0) return keep(seen, 'review-resolved')
  return { order: seen, events: [automaticRefund(order, 'paid-twice', surplus)], rule: 'review-resolved' }
}
