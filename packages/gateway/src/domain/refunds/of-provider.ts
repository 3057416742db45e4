import { awaitsApproval } from './controls.ts'
import type { RefundRecord } from './refund.ts'
import type { ProviderRefundStatus } from './statements.ts'

/** No id of a merchant has a colon, so no key of the provider's is a merchant's id. */
const PREFIX = 'external:'
const REFUND_ID = /^[A-Za-z0-9_-]{1,63}$/

/**
 * The `merchantRefundId` under which a refund is stored that was made outside the gateway and is known by the provider's id only.
 * Undefined when the id has another form than an id of the provider.
 */
export const keyOfRefundId = (refundId: string | undefined): string | undefined =>
  refundId !== undefined && REFUND_ID.test(refundId) ? PREFIX + refundId : undefined

/** The provider's id of a key; undefined of an id of ours. */
export const refundIdOfKey = (merchantRefundId: string): string | undefined =>
  isKnownByProviderId(merchantRefundId) ? merchantRefundId.slice(PREFIX.length) : undefined

/** The refund is known by the provider's id only: its status cannot be checked, and only callbacks report it. */
export const isKnownByProviderId = (merchantRefundId: string): boolean => merchantRefundId.startsWith(PREFIX)

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
  one.refundId === undefined &&
  !isKnownByProviderId(one.merchantRefundId) &&
  !awaitsApproval(one) &&
  (one.state !== 'FAILED' || one.attempts > 0)

const hasAmount = ({ amount: own, disputed }: RefundRecord, amount: number | undefined): boolean =>
  own === amount || (amount !== undefined && disputed?.report?.amount === amount)

/**
 * Whether a refund that is known by the provider's id only is, or may be, another one of the order, so that it is not stored beside it.
 * One that has failed is none: its status denied it.
 */
export function mayBeAnother(
  merchantRefundId: string,
  { refundId, amount }: ProviderRefundStatus,
  refunds: readonly RefundRecord[],
): boolean {
  if (!isKnownByProviderId(merchantRefundId)) return false
  if (refunds.some((one) => one.refundId === refundId)) return true
  return candidatesFor(refunds, amount).some(({ state, needsReview }) => state !== 'FAILED' || needsReview)
}
