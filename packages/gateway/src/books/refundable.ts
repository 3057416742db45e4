import type { Paise } from '@galla/contract/money'
import type { Order } from './order.ts'
import type { Refund } from './refund.ts'

/** What may still be given back: paid, less everything that went back or may have. A FAILED refund frees its amount; one in doubt counts. */
export function refundable(
  order: Pick<Order, 'state' | 'amount'>,
  refunds: readonly Pick<Refund, 'state' | 'amount'>[],
): Paise {
  if (order.state !== 'COMPLETED') return 0 as Paise
  const bound = refunds.reduce((sum, { state, amount }) => (state === 'FAILED' ? sum : sum + amount), 0)
  return Math.max(order.amount - bound, 0) as Paise
}

export type RefundRefusal = 'not-paid' | 'too-much' | 'one-at-a-time' | 'id-taken'

/** May this refund be asked for? `same`: it already was, under this id and amount, and is the answer. */
export function judgeRefund(
  wanted: { merchantRefundId: string; amount: Paise },
  order: Pick<Order, 'state' | 'amount' | 'merchantOrderId'>,
  refunds: readonly Refund[],
): 'new' | 'same' | RefundRefusal {
  const known = refunds.find(({ merchantRefundId }) => merchantRefundId === wanted.merchantRefundId)
  if (known) return known.amount === wanted.amount ? 'same' : 'id-taken'
  if (order.state !== 'COMPLETED') return 'not-paid'
  if (wanted.amount > refundable(order, refunds)) return 'too-much'
  return refunds.some(isOpen) ? 'one-at-a-time' : 'new'
}

export function isOpen({ state }: Pick<Refund, 'state'>): boolean {
  return state !== 'COMPLETED' && state !== 'FAILED'
}
