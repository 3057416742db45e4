import type { Paise } from '@galla/contract/money'
import type { BrowserOS, PageMode, UpiMode } from '@galla/contract/provider/payment-mode'
import type { MetaInfo } from '@galla/contract/provider/requests'

/**
 * What the books need of a client. A `Galla` fits, from any copy of its package: written as methods, so that the shape
 * decides and no class does.
 */
export interface ProviderPort {
  readonly standardCheckout: {
    pay(order: StandardOpening): Promise<Opening>
    getOrderStatus(which: { merchantOrderId: string; details?: boolean; errorContext?: boolean }): Promise<OrderTold>
  }
  readonly customCheckout: {
    pay(order: CustomOpening): Promise<Opening>
    getOrderStatus(which: { merchantOrderId: string; details?: boolean; errorContext?: boolean }): Promise<OrderTold>
  }
  readonly refunds: {
    create(refund: { merchantRefundId: string; originalMerchantOrderId: string; amount: Paise }): Promise<RefundTold>
    getStatus(which: { merchantRefundId: string }): Promise<RefundTold>
  }
  readonly callbacks: CallbackVerifier
}

export interface CallbackVerifier {
  verify(delivery: { headers: { [name: string]: string }; body: Uint8Array }): Promise<CallbackTold>
}

interface OrderOpening {
  merchantOrderId: string
  amount: Paise
  /** Seconds. */
  expireAfter?: number
  metaInfo?: MetaInfo
}

export interface StandardOpening extends OrderOpening {
  redirectUrl: string
  message?: string
}

/** What the payer chose; a collect request also says on which system. */
export type Choice = (UpiMode & { deviceOS?: BrowserOS }) | PageMode

/** An app is opened on a phone: which system it has, and, for the provider's own app on iOS, the scheme that leads back. */
export interface IntentDevice {
  deviceOS: 'ANDROID' | 'IOS'
  merchantCallBackScheme?: string
}

export type CustomOpening = OrderOpening & { redirectUrl: string; deviceContext?: IntentDevice } & (
    | { paymentMode: UpiMode & { deviceOS?: BrowserOS } }
    | { paymentMode: PageMode }
  )

export interface Opening {
  orderId: string
  expireAt: number
  redirectUrl?: string
  intentUrl?: string
  qrData?: string
}

/** What carried or paid, in as much as the books keep it. */
export interface MeansTold {
  instrument?: { type: string }
  rail?: { type: string; utr?: unknown; vpa?: unknown }
}

export interface AttemptTold extends MeansTold {
  transactionId: string
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  amount: Paise
  paymentMode: string
  timestamp: number
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly MeansTold[]
}

export interface OrderTold {
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  wireState?: string
  orderId: string
  merchantOrderId?: string
  amount: Paise
  currency?: string
  expireAt: number
  errorCode?: string
  detailedErrorCode?: string
  paymentDetails: readonly AttemptTold[]
}

export interface RefundTold {
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  wireState?: string
  refundId?: string
  merchantRefundId?: string
  originalMerchantOrderId?: string
  amount: Paise
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly MeansTold[]
  paymentDetails?: readonly RefundTryTold[]
}

/** A refund told like a payment. */
export interface RefundTryTold extends MeansTold {
  state?: string
  errorCode?: string
  detailedErrorCode?: string
  splitInstruments?: readonly MeansTold[]
}

export type CallbackTold = { event: string; verifiedBy: { mode: 'classic' | 'hmac' } } & (
  | { kind: 'order' | 'attempt'; payload: OrderTold }
  | { kind: 'refund'; payload: RefundTold }
  | { kind: 'unknown'; payload: unknown }
)
