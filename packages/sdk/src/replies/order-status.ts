import type { Paise } from '@galla/contract/money'
import type { ErrorContext } from '@galla/contract/provider/replies'
import type { MetaInfo } from '@galla/contract/provider/requests'
import { ORDER_STATES, type OrderState } from '@galla/contract/provider/states'
import { type Failure, type PaymentDetail, readPaymentDetail } from './payment-detail.ts'
import { readAmounts, readState, type WithState } from './words.ts'

/** Reply of both pays and both SDK orders. */
export type CreatedOrder = WithState<OrderState> & {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** Epoch milliseconds. */
  expireAt: number
}

/** An order as the provider holds it. Decide by `state` alone, after comparing `amount` with your own record. */
export type OrderStatus = WithState<OrderState> &
  Failure & {
    orderId: string
    merchantOrderId?: string
    merchantId?: string
    amount: Paise
    payableAmount?: Paise
    feeAmount?: Paise
    currency?: string
    /** Epoch milliseconds. */
    expireAt: number
    metaInfo?: MetaInfo
    /** Asked for with `errorContext`; on FAILED only. */
    errorContext?: ErrorContext
    /** Attempts; empty until the payer tried. */
    paymentDetails: readonly PaymentDetail[]
  }

/** The parsed reply itself: what we do not know survives, what we cannot name is marked. */
export function readOrderStatus(reply: object): OrderStatus {
  const status = reply as { [field: string]: unknown }
  readState(status, ORDER_STATES)
  readAmounts(status, ['amount', 'payableAmount', 'feeAmount'])
  if (!Array.isArray(status.paymentDetails)) status.paymentDetails = []
  for (const detail of status.paymentDetails as unknown[]) readPaymentDetail(detail)
  return reply as OrderStatus
}

export function readOpened<More>(reply: object): CreatedOrder & More {
  readState(reply as { [field: string]: unknown }, ORDER_STATES)
  return reply as CreatedOrder & More
}
