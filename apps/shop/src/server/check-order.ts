import type { Checkout } from '@galla/contract/gateway-api/orders'
import { type Line, MOST_OF_ONE, PRODUCTS, productOf } from '../catalogue.ts'
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
