import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { search } from '../src/storage/search.ts'
import { seedCallback, seedOrder, seedRefund } from './helpers/seed.ts'
import { T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

describe('search', () => {
  const foundWith = async (text: string) => (await search(test.database, text)).map(({ id, foundBy }) => [id, foundBy])

  it('lists orders with exactly that amount before those whose id ends with its digits', async () => {
    await seedOrder(test.database, { merchantOrderId: 'paid-489', amount: 49_900, createdAtMs: T0 + 1 })
    await seedOrder(test.database, { merchantOrderId: 'exact', amount: 48_900, createdAtMs: T0 })
    expect(await foundWith('489')).toEqual([
      ['exact', 'amount'],
      ['paid-489', 'merchantOrderId'],
    ])
  })

  it('finds one more of the newest orders of an amount than is shown, so that the reader knows whether there are more', async () => {
    for (let at = 0; at < 8; at += 1)
      await seedOrder(test.database, { merchantOrderId: `of-${at}`, amount: 48_900, createdAtMs: T0 + at })
    expect((await foundWith('489')).map(([id]) => id)).toEqual(['of-7', 'of-6', 'of-5', 'of-4', 'of-3', 'of-2'])
  })

  it('lists orders with exactly that amount before those with its digits inside an id, and says which id', async () => {
    await seedOrder(test.database, { merchantOrderId: 'a', orderId: 'OM-14897', amount: 49_900, createdAtMs: T0 + 2 })
    await seedOrder(test.database, { merchantOrderId: 'b', utr: '204897', amount: 49_900, createdAtMs: T0 + 1 })
    await seedOrder(test.database, { merchantOrderId: 'exact', amount: 48_900, createdAtMs: T0 })
    expect(await foundWith('489')).toEqual([
      ['exact', 'amount'],
      ['a', 'orderId'],
      ['b', 'utr'],
    ])
  })

  it.each<[string, string, Partial<SearchHit>[]]>([
    [
      'merchantOrderId',
      'order-1',
      [{ kind: 'order', id: 'order-1', foundBy: 'merchantOrderId', resolution: 'late-refund' }],
    ],
    ['merchantOrderId with spaces around it', '  order-1 ', [{ kind: 'order', id: 'order-1' }]],
    ['orderId', 'OMO-1', [{ id: 'order-1', foundBy: 'orderId' }]],
    ['transactionId of the successful attempt', 'T-2', [{ id: 'order-1', foundBy: 'transactionId' }]],
    ['transactionId of a failed attempt', 'T-1', [{ id: 'order-1', foundBy: 'transactionId' }]],
    ['reference', 'cart-7', [{ id: 'order-1', foundBy: 'reference' }]],
    ['UTR', '512345678901', [{ id: 'order-1', foundBy: 'utr' }]],
    ['merchantRefundId', 'r-1', [{ kind: 'refund', id: 'r-1', foundBy: 'merchantRefundId', title: 'order-1' }]],
    ['refundId', 'OMR-1', [{ kind: 'refund', id: 'r-1', foundBy: 'refundId' }]],
    ['UTR of a refund', '999', [{ kind: 'refund', id: 'r-1', foundBy: 'utr' }]],
    ['callbackId', '1', [{ kind: 'callback', id: '1', foundBy: 'callbackId', state: 'accepted' }]],
    ['a whole VPA', 'susheela@ybl', [{ id: 'order-1', foundBy: 'vpa' }]],
    ['a masked VPA', 'su****a@ybl', [{ id: 'order-1', foundBy: 'vpa' }]],
    ['the end of a VPA', 'la@ybl', [{ id: 'order-1', foundBy: 'vpa' }]],
    ['a short VPA', 'ravi@okaxis', [{ id: 'order-2', foundBy: 'vpa' }]],
    ['the VPA of another payer', 'sushiela@ibl', []],
    [
      'the start of a reference',
      'cart-',
      [
        { id: 'order-1', foundBy: 'reference' },
        { id: 'order-2', foundBy: 'reference' },
      ],
    ],
    ['the end of an order id', 'er-2', [{ id: 'order-2', foundBy: 'merchantOrderId' }]],
    ['the start of the provider’s id', 'OMO', [{ id: 'order-1', foundBy: 'orderId' }]],
    ['the start of a UTR', '51234', [{ id: 'order-1', foundBy: 'utr' }]],
    ['an amount', '1,499.50', [{ id: 'order-2', foundBy: 'amount' }]],
    ['an amount with its sign', '₹ 1499.5', [{ id: 'order-2', foundBy: 'amount' }]],
    ['a failure code', 'zm', [{ id: 'order-2', foundBy: 'failure', detailedErrorCode: 'ZM' }]],
    ['the coarse failure code', 'invalid_mpin', [{ id: 'order-2', foundBy: 'failure' }]],
    ['the start of an order id', 'order-', [{ id: 'order-1' }, { id: 'order-2', foundBy: 'merchantOrderId' }]],
    ['the end of a reference', 'rt-7', [{ id: 'order-1', foundBy: 'reference' }]],
    ['the middle of an id', 'rder', [{ id: 'order-2', foundBy: 'merchantOrderId' }, { id: 'order-1' }]],
    [
      'the middle of a reference',
      'art',
      [
        { id: 'order-2', foundBy: 'reference' },
        { id: 'order-1', foundBy: 'reference' },
      ],
    ],
    ['the end of the provider’s id', 'MO-1', [{ id: 'order-1', foundBy: 'orderId' }]],
    ['the middle of the provider’s id of a refund', 'MR-', [{ kind: 'refund', id: 'r-1', foundBy: 'refundId' }]],
    ['an id as lists shorten it', 'ord… r-2', [{ id: 'order-2', foundBy: 'merchantOrderId' }]],
    ['an id that is shortened with dots', 'ord...er-2', [{ id: 'order-2' }]],
    ['a shortened id with another start', 'xrd…er-2', []],
    ['a shortened id with two characters at its end', 'ord…-2', []],
    ['two characters of an id', 'OM', []],
    ['the wildcards of a pattern', 'cart_7', []],
    ['spaces only', '   ', []],
    ['a wildcard', '%@ybl', []],
  ])('returns the expected hits for %s', async (_, text, hits) => {
    const attempts = JSON.stringify([
      { transactionId: 'T-1', state: 'FAILED' },
      { transactionId: 'T-2', state: 'COMPLETED' },
    ])
    const ids = {
      orderId: 'OMO-1',
      transactionId: 'T-2',
      reference: 'cart-7',
      utr: '512345678901',
      payerVpa: 'su****a@ybl',
    }
    await seedOrder(test.database, {
      merchantOrderId: 'order-1',
      attempts,
      state: 'COMPLETED',
      resolution: 'late-refund',
      ...ids,
    })
    await seedOrder(test.database, {
      merchantOrderId: 'order-2',
      payerVpa: '****@okaxis',
      amount: 149_950,
      state: 'FAILED',
      errorCode: 'INVALID_MPIN',
      detailedErrorCode: 'ZM',
    })
    await seedRefund(test.database, {
      merchantRefundId: 'r-1',
      merchantOrderId: 'order-1',
      refundId: 'OMR-1',
      utr: '999',
    })
    await seedCallback(test.database, {})
    const found = await search(test.database, text)
    expect(found).toMatchObject(hits)
    expect(found.length).toBe(hits.length)
  })
})
