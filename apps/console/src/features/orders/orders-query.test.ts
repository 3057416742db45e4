import { describe, expect, it } from 'vitest'
import { countFilters, queryOf, searchOf, VIEWS, viewOf } from './orders-query.ts'

describe('the address of the orders', () => {
  it('becomes what the books are asked for', () => {
    const address = { state: 'OPEN', paymentMode: 'CARD', from: '2026-11-22', minAmount: '49900', sort: 'amount' }
    expect(queryOf(address)).toEqual({
      state: 'OPEN',
      paymentMode: 'CARD',
      fromMs: String(Date.parse('2026-11-21T18:30:00Z')),
      minAmount: '49900',
      sort: 'amount',
    })
  })

  it('leaves out what was mistyped: the books would refuse it', () => {
    expect(queryOf({ minAmount: '₹5', from: 'today', sort: 'colour', needsReview: 'maybe', columns: 'utr' })).toEqual(
      {},
    )
  })

  it('names each view, and finds it again', () => {
    for (const { value } of VIEWS) expect(viewOf(searchOf(value))).toBe(value)
  })

  it('counts its filters, but not the view', () => {
    expect(countFilters({ state: 'OPEN', from: '2026-11-22', minAmount: '100', paymentMode: '' })).toBe(2)
  })
})
