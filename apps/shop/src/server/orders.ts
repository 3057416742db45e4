import type { Checkout } from '@galla/contract/gateway-api/orders'
import { type Gateway, GatewayError, type OrderEvent } from '@galla/gateway'
import { type Line, MOST_OF_ONE, PRODUCTS, productOf, sumOf, writeLines } from '../products/catalogue.ts'
import type { OpenedForPayer } from '../shop-api.ts'
import { referenceOf } from './order-history.ts'
import { invalid, ShopRefusal } from './refusal.ts'

export interface CheckedOrder {
  readonly cartId: string
  /** In the order of the shelf, at least one. */
  readonly lines: readonly Line[]
  readonly checkout: Checkout
}

const FIELDS = new Set(['cartId', 'lines', 'checkout'])
const CART_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads what a browser sent, as if it were an enemy's.
 * @throws ShopRefusal naming the field. An `amount` is refused and not ignored: somebody meant something by it.
 */
export function checkOrder(body: unknown): CheckedOrder {
  if (!isRecord(body)) throw invalid('body', 'must be a JSON object')
  const foreign = Object.keys(body).find((field) => !FIELDS.has(field))
  if (foreign !== undefined) {
    throw invalid(foreign.slice(0, 40), 'is not a field of an order: send cartId, lines and checkout')
  }
  const { cartId, lines, checkout } = body
  if (typeof cartId !== 'string' || !CART_ID.test(cartId)) throw invalid('cartId', 'must be a UUID in small letters')
  if (checkout !== 'STANDARD' && checkout !== 'CUSTOM') throw invalid('checkout', "must be 'STANDARD' or 'CUSTOM'")
  return { cartId, lines: checkLines(lines), checkout }
}

function checkLines(lines: unknown): Line[] {
  if (!isRecord(lines)) throw invalid('lines', 'must be an object: product id to quantity')
  const wanted = Object.entries(lines)
  if (wanted.length === 0)
    throw new ShopRefusal(400, 'EMPTY_CART', 'lines are empty: put something in the cart', 'lines')
  for (const [productId, quantity] of wanted) {
    if (!productOf(productId)) {
      const name = JSON.stringify(productId.slice(0, 40))
      throw new ShopRefusal(400, 'UNKNOWN_PRODUCT', `lines: there is no product ${name} on the shelf`, 'lines')
    }
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE) {
      throw invalid(`lines.${productId}`, `must be a whole number from 1 to ${MOST_OF_ONE}`)
    }
  }
  const quantities = new Map(wanted)
  return PRODUCTS.flatMap(({ productId }) => {
    const quantity = quantities.get(productId)
    return quantity === undefined ? [] : [{ productId, quantity: Number(quantity) }]
  })
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A quarter of an hour to find the phone and the PIN. Seconds. */
const TIME_TO_PAY_SEC = 900

/**
 * Opens an order for a cart. The cart is the order's reference: a second press, a second tab or a second try is another
 * order of the same reference, and one of them is fulfilled.
 */
export async function startOrder(
  gateway: Gateway,
  { cartId, lines, checkout }: CheckedOrder,
  thanksUrl: string,
): Promise<OpenedForPayer> {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  try {
    const { order, payerToken, redirectUrl } = await gateway.orders.start({
      reference: referenceOf(cartId),
      amount: sumOf(lines),
      checkout,
      redirectUrl: thanksUrl,
      expireAfter: TIME_TO_PAY_SEC,
      message: count === 1 ? 'One thing from the tea stall' : `${count} things from the tea stall`,
      metaInfo: { udf1: writeLines(lines) },
    })
    const { merchantOrderId, amount } = order
    return { merchantOrderId, amount, payerToken: payerToken, ...(redirectUrl === undefined ? {} : { redirectUrl }) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'REFERENCE_PAID') throw new ShopRefusal(409, 'CART_PAID', 'This cart is paid already.', 'cartId')
    throw new ShopRefusal(503, 'AWAY', 'The payment could not be opened, and nothing was taken. Try again in a moment.')
  }
}

/**
 * Paid: a parcel is put on the packing list. What is written through `tx` is committed together with the word "done", so a
 * crash, a second callback or a second server packs no second parcel. A shop with migrations makes its table there.
 */
export async function fulfil({ order, tx }: OrderEvent): Promise<void> {
  await tx.query(
    `create table if not exists tea_parcels (
      "reference" text primary key, "merchantOrderId" text not null, "lines" text not null, "amount" bigint not null)`,
  )
  const { reference, merchantOrderId, amount, metaInfo } = order
  await tx.query(
    `insert into tea_parcels ("reference", "merchantOrderId", "lines", "amount") values ($1, $2, $3, $4)`,
    [reference, merchantOrderId, metaInfo?.udf1 ?? '', amount],
  )
}
