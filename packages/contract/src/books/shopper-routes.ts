import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { BookOrderState } from './orders.ts'

/**
 * What a payer's browser asks the shop's server, relative to where the gateway is mounted. Every call carries
 * `Authorization: Bearer <shopperToken>`, which is good for one order, until its expiry plus an hour; never in an address.
 */
export interface ShopperRoutes {
  'GET /orders/:merchantOrderId/status': { reply: ShopperView }
  'POST /orders/:merchantOrderId/pay': { body: { paymentMode: PaymentMode; deviceOS?: BrowserOS }; reply: ShopperView }
}

/** `GET /orders/:merchantOrderId/live` streams `ShopperView`s as server-sent events named `view`, read by fetch. */
export const SHOPPER_LIVE_PATH = '/orders/:merchantOrderId/live'

export interface ShopperView {
  merchantOrderId: string
  amount: Paise
  state: BookOrderState
  /** The provider does not know yet, but the time is over; or money came late and goes back. */
  note?: 'expired' | 'late-success' | 'refunding' | 'unknown'
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
  offers: ShopperOffers
  errorCode?: string
  explains?: string
}

export interface ShopperOffers {
  collect: { allowed: boolean; reason: string }
  banks: { bankId: string; name: string; popular: boolean; health: 'up' | 'slow' | 'down' }[]
  /** Absent: the shop takes no card data itself. */
  cardEncryption?: { keyId: number; publicKeyPem: string }
  savedCards: { savedCardId: string; network: string; last4: string; bankName: string }[]
}
