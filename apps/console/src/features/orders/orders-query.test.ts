import { describe, expect, it } from 'vitest'
import { countFilters, currentView, ordersQuery, VIEWS, viewParams } from './orders-query.ts'

describe('the address of the orders page', () => {
  it('is translated to an API query', () => {
    const address = { state: 'OPEN', paymentMode: 'CARD', from: '2026-11-22', minAmount: '49900', sort: 'amount' }
    expect(ordersQuery(address)).toEqual({
      state: 'OPEN',
      paymentMode: 'CARD',
      fromMs: String(Date.parse('2026-11-21T18:30:00Z')),
      minAmount: '49900',
      sort: 'amount',
    })
  })

  it('loses invalid parameters in the API query', () => {
    expect(
      ordersQuery({ minAmount: '₹5', from: 'today', sort: 'colour', needsReview: 'maybe', columns: 'utr' }),
    ).toEqual({})
  })

  it('identifies the view', () => {
    for (const { value } of VIEWS) expect(currentView(viewParams(value))).toBe(value)
  })

  it('has a number of filters, of which the view is not one', () => {
    expect(countFilters({ state: 'OPEN', from: '2026-11-22', minAmount: '100', paymentMode: '' })).toBe(2)
  })
})
