import type { Refund, RefundState } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { OrderRecord } from './order.ts'

/** Our own record of one refund. */
export interface RefundRecord {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly state: RefundState
  readonly origin: Refund['origin']
  /** The reply to the request was lost: only a status read under the same id tells. */
  readonly inDoubt: boolean
  readonly refundId?: string
  readonly errorCode?: string
  readonly detailedErrorCode?: string
  readonly utr?: string
  readonly createdAtMs: number
}

/** The order's amount; or all that came in, once a person has seen that it was paid more than once. */
export function paidAmount({ amount, attempts, doublePaymentSeen }: PaidFacts): Paise {
  const came = attempts.reduce((sum, one) => (one.state === 'COMPLETED' ? sum + one.amount : sum), 0)
  return (doublePaymentSeen ? Math.max(came, amount) : amount) as Paise
}

/** What came in beyond the order's amount, and waits for a person's word. Of a third payment a person makes the refund by hand. */
export function surplusOf(order: PaidFacts & Pick<OrderRecord, 'needsReview'>): Paise {
  const counts = order.needsReview?.reason === 'paid-twice' && !order.doublePaymentSeen
  return (counts ? paidAmount({ ...order, doublePaymentSeen: true }) - order.amount : 0) as Paise
}

type PaidFacts = Pick<OrderRecord, 'amount' | 'attempts' | 'doublePaymentSeen'>

/** What may still be given back: paid, less everything that went back or may have. A FAILED refund frees its amount; one in doubt counts. */
export function refundable(
  order: Pick<OrderRecord, 'state'> & PaidFacts,
  refunds: readonly Pick<RefundRecord, 'state' | 'amount'>[],
): Paise {
  if (order.state !== 'COMPLETED') return 0 as Paise
  const bound = refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
  return Math.max(paidAmount(order) - bound, 0) as Paise
}

export type RefundRefusal = 'not-paid' | 'too-much' | 'one-at-a-time' | 'id-taken'

/** May this refund be asked for? `same`: it already was, under this id and amount, and is the answer. */
export function judgeRefund(
  wanted: { merchantRefundId: string; amount: Paise },
  order: Pick<OrderRecord, 'state'> & PaidFacts,
  refunds: readonly RefundRecord[],
): 'new' | 'same' | RefundRefusal {
  const known = refunds.find(({ merchantRefundId }) => merchantRefundId === wanted.merchantRefundId)
  if (known) return known.amount === wanted.amount ? 'same' : 'id-taken'
  if (order.state !== 'COMPLETED') return 'not-paid'
  if (wanted.amount > refundable(order, refunds)) return 'too-much'
  return refunds.some(isOpen) ? 'one-at-a-time' : 'new'
}

export function isOpen({ state }: Pick<RefundRecord, 'state'>): boolean {
  return state !== 'COMPLETED' && state !== 'FAILED'
}
