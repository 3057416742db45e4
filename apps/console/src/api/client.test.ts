import { expect, it } from 'vitest'
import { pathOf } from './client.ts'

it('fills in the names of a path, and escapes them', () => {
  expect(pathOf('/orders/:merchantOrderId/refunds', { params: { merchantOrderId: 'a/b c' } })).toBe(
    '/orders/a%2Fb%20c/refunds',
  )
})

it('leaves out of a query what says nothing', () => {
  expect(pathOf('/orders', { query: { state: 'OPEN', q: '', after: undefined, limit: '5' } })).toBe(
    '/orders?state=OPEN&limit=5',
  )
  expect(pathOf('/orders', { query: { state: undefined } })).toBe('/orders')
})
