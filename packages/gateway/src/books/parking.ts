import { giveBack } from './give-back.ts'
import type { Mismatch } from './mismatch.ts'
import type { Order } from './order.ts'
import type { Reduced } from './reduce-order.ts'
import { surplusOf } from './refundable.ts'

/** Why an order stops, and what a person should know. */
export interface Stop {
  readonly rule: Mismatch['rule'] | 'give-back-failed'
  readonly reason: string
}

/** Stops an order until a person has looked. */
export function park(order: Order, { rule, reason }: Stop, atMs: number): Reduced {
  const { merchantOrderId } = order
  return {
    order: { ...order, parked: { rule, reason, atMs } },
    // Once for each rule; a third payment is as loud as the second.
    effects: [
      {
        kind: 'order.parked',
        effectId: `${merchantOrderId}:parked:${rule}${order.doublePaymentSeen ? ':again' : ''}`,
        merchantOrderId,
      },
    ],
    rule,
  }
}

/** Only one thing is settled by a person's word alone: what the provider says a second time is judged a second time. */
export function unpark(before: Order, wanted: boolean): Reduced {
  const { parked, ...order } = before
  if (parked?.rule !== 'paid-twice') return { order, effects: [], rule: 'unparked' }
  const seen = { ...order, doublePaymentSeen: true }
  const surplus = surplusOf(before)
  if (!wanted || surplus === 0) return { order: seen, effects: [], rule: 'unparked' }
  return { order: seen, effects: [giveBack(order, 'paid-twice', surplus)], rule: 'unparked' }
}
