import { describe, expect, it } from 'vitest'
import { indianDay, indianTime } from '../finance/indian-time.ts'
import { cycleAt, nextDebitTime, periodOf } from './periods.ts'

const days = (startsOn: string, frequency: Parameters<typeof periodOf>[1], count: number): string[] =>
  Array.from({ length: count }, (_, index) => indianDay(periodOf(startsOn, frequency, index + 1).startMs))

const at = (time: string): number => Date.parse(`${time}+05:30`)

describe('periodOf', () => {
  it('bills a subscription of the 31st on the last day of shorter months and on the 31st again', () => {
    expect(days('2027-01-31', 'MONTHLY', 4)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  it('bills 29 February on 28 February of common years and on the 29th of the next leap year', () => {
    expect(days('2028-02-29', 'YEARLY', 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  it('counts weeks and fortnights in days, over the end of a year', () => {
    expect(days('2026-12-25', 'WEEKLY', 3)).toEqual(['2026-12-25', '2027-01-01', '2027-01-08'])
    expect(days('2026-12-25', 'FORTNIGHTLY', 2)).toEqual(['2026-12-25', '2027-01-08'])
  })

  it('counts two, three and six months from the first day', () => {
    expect(days('2026-12-31', 'BIMONTHLY', 2)).toEqual(['2026-12-31', '2027-02-28'])
    expect(days('2026-11-30', 'QUARTERLY', 2)).toEqual(['2026-11-30', '2027-02-28'])
    expect(days('2026-08-31', 'HALFYEARLY', 2)).toEqual(['2026-08-31', '2027-02-28'])
  })

  it('ends each period at the first instant of the next one', () => {
    expect(periodOf('2027-01-31', 'MONTHLY', 1).endMs).toBe(periodOf('2027-01-31', 'MONTHLY', 2).startMs)
    expect(indianTime(periodOf('2027-01-31', 'MONTHLY', 1).endMs)).toBe('2027-02-28T00:00:00.000+05:30')
  })
})

describe('cycleAt', () => {
  it('is 0 before the first day and 1 from its first instant in India', () => {
    expect(cycleAt('2027-01-31', 'MONTHLY', at('2027-01-30T23:59:59.999'))).toBe(0)
    expect(cycleAt('2027-01-31', 'MONTHLY', at('2027-01-31T00:00:00'))).toBe(1)
  })

  it.each(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const)(
    'finds the %s cycle of both ends of each period',
    (frequency) => {
      for (let number = 1; number <= 200; number += 1) {
        const { startMs, endMs } = periodOf('2027-01-31', frequency, number)
        expect([cycleAt('2027-01-31', frequency, startMs), cycleAt('2027-01-31', frequency, endMs - 1)]).toEqual([
          number,
          number,
        ])
      }
    },
  )
})

describe('nextDebitTime', () => {
  it.each([
    ['2027-01-31T00:00:00', '2027-01-31T00:00:00'],
    ['2027-01-31T09:58:59', '2027-01-31T09:58:59'],
    ['2027-01-31T09:59:00', '2027-01-31T13:01:00'],
    ['2027-01-31T12:00:00', '2027-01-31T13:01:00'],
    ['2027-01-31T13:01:00', '2027-01-31T13:01:00'],
    ['2027-01-31T16:59:00', '2027-01-31T21:31:00'],
    ['2027-01-31T21:30:59', '2027-01-31T21:31:00'],
    ['2027-01-31T23:59:59', '2027-01-31T23:59:59'],
  ])('permits a debit that is due at %s at %s', (due, permitted) => {
    expect(nextDebitTime(at(due))).toBe(at(permitted))
  })
})
