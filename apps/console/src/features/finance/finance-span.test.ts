import { expect, it } from 'vitest'
import { ageText, financeSpan } from './finance-span.ts'

const NOW = Date.parse('2026-11-22T00:30:00+05:30')

it('reads the days of an address, and makes those that the gateway would refuse possible', () => {
  expect(financeSpan({}, NOW)).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  expect(financeSpan({ from: '2026-11-21', to: '2026-11-21' }, NOW)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(financeSpan({ from: '2026-11-23', to: '2026-11-21' }, NOW)).toEqual({ from: '2026-11-21', to: '2026-11-21' })
  expect(financeSpan({ from: '2020-01-01', to: 'x' }, NOW)).toEqual({ from: '2025-10-19', to: '2026-11-22' })
})

it('names ages', () => {
  expect(ageText({ minDays: 0, maxDays: 1 })).toBe('Today and yesterday')
  expect(ageText({ minDays: 2, maxDays: 4 })).toBe('2 to 4 days')
  expect(ageText({ minDays: 10 })).toBe('10 days or more')
})
