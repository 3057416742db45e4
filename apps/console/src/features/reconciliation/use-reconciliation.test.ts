import { expect, it } from 'vitest'
import { reconciliationSpan } from './use-reconciliation.ts'

/** 21 Nov 2026, 23:30 in India; 18:00 UTC of the same day. */
const NOW = Date.UTC(2026, 10, 21, 18, 0)
const DAY_MS = 86_400_000

it.each([
  ['hour', 3_600_000],
  ['day', DAY_MS],
  ['week', 7 * DAY_MS],
] as const)('the last %s ends now', (name, length) => {
  const { fromMs, toMs } = reconciliationSpan(name, { from: '', to: '' }, NOW)
  expect(toMs - fromMs).toBe(length)
  expect(fromMs <= NOW && NOW < toMs).toBe(true)
})

it('dates include the last day in full, in Indian time', () => {
  expect(reconciliationSpan('dates', { from: '2026-11-20', to: '2026-11-21' }, NOW)).toEqual({
    fromMs: Date.UTC(2026, 10, 19, 18, 30),
    toMs: Date.UTC(2026, 10, 21, 18, 30),
  })
})

it('dates in the wrong order, or none, are one day', () => {
  const one = reconciliationSpan('dates', { from: '2026-11-20', to: '2026-11-01' }, NOW)
  expect(one.toMs - one.fromMs).toBe(DAY_MS)
  expect(reconciliationSpan('dates', { from: 'x', to: '' }, NOW).fromMs).toBe(Date.UTC(2026, 10, 20, 18, 30))
})
