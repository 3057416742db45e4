import type { Paise } from '../money.ts'
import type { WireInstrument } from './instrument.ts'
import type { WireRail } from './rail.ts'
import type { MetaInfo } from './requests.ts'
import type { AttemptState, OrderState, RefundState } from './states.ts'

/** Reply of both pays and both SDK orders; which of the last four is there depends on the call and the payment mode. */
export interface OpenedReply {
  orderId: string
  state: OrderState
  /** Epoch milliseconds. */
  expireAt: number
  redirectUrl?: string
  intentUrl?: string
  qrData?: string
  token?: string
}

export interface WireSplit {
  amount: Paise
  instrument?: WireInstrument
  rail?: WireRail
}

export interface WirePaymentDetail {
  transactionId: string
  paymentMode: string
  /** Epoch milliseconds. */
  timestamp: number
  amount: Paise
  payableAmount?: Paise
  feeAmount?: Paise
  state: AttemptState
  errorCode?: string
  detailedErrorCode?: string
  instrument?: WireInstrument
  rail?: WireRail
  splitInstruments?: WireSplit[]
}

export interface ErrorContext {
  errorCode?: string
  detailedErrorCode?: string
  source?: string
  stage?: string
  description?: string
}

export interface OrderStatusReply {
  merchantId?: string
  merchantOrderId?: string
  orderId: string
  state: OrderState
  amount: Paise
  payableAmount?: Paise
  feeAmount?: Paise
  currency?: string
  /** Epoch milliseconds. */
  expireAt: number
  errorCode?: string
  detailedErrorCode?: string
  errorContext?: ErrorContext
  metaInfo?: MetaInfo
  paymentDetails: WirePaymentDetail[]
}

export interface RefundReply {
  refundId: string
  amount: Paise
  state: RefundState
}

export interface RefundStatusReply {
  merchantId?: string
  merchantRefundId?: string
  originalMerchantOrderId: string
  refundId?: string
  amount: Paise
  state: RefundState
  /** Epoch milliseconds. */
  timestamp?: number
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: WireSplit[]
  paymentDetails?: WirePaymentDetail[]
}

export interface ValidateUpiReply {
  valid: boolean
  name?: string
}

/** The error body in all its documented shapes; any field may be missing. */
export interface ErrorReply {
  success?: boolean
  code?: string
  errorCode?: string
  message?: string
  context?: unknown
  data?: unknown
}
