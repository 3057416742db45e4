import type { Order } from '@galla/contract/gateway-api/orders'
import type { Gateway } from '@galla/gateway'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { parseLines } from '../products/catalogue.ts'
import type { OrderSummary } from '../shop-api.ts'

const COOKIE = 'tea-orders'
const MAX_ORDERS = 12
const MAX_AGE_SEC = 90 * 86_400
const REFERENCE_PREFIX = 'cart-'

/** The reference of a cart; with `amount` the one of a changed cart, a purchase of its own. */
export const referenceOf = (cartId: string, amount?: number): string =>
  REFERENCE_PREFIX + cartId + (amount === undefined ? '' : `.${amount}`)

/** The orders of one browser: their ids in a signed, HttpOnly cookie, their states from the gateway. */
export class OrderHistory {
  readonly #secret: string
  readonly #gateway: Gateway

  constructor(secret: string, gateway: Gateway) {
    this.#secret = secret
    this.#gateway = gateway
  }

  async add(c: Context, merchantOrderId: string): Promise<void> {
    const others = (await this.#ids(c)).filter((id) => id !== merchantOrderId)
    const ids = [merchantOrderId, ...others].slice(0, MAX_ORDERS)
    const secure = new URL(c.req.url).protocol === 'https:'
    const options = { path: '/api', httpOnly: true, sameSite: 'Strict', maxAge: MAX_AGE_SEC, secure } as const
    await setSignedCookie(c, COOKIE, ids.join('.'), this.#secret, options)
  }

  /** Newest first. */
  async list(c: Context): Promise<OrderSummary[]> {
    const orders = await Promise.all((await this.#ids(c)).map((id) => this.#gateway.orders.get(id)))
    return orders.flatMap((order) => (order ? [summaryOf(order)] : []))
  }

  async #ids(c: Context): Promise<string[]> {
    const text = await getSignedCookie(c, this.#secret, COOKIE)
    return text ? text.split('.') : []
  }
}

function summaryOf(order: Order): OrderSummary {
  const { merchantOrderId, reference, amount, refundedAmount, state, resolution, needsReview, createdAtMs } = order
  return {
    merchantOrderId,
    cartId: reference.slice(REFERENCE_PREFIX.length).replace(/\.\d+$/, ''),
    amount,
    refundedAmount,
    state,
    checking: needsReview !== undefined,
    createdAtMs,
    lines: parseLines(order.metaInfo?.udf1),
    ...(resolution !== undefined && { resolution }),
  }
}
