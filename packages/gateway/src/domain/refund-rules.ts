import type { RefundReview } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import type { RefundState } from '@galla/contract/provider/states'
import { defined } from './defined.ts'
import type { RefundRecord } from './refund.ts'

/** A refund as a response of the provider reports it. `amount` in paise, −1 when it cannot be read. */
export interface ProviderRefundStatus {
  state: RefundState | 'UNKNOWN'
  /** The provider's state as sent, where `state` is UNKNOWN. */
  wireState?: string
  amount?: number
  refundId?: string
  /** Our id of the refund, where the response names it, or where the provider's id is that of another refund of ours. */
  merchantRefundId?: string
  originalMerchantOrderId?: string
  errorCode?: string
  detailedErrorCode?: string
  utr?: string
  /** The provider's time of the refund, which may be that of its last change. Epoch milliseconds. */
  timestamp?: number
}

/**
 * The status without a UTR and a time that belong to the payment: the provider repeats the payment's means in a refund, and the payer's bank
 * finds the payment by that number, not the refund.
 */
export function ownStatus(
  { utr, timestamp, ...rest }: ProviderRefundStatus,
  attempts: readonly { readonly utr?: string; readonly timestamp?: number }[],
): ProviderRefundStatus {
  return {
    ...rest,
    ...(attempts.some((attempt) => attempt.utr === utr) ? {} : defined({ utr })),
    ...(attempts.some((attempt) => attempt.timestamp === timestamp) ? {} : defined({ timestamp })),
  }
}

/** A contradiction between the stored refund and the provider's status, which puts the refund in review. */
export type RefundMismatch = Omit<RefundReview, 'sinceMs' | 'ours'> & {
  /** What a person needs besides the state and amount that are stored, or instead of them. */
  readonly ours?: Partial<RefundReview['ours']>
}

/** What the provider said in an earlier answer, which is not stored as the refund's own: that it was paid out. Undefined when it did not. */
function reportedPayout({ needsReview }: RefundRecord): Partial<RefundReview['ours']> | undefined {
  const { reason, ours, theirs } = needsReview ?? {}
  if (theirs?.state === 'COMPLETED') return defined({ state: 'COMPLETED' as const, amount: theirs.amount })
  return reason === 'contradiction' && ours?.state === 'COMPLETED' ? ours : undefined
}

/** Whether the response is about another refund than the one that was asked for, as from a cache between the provider and us. */
export function isOfAnother(asked: string, { merchantRefundId }: ProviderRefundStatus): boolean {
  return merchantRefundId !== undefined && merchantRefundId !== asked
}

/**
 * Compares the refund with the provider's status; undefined when they agree. `available` is what the order has left for this refund,
 * in paise.
 */
export function findRefundMismatch(
  refund: RefundRecord,
  status: ProviderRefundStatus,
  available: Paise,
): RefundMismatch | undefined {
  const { originalMerchantOrderId, state, wireState, refundId, merchantRefundId } = status
  if (isOfAnother(refund.merchantRefundId, status))
    return { reason: 'contradiction', theirs: defined({ merchantRefundId }) }
  const amount = status.amount !== undefined && status.amount >= 0 ? status.amount : undefined
  const theirs = defined({ state: wireState ?? state, amount })
  if (originalMerchantOrderId !== undefined && originalMerchantOrderId !== refund.merchantOrderId)
    return { reason: 'order-mismatch', theirs: { ...theirs, merchantOrderId: originalMerchantOrderId } }
  if (state === 'UNKNOWN') return { reason: 'unknown-state', theirs }
  // Nothing says which refund was decided: an order may have several.
  const isNamed = merchantRefundId !== undefined || refundId !== undefined
  if (!isNamed && state !== 'PENDING' && state !== refund.state) return { reason: 'contradiction', theirs }
  const payout = state === 'FAILED' ? reportedPayout(refund) : undefined
  if (payout) return { reason: 'contradiction', theirs, ours: payout }
  // Neither took any money, so nothing has to be compared.
  if (refund.state === 'FAILED' && state === 'FAILED') return undefined
  if (status.amount !== undefined && status.amount !== refund.amount) return { reason: 'amount-mismatch', theirs }
  // Nothing says what was paid out.
  if (status.amount === undefined && state === 'COMPLETED' && refund.state !== 'COMPLETED')
    return { reason: 'amount-mismatch', theirs }
  if (refundId !== undefined && refund.refundId !== undefined && refundId !== refund.refundId)
    return { reason: 'contradiction', theirs: { ...theirs, refundId }, ours: { refundId: refund.refundId } }
  if (refund.state === 'COMPLETED' && state === 'FAILED') return { reason: 'contradiction', theirs }
  // It was FAILED, so its amount was free again, and was refunded.
  if (refund.state === 'FAILED' && refund.amount > available)
    return { reason: 'contradiction', theirs, ours: { availableAmount: available } }
  return undefined
}
