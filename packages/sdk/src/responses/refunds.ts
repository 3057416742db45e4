import type { Paise } from '@galla/contract/money'
import { REFUND_STATES, type RefundState } from '@galla/contract/provider/states'
import { type Failure, type PaymentDetail, readPaymentDetail, readSplits, type Split } from './orders.ts'
import { normalizeAmounts, normalizeState, type WithState } from './unknown-variants.ts'

/** A new refund; usually PENDING. */
export type CreatedRefund = WithState<RefundState> & {
  /** The provider's id of the refund, `OMR…`. */
  refundId: string
  /** Paise. */
  amount: Paise
}

/** A refund at the provider. Both documented shapes of the response are read (protocol §3.6). */
export type RefundStatus = WithState<RefundState> &
  Failure & {
    /** The provider's id of the refund, `OMR…`; not in every response. */
    refundId?: string
    /** Your id of the refund; not in every response. */
    merchantRefundId?: string
    /** Your merchant id; not in every response. */
    merchantId?: string
    /** Your id of the refunded order. */
    originalMerchantOrderId: string
    /** Paise. */
    amount: Paise
    /** When the refund was created. Epoch milliseconds. */
    timestamp?: number
    /** The parts of the refund, with the receiving instruments. */
    splitInstruments?: readonly Split[]
    /** The transfers of this refund. */
    paymentDetails?: readonly PaymentDetail[]
  }

export function readRefundStatus(response: object): RefundStatus {
  const status = response as { [field: string]: unknown }
  normalizeState(status, REFUND_STATES)
  normalizeAmounts(status, ['amount'])
  readSplits(status)
  if (Array.isArray(status.paymentDetails)) {
    for (const detail of status.paymentDetails) readPaymentDetail(detail, REFUND_STATES)
  }
  return response as RefundStatus
}

export function readCreatedRefund(response: object): CreatedRefund {
  const created = response as { [field: string]: unknown }
  normalizeState(created, REFUND_STATES)
  normalizeAmounts(created, ['amount'])
  return response as CreatedRefund
}
