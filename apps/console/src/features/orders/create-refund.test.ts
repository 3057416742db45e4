import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { parseRefundAmount } from './create-refund.tsx'

const REFUNDABLE = paise(10_000)

it('parses an amount up to the refundable amount', () => {
  expect(parseRefundAmount('99.50', REFUNDABLE)).toEqual({ amount: 9_950 })
  expect(parseRefundAmount(' 100 ', REFUNDABLE)).toEqual({ amount: 10_000 })
})

it.each([
  ['', /Enter an amount/],
  ['a hundred', /not an amount/],
  ['1.005', /not an amount/],
  ['0', /more than zero/],
  ['100.01', /At most ₹100\.00/],
])('rejects %j with a reason', (typed, reason) => {
  expect(parseRefundAmount(typed, REFUNDABLE).error).toMatch(reason)
})
