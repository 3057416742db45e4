import type { Checkout, LatestAttempt, OrderState, Resolution } from '@galla/contract/gateway-api/orders'
import type { Plan } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import { type Check, fieldsOf, isText, listOf, optional } from '@galla/contract/response-checks'
import type { Locale } from './i18n/locales.ts'
import type { Line } from './products/catalogue.ts'

/** The shop's own API, for its page. The gateway answers everything about payments. Amounts always come from the server. */
export interface ShopRoutes {
  'GET /api/settings': { response: PageSettings }
  /** This browser's orders, newest first. */
  'GET /api/orders': { response: { orders: OrderSummary[] } }
  'POST /api/orders': { body: NewOrder; response: OrderForPayer }
  /** This browser's order again, in another tab or after a reload. */
  'POST /api/orders/:merchantOrderId/resume': { body: { locale: Locale }; response: OrderForPayer }
  /** The order of a return address: the payer may return in another browser than the one that started the payment. */
  'POST /api/return': { body: { returnToken: string }; response: ReturnedOrder }
  'GET /api/plan': { response: TeaPlan }
  /** This browser's subscription; empty when there is none. */
  'GET /api/subscription': { response: Partial<SubscriptionForPayer> }
  /** Starts this browser's subscription, or continues the one that it has. The server decides plan and price. */
  'POST /api/subscription': { response: SubscriptionForPayer }
  /** The network token of a saved card, requested when the payer pays with it. */
  'POST /api/saved-cards/:savedCardId/token': { response: Omit<TokenDetails, 'encryptedCvv' | 'eci'> }
}

/** The terms of tea every month. */
export type TeaPlan = Pick<Plan, 'name' | 'amount' | 'frequency'>

export interface SubscriptionForPayer {
  payerToken: string
  /** The provider's page, while the mandate is not approved. */
  redirectUrl?: string
}

export interface PageSettings {
  /** URL of the provider's browser script. */
  checkoutScript: string
  /** Only in the sandbox. */
  testPayment?: TestPayment
}

/** Test details that pay in the sandbox. */
export interface TestPayment {
  card: { number: string; expiry: string; cvv: string }
  savedCards: { last4: string; cvv: string }[]
  /** The one-time password of every bank. */
  otp: string
  /** URL of the console's page on which a payment by UPI is completed or failed. */
  sandboxPage: string
}

/** Ids and quantities only: the server decides what they cost. */
export interface NewOrder {
  cartId: string
  lines: { [productId: string]: number }
  checkout: Checkout
  /** The payer's language: of the order's message, and of the page to which the payer returns. */
  locale: Locale
}

export interface OrderForPayer {
  merchantOrderId: string
  amount: Paise
  payerToken: string
  /** Standard checkout: URL of the provider's page. */
  redirectUrl?: string
}

export interface ReturnedOrder extends OrderForPayer {
  /** The language in which the payment was started. */
  locale: Locale
  /** The provider, asked when the payer returned, knows of no payment that could still be confirmed. */
  unpaid: boolean
  /** The cart is paid, and another payment of it arrived or can still arrive: then it is refunded. */
  secondPayment?: { payerToken: string }
}

export interface OrderSummary {
  merchantOrderId: string
  cartId: string
  amount: Paise
  refundedAmount: Paise
  state: OrderState
  resolution?: Resolution
  /** The order is in review. */
  checking: boolean
  /** It can still be paid. */
  resumable: boolean
  /** It is not paid, and another order of its cart is. */
  paidElsewhere: boolean
  checkout: Checkout
  /** The payer has paid, or tried to, and the bank has not answered yet: another payment may be the second one. */
  bankPending: boolean
  /** A QR code was shown. Whether it was scanned is not known. */
  qrShown: boolean
  /** The provider was just asked about the newest open order, and knows of no payment that could still be confirmed. */
  unpaid: boolean
  /** Why the last attempt failed; only for an open or failed order. */
  lastFailure?: FailureCodes
  /** The details that support asks for; only for a paid order. */
  receipt?: Receipt
  /** Completed and under way, oldest first. */
  refunds: OrderRefund[]
  createdAtMs: number
  lines: Line[]
}

