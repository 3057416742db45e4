import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleOf, nextOffPeakMs } from './billing-time.ts'

const ist = (text: string) => Date.parse(`${text}+05:30`)
const inIndia = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(0, 16)

describe('cycleOf', () => {
  it.each([
    ['2027-01-31', 'MONTHLY', '2027-02-27', 0],
    ['2027-01-31', 'MONTHLY', '2027-02-28', 1],
    ['2027-01-31', 'MONTHLY', '2027-03-30', 1],
    ['2027-01-31', 'MONTHLY', '2027-03-31', 2],
    ['2028-01-31', 'MONTHLY', '2028-02-28', 0],
    ['2028-01-31', 'MONTHLY', '2028-02-29', 1],
    ['2028-02-29', 'YEARLY', '2029-02-27', 0],
    ['2028-02-29', 'YEARLY', '2029-02-28', 1],
    ['2028-02-29', 'YEARLY', '2032-02-28', 3],
    ['2028-02-29', 'YEARLY', '2032-02-29', 4],
    ['2027-11-30', 'QUARTERLY', '2028-02-29', 1],
    ['2027-11-30', 'HALFYEARLY', '2028-05-30', 1],
    ['2027-11-30', 'BIMONTHLY', '2028-01-29', 0],
    ['2027-11-30', 'DAILY', '2027-12-01', 1],
    ['2027-11-30', 'WEEKLY', '2027-12-06', 0],
    ['2027-11-30', 'WEEKLY', '2027-12-07', 1],
    ['2027-11-30', 'FORTNIGHTLY', '2027-12-14', 1],
  ] as const)('from %s %s: %s is in cycle %d', (start, frequency, at, cycle) => {
    expect(cycleOf(ist(`${start}T23:00`), frequency, ist(`${at}T00:30`), 'first-day')).toBe(cycle)
  })

  it('counts by the calendar with that option', () => {
    const at = (day: string) => cycleOf(ist('2027-01-31T10:00'), 'MONTHLY', ist(`${day}T10:00`), 'calendar')
    expect(at('2027-02-01')).toBe((at('2027-01-31') ?? 0) + 1)
    const week = (day: string) => cycleOf(ist('2027-01-31T10:00'), 'WEEKLY', ist(`${day}T10:00`), 'calendar')
    // 1 February 2027 is a Monday.
    expect(week('2027-02-01')).toBe((week('2027-01-31') ?? 0) + 1)
    expect(week('2027-02-07')).toBe(week('2027-02-01'))
  })

  it('has no cycles for ON_DEMAND', () => expect(cycleOf(0, 'ON_DEMAND', 1, 'first-day')).toBeUndefined())

  it('never goes back', () => {
    const time = fc.integer({ min: ist('2026-01-01T00:00'), max: ist('2040-01-01T00:00') })
    fc.assert(
      fc.property(
        time,
        time,
        time,
        fc.constantFrom('MONTHLY', 'QUARTERLY', 'YEARLY', 'WEEKLY'),
        (start, a, b, frequency) => {
          const [first = 0, second = 0] = [a, b].sort((x, y) => x - y)
          const [one, two] = [first, second].map((at) => cycleOf(start, frequency, at, 'first-day') ?? 0)
          expect(two).toBeGreaterThanOrEqual(one ?? 0)
        },
      ),
    )
  })
})

describe('nextOffPeakMs', () => {
  it.each([
    ['2027-03-01T09:59', '2027-03-01T09:59'],
    ['2027-03-01T10:00', '2027-03-01T13:01'],
    ['2027-03-01T13:00', '2027-03-01T13:01'],
    ['2027-03-01T16:59', '2027-03-01T16:59'],
    ['2027-03-01T17:00', '2027-03-01T21:31'],
    ['2027-03-01T21:31', '2027-03-01T21:31'],
  ])('from %s is %s', (from, at) => expect(inIndia(nextOffPeakMs(ist(from)))).toBe(at))
})
