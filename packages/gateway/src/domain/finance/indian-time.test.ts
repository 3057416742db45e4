import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStartMs, indianDay, indianTime, indianTimes } from './indian-time.ts'

/** 21 Nov 2026, 18:30 UTC: midnight in India. */
const MIDNIGHT = Date.UTC(2026, 10, 21, 18, 30)

describe('Indian time', () => {
  it('begins a day at 18:30 UTC of the day before', () => {
    expect(dayStartMs('2026-11-22')).toBe(MIDNIGHT)
    expect([indianDay(MIDNIGHT - 1), indianDay(MIDNIGHT)]).toEqual(['2026-11-21', '2026-11-22'])
    expect(indianTime(MIDNIGHT)).toBe('2026-11-22T00:00:00.000+05:30')
  })

  it('names every time as a Date that is five and a half hours ahead names it', () => {
    const [first, last] = [Date.UTC(0), Date.UTC(9999, 0)]
    const times = fc.oneof(fc.integer({ min: first, max: last }), fc.double({ min: first, max: last, noNaN: true }))
    fc.assert(
      fc.property(times, fc.integer({ min: -1, max: 1 }), (atMs, days) => {
        const write = indianTimes()
        // The time of a neighbouring day follows: the kept day must not be taken for its own.
        for (const time of [atMs, atMs + days * 86_400_000]) {
          const ahead = new Date(time + 19_800_000).toISOString()
          const expected = ahead.replace('Z', '+05:30')
          expect([indianDay(time), indianTime(time), write(time)]).toEqual([ahead.slice(0, 10), expected, expected])
        }
      }),
      {
        examples: [
          [MIDNIGHT, -1],
          [MIDNIGHT - 1, 1],
        ],
      },
    )
  })

  it.each(['', '2026-02-30', '2026-13-01', '22.11.2026', '2026-11-22T00:00:00Z', '+002026-11-22'])(
    'does not take %j for a day',
    (day) => {
      expect(dayStartMs(day)).toBeUndefined()
    },
  )
})
