import { inr, type Paise, paise } from '@galla/contract/money'

export type ProductId = 'assam' | 'masala' | 'darjeeling' | 'kulhad'

export interface Product {
  readonly productId: ProductId
  readonly amount: Paise
}

/** All products. The browser displays these amounts; the server charges by its own copy. */
export const PRODUCTS: readonly Product[] = [
  { productId: 'assam', amount: inr('180.00') },
  { productId: 'masala', amount: inr('249.00') },
  { productId: 'darjeeling', amount: inr('499.00') },
  { productId: 'kulhad', amount: inr('240.00') },
]

/** Largest quantity of one product in one cart. */
export const MAX_QUANTITY = 20

/** A product and its quantity. */
export interface Line {
  readonly productId: ProductId
  readonly quantity: number
}

export function productOf(productId: string): Product | undefined {
  return PRODUCTS.find((product) => product.productId === productId)
}

export function amountOf({ productId, quantity }: Line): Paise {
  return paise((productOf(productId)?.amount ?? 0) * quantity)
}

export function totalOf(lines: readonly Line[]): Paise {
  return paise(lines.reduce((sum, line) => sum + amountOf(line), 0))
}

/** Lines as `assam:2,kulhad:1`, for the order's metaInfo, whose fields hold 256 characters. */
export function serializeLines(lines: readonly Line[]): string {
  return lines.map(({ productId, quantity }) => `${productId}:${quantity}`).join()
}

/** Lines from an order's metaInfo, without products that are no longer sold. */
export function parseLines(text = ''): Line[] {
  return text.split(',').flatMap((part) => {
    const [, name = '', count] = /^(\w+):(\d{1,3})$/.exec(part) ?? []
    const product = productOf(name)
    return product ? [{ productId: product.productId, quantity: Number(count) }] : []
  })
}
