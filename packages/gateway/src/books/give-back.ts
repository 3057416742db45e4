import type { Effect } from './effects.ts'
import type { Order } from './order.ts'

/** The id is derived, so that saying it twice is saying it once. */
export function giveBack(
  { merchantOrderId, amount }: Order,
  why: 'duplicate' | 'late-success' | 'paid-twice',
  surplus = amount,
): Effect {
  const merchantRefundId = refundIdFor(merchantOrderId, why)
  const origin = why === 'late-success' ? why : 'duplicate'
  return {
    kind: 'refund.request',
    effectId: merchantRefundId,
    merchantOrderId,
    merchantRefundId,
    amount: surplus,
    origin,
  }
}

const TAILS = { duplicate: '-dup', 'late-success': '-late', 'paid-twice': '-twice' } as const

/** Ids of ours are short enough (`MOST_ID_LENGTH`) for the tail to fit into the provider's 63 characters. */
export function refundIdFor(merchantOrderId: string, why: keyof typeof TAILS): string {
  return merchantOrderId + TAILS[why]
}

export const MOST_ID_LENGTH = 57
