import { expect, it } from 'vitest'
import { checkOrder } from './orders.ts'

const CART = { cartId: '6a1f0c6e-2d0b-4c9d-9a55-0123456789ab', lines: { kulhad: 1, assam: 2 }, checkout: 'STANDARD' }

it('checkOrder returns the lines in the order of the catalogue', () => {
  expect(checkOrder(CART)).toEqual({
    cartId: CART.cartId,
    checkout: 'STANDARD',
    locale: 'en',
    lines: [
      { productId: 'assam', quantity: 2 },
      { productId: 'kulhad', quantity: 1 },
    ],
  })
})

it.each<[string, string, unknown]>([
  ['body', 'INVALID_REQUEST', null],
  ['body', 'INVALID_REQUEST', []],
  ['body', 'INVALID_REQUEST', 'tea'],
  ['amount', 'INVALID_REQUEST', { ...CART, amount: 1 }],
  ['__proto__', 'INVALID_REQUEST', JSON.parse('{"__proto__":{"amount":1}}')],
  ['cartId', 'INVALID_REQUEST', { ...CART, cartId: undefined }],
  ['cartId', 'INVALID_REQUEST', { ...CART, cartId: `${CART.cartId}' or 1=1` }],
  ['cartId', 'INVALID_REQUEST', { ...CART, cartId: { toString: 1 } }],
  ['checkout', 'INVALID_REQUEST', { ...CART, checkout: 'FREE' }],
  ['locale', 'INVALID_REQUEST', { ...CART, locale: 'xx' }],
  ['lines', 'INVALID_REQUEST', { ...CART, lines: ['assam'] }],
  ['lines', 'EMPTY_CART', { ...CART, lines: {} }],
  ['lines', 'UNKNOWN_PRODUCT', { ...CART, lines: { oolong: 1 } }],
  ['lines', 'UNKNOWN_PRODUCT', { ...CART, lines: JSON.parse('{"__proto__":1}') }],
  ['lines', 'UNKNOWN_PRODUCT', { ...CART, lines: { constructor: 1 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: 0 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: -1 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: 0.5 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: 21 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: 1e308 } }],
  ['lines.assam', 'INVALID_REQUEST', { ...CART, lines: { assam: '2' } }],
])('checkOrder refuses an invalid %s with %s', (field, code, body) => {
  expect(() => checkOrder(body)).toThrow(expect.objectContaining({ field, code, status: 400 }))
})
