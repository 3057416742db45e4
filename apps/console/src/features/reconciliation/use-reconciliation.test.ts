import { expect, it } from 'vitest'
import { spanOf, today } from './use-reconciliation.ts'

/** 21 Nov 2026, 23:30 in India; still the same day in London, in the evening. */
const NOW = Date.UTC(2026, 10, 21, 18, 0)
const DAY_MS = 86_400_000

it.each([
  ['hour', 3_600_000],
  ['day', DAY_MS],
  ['week', 7 * DAY_MS],
] as const)('the last %s ends with this moment', (name, length) => {
  const { fromMs, toMs } = spanOf(name, { from: '', to: '' }, NOW)
  expect(toMs - fromMs).toBe(length)
  expect(fromMs <= NOW && NOW < toMs).toBe(true)
})

it('whole Indian days, the last one with them', () => {
  expect(spanOf('dates', { from: '2026-11-20', to: '2026-11-21' }, NOW)).toEqual({
    fromMs: Date.UTC(2026, 10, 19, 18, 30),
    toMs: Date.UTC(2026, 10, 21, 18, 30),
  })
})

it('days the wrong way round, or none at all, are one day', () => {
  const one = spanOf('dates', { from: '2026-11-20', to: '2026-11-01' }, NOW)
  expect(one.toMs - one.fromMs).toBe(DAY_MS)
  expect(spanOf('dates', { from: 'x', to: '' }, NOW).fromMs).toBe(Date.UTC(2026, 10, 20, 18, 30))
  expect(today(NOW)).toBe('2026-11-21')
})
