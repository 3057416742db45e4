import { isRefundId } from './of-provider.ts'
import { differs } from './record.ts'
import { isOpen, type RefundRecord } from './refund.ts'
import type { ProviderRefundStatus } from './statements.ts'

/** The callback is about another amount or order, or another refund of the provider, than the one that is stored as completed. */
const contradicts = (known: RefundRecord, status: ProviderRefundStatus): boolean =>
  known.state === 'COMPLETED' &&
  (differs(known.amount, status.amount) ||
    (isRefundId(status.refundId) && differs(known.refundId, status.refundId)) ||
    differs(known.merchantOrderId, status.originalMerchantOrderId))

/** The refund is as the callback reports it. */
const shows = (refund: RefundRecord, callback: ProviderRefundStatus): boolean =>
  refund.state === callback.state && !contradicts(refund, callback)

/** The refund is decided as the callback reports it, and has its ids, so nothing has to be asked. */
export const isDecidedAs = (known: RefundRecord | undefined, callback: ProviderRefundStatus): boolean =>
  known !== undefined &&
  !isOpen(known) &&
  shows(known, callback) &&
  (known.refundId ?? callback.refundId) === known.refundId

/**
 * Why a callback stays due after the status of its refund was asked for and applied; undefined when the refund shows what the callback
 * reports, or is followed. A decided refund is not polled any more, and nothing else reports another payout under its id.
 */
export function whyDue(
  applied: { readonly row: RefundRecord; readonly isLate: boolean },
  checked: ProviderRefundStatus,
  callback: ProviderRefundStatus,
): string | undefined {
  const { row, isLate } = applied
  if (isLate)
    return isOpen(row) || shows(row, callback)
      ? undefined
      : 'The refund changed while its status was checked: the status is checked again'
  const isFinal = callback.state === 'COMPLETED' || callback.state === 'FAILED'
  if (!isOpen(row) && isFinal && checked.state !== callback.state)
    return "The provider's status does not show what the callback reports"
  return !row.needsReview && contradicts(row, callback)
    ? 'The callback reports another amount, order or id of the provider than the status'
    : undefined
}

/** It reports that a refund failed which the status has shown as paid out for eight hours: all of it counts, and it is compared later. */
export const isOutdated = (row: RefundRecord, callback: ProviderRefundStatus): boolean =>
  row.state === 'COMPLETED' && callback.state === 'FAILED' && !contradicts(row, callback)

/**
 * Statuses may lack the provider's id, under which the refund may be stored already. That of the callback is taken when the callback is
 * about the same amount and order.
 */
export function withRefundId(
  checked: ProviderRefundStatus,
  known: RefundRecord | undefined,
  callback: ProviderRefundStatus,
): ProviderRefundStatus {
  const refundId = checked.refundId ?? (isAbout(known, callback) ? callback.refundId : undefined)
  return refundId === undefined ? checked : { ...checked, refundId }
}

const isAbout = (known: RefundRecord | undefined, callback: ProviderRefundStatus): boolean =>
  known === undefined ||
  (known.refundId === undefined &&
    callback.amount === known.amount &&
    !differs(known.merchantOrderId, callback.originalMerchantOrderId))
