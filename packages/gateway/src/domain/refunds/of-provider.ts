import { awaitsApproval } from './controls.ts'
import { hasOurId, type RefundIds, type RefundRecord } from './refund.ts'
import type { ProviderRefundStatus } from './statements.ts'

/** The text has the form of an id of the provider. */
export const isRefundId = (refundId: string | undefined): boolean =>
  refundId !== undefined && /^[A-Za-z0-9_-]{1,63}$/.test(refundId)

/**
 * The order's refunds that may be the one that the provider reports without our id: those with the same amount of which the provider's
 * id is not known, except those that were never sent and have failed, or wait for a second person: nothing is asked about these. Should
 * one be it after all, as in a restored database, both become one when its status names the provider's id.
 */
export const candidatesFor = <Refund extends RefundRecord>(
  refunds: readonly Refund[],
  amount: number | undefined,
): Refund[] => refunds.filter((one) => mayHaveAnyId(one) && hasAmount(one, amount))

const mayHaveAnyId = (one: RefundRecord): boolean =>
  one.refundId === undefined && !awaitsApproval(one) && (one.state !== 'FAILED' || one.attempts > 0)

const hasAmount = ({ amount: own, disputed }: RefundRecord, amount: number | undefined): boolean =>
  own === amount || (amount !== undefined && disputed?.report?.amount === amount)

/**
 * True when a refund known only by the provider's id is, or may be, another refund of the order, and so is not stored beside it. A failed
 * refund is not: its status denied the refund.
 */
export function mayBeAnother(
  ids: RefundIds,
  { refundId, amount }: ProviderRefundStatus,
  refunds: readonly RefundRecord[],
): boolean {
  if (hasOurId(ids)) return false
  if (refunds.some((one) => one.refundId === refundId)) return true
  return candidatesFor(refunds, amount).some(({ state, needsReview }) => state !== 'FAILED' || needsReview)
}
