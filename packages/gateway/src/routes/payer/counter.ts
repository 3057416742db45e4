import type { PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { GatewayContext } from '../../context.ts'
import type { OrderRow } from '../../storage/order-row.ts'
import type { PayerTokens } from './order-token.ts'

/** What the payer's side of the shop works with. */
export interface Counter {
  readonly context: Pick<GatewayContext, 'database' | 'clock' | 'events' | 'log'>
  readonly tokens: PayerTokens
  /** Begins the payment of a custom order; the amount is the stored one, card data is passed through and kept nowhere. */
  readonly pay: (wanted: PayWanted) => Promise<unknown>
  readonly paymentMethods: (order: OrderRow) => Promise<PaymentMethods>
  /** A comment is sent on an idle stream so often, so that proxies leave it open. Milliseconds, default 15 000. */
  readonly heartbeatMs?: number
}

export interface PayWanted {
  readonly merchantOrderId: string
  readonly paymentMode: PaymentMode
  readonly deviceOS?: BrowserOS
}

/** What a shop offers that has said nothing about it. */
export const NO_PAYMENT_METHODS: PaymentMethods = {
  collect: {
    allowed: false,
    reason: 'Requests to a UPI id are closed to most merchants since 28 February 2026: pay by QR code or by app.',
  },
  banks: [],
  savedCards: [],
}
