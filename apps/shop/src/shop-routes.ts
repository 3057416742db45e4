import type { Checkout, OrderState, Resolution } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { Line } from './catalogue.ts'

/** What the shop's page asks the shop's server, beside the payments that the gateway answers. Amounts only ever come from there. */
export interface ShopRoutes {
  'GET /api/settings': { reply: ShopSettings }
  /** What this browser has ordered, newest first. */
  'GET /api/orders': { reply: { orders: ShownOrder[] } }
  'POST /api/orders': { body: OrderWanted; reply: OpenedForPayer }
  /** The network token of a card that was saved before: it leaves the server only for a payment. */
  'POST /api/saved-cards/:savedCardId/token': { reply: Omit<TokenDetails, 'encryptedCvv'> }
}

export interface ShopSettings {
  /** Address of the provider's browser script, for the page over the shop's own. */
  checkoutScript: string
}

/** Ids and quantities: a browser has no say in what they cost. */
export interface OrderWanted {
  cartId: string
  lines: { [productId: string]: number }
  checkout: Checkout
}

export interface OpenedForPayer {
  merchantOrderId: string
  amount: Paise
  payerToken: string
  /** Standard checkout: the provider's page. */
  redirectUrl?: string
}

export interface ShownOrder {
  merchantOrderId: string
  cartId: string
  amount: Paise
  refundedAmount: Paise
  state: OrderState
  resolution?: Resolution
  /** A person at the shop has to look. */
  checking: boolean
  createdAtMs: number
  lines: Line[]
}

/** `CART_PAID`: this cart was paid before, perhaps in another tab. */
export type ShopRefusalCode = 'INVALID_REQUEST' | 'UNKNOWN_PRODUCT' | 'EMPTY_CART' | 'CART_PAID' | 'NOT_FOUND' | 'AWAY'
