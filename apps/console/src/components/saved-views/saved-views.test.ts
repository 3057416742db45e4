import { describe, expect, it } from 'vitest'
import {
  isSame,
  MAX_VIEWS,
  nameError,
  parseViews,
  type SavedView,
  searchOf,
  viewInWords,
  viewOf,
  withView,
} from './saved-views.ts'

const NOV_21 = Date.parse('2026-11-21T12:00:00+05:30')
const NOV_25 = Date.parse('2026-11-25T12:00:00+05:30')
const named = (name: string): SavedView => ({ name, search: { state: 'FAILED' } })

describe('a saved view', () => {
  it('is what the address shows, without what is open or searched', () => {
    const search = { state: 'FAILED', columns: 'utr,payer', open: 'r-1', q: 'cart', paymentMode: '', sort: undefined }
    expect(viewOf('mine', search, NOV_21)).toEqual({ name: 'mine', search: { state: 'FAILED', columns: 'utr,payer' } })
  })

  it('moves with the day when its days are a preset, and keeps others', () => {
    const week = viewOf('week', { state: 'FAILED', from: '2026-11-15', to: '2026-11-21' }, NOV_21)
    expect(week).toEqual({ name: 'week', search: { state: 'FAILED' }, days: 'Last 7 days' })
    expect(searchOf(week, NOV_25)).toEqual({ state: 'FAILED', from: '2026-11-19', to: '2026-11-25' })
    const fixed = viewOf('diwali', { from: '2026-11-07', to: '2026-11-09' }, NOV_21)
    expect(searchOf(fixed, NOV_25)).toEqual({ from: '2026-11-07', to: '2026-11-09' })
    expect(isSame(week, viewOf('', { to: '2026-11-25', from: '2026-11-19', state: 'FAILED' }, NOV_25), NOV_25)).toBe(
      true,
    )
    expect(isSame(week, fixed, NOV_25)).toBe(false)
    // The financial year of a preset is no longer offered two years later.
    expect(searchOf({ name: 'old', search: {}, days: 'FY 2019–20' }, NOV_25)).toEqual({})
  })

  it('is listed by name, once', () => {
    const views = withView(withView([named('b')], named('a')), { name: 'B', search: {} })
    expect(views.map(({ name }) => name)).toEqual(['a', 'B'])
    expect(nameError(' ', views)).toBe('Enter a name.')
    expect(nameError('x'.repeat(61), views)).toMatch(/^At most 60/)
    expect(nameError('A ', views)).toMatch(/^Another/)
    expect(nameError('A ', views, 'a')).toBeUndefined()
    const many = Array.from({ length: MAX_VIEWS }, (_, at) => named(`view ${at}`))
    expect(nameError('one more', many)).toMatch(/delete one/)
  })

  it('is read only if it is one', () => {
    expect(parseViews(undefined)).toEqual([])
    expect(parseViews('{"name":')).toEqual([])
    expect(parseViews('{}')).toEqual([])
    const wrong = [null, { name: 'x' }, { name: 'y', search: { state: 1 } }, named('z')]
    expect(parseViews(JSON.stringify(wrong))).toEqual([named('z')])
  })

  it('says what it shows', () => {
    expect(viewInWords({ name: '', search: {} }, 'orders')).toBe('Everything')
    const search = { state: 'FAILED', minAmount: '100000', needsReview: 'true', columns: 'utr,payer' }
    expect(viewInWords({ name: '', search, days: 'Last 7 days' }, 'orders')).toBe(
      'State: Failed · Min amount: ₹1,000 · Needs review: yes · Columns: utr, payer · Last 7 days',
    )
    const codes = { state: 'OPEN', paymentMode: 'UPI_QR', failure: 'CANCELLED_BY_USER', columns: 'orderId' }
    expect(viewInWords({ name: '', search: codes }, 'orders')).toBe(
      'State: Open · Payment mode: UPI QR · Failure: Cancelled by the payer · Columns: order id',
    )
    expect(viewInWords({ name: '', search: { state: 'COMPLETED' } }, 'refunds')).toBe('State: Refunded')
    expect(viewInWords({ name: '', search: { verdict: 'refused', event: 'pg.refund.failed' } }, 'webhooks')).toBe(
      'Verdict: Rejected · Event: Refund failed',
    )
    expect(viewInWords({ name: '', search: { from: '2026-11-07', to: '2026-11-07' } }, 'orders')).toBe('7 Nov 2026')
  })
})
