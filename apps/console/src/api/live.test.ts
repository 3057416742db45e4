import { describe, expect, it } from 'vitest'
import { keysOf } from './live.ts'

describe('an event of the books', () => {
  it('about an order makes old that order, its rows and the sums, and no other order', () => {
    const { keys, sums, rows } = keysOf({ type: 'order', merchantOrderId: 'o-1', state: 'PENDING', version: 2 })
    expect(keys).toEqual([['order', 'o-1']])
    expect(sums).toContainEqual(['overview'])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
    expect(rows.every(({ id }) => id === 'o-1')).toBe(true)
  })

  it('about a refund makes old its order as well: what may still go back has changed', () => {
    const refund = { merchantRefundId: 'r-1', merchantOrderId: 'o-1', state: 'PENDING', version: 1 } as const
    const { keys, rows } = keysOf({ type: 'refund', ...refund })
    expect(keys).toEqual([
      ['refund', 'r-1'],
      ['order', 'o-1'],
    ])
    expect(rows).toContainEqual({ list: 'orders', id: 'o-1' })
  })

  it('about a call makes old the story that it stands in', () => {
    const call = { type: 'call', callId: '7', endpoint: 'standardPay' } as const
    expect(keysOf({ ...call, merchantOrderId: 'o-1' }).keys).toEqual([['order', 'o-1']])
    expect(keysOf(call).keys).toEqual([])
  })

  it('that only greets makes nothing old', () => {
    expect(keysOf({ type: 'hello', atMs: 1 })).toEqual({ keys: [], sums: [], rows: [] })
  })
})
