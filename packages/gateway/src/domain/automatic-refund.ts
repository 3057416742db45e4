import type { DomainEvent } from './events.ts'
import type { OrderRecord } from './order.ts'

/** The id is derived, so that saying it twice is saying it once. */
export function giveBack(
  { merchantOrderId, amount }: OrderRecord,
  why: 'duplicate' | 'late-payment' | 'paid-twice',
  surplus = amount,
): DomainEvent {
  const merchantRefundId = refundIdFor(merchantOrderId, why)
  const origin = why === 'late-payment' ? why : 'duplicate'
  return {
    kind: 'refund.request',
    deliveryId: merchantRefundId,
    merchantOrderId,
    merchantRefundId,
    amount: surplus,
    origin,
  }
}

const TAILS = { duplicate: '-dup', 'late-payment': '-late', 'paid-twice': '-twice' } as const

/** Ids of ours are short enough (`MOST_ID_LENGTH`) for the tail to fit into the provider's 63 characters. */
export function refundIdFor(merchantOrderId: string, why: keyof typeof TAILS): string {
  return merchantOrderId + TAILS[why]
}

export const MAX_ID_LENGTH = 57
