import { describe, expect, it } from 'vitest'
import { filled, rateText, spanOf, successRate } from './overview-span.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** 22 November 2026, 00:30 in India. */
const NOW = Date.parse('2026-11-21T19:00:00Z')
const TODAY = Date.parse('2026-11-21T18:30:00Z')

describe('a span', () => {
  it('is today when nothing is said, or something wrong', () => {
    for (const asked of [{}, { span: 'nonsense' }]) {
      expect(spanOf(asked, NOW)).toMatchObject({ name: 'today', fromMs: TODAY, toMs: TODAY + DAY_MS })
    }
  })

  it('is of whole Indian days, today among them', () => {
    expect(spanOf({ span: 'yesterday' }, NOW)).toMatchObject({ fromMs: TODAY - DAY_MS, toMs: TODAY })
    expect(spanOf({ span: '7d' }, NOW)).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
    expect(spanOf({ span: '30d' }, NOW)).toMatchObject({ fromMs: TODAY - 29 * DAY_MS, toMs: TODAY + DAY_MS })
  })

  it('between two dates holds both, never ends before it begins, and is no longer than the books add up', () => {
    const dates = { span: 'dates', from: '2026-11-01', to: '2026-11-02' }
    expect(spanOf(dates, NOW)).toMatchObject({ from: '2026-11-01', to: '2026-11-02' })
    expect(spanOf({ ...dates, to: '2026-10-01' }, NOW)).toMatchObject({ from: '2026-11-01', to: '2026-11-01' })
    const long = spanOf({ ...dates, from: '2020-01-01' }, NOW)
    expect(long.toMs - long.fromMs).toBe(400 * DAY_MS)
  })
})

it('fills the gaps of a series, and stops at now', () => {
  const span = { fromMs: 0, toMs: 10 * HOUR_MS, stepMs: HOUR_MS, nowMs: 3 * HOUR_MS }
  expect(filled([{ atMs: HOUR_MS, calls: 5 }], span, { calls: 0 })).toEqual([
    { atMs: 0, calls: 0 },
    { atMs: HOUR_MS, calls: 5 },
    { atMs: 2 * HOUR_MS, calls: 0 },
  ])
})

it('tells a success rate only when something was decided, and never rounds up to all', () => {
  expect(rateText(successRate({ completed: 0, failed: 0 }))).toBe('–')
  expect(rateText(successRate({ completed: 2, failed: 1 }))).toBe('66.6 %')
  expect(rateText(successRate({ completed: 9_999, failed: 1 }))).toBe('99.9 %')
  expect(rateText(successRate({ completed: 3, failed: 0 }))).toBe('100 %')
})
