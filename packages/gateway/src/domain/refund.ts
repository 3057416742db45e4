import type { Refund, RefundState } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { OrderRecord } from './order.ts'

/** The stored refund. `amount` in paise. */
export interface RefundRecord {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly state: RefundState
  readonly origin: Refund['origin']
  /** The provider may have received the request: only a status check under the same id decides. */
  readonly inDoubt: boolean
  readonly refundId?: string
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly utr?: string
  readonly createdAtMs: number
}

/** What the order counts as paid, in paise: its amount, or the sum of all completed attempts once a person has accepted a double payment. */
export function paidAmount({ amount, attempts, doublePaymentSeen }: PaymentFields): Paise {
  const received = attempts.reduce((sum, one) => (one.state === 'COMPLETED' ? sum + one.amount : sum), 0)
  return (doublePaymentSeen ? Math.max(received, amount) : amount) as Paise
}

/**
 * What was paid beyond the order amount while the double payment is in review, in paise; otherwise 0. A third payment is never
 * refunded automatically.
 */
export function surplusOf(order: PaymentFields & Pick<OrderRecord, 'needsReview'>): Paise {
  const inReview = order.needsReview?.reason === 'paid-twice' && !order.doublePaymentSeen
  return (inReview ? paidAmount({ ...order, doublePaymentSeen: true }) - order.amount : 0) as Paise
}

type PaymentFields = Pick<OrderRecord, 'amount' | 'attempts' | 'doublePaymentSeen'>

/**
 * What may still be refunded, in paise: the paid amount less every refund that has not failed, refunds in doubt included. Money out
 * never exceeds money in.
 */
export function refundable(
  order: Pick<OrderRecord, 'state'> & PaymentFields,
  refunds: readonly Pick<RefundRecord, 'state' | 'amount'>[],
): Paise {
  if (order.state !== 'COMPLETED') return 0 as Paise
  const reserved = refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
  return Math.max(paidAmount(order) - reserved, 0) as Paise
}

/** Why a refund request is refused. */
export type RefundRefusal = 'not-paid' | 'too-much' | 'one-at-a-time' | 'id-taken'

/**
 * Whether a refund may be requested: `new`, `same` (the same id and amount exists: a repeated request creates no second refund), or
 * why not. At most one refund of an order is open at a time.
 */
export function judgeRefund(
  wanted: { merchantRefundId: string; amount: Paise },
  order: Pick<OrderRecord, 'state'> & PaymentFields,
  refunds: readonly RefundRecord[],
): 'new' | 'same' | RefundRefusal {
  const known = refunds.find(({ merchantRefundId }) => merchantRefundId === wanted.merchantRefundId)
  if (known) return known.amount === wanted.amount ? 'same' : 'id-taken'
  if (order.state !== 'COMPLETED') return 'not-paid'
  if (wanted.amount > refundable(order, refunds)) return 'too-much'
  return refunds.some(isOpen) ? 'one-at-a-time' : 'new'
}

/** Not in a final state. */
export function isOpen({ state }: Pick<RefundRecord, 'state'>): boolean {
  return state !== 'COMPLETED' && state !== 'FAILED'
}
