import { describe, expect, it } from 'vitest'
import { parseCart, quantitiesOf, serializeCart, withQuantity } from './cart.ts'

const ID = '6a1f0c6e-2d0b-4c9d-9a55-0123456789ab'
const newId = () => ID
const stored = (lines: unknown, cartId: unknown = ID) => JSON.stringify({ cartId, lines })

describe('parseCart', () => {
  it('restores a serialized cart', () => {
    const { cart } = parseCart(stored({ kulhad: 1, assam: 2 }), newId)
    expect(cart).toEqual({
      cartId: ID,
      lines: [
        { productId: 'assam', quantity: 2 },
        { productId: 'kulhad', quantity: 1 },
      ],
    })
    expect(parseCart(serializeCart(cart), () => 'another')).toEqual({ cart, removedCount: 0 })
  })

  it('counts products that are no longer sold', () => {
    expect(parseCart(stored({ oolong: 1, sencha: 2, assam: 1 }), newId)).toMatchObject({
      removedCount: 2,
      cart: { lines: [{}] },
    })
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '"tea"',
    stored({ assam: 1 }, 'cart-1'),
    stored({ assam: 1 }, 7),
    stored(null),
    stored({ assam: 1.5, masala: -1, darjeeling: '3', kulhad: 21 }),
    '{"cartId":"6a1f0c6e-2d0b-4c9d-9a55-0123456789ab","lines":{"__proto__":{"assam":1}}}',
  ])('returns an empty cart for %s', (text) => {
    expect(parseCart(text, newId).cart).toEqual({ cartId: ID, lines: [] })
  })
})

it('withQuantity limits quantities to 0 to 20, and keeps the order of the catalogue and the id', () => {
  const empty = { cartId: ID, lines: [] }
  const one = withQuantity(withQuantity(empty, 'kulhad', 1), 'assam', 99)
  expect(one.cartId).toBe(ID)
  expect(Object.entries(quantitiesOf(one.lines))).toEqual([
    ['assam', 20],
    ['kulhad', 1],
  ])
  expect(withQuantity(one, 'assam', -3).lines).toEqual([{ productId: 'kulhad', quantity: 1 }])
})
