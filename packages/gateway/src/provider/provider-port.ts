import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'
import type { AbortSignalLike } from '@galla/sdk'

/** What the gateway needs of a client. A `Galla` fits; the type is structural, so a test double or a copy of the SDK does too. */
export interface ProviderPort {
  /** Orders that are paid on the provider's hosted page. */
  readonly standardCheckout: {
    pay(order: StandardOrderRequest, options?: PayOptions): Promise<CreateOrderResponse>
    getOrderStatus(which: {
      merchantOrderId: string
      details?: boolean
      errorContext?: boolean
    }): Promise<OrderResponse>
  }
  /** Orders that are paid on the merchant's page. */
  readonly customCheckout: {
    pay(order: CustomOrderRequest, options?: PayOptions): Promise<CreateOrderResponse>
    getOrderStatus(which: {
      merchantOrderId: string
      details?: boolean
      errorContext?: boolean
    }): Promise<OrderResponse>
  }
  /** Refunds. */
  readonly refunds: {
    create(refund: {
      merchantRefundId: string
      originalMerchantOrderId: string
      amount: Paise
    }): Promise<RefundResponse>
    getStatus(which: { merchantRefundId: string }): Promise<RefundResponse>
  }
  /** Verifies callbacks when the option `callbackCredentials` is left out. */
  readonly callbacks: CallbackVerifier
}

/** Options of a call that begins a payment. */
export interface PayOptions {
  /** Read just before the request is sent: once it is aborted, the call fails with the outcome `not-sent`. */
  signal?: AbortSignalLike
}

export interface CallbackVerifier {
  /** @throws GallaError kind `invalid-callback` with its `reason` */
  verify(delivery: { headers: { [name: string]: string }; body: Uint8Array }): Promise<VerifiedCallback>
}

interface OrderRequest {
  merchantOrderId: string
  amount: Paise
  /** Seconds. */
  expireAfter?: number
  metaInfo?: MetaInfo
}

export interface StandardOrderRequest extends OrderRequest {
  redirectUrl: string
  message?: string
}

/** The payer's choice. `UPI_COLLECT` and `UPI_INTENT` also take the device's system. */
export type PaymentChoice = (UpiMode & { deviceOS?: BrowserOS }) | PageMode

/** Device that opens the UPI app. The provider's own app on iOS also needs the URL scheme that leads back. */
export interface IntentDevice {
  deviceOS: 'ANDROID' | 'IOS'
  merchantCallBackScheme?: string
}

export type CustomOrderRequest = OrderRequest & { redirectUrl: string; deviceContext?: IntentDevice } & (
    | { paymentMode: UpiMode & { deviceOS?: BrowserOS } }
    | { paymentMode: PageMode }
  )

export interface CreateOrderResponse {
  orderId: string
  expireAt: number
  redirectUrl?: string
  intentUrl?: string
  qrData?: string
}

/** Instrument and rail, as far as they are stored. */
export interface InstrumentResponse {
  instrument?: { type: string }
  rail?: { type: string; utr?: unknown; vpa?: unknown }
}

export interface AttemptResponse extends InstrumentResponse {
  transactionId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  amount: Paise
  paymentMode: string
  timestamp: number
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly InstrumentResponse[]
}

export interface OrderResponse {
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  wireState?: string
  orderId: string
  merchantOrderId?: string
  amount: Paise
  currency?: string
  expireAt: number
  errorCode?: string
  detailedErrorCode?: string
  paymentDetails: readonly AttemptResponse[]
}

export interface RefundResponse {
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  wireState?: string
  refundId?: string
  merchantRefundId?: string
  originalMerchantOrderId?: string
  amount: Paise
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly InstrumentResponse[]
  paymentDetails?: readonly RefundAttemptResponse[]
}

/** An attempt of a refund. */
export interface RefundAttemptResponse extends InstrumentResponse {
  state?: string
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly InstrumentResponse[]
}

export type VerifiedCallback = { event: string; verifiedBy: { mode: 'classic' | 'hmac' } } & (
  | { kind: 'order' | 'attempt'; payload: OrderResponse }
  | { kind: 'refund'; payload: RefundResponse }
  | { kind: 'unknown'; payload: unknown }
)
