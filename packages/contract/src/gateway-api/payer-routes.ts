import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { Checkout, OrderState } from './orders.ts'
import type { PayerSubscription } from './payer-subscriptions.ts'

/**
 * The payer API, relative to the gateway's mount path. Every request carries `Authorization: Bearer <payerToken>`. A token is
 * valid for one order, until an hour after its expiry, or for one subscription, for a day. It is never in a URL.
 */
export interface PayerRoutes {
  'GET /orders/:merchantOrderId/status': { response: PayerView }
  'POST /orders/:merchantOrderId/pay': {
    body: PayerChoice
    response: PayerView
  }
  'GET /subscriptions/:subscriptionId/status': { response: PayerSubscription }
  /** The changes have no body: a payer chooses neither an amount nor a day. */
  'POST /subscriptions/:subscriptionId/pause': { response: PayerSubscription }
  'POST /subscriptions/:subscriptionId/resume': { response: PayerSubscription }
  'POST /subscriptions/:subscriptionId/cancel': { response: PayerSubscription }
}

/** The payer's choice. */
export interface PayerChoice {
  /** Payment mode, with its fields. */
  paymentMode: PaymentMode
  /** System of the payer's device; `UPI_INTENT` and `UPI_COLLECT` use it. */
  deviceOS?: BrowserOS
}

/** `GET /orders/:merchantOrderId/live` streams `PayerView`s as server-sent events named `view`, read by fetch. */
export const PAYER_LIVE_PATH = '/orders/:merchantOrderId/live'

/** The part of an order that a payer may see. */
export interface PayerView {
  /** The merchant's id of the order. */
  merchantOrderId: string
  /** In paise. */
  amount: Paise
  /** State of the order. */
  state: OrderState
  /**
   * `expired`: past its expiry. `late-payment`, `refunding`: paid and refunded automatically. `unknown`: in review. `already-paid`: this order
   * is not paid, and another one of its reference is.
   */
  note?: 'expired' | 'late-payment' | 'refunding' | 'unknown' | 'already-paid'
  /** The server's clock, for countdowns. Epoch milliseconds. */
  nowMs: number
  /** Epoch milliseconds. */
  expiresAtMs?: number
  /** Delay until the next poll, in milliseconds. Absent when the order cannot change any more. */
  pollAfterMs?: number
  /** `STANDARD`, `LINK`: the payer pays on `redirectUrl`. `CUSTOM`: on the merchant's page. `MOBILE`, `MOBILE_CUSTOM`: in the merchant's app. */
  checkout: Checkout
  /**
   * The payer has paid, or tried to, and the bank has not answered yet: another payment may be a second payment. Not set while a QR code is
   * shown, because the payer may not scan the code.
   */
  attemptPending?: true
  /** Standard checkout or link: URL of the hosted page. */
  redirectUrl?: string
  /** Custom checkout: what the payer has to do. Draw the QR code from `intentUrl`: `qrData` may be an image or text. */
  payment?: PayerPayment
  /** The payment methods that the payer may choose. */
  paymentMethods: PaymentMethods
  /** The provider's code of a failed order. */
  errorCode?: string
  /** The provider's more precise code. The page words it in the payer's language. */
  detailedErrorCode?: string
}

/** The next step of a payer in a custom checkout. */
export interface PayerPayment {
  /** Mode that the payer chose: `UPI_QR`, `CARD`. */
  type: string
  /** UPI: link that opens an app; also the content of the QR code. */
  intentUrl?: string
  /** UPI: the provider's QR code, as an image or as text. */
  qrData?: string
  /** Page of the bank or the card issuer to which the payer goes. */
  redirectUrl?: string
}

/** The payment methods that a payer may choose on the merchant's page. */
export interface PaymentMethods {
  /** Collect requests to a UPI id. */
  collect: {
    /** True when the payer may choose a collect request. The provider has closed collect requests to most merchants. */
    allowed: boolean
  }
  /** Banks of net banking. */
  banks: {
    /** The provider's id of the bank: `HDFC`. */
    bankId: string
    /** Name for the payer. */
    name: string
    /** True when the bank is listed first. */
    popular: boolean
    /** Health of the bank. `down`: the payer cannot choose the bank now. `slow`: the payer sees a warning. */
    health: 'up' | 'slow' | 'down'
  }[]
  /** Public key that encrypts card data in the browser. Absent: no card form. */
  cardEncryption?: {
    /** The provider's id of the key. */
    keyId: number
    /** RSA public key, PEM. */
    publicKeyPem: string
  }
  /** Cards of this payer that the provider has saved. */
  savedCards: {
    /** The provider's id of the saved card. */
    savedCardId: string
    /** Card network: `VISA`. */
    network: string
    /** Last four digits. */
    last4: string
    /** Bank that issued the card. */
    bankName: string
  }[]
}
