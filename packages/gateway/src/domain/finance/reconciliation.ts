import type { Discrepancy, DiscrepancySide } from '@galla/contract/gateway-api/reconciliation'
import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import { isGivenUp } from '../orders/opening.ts'
import type { Observation, OrderRecord, PaymentAttempt } from '../orders/order.ts'
import { isCompleted, isNamed, recordPayments } from '../orders/payments.ts'
import type { RefundObservation } from '../refunds/observations.ts'
import type { RefundRecord } from '../refunds/refund.ts'

type OrderCheck = Extract<Observation, { kind: 'status' | 'status-failed' }>
type RefundCheck = Extract<RefundObservation, { kind: 'response' | 'status' | 'status-failed' }>

/** A discrepancy before it is stored. */
export type NewDiscrepancy = Omit<Discrepancy, 'foundAtMs'>

/** Kind, reason and both sides; `repairable` says whether a sync may remove it. */
type Difference = Pick<NewDiscrepancy, 'kind' | 'reason'> & Partial<NewDiscrepancy>

const ORDER_RANK = { CREATED: 0, PENDING: 1, FAILED: 2, COMPLETED: 3 } as const
/** A later status of the provider corrects FAILED here. */
const REFUND_RANK = { REQUESTED: 0, FAILED: 0, PENDING: 1, CONFIRMED: 2, COMPLETED: 3 } as const

const differs = (ours: string | undefined, theirs: string | undefined): boolean =>
  ours !== undefined && theirs !== undefined && ours !== theirs

/** Lists the discrepancies between the stored order and the provider's status. */
export function compareOrder(ours: OrderRecord, check: OrderCheck): NewDiscrepancy[] {
  const { merchantOrderId, state: ourState, amount: ourAmount, needsReview } = ours
  const row = (difference: Difference): NewDiscrepancy => ({
    merchantOrderId,
    ours: { state: ourState },
    theirs: {},
    repairable: false,
    ...difference,
  })
  if (check.kind === 'status-failed') {
    if (!check.unknownOrder) return [row({ kind: 'unreadable', reason: 'no-answer' })]
    if (ourState === 'CREATED' || ours.orderId === undefined) return []
    return [row({ kind: 'missing-there', reason: 'gone-at-provider' })]
  }
  const { state, wireState, amount, merchantOrderId: theirId, orderId } = check.status
  if (differs(merchantOrderId, theirId) || differs(ours.orderId, orderId))
    return [row({ kind: 'unreadable', reason: 'other-ids', repairable: !needsReview })]
  if (amount !== undefined && amount !== ourAmount)
    return [row({ kind: 'amount', reason: 'amount-differs', ours: { amount: ourAmount }, theirs: { amount } })]
  if (state === 'UNKNOWN')
    return [row({ kind: 'unknown-state', reason: 'unknown-state', theirs: { state: wireState ?? 'UNKNOWN' } })]
  if (state !== ourState) {
    if (needsReview) return [row({ kind: 'state', reason: 'in-review', theirs: { state } })]
    // One that was given up reopens when the provider knows it.
    const ahead = ORDER_RANK[state] > (isGivenUp(ours) ? ORDER_RANK.CREATED : ORDER_RANK[ourState])
    const reason = ahead ? 'provider-ahead' : 'provider-behind'
    // A sync puts an order in review whose payment was taken back.
    const isTakenBack = ourState === 'COMPLETED' && state === 'FAILED'
    return [row({ kind: 'state', reason, theirs: { state }, repairable: ahead || isTakenBack })]
  }
  // One that is pending on both sides is polled.
  return state === 'PENDING'
    ? []
    : [...compareAttempts(ours, check.status.attempts), ...compareUnnamed(ours, check)].map(row)
}

/** The completed attempts of both sides, each with its amount. */
function compareAttempts({ attempts, needsReview }: OrderRecord, theirs: OrderRecord['attempts']): Difference[] {
  const [here, there] = [completedOf(attempts), completedOf(theirs)]
  const review = needsReview !== undefined
  const more = [...there]
    .filter(([transactionId, amount]) => here.get(transactionId) !== amount)
    .map(([transactionId, amount]): Difference => {
      const reason = review ? 'in-review' : 'provider-ahead'
      const ours = sideOf(here.get(transactionId))
      return { kind: 'attempt', reason, transactionId, ours, theirs: sideOf(amount), repairable: !review }
    })
  const less = [...here]
    .filter(([transactionId]) => !there.has(transactionId))
    .map(([transactionId, amount]): Difference => {
      const reason = review ? 'in-review' : 'provider-behind'
      return { kind: 'attempt', reason, transactionId, ours: sideOf(amount), theirs: {} }
    })
  return [...more, ...less]
}

