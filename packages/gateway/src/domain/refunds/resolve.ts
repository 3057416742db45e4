import type { ResolveRefundReview } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { fail, settle } from './decide.ts'
import type { RefundSurroundings } from './observations.ts'
import { isKnownByProviderId } from './of-provider.ts'
import { isMoney, isPaidOut, type RefundRecord } from './refund.ts'

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
      return askAgain(rest, nowMs)
    case 'failed':
      // The provider has reported it since the person read the page.
      return isPaidOut(review) ? refund : failByReview(rest, nowMs)
    case 'adopt-amount': {
      const amount = adoptableAmount(refund, available)
      const state = review.theirs?.state as RefundRecord['state']
      return amount === undefined ? refund : settle(rest, state, amount, nowMs)
    }
    case 'completed':
      return completionObstacle(refund, available) === undefined
        ? settle(rest, 'COMPLETED', rest.amount, nowMs)
        : refund
  }
}

/** What was said is said again, or not. That it was paid out is not forgotten: a later FAILED is asked about. */
function askAgain({ disputed, refusal: _, ...refund }: RefundRecord, nowMs: number): RefundRecord {
  const { paidOut } = disputed ?? {}
  return { ...refund, ...(paidOut && { disputed: { paidOut } }), stateSinceMs: nowMs }
}

function failByReview(refund: RefundRecord, nowMs: number): RefundRecord {
  const { errorCode = refund.refusal?.code ?? 'FAILED_BY_REVIEW' } = refund
  return { ...fail(refund, errorCode, nowMs), stateSinceMs: nowMs }
}

/** The amount that the provider reports, which a person may adopt, in paise; undefined without one, or when the order has less left. */
export function adoptableAmount({ needsReview }: RefundRecord, available: number): Paise | undefined {
  const { reason, theirs } = needsReview ?? {}
  const { state, amount = 0 } = theirs ?? {}
  if (reason !== 'amount-mismatch' || !(isMoney(state) || state === 'FAILED') || amount <= 0) return undefined
  return amount <= available ? (amount as Paise) : undefined
}

/**
 * Why a person may not decide that the refund was paid out; undefined when it may be decided. `status`: its status can be checked, and
 * decides. `amount`: the provider reports another amount, which can be adopted, or another order. `too-large`: the order has less left.
 */
export function completionObstacle(
  { merchantRefundId, amount, needsReview }: RefundRecord,
  available: number,
): 'status' | 'amount' | 'too-large' | undefined {
  if (!isKnownByProviderId(merchantRefundId)) return 'status'
  if (needsReview?.reason === 'order-mismatch' || (needsReview?.theirs?.amount ?? amount) !== amount) return 'amount'
  return amount <= available ? undefined : 'too-large'
}
