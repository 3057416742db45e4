import { type Line, productOf } from './catalogue.ts'

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
