import { inr, type Paise, paise } from '@galla/contract/money'

export type ProductId = 'assam' | 'masala' | 'darjeeling' | 'kulhad'

export interface Product {
  readonly productId: ProductId
  readonly amount: Paise
}

/** What stands on the shelf. The browser shows these amounts; what is charged, the server adds up from its own copy. */
export const PRODUCTS: readonly Product[] = [
  { productId: 'assam', amount: inr('180.00') },
  { productId: 'masala', amount: inr('249.00') },
  { productId: 'darjeeling', amount: inr('499.00') },
  { productId: 'kulhad', amount: inr('240.00') },
]

/** Of one product in one cart; whoever needs more is a wholesaler. */
export const MOST_OF_ONE = 20

/** One product and how many of it: a line of the bill. */
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

/** What the lines come to. */
export function sumOf(lines: readonly Line[]): Paise {
  return paise(lines.reduce((sum, line) => sum + amountOf(line), 0))
}

/** `assam:2,kulhad:1`: how the lines of an order travel in its metaInfo, which holds 256 characters. */
export function writeLines(lines: readonly Line[]): string {
  return lines.map(({ productId, quantity }) => `${productId}:${quantity}`).join()
}

/** Lines of products that have left the shelf since are left out. */
export function readLines(text = ''): Line[] {
  return text.split(',').flatMap((part) => {
    const [, name = '', count] = /^(\w+):(\d{1,3})$/.exec(part) ?? []
    const product = productOf(name)
    return product ? [{ productId: product.productId, quantity: Number(count) }] : []
  })
}
