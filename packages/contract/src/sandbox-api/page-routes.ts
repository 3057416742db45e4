import type { Paise } from '../money.ts'
import type { CardNetwork, CardType, GeoScope, UpiInstrument } from '../provider/mode-values.ts'
import type { CardMode, TokenMode } from '../provider/payment-mode.ts'
import type { AttemptState, OrderState } from '../provider/states.ts'
import type { MandateTerms } from '../provider/subscriptions.ts'

/**
 * The API of the hosted page, relative to `/page-api`. The page token is sent in the header `x-page-token`, never in the URL.
 * Every response is the whole view, so that the page keeps one state. An error is `{ code, message }` with a 4xx status. A wrong
 * one-time password is not an error: the view has one try less.
 */
export interface PageRoutes {
  'GET /view': { response: PageView }
  'POST /attempts': { body: { paymentMode: PageChoice }; response: PageView }
  'POST /attempts/:transactionId/otp': { body: { otp: string }; response: PageView }
  'POST /attempts/:transactionId/resend-otp': { response: PageView }
  /** A button of the bank's page. */
  'POST /attempts/:transactionId/bank': { body: { outcome: 'SUCCESS' | 'FAILURE' | 'PENDING' }; response: PageView }
  'POST /attempts/:transactionId/cancel': { response: PageView }
  /** The payer's answer to a mandate in the UPI app. `DECLINE` ends the order. */
  'POST /mandate': { body: { answer: 'APPROVE' | 'DECLINE' }; response: PageView }
  'POST /validate-vpa': { body: { vpa: string }; response: { valid: boolean; name?: string } }
}

/** A payment method that the payer chose. */
export type PageChoice =
  /** `live`: the page shows the code before anybody has chosen it, so that no rule of the sandbox decides the attempt. */
  | { type: 'UPI_QR'; live?: true }
  | { type: 'UPI_INTENT'; targetApp: string }
  | { type: 'UPI_COLLECT'; vpa: string }
  | { type: 'NET_BANKING'; bankId: string }
  | CardMode
  | TokenMode
  | { type: 'SAVED_CARD'; savedCardId: string; encryptedCvv: string; encryptionKeyId: number }

/** Everything that the hosted page shows. */
export interface PageView {
  /** The sandbox's time in epoch milliseconds. Countdowns use it instead of the device's clock. */
  nowMs: number
  /** The sandbox's clock is frozen. */
  frozen?: true
  merchantName: string
  /** Path of the merchant's logo on the page's own origin; absent without one. */
  merchantLogo?: string
  order: PageOrder
  /** The mandate that the payer is asked to approve; absent when the order is a payment. */
  mandate?: PageMandate
  /** The latest attempt; absent before the first one. */
  attempt?: PageAttempt
  /** The payer can start an attempt now. */
  canPay: boolean
  /** False: the order allows one attempt, and cancelling it fails the order. */
  retryAllowed: boolean
  paymentMethods: PagePaymentMethods
  /** Where the payer goes at the end; absent when the merchant gave no URL. */
  redirectUrl?: string
  /** Milliseconds until the page polls again; absent when the order cannot change any more. A late payment can change an expired order. */
  pollAfterMs?: number
}

export interface PageOrder {
  merchantOrderId: string
  orderId: string
  amount: Paise
  state: OrderState
  message?: string
  expiresAtMs: number
  /** The order failed because it expired. */
  expired: boolean
  errorCode?: string
  detailedErrorCode?: string
  /** Phone number that the merchant prefilled. */
  phoneNumber?: string
}

/** The terms of a mandate. `order.amount` is what the approval itself takes. */
export interface PageMandate extends MandateTerms {
  merchantSubscriptionId: string
  /** End of the mandate. */
  expiresAtMs: number
}

export interface PageAttempt {
  transactionId: string
  type: 'UPI_QR' | 'UPI_INTENT' | 'UPI_COLLECT' | 'NET_BANKING' | 'CARD' | 'TOKEN'
  state: AttemptState
  startedAtMs: number
  /** UPI: the link of the QR code or of an app. */
  intentUrl?: string
  /** UPI intent: the app that the payer chose, as in `apps`. */
  targetApp?: string
  /** UPI collect: the masked UPI id, `su****s@ybl`. */
  vpa?: string
  bankId?: string
  bankName?: string
  /** Card: the network, such as `VISA`, and the last four digits. */
  card?: { network: string; last4: string }
  /** The payer's next step; absent when the payer can only wait. */
  step?: 'scan' | 'approve' | 'otp' | 'bank'
  otpTriesLeft?: number
  errorCode?: string
  detailedErrorCode?: string
}

export interface PagePaymentMethods {
  upi?: {
    qr: boolean
    intent: boolean
    /** Apps for `UPI_INTENT`; `others` stands for every app that is not listed. */
    apps: { id: string; name: string }[]
    collect: { allowed: boolean }
    /** Instruments that may pay behind the UPI id. */
    instruments: UpiInstrument[]
  }
  /** Values of accepted cards. Not every combination is accepted: the provider decides once it has read the card. */
  cards?: {
    types: CardType[]
    networks: CardNetwork[]
    geoScopes: GeoScope[]
    encryption: { keyId: number; publicKeyPem: string }
  }
  netBanking?: { banks: PageBank[] }
  savedCards?: SavedCard[]
}

export interface PageBank {
  bankId: string
  name: string
  popular: boolean
  health: 'up' | 'slow' | 'down'
}

export interface SavedCard {
  savedCardId: string
  network: string
  last4: string
  bankName: string
  expiry: { month: string; year: string }
}
