import { expect, it } from 'vitest'
import { tokenOf } from '../../test/helpers/payer-view.ts'
import { subjectOf } from './payer-calls.ts'

it.each(['tea-1', 'x', 'A_b-63', 'चाय-१'])('subjectOf reads %s from a token', (order) => {
  expect(subjectOf(tokenOf(order), 'g1')).toBe(order)
})

it.each(['', 'g1', 'g1.', 'g2.dGVh.zzz.s', 'g1.%%%.zzz.s', 'g1._w.zzz.s', 'undefined'])(
  'subjectOf returns undefined for %j',
  (text) => {
    expect(subjectOf(text, 'g1')).toBeUndefined()
  },
)

it('subjectOf reads no order from the token of a subscription, and the reverse', () => {
  const token = tokenOf('sub-7')
  expect(subjectOf(token, 's1')).toBeUndefined()
  expect(subjectOf(token.replace('g1', 's1'), 's1')).toBe('sub-7')
  expect(subjectOf(token.replace('g1', 's1'), 'g1')).toBeUndefined()
})
