import { expect, it } from 'vitest'
import { MOST_OF_ONE, PRODUCTS, readLines, writeLines } from './catalogue.ts'

it('carries the fullest cart through the 256 characters that there are', () => {
  const fullest = PRODUCTS.map(({ productId }) => ({ productId, quantity: MOST_OF_ONE }))
  expect(writeLines(fullest).length).toBeLessThanOrEqual(256)
  expect(readLines(writeLines(fullest))).toEqual(fullest)
})

it('leaves out what it cannot read', () => {
  expect(readLines('assam:2,oolong:1,kulhad,:3,masala:x')).toEqual([{ productId: 'assam', quantity: 2 }])
  expect(readLines()).toEqual([])
})
