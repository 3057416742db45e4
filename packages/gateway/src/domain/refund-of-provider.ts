import type { RefundRecord } from './refund.ts'
import { awaitsApproval } from './refund-controls.ts'
import type { ProviderRefundStatus } from './refund-rules.ts'

/** No id of a merchant has a colon, so no key of the provider's is a merchant's id. */
const PREFIX = 'external:'
const REFUND_ID = /^[A-Za-z0-9_-]{1,63}$/

/**
 * The `merchantRefundId` under which a refund is stored that was made outside the gateway and is known by the provider's id only.
 * Undefined when the id has another form than an id of the provider.
 */
export function keyOfRefundId(refundId: string | undefined): string | undefined {
  return refundId !== undefined && REFUND_ID.test(refundId) ? PREFIX + refundId : undefined
}

/** The provider's id of a key; undefined of an id of ours. */
export function refundIdOfKey(merchantRefundId: string): string | undefined {
  return isKnownByProviderId(merchantRefundId) ? merchantRefundId.slice(PREFIX.length) : undefined
}

/** Whether the refund is known by the provider's id only: its status cannot be checked, and only callbacks report it. */
export function isKnownByProviderId(merchantRefundId: string): boolean {
  return merchantRefundId.startsWith(PREFIX)
}

/**
 * The order's refunds that may be the one that the provider reports without our id: those with the same amount of which the provider's
 * id is not known, except those that were never sent and have failed, or wait for a second person: nothing is asked about these. Should
 * one be it after all, as in a restored database, both become one when its status names the provider's id.
 */
export function candidatesFor<Refund extends RefundRecord>(
  refunds: readonly Refund[],
  amount: number | undefined,
): Refund[] {
  return refunds.filter(
    (one) =>
      one.refundId === undefined &&
      !isKnownByProviderId(one.merchantRefundId) &&
      !awaitsApproval(one) &&
      (one.amount === amount || (amount !== undefined && one.needsReview?.theirs?.amount === amount)) &&
      (one.state !== 'FAILED' || one.attempts > 0),
  )
}

/**
 * Whether a refund that is known by the provider's id only is, or may be, another one of the order, so that it is not stored beside it.
 * One that has failed is none: its status denied it.
 */
export function mayBeAnother(
  merchantRefundId: string,
  status: ProviderRefundStatus | undefined,
  refunds: readonly RefundRecord[],
): boolean {
  if (!isKnownByProviderId(merchantRefundId) || status === undefined) return false
  const { refundId, amount } = status
  return (
    refunds.some((one) => one.refundId === refundId) ||
    candidatesFor(refunds, amount).some(({ state, needsReview }) => state !== 'FAILED' || needsReview)
  )
}

/**
 * What the provider reported last of a refund that is known by its id only and did not fit into what the order had left. No status check
 * would report it again, and the order may have the amount since.
 */
export function reportThatDidNotFit({
  merchantRefundId,
  needsReview,
}: Pick<RefundRecord, 'merchantRefundId'> & Partial<Pick<RefundRecord, 'needsReview'>>):
  | ProviderRefundStatus
  | undefined {
  const refundId = refundIdOfKey(merchantRefundId)
  const { ours, theirs } = needsReview ?? {}
  if (refundId === undefined || ours?.availableAmount === undefined || theirs?.amount === undefined) return undefined
  const { state, amount } = theirs
  return state === 'PENDING' || state === 'CONFIRMED' || state === 'COMPLETED' ? { state, amount, refundId } : undefined
}
