import type { Paise } from '@galla/contract/money'
import { REFUND_STATES, type RefundState } from '@galla/contract/provider/states'
import { type Failure, type PaymentDetail, readPaymentDetail, readSplits, type Split } from './orders.ts'
import { readAmounts, readState, type WithState } from './unknown-variants.ts'

/** Reply to a refund: taken in, seldom more. */
export type CreatedRefund = WithState<RefundState> & {
  /** The provider's id of the refund, `OMR…`. */
  refundId: string
  amount: Paise
}

/** A refund as the provider holds it. The provider's two documented shapes are both read. */
export type RefundStatus = WithState<RefundState> &
  Failure & {
    refundId?: string
    merchantRefundId?: string
    merchantId?: string
    originalMerchantOrderId: string
    amount: Paise
    /** Epoch milliseconds. */
    timestamp?: number
    splitInstruments?: readonly Split[]
    paymentDetails?: readonly PaymentDetail[]
  }

export function readRefundStatus(reply: object): RefundStatus {
  const status = reply as { [field: string]: unknown }
  readState(status, REFUND_STATES)
  readAmounts(status, ['amount'])
  readSplits(status)
  if (Array.isArray(status.paymentDetails)) {
    for (const detail of status.paymentDetails) readPaymentDetail(detail, REFUND_STATES)
  }
  return reply as RefundStatus
}

export function readRefundOpened(reply: object): CreatedRefund {
  const opened = reply as { [field: string]: unknown }
  readState(opened, REFUND_STATES)
  readAmounts(opened, ['amount'])
  return reply as CreatedRefund
}
