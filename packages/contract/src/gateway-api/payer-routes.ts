import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { OrderState } from './orders.ts'

/**
 * What a payer's browser asks the shop's server, relative to where the gateway is mounted. Every call carries
 * `Authorization: Bearer <payerToken>`, which is good for one order, until its expiry plus an hour; never in an address.
 */
export interface PayerRoutes {
  'GET /orders/:merchantOrderId/status': { reply: PayerView }
  'POST /orders/:merchantOrderId/pay': { body: { paymentMode: PaymentMode; deviceOS?: BrowserOS }; reply: PayerView }
}

/** `GET /orders/:merchantOrderId/live` streams `PayerView`s as server-sent events named `view`, read by fetch. */
export const PAYER_LIVE_PATH = '/orders/:merchantOrderId/live'

export interface PayerView {
  merchantOrderId: string
  amount: Paise
  state: OrderState
  /** The provider does not know yet, but the time is over; or money came late and goes back. */
  note?: 'expired' | 'late-payment' | 'refunding' | 'unknown'
  /** The server's clock: timers are drawn against it. */
  nowMs: number
  expiresAtMs?: number
  /** When to ask again; absent when nothing will change. */
  pollAfterMs?: number
  checkout: 'STANDARD' | 'CUSTOM'
  /** Standard checkout: the hosted page. */
  redirectUrl?: string
  /** Custom checkout: what the payer must do now. A QR code is drawn from `intentUrl`: `qrData` may be a picture or a text. */
  payment?: { type: string; intentUrl?: string; qrData?: string; redirectUrl?: string }
  /** What may be chosen, with the reason where collect may not. */
  paymentMethods: PaymentMethods
  errorCode?: string
  explains?: string
}

export interface PaymentMethods {
  collect: { allowed: boolean; reason: string }
  banks: { bankId: string; name: string; popular: boolean; health: 'up' | 'slow' | 'down' }[]
  /** Absent: the shop takes no card data itself. */
  cardEncryption?: { keyId: number; publicKeyPem: string }
  savedCards: { savedCardId: string; network: string; last4: string; bankName: string }[]
}