/** Payments that the provider lists without an id, and that are not stored. */
function compareUnnamed(ours: OrderRecord, { status }: Extract<OrderCheck, { kind: 'status' }>): Difference[] {
  const known = new Set(ours.attempts.map(({ transactionId }) => transactionId))
  const isNew = (one: PaymentAttempt) => !isNamed(one) && !known.has(one.transactionId)
  const recorded = recordPayments(ours, status, false)
  const ids = new Set(recorded.map(({ transactionId }) => transactionId))
  const replaced = ours.attempts.filter(({ transactionId }) => !ids.has(transactionId)).length
  const found = recorded.filter(isNew).slice(replaced)
  if (found.length === 0) return []
  const isInReview = ours.needsReview !== undefined
  const reason = isInReview ? 'in-review' : 'provider-ahead'
  const theirs = sideOf(found.reduce((sum, { amount = 0 }) => sum + amount, 0) as Paise)
  return [{ kind: 'attempt', reason, ours: {}, theirs, repairable: !isInReview }]
}

const completedOf = (attempts: OrderRecord['attempts']): ReadonlyMap<string, Paise | undefined> =>
  new Map(attempts.filter((one) => isCompleted(one) && isNamed(one)).map((one) => [one.transactionId, one.amount]))

const sideOf = (amount: Paise | undefined): DiscrepancySide =>
  amount === undefined ? {} : { state: 'COMPLETED', amount }

/** Lists the discrepancies between the stored refund and the provider's status. */
export function compareRefund(ours: RefundRecord, check: RefundCheck): NewDiscrepancy[] {
  const { merchantOrderId, merchantRefundId, state: ourState, amount: ourAmount } = ours
  const row = (difference: Difference): NewDiscrepancy[] => [
    {
      merchantOrderId,
      ...defined({ merchantRefundId }),
      ours: { state: ourState, amount: ourAmount },
      theirs: {},
      repairable: false,
      ...difference,
    },
  ]
  if (check.kind === 'status-failed') {
    if (!check.unknownRefund) return row({ kind: 'unreadable', reason: 'no-answer' })
    if (ourState === 'REQUESTED' || ours.refundId === undefined) return []
    return row({ kind: 'missing-there', reason: 'gone-at-provider' })
  }
  const { state, amount, merchantRefundId: theirId, originalMerchantOrderId, refundId } = check.status
  const isOther = differs(merchantRefundId, theirId) || differs(merchantOrderId, originalMerchantOrderId)
  if (isOther || differs(ours.refundId, refundId))
    return row({ kind: 'unreadable', reason: 'other-ids', repairable: !ours.needsReview })
  const theirs = defined({ state, amount: amount as Paise | undefined })
  if (amount !== undefined && amount !== ourAmount) return row({ kind: 'amount', reason: 'amount-differs', theirs })
  if (state === 'UNKNOWN') return row({ kind: 'unknown-state', reason: 'unknown-state', theirs })
  if (state === ourState) return []
  if (ours.needsReview) return row({ kind: 'refunded', reason: 'in-review', theirs })
  const ahead = (state === 'FAILED' ? 3 : REFUND_RANK[state]) > REFUND_RANK[ourState]
  return row({ kind: 'refunded', reason: ahead ? 'provider-ahead' : 'provider-behind', theirs, repairable: ahead })
}

/** The provider did not answer the check of an order, or of one of its automatic refunds. */
export const notAnswered = (ids: Pick<NewDiscrepancy, 'merchantOrderId' | 'merchantRefundId'>): NewDiscrepancy => ({
  ...ids,
  ...{ kind: 'unreadable', reason: 'no-answer', ours: {}, theirs: {}, repairable: false },
})

/** An order or refund that a callback names and the database does not hold. */
export interface UnknownRecord {
  merchantOrderId: string
  merchantRefundId?: string
  state: string
  /** True when the database holds the order of this id. */
  orderKnown: boolean
}

/** A refund can be imported only when its order is stored. */
export function missingHere({ merchantOrderId, merchantRefundId, state, orderKnown }: UnknownRecord): NewDiscrepancy {
  const repairable = merchantRefundId !== undefined && orderKnown
  return {
    merchantOrderId,
    ...defined({ merchantRefundId }),
    kind: 'missing-here',
    reason: repairable ? 'refund-from-elsewhere' : 'order-from-elsewhere',
    ours: {},
    theirs: { state },
    repairable,
  }
}
