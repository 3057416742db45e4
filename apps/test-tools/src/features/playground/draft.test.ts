import { beforeEach, describe, expect, it } from 'vitest'
import { type Draft, emptyDraft, parseDraft } from './draft.ts'
import { findKind, KINDS } from './payment-kinds.ts'

let draft: Draft
beforeEach(() => {
  draft = emptyDraft('cart 7', 'https://shop.example/thanks')
})
const parse = (change: Partial<Draft>, kind = findKind('upi-qr').id) => parseDraft({ ...draft, ...change }, kind)

describe('parseDraft', () => {
  it.each(KINDS)('accepts the initial draft of a $id payment', ({ id, checkout }) => {
    const { order, problems } = parseDraft(draft, id)
    expect(problems).toEqual({})
    expect(order).toMatchObject({ checkout, amount: 49_900, reference: 'cart 7', merchantOrderId: 'cart-7-1' })
    expect(order.paymentMode === undefined).toBe(checkout === 'STANDARD')
  })

  it('leaves out empty values', () => {
    expect(Object.keys(parse({}).order)).toEqual([
      'checkout',
      'reference',
      'merchantOrderId',
      'amount',
      'redirectUrl',
      'paymentMode',
    ])
  })

  it('includes the optional values', () => {
    const change = { expireAfter: '900', message: ' two cups ', meta: [{ name: 'udf1', value: 'table 4' } as const] }
    expect(parse(change, 'redirect').order).toMatchObject({
      expireAfter: 900,
      message: 'two cups',
      metaInfo: { udf1: 'table 4' },
    })
    const collect = parse({ ...change, vpa: 'asha@ybl' }, 'collect-vpa').order
    expect(collect.message).toBeUndefined()
    expect(collect.paymentMode).toEqual({
      type: 'UPI_COLLECT',
      details: { type: 'VPA', vpa: 'asha@ybl' },
      message: 'two cups',
    })
  })

  it('leaves out card numbers', () => {
    const { order } = parse({ cardNumber: '4208585190116667' }, 'card')
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
  ] as const)('with %j as %s reports a problem of %s', (change, kind, field) => {
    const { order, problems } = parse(change as Partial<Draft>, kind)
    expect(Object.keys(problems)).toEqual([field])
    expect(order.amount).toBeGreaterThanOrEqual(100)
  })

  it('ignores the fields of other kinds', () => {
    expect(parse({ vpa: '', phoneNumber: '', expireAfter: '7200' }, 'card').problems).toEqual({})
  })
})
