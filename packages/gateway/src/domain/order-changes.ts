import type { OrderRule } from '@galla/contract/gateway-api/decisions'
import type { ReviewFinding } from '@galla/contract/gateway-api/orders'
import { defined } from './defined.ts'
import { orderEvent } from './events.ts'
import type { DomainEvent, OrderRecord } from './order.ts'
import { automaticRefund, wasReportedFailed } from './order-rules.ts'
import { surplusOf } from './refund.ts'
import { isInReviewFor, newFindings, withFindings } from './review.ts'

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
  const codes = defined({ errorCode: why.errorCode, detailedErrorCode: why.detailedErrorCode })
  // An order that the gateway gave up may reopen and then fail at the provider: these are two events.
  const isOfProvider = rule === 'failed-by-status'
  const event = orderEvent('order.failed', order.merchantOrderId, isOfProvider ? undefined : rule)
  return {
    order: { ...withoutFailure(order), ...codes, state: 'FAILED', givenUp: !isOfProvider },
    events: reported ? [] : [event],
    rule,
  }
}

/** The order without why it failed. */
export function withoutFailure(order: OrderRecord): OrderRecord {
  const { errorCode: _, detailedErrorCode: __, givenUp: ___, ...rest } = order
  return rest
}

/** Reopens an order that the gateway had given up. The event retracts `order.failed`, if that was recorded. */
export function reopen(order: OrderRecord): OrderReduction {
  return {
    order: { ...withoutFailure(order), state: 'PENDING', sentAtMs: order.sentAtMs ?? order.createdAtMs },
    events: wasReportedFailed(order) ? [orderEvent('order.reopened', order.merchantOrderId)] : [],
    rule: 'reopened',
  }
}

/** Puts an order in review: its state does not change until a person resolves the review. */
export function stopForReview(order: OrderRecord, finding: ReviewFinding, sinceMs: number): OrderReduction {
  const { code } = finding
  return {
    order: { ...order, needsReview: { reason: code, findings: [finding], sinceMs } },
    // An order that needs a review again after a person resolved one is reported again.
    events: [orderEvent('order.needs_review', order.merchantOrderId, `${code}:${sinceMs}`)],
    rule: code,
  }
}

/**
 * Adds to the findings of the review that an order is in, and reports the order again, unless the review already has them. A number of payments
 * replaces the one before.
 */
export function addToReview(order: OrderRecord, findings: readonly ReviewFinding[], nowMs: number): OrderReduction {
  const { needsReview } = order
  const added = needsReview ? newFindings(needsReview, findings) : []
  const [first] = added
  if (!needsReview || !first) return keep(order, 'stays-in-review')
  return {
    order: { ...order, needsReview: withFindings(needsReview, added) },
    events: added.map(({ code, merchantRefundId, payments, theirs = '' }) =>
      orderEvent(
        'order.needs_review',
        order.merchantOrderId,
        `${code}:${nowMs}:${merchantRefundId ?? payments ?? theirs}`,
      ),
    ),
    rule: first.code,
  }
}

/** A person has decided that the provider's order is this one. */
function withImport({ mayNotImport: _, ...order }: OrderRecord): OrderRecord {
  return order
}

/** A person accepts the payment of a paid order, whatever became of it before. */
export function withPaymentAccepted({ refundUnansweredSinceMs: _, ...order }: OrderRecord): OrderRecord {
  return { ...order, refundCheckWaived: true }
}

/** Payments of an order, also those that have no transactionId. */
const paymentsOf = ({ attempts }: OrderRecord, { unnamedPayments = 0 }: Partial<ReviewFinding> = {}): number =>
  attempts.filter(({ state }) => state === 'COMPLETED').length + unnamedPayments

/** A larger amount that was reported of an accepted payment counts, once a person has seen it: the ledger captures what it lacks. */
const withRaisedAmounts = (order: OrderRecord): OrderRecord => ({
  ...order,
  attempts: order.attempts.map((attempt) => {
    const { reportedAmount, ...one } = attempt
    const isRaised = one.state === 'COMPLETED' && reportedAmount !== undefined && reportedAmount > one.amount
    return isRaised ? { ...one, amount: reportedAmount } : attempt
  }),
})

/**
 * Ends a review. The next status is judged again, except a double payment, which counts as seen while there still is one. With `refundSurplus`,
 * what was paid beyond the order amount is refunded once, under a derived id.
 */
export function resolveReview(before: OrderRecord, refundSurplus: boolean): OrderReduction {
  const { needsReview, ...stored } = before
  const own = isInReviewFor(before, 'id-in-use') ? withImport(stored) : stored
  const twice = needsReview?.findings.find(({ code }) => code === 'paid-twice')
  if (!twice) return keep(own.doublePaymentSeen ? withRaisedAmounts(own) : own, 'review-resolved')
  if (paymentsOf(before, twice) < 2) return keep(own, 'review-resolved')
  // Only what this finding has: a payment that was accepted without a transactionId may have one by now.
  const { unnamedSeenAmount: _, unnamedSeenPayments: __, ...rest } = own
  const unnamed = { unnamedSeenAmount: twice.unnamedAmount, unnamedSeenPayments: twice.unnamedPayments }
  // Another amount than the accepted one is news again.
  const attempts = own.attempts.map(({ reportedAmount: _, ...attempt }) => attempt)
  const seen = { ...rest, attempts, doublePaymentSeen: true, ...defined(unnamed) }
  const surplus = surplusOf(before)
  if (!refundSurplus || surplus === 0) return keep(seen, 'review-resolved')
  return { order: seen, events: [automaticRefund(own, 'paid-twice', surplus)], rule: 'review-resolved' }
}
