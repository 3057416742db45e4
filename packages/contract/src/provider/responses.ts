import type { Paise } from '../money.ts'
import type { WireInstrument, WireRail } from './instrument.ts'
import type { MetaInfo } from './requests.ts'
import type { AttemptState, OrderState, RefundState } from './states.ts'

/** Response of `POST /v1/oauth/token` (protocol §2.2). */
export interface TokenResponse {
  /** The token. A secret. */
  access_token: string
  /** Equal to `access_token` in samples; unused. */
  encrypted_access_token?: string
  /** Unused: no refresh grant is documented. */
  refresh_token?: string | null
  /** Seconds; null in samples, so it is read only when `expires_at` is missing. */
  expires_in?: number | null
  /** Epoch seconds. */
  issued_at: number
  /** Epoch seconds. */
  expires_at: number
  /** Epoch seconds; equal to `expires_at` in samples. */
  session_expires_at?: number
  /** Scheme of the Authorization header, `O-Bearer`. */
  token_type: string
}

/** Response of a payment or SDK order; which of the optional fields it has depends on the call and the payment mode. */
export interface OpenedResponse {
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** PENDING for a new order. */
  state: OrderState
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** The hosted page, or the bank's page. */
  redirectUrl?: string
  /** A link that opens the UPI app. */
  intentUrl?: string
  /** QR code as an image or text (protocol §4.3). */
  qrData?: string
  /** For the mobile SDK. */
  token?: string
}

/** One part of a payment. */
export interface WireSplit {
  /** Paise. */
  amount: Paise
  /** The payer's instrument. */
  instrument?: WireInstrument
  /** The rail that carried the money. */
  rail?: WireRail
}

/** One attempt to pay (protocol §6.2). */
export interface WirePaymentDetail {
  /** The provider's id of the attempt, `OM…`. */
  transactionId: string
  /** A payment mode, such as `UPI_INTENT`. */
  paymentMode: string
  /** When the attempt started. Epoch milliseconds. */
  timestamp: number
  /** Paise. */
  amount: Paise
  /** The amount that the payer pays after offers. Paise. */
  payableAmount?: Paise
  /** Convenience fee. Paise. */
  feeAmount?: Paise
  /** State of the attempt. */
  state: AttemptState
  /** Coarse reason of a failure. */
  errorCode?: string
  /** Exact reason of a failure (protocol §8.4). */
  detailedErrorCode?: string
  /** The payer's instrument. */
  instrument?: WireInstrument
  /** The rail that carried the money. */
  rail?: WireRail
  /** The parts of the payment; their amounts add up to `amount`. */
  splitInstruments?: WireSplit[]
}

/** The reason for the failure of an order (protocol §8.4). */
export interface ErrorContext {
  /** Coarse reason, such as `INVALID_MPIN`. */
  errorCode?: string
  /** Exact reason, such as `ZM`. */
  detailedErrorCode?: string
  /** Party that failed, such as `CUSTOMER` or `ISSUING_BANK`. */
  source?: string
  /** Step that failed, such as `AUTHENTICATION`. */
  stage?: string
  /** A sentence in English. */
  description?: string
}

/** Response of an order or transaction status (protocol §6.1). */
export interface OrderStatusResponse {
  /** The merchant's id; not in every response. */
  merchantId?: string
  /** The merchant's id of the order; not in every response. */
  merchantOrderId?: string
  /** The provider's id of the order, `OMO…`. */
  orderId: string
  /** The only field to decide by. */
  state: OrderState
  /** Paise. */
  amount: Paise
  /** The amount that the payer pays after offers. Paise. */
  payableAmount?: Paise
  /** Convenience fee. Paise. */
  feeAmount?: Paise
  /** `INR`. */
  currency?: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** Coarse reason of a failure. */
  errorCode?: string
  /** Exact reason of a failure (protocol §8.4). */
  detailedErrorCode?: string
  /** Present with FAILED, if the call asked for `errorContext`. */
  errorContext?: ErrorContext
  /** The values that were sent with the order. */
  metaInfo?: MetaInfo
  /** Attempts to pay; may be empty. */
  paymentDetails: WirePaymentDetail[]
}

/** Response of a refund request. */
export interface RefundResponse {
  /** The provider's id of the refund, `OMR…`. */
  refundId: string
  /** Paise. */
  amount: Paise
  /** PENDING, sometimes CONFIRMED. */
  state: RefundState
}

/** Response of a refund status, the union of both documented shapes (protocol §3.6). */
export interface RefundStatusResponse {
  /** The merchant's id; not in every response. */
  merchantId?: string
  /** The merchant's id of the refund; not in every response. */
  merchantRefundId?: string
  /** The merchant's id of the refunded order. */
  originalMerchantOrderId: string
  /** The provider's id of the refund, `OMR…`; not in every response. */
  refundId?: string
  /** Paise. */
  amount: Paise
  /** State of the refund. */
  state: RefundState
  /** Epoch milliseconds. */
  timestamp?: number
  /** Coarse reason of a failure. */
  errorCode?: string
  /** Exact reason of a failure (protocol §8.4). */
  detailedErrorCode?: string
  /** The parts of the refund, with the receiving instruments. */
  splitInstruments?: WireSplit[]
  /** The transfers of the refund. */
  paymentDetails?: WirePaymentDetail[]
}

/** Response of a UPI id check (protocol §3.10). */
export interface ValidateUpiResponse {
  /** True when the id exists. */
  valid: boolean
  /** Name of the holder. */
  name?: string
}

/** Body of an error response in all its documented shapes; any field may be missing (protocol §8.1). */
export interface ErrorResponse {
  success?: boolean
  code?: string
  errorCode?: string
  message?: string
  context?: unknown
  data?: unknown
}

/** HTTP error statuses by name (specification §8). */
export type HttpErrorKind =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'expectation-failed'
  | 'invalid'
  | 'too-many-requests'
  | 'client-error'
  | 'server-error'
  | 'http'

/** Statuses with a kind of their own. Any other 4xx is `client-error`, 5xx is `server-error`, the rest is `http`. */
export const KIND_OF_STATUS: { readonly [status: number]: HttpErrorKind } = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'gone',
  417: 'expectation-failed',
  422: 'invalid',
  429: 'too-many-requests',
}
