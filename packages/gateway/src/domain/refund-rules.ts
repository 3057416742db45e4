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
  originalMerchantOrderId?: string
  errorCode?: string
  detailedErrorCode?: string
  utr?: string
}

/** A contradiction between the stored refund and the provider's word, which puts the refund in review. */
export type RefundMismatch = Omit<RefundReview, 'sinceMs' | 'ours'>

/**
 * Compares the refund with the provider's status; undefined when they agree. `available` is what the order has left for this refund,
 * in paise.
 */
export function findRefundMismatch(
  refund: RefundRecord,
  status: ProviderRefundStatus,
  available: Paise,
): RefundMismatch | undefined {
  const { originalMerchantOrderId, state, wireState, refundId } = status
  const amount = status.amount !== undefined && status.amount >= 0 ? status.amount : undefined
  const theirs = defined({ state: wireState ?? state, amount })
  if (originalMerchantOrderId !== undefined && originalMerchantOrderId !== refund.merchantOrderId) {
    return {
      reason: 'order-mismatch',
      message: `The provider's refund belongs to ${originalMerchantOrderId}, not to ${refund.merchantOrderId}.`,
      theirs,
    }
  }
  if (state === 'UNKNOWN') {
    return {
      reason: 'unknown-state',
      message: `This version does not know the provider's state ${JSON.stringify(wireState ?? '')}.`,
      theirs,
    }
  }
  // Neither took any money, so nothing has to be compared.
  if (refund.state === 'FAILED' && state === 'FAILED') return undefined
  if (status.amount !== undefined && status.amount !== refund.amount) {
    const reported = amount === undefined ? 'an amount that cannot be read' : `${amount} paise`
    return {
      reason: 'amount-mismatch',
      message: `The refund is of ${refund.amount} paise, the provider reports ${reported} and ${state}.`,
      theirs,
    }
  }
  const contradiction = (message: string): RefundMismatch => ({ reason: 'contradiction', message, theirs })
  if (refundId !== undefined && refund.refundId !== undefined && refundId !== refund.refundId)
    return contradiction(`The provider's id was ${refund.refundId} and is now ${refundId}.`)
  if (refund.state === 'COMPLETED' && state === 'FAILED')
    return contradiction('The provider reported the refund as COMPLETED before and now reports FAILED.')
  if (refund.state === 'FAILED' && refund.amount > available)
    return contradiction(
      `The refund was FAILED, so its amount was free again. The provider now reports ${state}, and of the order only ${available} paise are left for it.`,
    )
  return undefined
}
