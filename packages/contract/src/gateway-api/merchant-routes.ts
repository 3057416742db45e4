import type { Paise } from '../money.ts'
import type { BrowserOS, PaymentMode } from '../provider/payment-mode.ts'
import type { MetaInfo } from '../provider/requests.ts'
import type { Checkout, Order, OrdersQuery, Page } from './orders.ts'
import type { Refund, RefundsQuery, RequestRefund } from './refunds.ts'

/**
 * What a merchant's own server asks, in whatever language, relative to where the merchant API is mounted. Every call carries
 * `Authorization: Bearer <merchant key>`. A refusal is `{ code, message, field? }` with a 4xx or 5xx; 429 and 503 may carry
 * `retry-after`.
 */
export interface MerchantRoutes {
  /** Written down first, then opened at the provider. Saying the same `merchantOrderId` again is saying it once. */
  'POST /orders': { body: StartOrder; reply: StartedOrder }
  /** Newest first; `after` takes the `next` of the page before. */
  'GET /orders': { query: OrdersQuery; reply: Page<Order> }
  /** As the books hold it. */
  'GET /orders/:merchantOrderId': { reply: Order }
  /** Asks the provider now, for example when the payer has come back. */
  'POST /orders/:merchantOrderId/sync': { reply: Order }
  /** Custom checkout: begins the payment in the mode that the payer chose. The amount is the stored one. */
  'POST /orders/:merchantOrderId/pay': { body: { paymentMode: PaymentMode; deviceOS?: BrowserOS }; reply: PaidOrder }
  /** Durable when it is answered, and on its way. The same id and amount is the same refund. */
  'POST /orders/:merchantOrderId/refunds': { body: RequestRefund; reply: Refund }
  'GET /refunds': { query: RefundsQuery; reply: Page<Refund> }
  'GET /refunds/:merchantRefundId': { reply: Refund }
  'POST /refunds/:merchantRefundId/sync': { reply: Refund }
}

export interface StartOrder {
  /** The merchant's cart or invoice: however many orders it takes, one of them is fulfilled. 1 to 200 characters. */
  reference: string
  amount: Paise
  /** `STANDARD`: the provider's page. `CUSTOM`: the merchant's own. */
  checkout: Checkout
  /** Where the payer comes back to. */
  redirectUrl: string
  /** Seconds, 300 to 5 184 000; a hosted page lives for an hour at most. Default: the provider's. */
  expireAfter?: number
  /** What the payer sees beside the request. */
  message?: string
  metaInfo?: MetaInfo
  /** Custom checkout: your name for the payer, under which the provider saves cards. Only your server says who pays; a browser is not asked. */
  merchantUserId?: string
  /** Default: made up by the books. With an id of your own, saying it twice is saying it once. At most 57 letters, digits, `_` or `-`. */
  merchantOrderId?: string
}

export interface StartedOrder {
  order: Order
  /** For the payer's browser: good for this one order, until an hour after its expiry. */
  payerToken: string
  /** Standard checkout: the hosted page. */
  redirectUrl?: string
}

export interface PaidOrder {
  order: Order
  /** What the payer must do now. Absent while the provider's answer is not known: ask for the order. */
  payment?: { type: string; intentUrl?: string; qrData?: string; redirectUrl?: string }
}

/** What `galla gateway` posts to the merchant's own server when something has happened. */
export interface MerchantNotification {
  /** The same whenever the same thing is told again: the key to do it once. Also the header `x-galla-notification-id`. */
  notificationId: string
  event: 'order.completed' | 'order.failed' | 'order.needs_review' | 'refund.completed' | 'refund.failed'
  /** As it is when it is told: perhaps further than when it happened. */
  order: Order
  refund?: Refund
  /** The other order of the same reference whose payment counts, as when a payer gave up this one and paid in another way. */
  paidBy?: string
}
