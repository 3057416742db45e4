import type { Checkout, OrderState, Resolution } from '@galla/contract/gateway-api/orders'
import type { Paise } from '@galla/contract/money'
import type { TokenDetails } from '@galla/contract/provider/payment-mode'
import type { Line } from './products/catalogue.ts'

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

/** The shop's server said no, or said nothing (`LOST`). */
export class ShopError extends Error {
  override readonly name = 'ShopError'
  readonly code: ShopRefusalCode | 'LOST'

  constructor(code: ShopRefusalCode | 'LOST', message = '') {
    super(message)
    this.code = code
  }
}

const PATIENCE_MS = 20_000

type BodyOf<Key extends keyof ShopRoutes> = ShopRoutes[Key] extends { body: infer Body } ? Body : Record<never, never>

/** Asks the shop's server. @throws ShopError */
export async function askShop<Key extends keyof ShopRoutes>(
  route: Key,
  body?: BodyOf<Key>,
  params: { readonly [name: string]: string } = {},
): Promise<ShopRoutes[Key]['reply']> {
  const [method = '', path = ''] = route.split(' ')
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const sent =
    method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
  let response: Response
  let reply: unknown
  try {
    response = await fetch(address, { method, ...sent, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    reply = await response.json()
  } catch {
    throw new ShopError('LOST')
  }
  // Our own server's, built together with this page.
  if (response.ok) return reply as ShopRoutes[Key]['reply']
  const { code = 'AWAY', message = '' } = reply as { code?: ShopRefusalCode; message?: string }
  throw new ShopError(code, message)
}
