import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import { eventIdOf } from '../events/events.ts'
import { hasOurId, type RefundRecord } from '../refunds/refund.ts'
import type { DomainEvent, Observation, OrderRecord } from './order.ts'
import { bookedAmount } from './payments.ts'

/** The event that requests a refund of what was paid, at most the order's amount. Its id is derived from the order's, so an order is refunded once per reason. */
export function automaticRefund(
  order: OrderRecord,
  why: 'duplicate' | 'late-payment' | 'paid-twice',
  surplus?: number,
): DomainEvent {
  const { merchantOrderId } = order
  const merchantRefundId = refundIdFor(merchantOrderId, why)
  return {
    type: 'refund.request',
    eventId: eventIdOf('refund.request', merchantRefundId),
    merchantOrderId,
    merchantRefundId,
    amount: (surplus ?? Math.min(bookedAmount(order), order.amount)) as Paise,
    origin: why === 'late-payment' ? why : 'duplicate',
  }
}

const SUFFIXES = { duplicate: '-dup', 'late-payment': '-late', 'paid-twice': '-twice' } as const

/** The refund id of an automatic refund. `MAX_ID_LENGTH` leaves room for the suffix within the provider's 63 characters. */
export function refundIdFor(merchantOrderId: string, why: keyof typeof SUFFIXES): string {
  return merchantOrderId + SUFFIXES[why]
}

/** True when the id belongs to the automatic refund of another order, which may be started later. */
export function isReservedRefundId(merchantRefundId: string, merchantOrderId: string): boolean {
  return Object.values(SUFFIXES).some(
    (suffix) => merchantRefundId.endsWith(suffix) && merchantRefundId !== merchantOrderId + suffix,
  )
}

/**
 * Returns the order's observation when an automatic refund fails, or when the provider corrects a failed automatic refund. The order needs
 * review until then, because no caller waits for the result.
 */
export function automaticRefundChange(before: RefundRecord, after: RefundRecord, atMs: number): Observation[] {
  if (!hasOurId(after) || (after.origin !== 'duplicate' && after.origin !== 'late-payment')) return []
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
  }: Pick<RefundRecord, 'detailedErrorCode' | 'errorCode'> & { readonly merchantRefundId: string },
  atMs: number,
): Observation {
  return {
    kind: 'automatic-refund-failed',
    atMs,
    merchantRefundId,
    ...defined({ code: detailedErrorCode ?? errorCode }),
  }
}
