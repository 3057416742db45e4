import { paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { readAmount } from './create-refund.tsx'

const LEFT = paise(10_000)

it('reads what may go back', () => {
  expect(readAmount('99.50', LEFT)).toEqual({ amount: 9_950 })
  expect(readAmount(' 100 ', LEFT)).toEqual({ amount: 10_000 })
})

it.each([
  ['', /Type an amount/],
  ['a hundred', /no amount/],
  ['1.005', /no amount/],
  ['0', /Nothing is no refund/],
  ['100.01', /At most ₹100\.00/],
])('refuses %j, and says why', (typed, why) => {
  expect(readAmount(typed, LEFT).fault).toMatch(why)
})
