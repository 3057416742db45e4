import { expect, it } from 'vitest'
import { buildPath } from './client.ts'

it('fills path parameters in and escapes them', () => {
  expect(buildPath('/orders/:merchantOrderId/refunds', { params: { merchantOrderId: 'a/b c' } })).toBe(
    '/orders/a%2Fb%20c/refunds',
  )
})

it('leaves undefined and empty query fields out', () => {
  expect(buildPath('/orders', { query: { state: 'OPEN', q: '', after: undefined, limit: '5' } })).toBe(
    '/orders?state=OPEN&limit=5',
  )
  expect(buildPath('/orders', { query: { state: undefined } })).toBe('/orders')
})
