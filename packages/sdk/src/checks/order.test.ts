import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { thrownBy } from '../../test/support/client.ts'
import { checkOrder } from './order.ts'

const order = { merchantOrderId: 'order-1', amount: paise(100) }
const with_ = (more: object) => thrownBy(() => checkOrder({ ...order, ...more })).message
const constraint = { type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }

describe('checkOrder', () => {
  it('takes the least and the most', () => {
    expect(() => checkOrder(order)).not.toThrow()
    expect(() =>
      checkOrder({ ...order, expireAfter: 1, metaInfo: { udf1: 'a' }, constraints: [constraint, constraint] }),
    ).not.toThrow()
    expect(() => checkOrder({ ...order, constraints: [] })).not.toThrow()
  })

  it('asks id, amount and metaInfo', () => {
    expect(with_({ merchantOrderId: 'a b' })).toContain('merchantOrderId must be 1 to 63 letters')
    expect(with_({ amount: 0.5 })).toContain('amount must be whole paise')
    expect(with_({ metaInfo: { note: 'a' } })).toContain('metaInfo.note is not known')
  })

  it.each([0, -1, 0.5, '900', null, Number.NaN, 2 ** 53])('refuses expireAfter %s', (expireAfter) => {
    expect(with_({ expireAfter })).toBe('expireAfter must be a whole number of seconds above 0')
  })

  it.each([
    ['ACCOUNT', 'constraints must be a list'],
    [{ 0: constraint }, 'constraints must be a list'],
    [[constraint, null], 'constraints[1] must be an object'],
    [[{ ...constraint, type: 'VPA' }], "constraints[0].type must be 'ACCOUNT'"],
    [[{ ...constraint, accountNumber: 12 }], 'constraints[0].accountNumber must be a non-empty text'],
    [[{ type: 'ACCOUNT', accountNumber: '1' }], 'constraints[0].ifsc must be a non-empty text'],
  ])('refuses constraints %j', (constraints, sentence) => {
    expect(with_({ constraints })).toBe(sentence)
  })
})
