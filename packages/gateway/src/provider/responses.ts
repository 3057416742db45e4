import type { Paise } from '@galla/contract/money'

/** A created link. */
export interface LinkCreatedResponse extends Omit<CreateOrderResponse, 'redirectUrl' | 'intentUrl' | 'qrData'> {
  /** The short URL. */
  paylinkUrl: string
}

/** A link as the provider reports it. */
export interface LinkResponse extends Omit<OrderResponse, 'state'> {
  /** `ACTIVE`: the link can be paid. `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: OrderResponse['state'] | 'ACTIVE' | 'EXPIRED' | 'CANCELLED'
  /** The link itself; not in every response. */
  paymentFlow?: {
    /** The short URL; not in every response. */
    paylinkUrl?: string
  }
}

/** A created order. */
export interface CreateOrderResponse {
  /** The provider's id of the order. */
  orderId: string
  /** When the order expires. Epoch milliseconds. */
  expireAt: number
  /** Page to which the payer goes. */
  redirectUrl?: string
  /** UPI: link that opens an app. */
  intentUrl?: string
  /** UPI: the provider's QR code, as an image or as text. */
  qrData?: string
  /** Opens the order in the mobile SDK. */
  token?: string
}

/** Instrument and rail, as far as they are stored. */
export interface InstrumentResponse {
  /** Source of the money. */
  instrument?: {
    /** `ACCOUNT`, `CREDIT_CARD`, … */
    type: string
    /** The network of a card: `VISA`. */
    cardNetwork?: unknown
    /** The masked number of a card: `******6667`. */
    maskedCardNumber?: unknown
  }
  /** Network that carried the payment. */
  rail?: {
    /** `UPI`, `PG`, … */
    type: string
    /** Bank reference number. */
    utr?: unknown
    /** UPI id of the payer. */
    vpa?: unknown
  }
}

/** One attempt to pay an order. */
export interface AttemptResponse extends InstrumentResponse {
  /** The provider's id of the attempt. */
  transactionId: string
  /** `UNKNOWN`: a state that the client does not know. */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** In paise. */
  amount: Paise
  /** Mode of the attempt: `UPI_QR`, `CARD`. */
  paymentMode: string
  /** Epoch milliseconds. */
  timestamp: number
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The parts of a payment from several sources. */
  splitInstruments?: readonly InstrumentResponse[]
}

/** An order as the provider reports it. */
export interface OrderResponse {
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'PENDING' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The provider's id of the order. */
  orderId: string
  /** The merchant's id of the order. */
  merchantOrderId?: string
  /** In paise. */
  amount: Paise
  /** `INR`. */
  currency?: string
  /** Epoch milliseconds. */
  expireAt: number
  /** The provider's code of a failed order. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The attempts to pay the order. */
  paymentDetails: readonly AttemptResponse[]
}

/** A refund as the provider reports it. */
export interface RefundResponse {
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'PENDING' | 'CONFIRMED' | 'COMPLETED' | 'FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The provider's id of the refund. */
  refundId?: string
  /** The merchant's id of the refund. */
  merchantRefundId?: string
  /** The order that was paid. */
  originalMerchantOrderId?: string
  /** In paise. */
  amount: Paise
  /** The provider's code of a failed refund. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** When the refund was made or changed. Epoch milliseconds. */
  timestamp?: number
  /** The parts of a refund to several sources. */
  splitInstruments?: readonly InstrumentResponse[]
  /** The attempts to pay the refund out. */
  paymentDetails?: readonly RefundAttemptResponse[]
}

/** A settlement as a list names it. */
export interface ListedSettlementResponse {
  /** The provider's id of the settlement. */
  settlementId: string
  /** `UNKNOWN`: a state that the client does not know; `wireState` holds it. */
  state: 'INITIATED' | 'PROCESSED' | 'ATTEMPT_FAILED' | 'UNKNOWN'
  /** The state as sent. */
  wireState?: string
  /** The bank's reference. */
  utr?: string
}

/** A settlement as the provider reports it. */
export interface SettlementResponse extends ListedSettlementResponse {
  /** In paise. */
  amount: Paise
  /** The provider's code of a failed attempt. */
  lastAttemptErrorCode?: string
  /** When the state changed last. Epoch milliseconds. */
  lastUpdatedAt: number
}

/** An attempt of a refund. */
export interface RefundAttemptResponse extends InstrumentResponse {
  /** State of the attempt, as sent. */
  state?: string
  /** When the attempt was made or changed. Epoch milliseconds. */
  timestamp?: number
  /** The provider's code of a failed attempt. */
  errorCode?: string
  /** The provider's more precise code. */
  detailedErrorCode?: string
  /** The parts of a refund to several sources. */
  splitInstruments?: readonly InstrumentResponse[]
}
