import { describe, expect, it } from 'vitest'
import { dayStartMs, indianDay, indianTime } from './indian-time.ts'

/** 21 Nov 2026, 18:30 UTC: midnight in India. */
const MIDNIGHT = Date.UTC(2026, 10, 21, 18, 30)

describe('Indian time', () => {
  it('begins a day at 18:30 UTC of the day before', () => {
    expect(dayStartMs('2026-11-22')).toBe(MIDNIGHT)
    expect([indianDay(MIDNIGHT - 1), indianDay(MIDNIGHT)]).toEqual(['2026-11-21', '2026-11-22'])
    expect(indianTime(MIDNIGHT)).toBe('2026-11-22T00:00:00.000+05:30')
  })

  it.each(['', '2026-02-30', '2026-13-01', '22.11.2026', '2026-11-22T00:00:00Z', '+002026-11-22'])(
    'does not take %j for a day',
    (day) => {
      expect(dayStartMs(day)).toBeUndefined()
    },
  )
})
