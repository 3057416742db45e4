import { describe, expect, it } from 'vitest'
import { quantitiesOf, readCart, withQuantity, writeCart } from './cart.ts'

const ID = '6a1f0c6e-2d0b-4c9d-9a55-0123456789ab'
const mint = () => ID
const kept = (lines: unknown, cartId: unknown = ID) => JSON.stringify({ cartId, lines })

describe('a kept cart', () => {
  it('comes back as it was', () => {
    const { cart } = readCart(kept({ kulhad: 1, assam: 2 }), mint)
    expect(cart).toEqual({
      cartId: ID,
      lines: [
        { productId: 'assam', quantity: 2 },
        { productId: 'kulhad', quantity: 1 },
      ],
    })
    expect(readCart(writeCart(cart), () => 'another')).toEqual({ cart, gone: 0 })
  })

  it('counts what is not sold any more', () => {
    expect(readCart(kept({ oolong: 1, sencha: 2, assam: 1 }), mint)).toMatchObject({ gone: 2, cart: { lines: [{}] } })
  })

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '"tea"',
    kept({ assam: 1 }, 'cart-1'),
    kept({ assam: 1 }, 7),
    kept(null),
    kept({ assam: 1.5, masala: -1, darjeeling: '3', kulhad: 21 }),
    '{"cartId":"6a1f0c6e-2d0b-4c9d-9a55-0123456789ab","lines":{"__proto__":{"assam":1}}}',
  ])('is empty where it makes no sense: %s', (text) => {
    expect(readCart(text, mint).cart).toEqual({ cartId: ID, lines: [] })
  })
})

it('takes a quantity between none and twenty, keeps the order of the shelf, and its id', () => {
  const empty = { cartId: ID, lines: [] }
  const one = withQuantity(withQuantity(empty, 'kulhad', 1), 'assam', 99)
  expect(one.cartId).toBe(ID)
  expect(Object.entries(quantitiesOf(one.lines))).toEqual([
    ['assam', 20],
    ['kulhad', 1],
  ])
  expect(withQuantity(one, 'assam', -3).lines).toEqual([{ productId: 'kulhad', quantity: 1 }])
})
