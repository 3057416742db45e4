import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { OrderState } from './orders.ts'

/**
 * The payer API, relative to the gateway's mount path. Every request carries `Authorization: Bearer <payerToken>`; a token is
 * valid for one order, until an hour after its expiry, and never stands in a URL.
 */
export interface PayerRoutes {
  'GET /orders/:merchantOrderId/status': { reply: PayerView }
  'POST /orders/:merchantOrderId/pay': { body: { paymentMode: PaymentMode; deviceOS?: BrowserOS }; reply: PayerView }
}

/** `GET /orders/:merchantOrderId/live` streams `PayerView`s as server-sent events named `view`, read by fetch. */
export const PAYER_LIVE_PATH = '/orders/:merchantOrderId/live'

/** What a payer may see of an order. */
export interface PayerView {
  merchantOrderId: string
  /** In paise. */
  amount: Paise
  state: OrderState
  /** `expired`: past its expiry. `late-payment`, `refunding`: paid and refunded automatically. `unknown`: in review. */
  note?: 'expired' | 'late-payment' | 'refunding' | 'unknown'
  /** The server's clock, for countdowns. Epoch milliseconds. */
  nowMs: number
  /** Epoch milliseconds. */
  expiresAtMs?: number
  /** Delay until the next poll, in milliseconds. Absent when the order cannot change any more. */
  pollAfterMs?: number
  checkout: 'STANDARD' | 'CUSTOM'
  /** Standard checkout: URL of the hosted page. */
  redirectUrl?: string
  /** Custom checkout: what the payer has to do. Draw the QR code from `intentUrl`: `qrData` may be an image or text. */
  payment?: { type: string; intentUrl?: string; qrData?: string; redirectUrl?: string }
  /** What the payer may choose. */
  paymentMethods: PaymentMethods
  errorCode?: string
  /** Meaning of the failure, in English. */
  explains?: string
}

/** What a payer may choose on the merchant's page. */
export interface PaymentMethods {
  /** Requests to a UPI id. `reason` is shown when they are not allowed. */
  collect: { allowed: boolean; reason: string }
  /** Banks of net banking. */
  banks: { bankId: string; name: string; popular: boolean; health: 'up' | 'slow' | 'down' }[]
  /** Public key that encrypts card data in the browser. Absent: no card form. */
  cardEncryption?: { keyId: number; publicKeyPem: string }
  /** Cards of this payer that the provider has saved. */
  savedCards: { savedCardId: string; network: string; last4: string; bankName: string }[]
}
