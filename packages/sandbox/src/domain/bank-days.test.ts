import { describe, expect, it } from 'vitest'
import { dayOf, isBankDay, shiftBankDays, timeOn } from './bank-days.ts'

describe('bank days of India', () => {
  it.each([
    ['2026-01-05', true, 'a Monday'],
    ['2026-01-04', false, 'a Sunday'],
    ['2026-01-03', true, 'the first Saturday'],
    ['2026-01-10', false, 'the second Saturday'],
    ['2026-01-17', true, 'the third Saturday'],
    ['2026-01-24', false, 'the fourth Saturday'],
    ['2026-01-31', true, 'the fifth Saturday'],
    ['2026-01-26', false, 'a holiday'],
  ])('%s is a bank day: %s, %s', (day, expected) => {
    expect(isBankDay(day, ['2026-01-26'])).toBe(expected)
  })

  it('skip a weekend and a holiday, in both directions', () => {
    expect(shiftBankDays('2026-01-23', 1, ['2026-01-26'])).toBe('2026-01-27')
    expect(shiftBankDays('2026-01-27', -1, ['2026-01-26'])).toBe('2026-01-23')
    expect(shiftBankDays('2026-01-27', 0, [])).toBe('2026-01-27')
  })

  it('begin at midnight in India, 18:30 of the day before in UTC', () => {
    expect(timeOn('2026-01-05', 0)).toBe(Date.UTC(2026, 0, 4, 18, 30))
    expect(dayOf(Date.UTC(2026, 0, 4, 18, 30))).toBe('2026-01-05')
    expect(dayOf(Date.UTC(2026, 0, 4, 18, 29))).toBe('2026-01-04')
  })
})
