import type { RefundReview } from '@galla/contract/gateway-api/refunds'
import type { RefundState } from '@galla/contract/provider/states'
import { defined } from '../defined.ts'

/** A refund as a response of the provider reports it. `amount` in paise, −1 when it cannot be read. */
export interface ProviderRefundStatus {
  state: RefundState | 'UNKNOWN'
  /** The provider's state as sent, where `state` is UNKNOWN. */
  wireState?: string
  amount?: number
  refundId?: string
  /** Our id of the refund, where the response names it. */
  merchantRefundId?: string
  /** Another refund that is stored and has the provider's id of the response. */
  owner?: { readonly merchantRefundId?: string }
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
  const own = {
    utr: attempts.some((attempt) => attempt.utr === utr) ? undefined : utr,
    timestamp: attempts.some((attempt) => attempt.timestamp === timestamp) ? undefined : timestamp,
  }
  return { ...rest, ...defined(own) }
}

/** A refusal of the request. It alone never fails a refund: the provider's status has to deny the refund as well. */
export interface Refusal {
  readonly code?: string
  readonly message?: string
  /** Epoch milliseconds. */
  readonly atMs: number
  /** `refused`: the only request was refused with a documented code. `order-unknown`: the provider does not know the order. */
  readonly meaning: 'refused' | 'order-unknown' | 'unclear'
  /** The status has denied the refund since then, late enough to say something about this request. */
  readonly isDenied?: true
}

export interface Disputed {
  /** The newest statement about this refund. */
  readonly report?: Report
  /** COMPLETED was reported and not agreed to: only a person takes that back. */
  readonly paidOut?: { readonly amount?: number }
  /** FAILED was reported of a refund whose status cannot be checked, and was not agreed to: only a person takes that back. */
  readonly failed?: true
  /** The newest statement since that is about something else, or does not say what became of this refund. */
  readonly stray?: Mismatch
}

/** A statement about one refund. `amount` in paise; undefined when it was absent or could not be read. */
export type Report = Omit<
  ProviderRefundStatus,
  'state' | 'wireState' | 'merchantRefundId' | 'owner' | 'originalMerchantOrderId'
> & { readonly state: RefundState }

/** A contradiction between the refund and the provider. `ours`: what a person needs besides the stored state and amount, or instead of them. */
export type Mismatch = Omit<RefundReview, 'sinceMs' | 'ours'> & { readonly ours?: Partial<RefundReview['ours']> }
