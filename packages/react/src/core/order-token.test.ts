import { expect, it } from 'vitest'
import { tokenOf } from '../../test/view-of.ts'
import { orderOfToken } from './order-token.ts'

it.each(['tea-1', 'x', 'A_b-63', 'चाय-१'])('reads the order of a token: %s', (order) => {
  expect(orderOfToken(tokenOf(order))).toBe(order)
})

it.each(['', 'g1', 'g1.', 'g2.dGVh.zzz.s', 'g1.%%%.zzz.s', 'g1._w.zzz.s', 'undefined'])(
  'knows no order in %j',
  (text) => {
    expect(orderOfToken(text)).toBeUndefined()
  },
)
