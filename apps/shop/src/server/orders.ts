import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import { type Gateway, GatewayError, type OrderEvent, type StartedOrder } from '@galla/gateway'
import { bn } from '../i18n/bn.ts'
import { en } from '../i18n/en.ts'
import { hi } from '../i18n/hi.ts'
import { isLocale, type Locale } from '../i18n/locales.ts'
import { mr } from '../i18n/mr.ts'
import { ta } from '../i18n/ta.ts'
import { te } from '../i18n/te.ts'
import { type Line, MAX_QUANTITY, PRODUCTS, productOf, serializeLines, totalOf } from '../products/catalogue.ts'
import type { OrderForPayer } from '../shop-api.ts'
import { referenceOf } from './order-history.ts'
import { invalid, ShopRefusal } from './refusal.ts'

export interface CheckedOrder {
  readonly cartId: string
  /** In the order of the catalogue, at least one. */
  readonly lines: readonly Line[]
  readonly checkout: StartOrder['checkout']
  readonly locale: Locale
}

const FIELDS = new Set(['cartId', 'lines', 'checkout', 'locale'])
const CART_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Validates the body of a new order. Unknown fields are refused, not ignored: an `amount` from a browser is an error.
 * @throws ShopRefusal that names the field.
 */
export function checkOrder(body: unknown): CheckedOrder {
  if (!isRecord(body)) throw invalid('body', 'must be a JSON object')
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field))
  if (unknown !== undefined) {
    throw invalid(unknown.slice(0, 40), 'is not a field of an order: send cartId, lines, checkout and locale')
  }
  const { cartId, lines, checkout, locale = 'en' } = body
  if (typeof cartId !== 'string' || !CART_ID.test(cartId)) throw invalid('cartId', 'must be a lowercase UUID')
  if (checkout !== 'STANDARD' && checkout !== 'CUSTOM') throw invalid('checkout', "must be 'STANDARD' or 'CUSTOM'")
  if (!isLocale(locale)) throw invalid('locale', 'must be a language of the shop')
  return { cartId, lines: checkLines(lines), checkout, locale }
}

function checkLines(lines: unknown): Line[] {
  if (!isRecord(lines)) throw invalid('lines', 'must be an object of product ids and quantities')
  const entries = Object.entries(lines)
  if (entries.length === 0) throw new ShopRefusal(400, 'EMPTY_CART', 'lines must hold at least one product', 'lines')
  for (const [productId, quantity] of entries) {
    if (!productOf(productId)) {
      const name = JSON.stringify(productId.slice(0, 40))
      throw new ShopRefusal(400, 'UNKNOWN_PRODUCT', `lines: there is no product ${name}`, 'lines')
    }
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) {
      throw invalid(`lines.${productId}`, `must be an integer from 1 to ${MAX_QUANTITY}`)
    }
  }
  const quantities = new Map(entries)
  return PRODUCTS.flatMap(({ productId }) => {
    const quantity = quantities.get(productId)
    return quantity === undefined ? [] : [{ productId, quantity: Number(quantity) }]
  })
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const EXPIRE_AFTER_SEC = 900

/**
 * Starts an order for a cart. The cart's id is the order's reference: a second click or tab gets the same order, another checkout
 * makes another order of the same reference, and the gateway fulfils one of them. The newest total of a cart counts: a payment of an older
 * page is refunded automatically.
 *
 * @throws ShopRefusal `CART_PAID` when the cart is already paid, `CART_IN_REVIEW` when it may be, `UNAVAILABLE` when the order cannot be started
 * now.
 */
export async function startOrder(
  gateway: Gateway,
  { cartId, lines, checkout, locale }: CheckedOrder,
  returnUrlOf: (reference: string, locale: Locale) => string,
): Promise<OrderForPayer> {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const amount = totalOf(lines)
  const reference = referenceOf(cartId)
  try {
    const started = await gateway.orders.start({
      reference,
      amount,
      checkout,
      redirectUrl: returnUrlOf(reference, locale),
      expireAfter: EXPIRE_AFTER_SEC,
      message: orderMessage(count, locale),
      metaInfo: { udf1: serializeLines(lines) },
      replaces: true,
    })
    return orderForPayer(started, locale)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'REFERENCE_PAID') throw new ShopRefusal(409, 'CART_PAID', 'The cart is already paid.', 'cartId')
    if (error.code === 'REFERENCE_IN_REVIEW')
      throw new ShopRefusal(409, 'CART_IN_REVIEW', 'A payment of this cart is being checked.', 'cartId')
    throw new ShopRefusal(503, 'UNAVAILABLE', 'The payment could not be started. Nothing was charged. Try again later.')
  }
}

/**
 * Returns the order as the payer's browser gets it. The sandbox's page opens in the language after `#lang=`; the provider's page ignores
 * the language.
 */
export function orderForPayer({ order, payerToken, redirectUrl }: StartedOrder, locale: Locale): OrderForPayer {
  const { merchantOrderId, amount } = order
  const page = redirectUrl !== undefined && { redirectUrl: `${redirectUrl}#lang=${locale}` }
  return { merchantOrderId, amount, payerToken, ...page }
}

/** The order's line on the payment page. */
function orderMessage(count: number, locale: Locale): string {
  const { orderMessageOne, orderMessageMany } = MESSAGES[locale]
  return count === 1 ? orderMessageOne : orderMessageMany.replace('{count}', String(count))
}

const MESSAGES = { en, hi, bn, mr, ta, te }

/**
 * Adds a parcel to the packing list. The row is written through `tx`, so it is committed together with the delivery of
 * the event: a crash, a second callback or a second server adds no second parcel. A real shop creates the table in a
 * migration.
 */
export async function fulfil({ order, tx }: Pick<OrderEvent, 'order' | 'tx'>): Promise<void> {
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
