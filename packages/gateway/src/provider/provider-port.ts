import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'

/**
 * What the database need of a client. A `Galla` fits, from any copy of its package: written as methods, so that the shape
 * decides and no class does.
 */
export interface ProviderPort {
  readonly standardCheckout: {
    pay(order: StandardOrderRequest): Promise<CreateOrderResponse>
    getOrderStatus(which: {
      merchantOrderId: string
      details?: boolean
      errorContext?: boolean
    }): Promise<OrderResponse>
  }
  readonly customCheckout: {
    pay(order: CustomOrderRequest): Promise<CreateOrderResponse>
    getOrderStatus(which: {
      merchantOrderId: string
      details?: boolean
      errorContext?: boolean
    }): Promise<OrderResponse>
  }
  readonly refunds: {
    create(refund: {
      merchantRefundId: string
      originalMerchantOrderId: string
      amount: Paise
    }): Promise<RefundResponse>
    getStatus(which: { merchantRefundId: string }): Promise<RefundResponse>
  }
  readonly callbacks: CallbackVerifier
}

export interface CallbackVerifier {
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

/** What the payer chose; a collect request also says on which system. */
export type PaymentChoice = (UpiMode & { deviceOS?: BrowserOS }) | PageMode

/** An app is opened on a phone: which system it has, and, for the provider's own app on iOS, the scheme that leads back. */
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

/** What carried or paid, in as much as the database keep it. */
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

/** A refund told like a payment. */
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
