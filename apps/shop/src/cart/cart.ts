import { type Line, MOST_OF_ONE, PRODUCTS, type ProductId } from '../products/catalogue.ts'

/** What the payer has picked. The id is the order's reference: it stays until the cart is paid. */
export interface Cart {
  readonly cartId: string
  readonly lines: readonly Line[]
}

/** What a device kept, as far as it makes sense today; `gone` counts products that are not sold any more. */
export interface FoundCart {
  readonly cart: Cart
  readonly gone: number
}

/** Ids and quantities only are kept: amounts are the shop's to say, each time. */
export function readCart(text: string | null, mint: () => string): FoundCart {
  const kept = parse(text)
  if (!kept) return { cart: { cartId: mint(), lines: [] }, gone: 0 }
  const wanted = new Map(Object.entries(kept.lines))
  const lines = PRODUCTS.flatMap(({ productId }): Line[] => {
    const quantity = wanted.get(productId)
    return isQuantity(quantity) ? [{ productId, quantity }] : []
  })
  const sold = new Set<string>(PRODUCTS.map(({ productId }) => productId))
  const gone = [...wanted.keys()].filter((productId) => !sold.has(productId)).length
  return { cart: { cartId: kept.cartId, lines }, gone }
}

export function writeCart({ cartId, lines }: Cart): string {
  return JSON.stringify({ cartId, lines: quantitiesOf(lines) })
}

export function quantitiesOf(lines: readonly Line[]): { [productId: string]: number } {
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
}

/** The cart with so many of a product, in the order of the shelf; none takes the line out. */
export function withQuantity(cart: Cart, productId: ProductId, quantity: number): Cart {
  const wanted = Math.min(Math.max(0, Math.trunc(quantity)), MOST_OF_ONE)
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

function parse(text: string | null): { cartId: string; lines: object } | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    if (typeof kept !== 'object' || kept === null || !('cartId' in kept) || !('lines' in kept)) return undefined
    const { cartId, lines } = kept
    const readable = typeof cartId === 'string' && CART_ID.test(cartId) && typeof lines === 'object' && lines !== null
    return readable ? { cartId, lines } : undefined
  } catch {
    return undefined
  }
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_OF_ONE
}
