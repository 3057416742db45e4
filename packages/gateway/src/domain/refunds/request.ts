import type { Paise } from '@galla/contract/money'
import type { Balances } from '../finance/ledger.ts'
import type { OrderRecord } from '../orders/order.ts'
import { bookedAmount } from '../orders/payments.ts'
import { isInReviewFor } from '../orders/review.ts'
import { isOpen, type RefundRecord, type Reservation, reservedAmount } from './refund.ts'

type PaymentFields = Pick<OrderRecord, 'attempts'>

/** True when the order is paid, or failed although a person has accepted payments of the order. */
const hasMoney = (order: Pick<OrderRecord, 'state'> & PaymentFields): boolean =>
  order.state === 'COMPLETED' || (order.state === 'FAILED' && bookedAmount(order) > 0)

/**
 * Returns the amount that may still be refunded, in paise: the paid amount less the amounts of the refunds, including refunds in doubt and
 * in review. Money out never exceeds money in.
 */
export function refundable(order: Pick<OrderRecord, 'state'> & PaymentFields, refunds: readonly Reservation[]): Paise {
  if (!hasMoney(order)) return 0 as Paise
  const reserved = refunds.reduce((sum, refund) => sum + reservedAmount(refund), 0)
  return Math.max(bookedAmount(order) - reserved, 0) as Paise
}

/** Returns the amount that the order has left for one refund: paid, less the amounts of its other refunds. Paise. */
export function availableFor(
  id: number,
  order: Pick<OrderRecord, 'state'> & PaymentFields,
  refunds: readonly RefundRecord[],
): Paise {
  return refundable(
    order,
    refunds.filter((one) => one.id !== id),
  )
}

/** A refund that somebody asks for. */
export interface WantedRefund {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: Paise
  readonly note?: string | undefined
}

/** `same`: this refund exists already. Otherwise what is in the way of a new one. */
export type RefundJudgement =
  | { readonly kind: 'new' | 'same' | 'not-paid' | 'in-review' }
  | { readonly kind: 'too-much'; readonly refundable: Paise }
  | { readonly kind: 'one-at-a-time'; readonly other: RefundRecord }
  | { readonly kind: 'id-taken'; readonly field: 'merchantOrderId' | 'amount' | 'note' }

/**
 * Decides whether a refund may be requested. `availableAmount` is the ledger's balance. At most one refund of an order is unfinished at a
 * time: open, or in review.
 */
export function judgeRefund(
  wanted: WantedRefund,
  known: (RefundRecord & { readonly note?: string }) | undefined,
  order: Pick<OrderRecord, 'state' | 'needsReview'> &
    PaymentFields &
    Pick<Balances, 'availableAmount' | 'overdrawnAmount'>,
  refunds: readonly RefundRecord[],
): RefundJudgement {
  if (known) {
    const fields = ['merchantOrderId', 'amount', 'note'] as const
    const field = fields.find((one) => known[one] !== wanted[one])
    return field === undefined ? { kind: 'same' } : { kind: 'id-taken', field }
  }
  if (!hasMoney(order)) return { kind: 'not-paid' }
  if (isPaidAmountUnknown(order)) return { kind: 'in-review' }
  const left = Math.max(order.availableAmount - (order.overdrawnAmount ?? 0), 0) as Paise
  if (wanted.amount > bookedAmount(order)) return { kind: 'too-much', refundable: left }
  const other = refunds.find((one) => isOpen(one) || one.needsReview)
  // Named first: what is left is only known when the other refund is decided.
  if (other) return { kind: 'one-at-a-time', other }
  return wanted.amount > left ? { kind: 'too-much', refundable: left } : { kind: 'new' }
}

/**
 * The provider may have taken the payment back, or received less, or the review that would say so cannot be read: no money goes out before a
 * person has resolved it.
 */
export const isPaidAmountUnknown = (order: Pick<OrderRecord, 'needsReview'>): boolean =>
  isInReviewFor(order, 'contradiction') || isInReviewFor(order, 'short-payment') || isInReviewFor(order, 'unreadable')
