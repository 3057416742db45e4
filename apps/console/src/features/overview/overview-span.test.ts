import { describe, expect, it } from 'vitest'
import {
  attemptSuccess,
  busyPart,
  fillGaps,
  orderConversion,
  overviewSpan,
  rateText,
  spanBefore,
} from './overview-span.ts'

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

it('formats a rate, of which only a whole one is 100 %, and has none of nothing', () => {
  expect(rateText(attemptSuccess({ attempts: 0, paidAttempts: 0 }))).toBe('–')
  expect(rateText(attemptSuccess({ attempts: 3, paidAttempts: 2 }))).toBe('66.7 %')
  expect(rateText(attemptSuccess({ attempts: 9, paidAttempts: 8 }))).toBe('88.9 %')
  expect(rateText(attemptSuccess({ attempts: 10_000, paidAttempts: 9_999 }))).toBe('99.9 %')
  expect(rateText(orderConversion({ orders: 3, completed: 3 }))).toBe('100 %')
  expect(rateText(orderConversion({ orders: 0, completed: 0 }))).toBe('–')
})

it('compares today with the same hours of an earlier day', () => {
  const today = { fromMs: TODAY, toMs: TODAY + DAY_MS }
  expect(spanBefore(today, NOW)).toEqual({ fromMs: TODAY - DAY_MS, toMs: NOW - DAY_MS })
  expect(spanBefore({ fromMs: TODAY - DAY_MS, toMs: TODAY }, NOW)).toEqual({
    fromMs: TODAY - 2 * DAY_MS,
    toMs: TODAY - DAY_MS,
  })
})

describe('busyPart', () => {
  const span = { fromMs: 0, toMs: DAY_MS, stepMs: HOUR_MS / 2, nowMs: 20 * HOUR_MS }
  const at = (...hours: number[]) => hours.map((hour) => ({ atMs: hour * HOUR_MS }))

  it('is where the data is, with a step of space on both sides', () => {
    expect(busyPart(at(17, 17.5), span)).toEqual({ fromMs: 16.5 * HOUR_MS, toMs: 18.5 * HOUR_MS })
    expect(busyPart(at(0), span)).toEqual({ fromMs: 0, toMs: HOUR_MS })
  })

  it('is undefined for data all over the span, for none, and for steps that are fine already', () => {
    expect(busyPart(at(2, 17), span)).toBeUndefined()
    expect(busyPart([], span)).toBeUndefined()
    expect(busyPart(at(17), { ...span, stepMs: 300_000 })).toBeUndefined()
  })
})
