import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Review } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
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
  const { merchantOrderId } = order
  const { errorCode: _, detailedErrorCode: __, ...rest } = order
  const codes = defined({ errorCode: why.errorCode, detailedErrorCode: why.detailedErrorCode })
  // An order that the gateway gave up may reopen and then fail at the provider: these are two events.
  const deliveryId = rule === 'failed-by-status' ? `${merchantOrderId}:failed` : `${merchantOrderId}:failed:${rule}`
  return {
    order: { ...rest, ...codes, state: 'FAILED' },
    events: reported ? [] : [{ type: 'order.failed', deliveryId, merchantOrderId }],
    rule,
  }
}

/** Reopens an order that the gateway had given up. The event retracts `order.failed`, if that was recorded. */
export function reopen(order: OrderRecord): OrderReduction {
  const { merchantOrderId } = order
  const { errorCode: _, detailedErrorCode: __, ...rest } = order
  return {
    order: { ...rest, state: 'PENDING', openedAtMs: order.openedAtMs ?? order.createdAtMs },
    events: wasReportedFailed(order)
      ? [{ type: 'order.reopened', deliveryId: `${merchantOrderId}:reopened`, merchantOrderId }]
      : [],
    rule: 'reopened',
  }
}

/** Puts an order in review: its state does not change until a person resolves the review. */
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
  if (needsReview?.reason !== 'paid-twice') return keep(order, 'review-resolved')
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!refundSurplus || surplus === 0) return keep(seen, 'review-resolved')
  return { order: seen, events: [automaticRefund(order, 'paid-twice', surplus)], rule: 'review-resolved' }
}