/** The provider's codes of a failed attempt. */
export type FailureCodes = Pick<LatestAttempt, 'errorCode' | 'detailedErrorCode'>

/** How an order was paid. */
export interface Receipt {
  paidAtMs?: number
  /** The provider's payment mode: `UPI_QR`. */
  paymentMode?: string
  /** The card that paid: `RuPay •••• 0009`. */
  card?: string
  transactionId?: string
  /** Bank reference number of a UPI payment. */
  utr?: string
}

/** Money of an order that went back to the payer, or is going back. */
export interface OrderRefund {
  amount: Paise
  /** Absent while the refund is under way. */
  completedAtMs?: number
  /** Bank reference number of the refund. */
  utr?: string
}

/**
 * `CART_PAID`: the cart was paid before, perhaps in another tab. `CART_IN_REVIEW`: it may be, and a person finds out. `UNAVAILABLE`: try again
 * later.
 */
export type ShopErrorCode =
  | 'INVALID_REQUEST'
  | 'UNKNOWN_PRODUCT'
  | 'EMPTY_CART'
  | 'CART_PAID'
  | 'CART_IN_REVIEW'
  | 'NOT_FOUND'
  | 'UNAVAILABLE'

/** The server refused the request, or did not answer (`NO_ANSWER`). */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly code: ShopErrorCode | 'NO_ANSWER'

  constructor(code: ShopErrorCode | 'NO_ANSWER', message = '') {
    super(message)
    this.code = code
  }
}

const TIMEOUT_MS = 20_000

const anOrder = fieldsOf<Pick<OrderForPayer, 'payerToken' | 'redirectUrl'>>({
  payerToken: isText,
  redirectUrl: optional(isText),
})
const summary = fieldsOf<Pick<OrderSummary, 'merchantOrderId' | 'cartId' | 'amount' | 'state' | 'lines' | 'refunds'>>({
  merchantOrderId: isText,
  cartId: isText,
  amount: Number.isSafeInteger,
  state: isText,
  lines: listOf(fieldsOf({})),
  refunds: listOf(fieldsOf({})),
})

/** The checks of the replies: a proxy, or a server of another release, may answer with something else. */
const REPLIES: { readonly [Route in keyof ShopRoutes]: Check } = {
  'GET /api/settings': fieldsOf<Pick<PageSettings, 'checkoutScript'>>({ checkoutScript: isText }),
  'GET /api/orders': fieldsOf<{ orders: unknown }>({ orders: listOf(summary) }),
  'POST /api/orders': anOrder,
  'POST /api/orders/:merchantOrderId/resume': anOrder,
  'POST /api/return': anOrder,
  'GET /api/plan': fieldsOf<TeaPlan>({ name: isText, amount: Number.isSafeInteger, frequency: isText }),
  'GET /api/subscription': fieldsOf<Partial<SubscriptionForPayer>>({
    payerToken: optional(isText),
    redirectUrl: optional(isText),
  }),
  'POST /api/subscription': anOrder,
  'POST /api/saved-cards/:savedCardId/token': fieldsOf({}),
}

type BodyOf<Key extends keyof ShopRoutes> = ShopRoutes[Key] extends { body: infer Body } ? Body : Record<never, never>

/** Calls the shop's API from its page. @throws ShopError */
export async function callShop<Key extends keyof ShopRoutes>(
  route: Key,
  body?: BodyOf<Key>,
  params: { readonly [name: string]: string } = {},
): Promise<ShopRoutes[Key]['response']> {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const json =
    method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
  let response: Response
  let reply: unknown
  try {
    response = await fetch(path, { method, ...json, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })
    reply = await response.json()
  } catch {
    throw new ShopError('NO_ANSWER')
  }
  // What was received is not known.
  if (response.ok && !REPLIES[route](reply)) throw new ShopError('NO_ANSWER')
  if (response.ok) return reply as ShopRoutes[Key]['response']
  const { code = 'UNAVAILABLE', message = '' } = (reply ?? {}) as { code?: ShopErrorCode; message?: string }
  throw new ShopError(code, message)
}
