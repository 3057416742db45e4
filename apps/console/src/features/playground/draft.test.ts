import { beforeEach, describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, readDraft } from './draft.ts'
import { KINDS, kindOf } from './payment-kinds.ts'

let draft: Draft
beforeEach(() => {
  draft = emptyDraft('cart 7', 'https://shop.example/thanks')
})
const read = (change: Partial<Draft>, kind = kindOf('upi-qr').id) => readDraft({ ...draft, ...change }, kind)

describe('a draft', () => {
  it.each(KINDS)('of a $id payment is ready as it opens', ({ id, checkout }) => {
    const { order, problems } = readDraft(draft, id)
    expect(problems).toEqual({})
    expect(order).toMatchObject({ checkout, amount: 49_900, reference: 'cart 7', merchantOrderId: 'cart-7-1' })
    expect(order.paymentMode === undefined).toBe(checkout === 'STANDARD')
  })

  it('says nothing of what was left empty', () => {
    expect(Object.keys(read({}).order)).toEqual([
      'checkout',
      'reference',
      'merchantOrderId',
      'amount',
      'redirectUrl',
      'paymentMode',
    ])
  })

  it('carries what may be said of an order', () => {
    const change = { expireAfter: '900', message: ' two cups ', meta: [{ name: 'udf1', value: 'table 4' } as const] }
    expect(read(change, 'redirect').order).toMatchObject({
      expireAfter: 900,
      message: 'two cups',
      metaInfo: { udf1: 'table 4' },
    })
    const collect = read({ ...change, vpa: 'asha@ybl' }, 'collect-vpa').order
    expect(collect.message).toBeUndefined()
    expect(collect.paymentMode).toEqual({
      type: 'UPI_COLLECT',
      details: { type: 'VPA', vpa: 'asha@ybl' },
      message: 'two cups',
    })
  })

  it('holds nothing of a card', () => {
    const { order } = read({ cardNumber: '4208585190116667' }, 'card')
    expect(JSON.stringify(order)).not.toContain('4208')
  })

  it.each([
    [{ amount: '0.99' }, 'upi-qr', 'amount'],
    [{ amount: '' }, 'upi-qr', 'amount'],
    [{ amount: '-5' }, 'upi-qr', 'amount'],
    [{ amount: '1.999' }, 'upi-qr', 'amount'],
    [{ amount: '99999999999999999' }, 'upi-qr', 'amount'],
    [{ reference: ' ' }, 'upi-qr', 'reference'],
    [{ redirectUrl: 'shop.example' }, 'redirect', 'redirectUrl'],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirect', 'redirectUrl'],
    [{ expireAfter: '299' }, 'redirect', 'expireAfter'],
    [{ expireAfter: '3601' }, 'redirect', 'expireAfter'],
    [{ expireAfter: 'soon' }, 'redirect', 'expireAfter'],
    [{ vpa: 'asha' }, 'collect-vpa', 'vpa'],
    [{ phoneNumber: '12' }, 'collect-phone', 'phoneNumber'],
    [{ meta: [{ name: 'udf1', value: 'x'.repeat(257) }] }, 'redirect', 'meta'],
    [{ meta: [{ name: 'udf11', value: 'né' }] }, 'redirect', 'meta'],
  ] as const)('with %j as %s names the field %s', (change, kind, field) => {
    const { order, problems } = read(change as Partial<Draft>, kind)
    expect(Object.keys(problems)).toEqual([field])
    expect(order.amount).toBeGreaterThanOrEqual(100)
  })

  it('asks only for what its kind needs', () => {
    expect(read({ vpa: '', phoneNumber: '', expireAfter: '7200' }, 'card').problems).toEqual({})
  })
})
