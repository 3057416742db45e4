import { type Line, MAX_QUANTITY, PRODUCTS, type ProductId } from '../products/catalogue.ts'

/** The products that the payer picked. The id is the order's reference; the id stays the same until the cart is paid. */
export interface Cart {
  readonly cartId: string
  readonly lines: readonly Line[]
}

/** A stored cart, read with today's catalogue. */
export interface RestoredCart {
  readonly cart: Cart
  /** Number of stored products that are no longer sold. */
  readonly removedCount: number
}

/** Parses a stored cart. Only ids and quantities are stored: the amounts come from the server. */
export function parseCart(text: string | null, newId: () => string): RestoredCart {
  const stored = parseStored(text)
  if (!stored) return { cart: { cartId: newId(), lines: [] }, removedCount: 0 }
  const quantities = new Map(Object.entries(stored.lines))
  const lines = PRODUCTS.flatMap(({ productId }): Line[] => {
    const quantity = quantities.get(productId)
    return isQuantity(quantity) ? [{ productId, quantity }] : []
  })
  const sold = new Set<string>(PRODUCTS.map(({ productId }) => productId))
  const removedCount = [...quantities.keys()].filter((productId) => !sold.has(productId)).length
  return { cart: { cartId: stored.cartId, lines }, removedCount }
}

export function serializeCart({ cartId, lines }: Cart): string {
  return JSON.stringify({ cartId, lines: quantitiesOf(lines) })
}

export function quantitiesOf(lines: readonly Line[]): { [productId: string]: number } {
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
}

/** The cart with this quantity of a product, 0 to 20, in the order of the catalogue. 0 removes the line. */
export function withQuantity(cart: Cart, productId: ProductId, quantity: number): Cart {
  const wanted = Math.min(Math.max(0, Math.trunc(quantity)), MAX_QUANTITY)
  const lines = PRODUCTS.flatMap(({ productId: id }): Line[] => {
    const now = id === productId ? wanted : quantityOf(cart.lines, id)
    return now > 0 ? [{ productId: id, quantity: now }] : []
  })
  return { ...cart, lines }
}

export function quantityOf(lines: readonly Line[], productId: ProductId): number {
  return lines.find((line) => line.productId === productId)?.quantity ?? 0
}

export function countOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

const CART_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function parseStored(text: string | null): { cartId: string; lines: object } | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? '')
    if (typeof stored !== 'object' || stored === null || !('cartId' in stored) || !('lines' in stored)) return undefined
    const { cartId, lines } = stored
    const valid = typeof cartId === 'string' && CART_ID.test(cartId) && typeof lines === 'object' && lines !== null
    return valid ? { cartId, lines } : undefined
  } catch {
    return undefined
  }
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_QUANTITY
}
