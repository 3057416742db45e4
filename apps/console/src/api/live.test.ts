import { describe, expect, it } from 'vitest'
import { affectedBy } from './live.ts'

describe('a live event', () => {
  it('about an order affects that order, its rows and the totals, and no other order', () => {
    const { keys, totals, rows } = affectedBy({ type: 'order', merchantOrderId: 'o-1', state: 'PENDING', version: 2 })
    expect(keys).toEqual([['order', 'o-1']])
    expect(totals).toContainEqual(['overview'])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
    expect(rows.every(({ id }) => id === 'o-1')).toBe(true)
  })

  it('about a refund also affects its order, whose refundable amount changed', () => {
    const refund = { merchantRefundId: 'r-1', merchantOrderId: 'o-1', state: 'PENDING', version: 1 } as const
    const { keys, rows } = affectedBy({ type: 'refund', ...refund })
    expect(keys).toEqual([
      ['refund', 'r-1'],
      ['order', 'o-1'],
    ])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
    expect(rows).toContainEqual({ list: 'ledger', id: 'o-1' })
  })

  it('about a call affects the order in whose timeline the call is', () => {
    const call = { type: 'call', callId: '7', endpoint: 'standardPay' } as const
    expect(affectedBy({ ...call, merchantOrderId: 'o-1' }).keys).toEqual([['order', 'o-1']])
    expect(affectedBy(call).keys).toEqual([])
    expect(affectedBy(call).rows).toEqual([{ list: 'calls', id: '7' }])
    // As a reader gets it who may not read the API log.
    const unknown = affectedBy({ type: 'call', merchantOrderId: 'o-1' })
    expect([unknown.keys, unknown.rows]).toEqual([[['order', 'o-1']], []])
  })

  it('about a delivery affects its order, whose page says whether your handler ran', () => {
    const { keys, rows } = affectedBy({ type: 'delivery', deliveryId: 'd-1', merchantOrderId: 'o-1' })
    expect(keys).toEqual([
      ['delivery', 'd-1'],
      ['order', 'o-1'],
    ])
    expect(rows).toEqual([{ list: 'deliveries', id: 'd-1' }])
  })

  it('of type hello affects nothing', () => {
    expect(affectedBy({ type: 'hello', cursor: 'a-1' })).toEqual({ keys: [], totals: [], rows: [] })
  })
})
