import type { Paise } from '../money.ts'
import type { CardNetwork, CardType, GeoScope, UpiInstrument } from '../provider/mode-values.ts'
import type { CardMode, TokenMode } from '../provider/payment-mode.ts'
import type { AttemptState, OrderState } from '../provider/states.ts'

/**
 * What the hosted page asks the sandbox, relative to `/page-api`. The order's token travels in the header
 * `x-page-token`, never in the address of a call. Every reply is the whole view, so that the page keeps one state.
 * A refusal is `{ code, message }` with a 4xx. A wrong one-time password is none: the view has one try less.
 */
export interface PageRoutes {
  'GET /view': { reply: PageView }
  'POST /attempts': { body: { paymentMode: PageChoice }; reply: PageView }
  'POST /attempts/:transactionId/otp': { body: { otp: string }; reply: PageView }
  'POST /attempts/:transactionId/resend-otp': { reply: PageView }
  /** Answer on the bank's page. */
  'POST /attempts/:transactionId/bank': { body: { outcome: 'SUCCESS' | 'FAILURE' | 'PENDING' }; reply: PageView }
  'POST /attempts/:transactionId/cancel': { reply: PageView }
  'POST /validate-vpa': { body: { vpa: string }; reply: { valid: boolean; name?: string } }
}

/** What the payer may choose. */
export type PageChoice =
  | { type: 'UPI_QR' }
  | { type: 'UPI_INTENT'; targetApp: string }
  | { type: 'UPI_COLLECT'; vpa: string }
  | { type: 'NET_BANKING'; bankId: string }
  | CardMode
  | TokenMode
  | { type: 'SAVED_CARD'; savedCardId: string; encryptedCvv: string; encryptionKeyId: number }

export interface PageView {
  /** The server's clock: timers are drawn against it, never against the device's. */
  nowMs: number
  /** That clock stands still until somebody moves it. */
  frozen?: true
  merchantName: string
  order: PageOrder
  /** The latest attempt; absent until the payer tried. */
  attempt?: PageAttempt
  /** Another attempt may be started now. */
  canPay: boolean
  /** False: this order takes one attempt only, and giving it up ends the order. */
  retryAllowed: boolean
  paymentMethods: PagePaymentMethods
  /** Where the payer goes at the end; absent in iframe mode without one. */
  redirectUrl?: string
  /** Milliseconds until the page should ask again; absent when nothing can change any more. Late money still finds an expired order. */
  pollAfterMs?: number
}

export interface PageOrder {
  merchantOrderId: string
  orderId: string
  amount: Paise
  state: OrderState
  message?: string
  expiresAtMs: number
  /** It failed because its time ran out, whatever the last attempt said. */
  expired: boolean
  errorCode?: string
  detailedErrorCode?: string
  /** The failure in plain words. */
  explains?: string
  /** Phone number that the merchant pre-filled. */
  phoneNumber?: string
}

export interface PageAttempt {
  transactionId: string
  type: 'UPI_QR' | 'UPI_INTENT' | 'UPI_COLLECT' | 'NET_BANKING' | 'CARD' | 'TOKEN'
  state: AttemptState
  startedAtMs: number
  /** UPI: the link that a QR holds or an app opens. */
  intentUrl?: string
  /** Masked, for collect: `su****s@ybl`. */
  vpa?: string
  bankId?: string
  bankName?: string
  /** Card: `VISA` and the last four digits. */
  card?: { network: string; last4: string }
  /** What the payer must do now. */
  step?: 'scan' | 'approve' | 'otp' | 'bank'
  otpTriesLeft?: number
  errorCode?: string
  detailedErrorCode?: string
  explains?: string
}

export interface PagePaymentMethods {
  upi?: {
    qr: boolean
    intent: boolean
    /** Apps that `intent` may open; `others` stands for any app that is not named. */
    apps: { id: string; name: string }[]
    collect: { allowed: boolean; reason: string }
    /** What may pay behind the UPI id. */
    instruments: UpiInstrument[]
  }
  /** Which cards are taken. Not every combination need be: the provider decides when it has read the card. */
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
