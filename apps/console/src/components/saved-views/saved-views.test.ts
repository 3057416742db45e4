import type { SavedView } from '@galla/contract/gateway-api/views'
import { VIEW_DAYS } from '@galla/contract/gateway-api/views'
import { describe, expect, it } from 'vitest'
import { presets } from '../date-span.ts'
import { isSame, nameError, openingSearch, searchOf, viewInWords, viewOf } from './saved-views.ts'

const NOV_21 = Date.parse('2026-11-21T12:00:00+05:30')
const NOV_25 = Date.parse('2026-11-25T12:00:00+05:30')
const named = (name: string, more: Partial<SavedView> = {}): SavedView => ({
  viewId: `view_${name}`,
  list: 'orders',
  name,
  search: { state: 'FAILED' },
  shared: true,
  savedBy: 'asha',
  opensFor: [],
  ...more,
})

describe('a saved view', () => {
  it('is what the address shows, without what is open or searched, and without the ids of records', () => {
    const search = { state: 'FAILED', columns: 'utr,payer', open: 'r-1', q: 'cart', paymentMode: '', sort: undefined }
    expect(viewOf('orders', search, NOV_21)).toEqual({ search: { state: 'FAILED', columns: 'utr,payer' } })
    const ofOne = { state: 'FAILED', reference: 'cart-1', merchantOrderId: 'o-1' }
    expect(viewOf('refunds', ofOne, NOV_21)).toEqual({ search: { state: 'FAILED' } })
    expect(viewOf('webhooks', { id: 'o-1', verdict: 'refused' }, NOV_21)).toEqual({ search: { verdict: 'refused' } })
  })

  it('moves with the day when its days are a preset that moves, and keeps others', () => {
    const week = viewOf('orders', { state: 'FAILED', from: '2026-11-15', to: '2026-11-21' }, NOV_21)
    expect(week).toEqual({ search: { state: 'FAILED' }, days: 'Last 7 days' })
    expect(searchOf(week, NOV_25)).toEqual({ state: 'FAILED', from: '2026-11-19', to: '2026-11-25' })
    const fixed = viewOf('orders', { from: '2026-11-07', to: '2026-11-09' }, NOV_21)
    expect(searchOf(fixed, NOV_25)).toEqual({ from: '2026-11-07', to: '2026-11-09' })
    const later = viewOf('orders', { to: '2026-11-25', from: '2026-11-19', state: 'FAILED' }, NOV_25)
    expect([isSame(week, later, NOV_25), isSame(week, fixed, NOV_25)]).toEqual([true, false])
    // A financial year is the same year later.
    const year = { from: '2025-04-01', to: '2026-03-31' }
    expect(viewOf('orders', year, NOV_21)).toEqual({ search: year })
  })

  it('has its days in the place of the preset that they name', () => {
    const labels = presets(NOV_21).map(({ label }) => label)
    expect(labels.slice(0, VIEW_DAYS.length)).toEqual(VIEW_DAYS)
  })

  it('has a name of its own', () => {
    const others = [named('a'), named('B')]
    expect(nameError(' ', others)).toBe('Enter a name.')
    expect(nameError('x'.repeat(81), others)).toMatch(/^At most 80/)
    expect(nameError('A ', others)).toMatch(/^Another/)
    expect(nameError('c', others)).toBeUndefined()
  })

  it('is what the navigation opens its list with, for its roles only', () => {
    const views = [named('late', { opensFor: ['support'], days: 'Today' }), named('refunds', { list: 'refunds' })]
    const today = { state: 'FAILED', from: '2026-11-21', to: '2026-11-21' }
    expect(openingSearch(views, 'orders', 'support', NOV_21)).toEqual(today)
    expect(openingSearch(views, 'orders', 'finance', NOV_21)).toEqual({})
    expect(openingSearch(views, 'refunds', 'support', NOV_21)).toEqual({})
    expect(openingSearch(views, 'orders', undefined, NOV_21)).toEqual({})
  })

  it('says what it shows', () => {
    expect(viewInWords({ search: {} }, 'orders')).toBe('Everything')
    const search = { state: 'FAILED', minAmount: '100000', needsReview: 'true', columns: 'utr,payer' }
    expect(viewInWords({ search, days: 'Last 7 days' }, 'orders')).toBe(
      'State: Failed · Needs review: yes · Min amount: ₹1,000 · Columns: utr, payer · Last 7 days',
    )
    const codes = { state: 'OPEN', paymentMode: 'UPI_QR', failure: 'CANCELLED_BY_USER', columns: 'orderId' }
    expect(viewInWords({ search: codes }, 'orders')).toBe(
      'State: Open · Payment mode: UPI QR · Failure: Cancelled by the payer · Columns: order id',
    )
    expect(viewInWords({ search: { state: 'COMPLETED' } }, 'refunds')).toBe('State: Refunded')
    expect(viewInWords({ search: { verdict: 'refused', event: 'pg.refund.failed' } }, 'webhooks')).toBe(
      'Verdict: Rejected · Event: Refund failed',
    )
    expect(viewInWords({ search: { from: '2026-11-07', to: '2026-11-07' } }, 'orders')).toBe('7 Nov 2026')
  })
})
