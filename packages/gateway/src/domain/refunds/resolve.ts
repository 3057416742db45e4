import { type RefundReview, type ResolveRefundReview, SMALLEST_REFUND } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { defined } from '../defined.ts'
import { fail, settle } from './decide.ts'
import { keyOf } from './findings.ts'
import type { RefundSurroundings } from './observations.ts'
import { hasOurId, isMoney, isPaidOut, type RefundRecord } from './refund.ts'

/** A person has read the review, and decides. A decision that may not be made changes nothing. */
export function resolve(
  refund: RefundRecord,
  decision: ResolveRefundReview['decision'],
  { nowMs, available }: RefundSurroundings,
): RefundRecord {
  const { needsReview: review, ...rest } = refund
  if (!review) return refund
  switch (decision) {
    case 'retry':
      return mayRetry(refund, review) ? askAgain(rest, nowMs) : refund
    case 'failed':
      // The provider has reported it since the person read the page.
      return mayFail(refund, review) ? failByReview(rest, nowMs) : refund
    case 'adopt-amount': {
      const amount = adoptableAmount(refund, available)
      if (amount === undefined) return refund
      if (review.reason === 'insufficient-balance') return { ...rest, amount, stateSinceMs: nowMs }
      return settle(rest, adoptedState(refund.state, review.theirs?.state as RefundRecord['state']), amount, nowMs)
    }
    case 'accept':
      return isOverdraft(review) ? accept(rest, review) : refund
    case 'completed':
      return completionObstacle(refund, available) === undefined
        ? settle(rest, 'COMPLETED', paidOutAmount(refund), nowMs)
        : refund
  }
}

/** The amount is accepted: another amount is asked about. */
function accept(refund: RefundRecord, review: RefundReview): RefundRecord {
  const { resolvedFindings = [] } = refund
  return { ...refund, resolvedFindings: [...resolvedFindings, keyOf(review)] }
}

/** More has left than was paid, and this refund is what was too much. */
export const isOverdraft = ({ reason, ours }: RefundReview): boolean =>
  reason === 'contradiction' && ours.availableAmount !== undefined

/** Nothing says that money left, or the provider has said both of a refund whose status cannot be checked. */
export const mayFail = (refund: RefundRecord, review: RefundReview): boolean =>
  hasOurId(refund)
    ? !isPaidOut(review)
    : refund.state === 'FAILED' || refund.disputed?.failed === true || !(isPaidOut(review) || refund.disputed?.paidOut)

/** The status is checked again. Where it cannot be, what is stored stands, and money that was reported must count in it. */
export const mayRetry = (refund: RefundRecord, review: RefundReview): boolean =>
  hasOurId(refund) || !(isOverdraft(review) || (refund.state !== 'COMPLETED' && refund.disputed?.paidOut))

/** Forgets the provider's statements, except payouts and failures: the provider may repeat the rest. A later FAILED after a payout is asked about. */
function askAgain({ disputed, refusal: _, ...refund }: RefundRecord, nowMs: number): RefundRecord {
  const kept = defined({ paidOut: disputed?.paidOut, failed: disputed?.failed })
  return { ...refund, ...(Object.keys(kept).length > 0 && { disputed: kept }), stateSinceMs: nowMs }
}

function failByReview(refund: RefundRecord, nowMs: number): RefundRecord {
  const { errorCode = refund.refusal?.code ?? 'FAILED_BY_REVIEW' } = refund
  return { ...fail(refund, errorCode, nowMs), stateSinceMs: nowMs }
}

/** Returns the state that a person adopts. A payout stays, unless the provider says that the payout failed: a report in progress is older. */
const adoptedState = (ours: RefundRecord['state'], theirs: RefundRecord['state']): RefundRecord['state'] =>
  ours === 'COMPLETED' && theirs !== 'FAILED' ? ours : theirs

/** Returns the amount paid out, in paise, as far as the provider has said. */
export const paidOutAmount = ({ amount, disputed }: RefundRecord): number => disputed?.paidOut?.amount || amount

/**
 * The amount that a person may adopt, in paise: the one that the provider reports, also when the order has less left, or what the order has left
 * for a refund that was never sent. Undefined without one.
 */
export function adoptableAmount({ needsReview }: RefundRecord, available: number): Paise | undefined {
  const { reason, ours, theirs } = needsReview ?? {}
  if (reason === 'insufficient-balance') return smallerAmount(ours?.amount, available)
  const { state, amount = 0 } = theirs ?? {}
  if (reason !== 'amount-mismatch' || !(isMoney(state) || state === 'FAILED') || amount <= 0) return undefined
  return amount as Paise
}

/** A refund becomes smaller, never larger: the order may have the amount again since the person has read the review. */
const smallerAmount = (asked = 0, available: number): Paise | undefined =>
  available >= SMALLEST_REFUND && available < asked ? (available as Paise) : undefined

/**
 * Why a person may not decide that the refund was paid out; undefined when it may be decided. `status`: its status can be checked, and
 * decides. `amount`: the provider reports another amount, which can be adopted, or another order. `overdrawn`: it counts already, and more has
 * left than was paid.
 */
export function completionObstacle(
  refund: RefundRecord,
  available: number,
): 'status' | 'amount' | 'overdrawn' | undefined {
  const { amount, needsReview: review } = refund
  if (hasOurId(refund)) return 'status'
  if (review?.reason === 'order-mismatch') return 'amount'
  if (review?.reason === 'amount-mismatch' && (review.theirs?.amount ?? amount) !== amount) return 'amount'
  return review && isOverdraft(review) && amount > available ? 'overdrawn' : undefined
}
