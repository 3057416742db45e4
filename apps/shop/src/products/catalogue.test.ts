import { expect, it } from 'vitest'
import { MAX_QUANTITY, PRODUCTS, parseLines, serializeLines } from './catalogue.ts'

it('serializes the largest cart in 256 characters', () => {
  const largest = PRODUCTS.map(({ productId }) => ({ productId, quantity: MAX_QUANTITY }))
  expect(serializeLines(largest).length).toBeLessThanOrEqual(256)
  expect(parseLines(serializeLines(largest))).toEqual(largest)
})

it('parseLines ignores unknown products and malformed parts', () => {
  expect(parseLines('assam:2,oolong:1,kulhad,:3,masala:x')).toEqual([{ productId: 'assam', quantity: 2 }])
  expect(parseLines()).toEqual([])
})
