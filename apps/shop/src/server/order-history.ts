import type { Order } from '@galla/contract/gateway-api/orders'
import type { Gateway } from '@galla/gateway'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { readLines } from '../products/catalogue.ts'
import type { ShownOrder } from '../shop-api.ts'

const COOKIE = 'tea-orders'
const MOST = 12
const DAYS_90_SEC = 7_776_000
const REFERENCE = 'cart-'

export const referenceOf = (cartId: string): string => REFERENCE + cartId

/** What one browser has ordered: ids alone, in a cookie that only the shop can write and no script can read. */
export class History {
  readonly #secret: string
  readonly #gateway: Gateway

  constructor(secret: string, gateway: Gateway) {
    this.#secret = secret
    this.#gateway = gateway
  }

  async remember(c: Context, merchantOrderId: string): Promise<void> {
    const ids = [merchantOrderId, ...(await this.#ids(c))].slice(0, MOST)
    const secure = new URL(c.req.url).protocol === 'https:'
    const options = { path: '/api', httpOnly: true, sameSite: 'Strict', maxAge: DAYS_90_SEC, secure } as const
    await setSignedCookie(c, COOKIE, ids.join('.'), this.#secret, options)
  }

  async orders(c: Context): Promise<ShownOrder[]> {
    const found = await Promise.all((await this.#ids(c)).map((id) => this.#gateway.orders.get(id)))
    return found.flatMap((order) => (order ? [shown(order)] : []))
  }

  async #ids(c: Context): Promise<string[]> {
    const text = await getSignedCookie(c, this.#secret, COOKIE)
    return text ? text.split('.') : []
  }
}

function shown(order: Order): ShownOrder {
  const { merchantOrderId, reference, amount, refundedAmount, state, resolution, needsReview, createdAtMs, metaInfo } =
    order
  return {
    merchantOrderId,
    cartId: reference.slice(REFERENCE.length),
    amount,
    refundedAmount,
    state,
    checking: needsReview !== undefined,
    createdAtMs,
    lines: readLines(metaInfo?.udf1),
    ...(resolution === undefined ? {} : { resolution }),
  }
}
