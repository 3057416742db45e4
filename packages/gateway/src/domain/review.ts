import { giveBack } from './automatic-refund.ts'
import type { Mismatch } from './mismatch.ts'
import type { OrderRecord } from './order.ts'
import type { OrderReduction } from './order-reducer.ts'
import { surplusOf } from './refundable.ts'

/** Why an order stops, and what a person should know. */
export interface ReviewReason {
  readonly rule: Mismatch['rule'] | 'automatic-refund-failed'
  readonly reason: string
}

/** Stops an order until a person has looked. */
export function stopForReview(order: OrderRecord, { rule, reason }: ReviewReason, atMs: number): OrderReduction {
  const { merchantOrderId } = order
  return {
    order: { ...order, needsReview: { rule, reason, atMs } },
    // Once for each rule; a third payment is as loud as the second.
    effects: [
      {
        kind: 'order.needs_review',
        deliveryId: `${merchantOrderId}:needsReview:${rule}${order.doublePaymentSeen ? ':again' : ''}`,
        merchantOrderId,
      },
    ],
    rule,
  }
}

/** Only one thing is settled by a person's word alone: what the provider says a second time is judged a second time. */
export function resolveReview(before: OrderRecord, wanted: boolean): OrderReduction {
  const { needsReview, ...order } = before
  if (needsReview?.rule !== 'paid-twice') return { order, effects: [], rule: 'review-resolved' }
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!wanted || surplus === 0) return { order: seen, effects: [], rule: 'review-resolved' }
  return { order: seen, effects: [giveBack(order, 'paid-twice', surplus)], rule: 'review-resolved' }
}
