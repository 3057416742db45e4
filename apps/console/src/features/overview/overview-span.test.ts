import { describe, expect, it } from 'vitest'
import { fillGaps, overviewSpan, rateText, successRate } from './overview-span.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 22 November 2026, 00:30 in India. */
const NOW = Date.parse('2026-11-21T19:00:00Z')
const TODAY = Date.parse('2026-11-21T18:30:00Z')

describe('overviewSpan', () => {
  it('is today without a valid name', () => {
    for (const search of [{}, { span: 'nonsense' }]) {
      expect(overviewSpan(search, NOW)).toMatchObject({ name: 'today', fromMs: TODAY, toMs: TODAY + DAY_MS })
    }
  })

  it('consists of whole Indian days and includes today', () => {
    expect(overviewSpan({ span: 'yesterday' }, NOW)).toMatchObject({ fromMs: TODAY - DAY_MS, toMs: TODAY })
    expect(overviewSpan({ span: '7d' }, NOW)).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
    expect(overviewSpan({ span: '30d' }, NOW)).toMatchObject({ fromMs: TODAY - 29 * DAY_MS, toMs: TODAY + DAY_MS })
  })

  it('includes both dates, never ends before it starts, and has at most 400 days', () => {
    const dates = { span: 'dates', from: '2026-11-01', to: '2026-11-02' }
    expect(overviewSpan(dates, NOW)).toMatchObject({ from: '2026-11-01', to: '2026-11-02' })
    expect(overviewSpan({ ...dates, to: '2026-10-01' }, NOW)).toMatchObject({ from: '2026-11-01', to: '2026-11-01' })
    const long = overviewSpan({ ...dates, from: '2020-01-01' }, NOW)
    expect(long.toMs - long.fromMs).toBe(400 * DAY_MS)
  })
})

it('fills the gaps of a series up to now', () => {
  const span = { fromMs: 0, toMs: 10 * HOUR_MS, stepMs: HOUR_MS, nowMs: 3 * HOUR_MS }
  expect(fillGaps([{ atMs: HOUR_MS, calls: 5 }], span, { calls: 0 })).toEqual([
    { atMs: 0, calls: 0 },
    { atMs: HOUR_MS, calls: 5 },
    { atMs: 2 * HOUR_MS, calls: 0 },
  ])
})

it('formats a success rate without rounding up, and has none without final orders', () => {
  expect(rateText(successRate({ completed: 0, failed: 0 }))).toBe('–')
  expect(rateText(successRate({ completed: 2, failed: 1 }))).toBe('66.6 %')
  expect(rateText(successRate({ completed: 9_999, failed: 1 }))).toBe('99.9 %')
  expect(rateText(successRate({ completed: 3, failed: 0 }))).toBe('100 %')
})
