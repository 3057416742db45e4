import { describe, expect, it } from 'vitest'
import { dateOf, dayStart, durationText, momentText, preciseText, relativeText, startOfDate } from './format.ts'

/** Half past midnight in India is still yesterday in Greenwich. */
const NIGHT = Date.parse('2026-11-21T19:00:00.120Z')

describe('Indian days', () => {
  it('begin at midnight in India, whatever the zone of the machine', () => {
    expect(new Date(dayStart(NIGHT)).toISOString()).toBe('2026-11-21T18:30:00.000Z')
    expect(dateOf(NIGHT)).toBe('2026-11-22')
  })

  it('are read from a date field, and what is no day is none', () => {
    expect(startOfDate('2026-11-22')).toBe(dayStart(NIGHT))
    expect(startOfDate('22.11.2026')).toBeUndefined()
    expect(startOfDate('2026-13-45')).toBeUndefined()
  })
})

it('tells moments in Indian time', () => {
  expect(momentText(NIGHT)).toMatch(/^22 Nov 2026, 00:30:00 IST$/)
  expect(preciseText(NIGHT)).toBe('00:30:00.120')
})

it('tells how long ago, and how long until', () => {
  const at = (ms: number) => relativeText(NIGHT - ms, NIGHT)
  expect([at(0), at(59_000), at(60_000), at(7_200_000), at(86_400_000), at(3 * 86_400_000), at(-300_000)]).toEqual([
    'just now',
    'just now',
    '1 min ago',
    '2 h ago',
    '1 day ago',
    '3 days ago',
    'in 5 min',
  ])
})

it('tells how long', () => {
  expect([durationText(12), durationText(2_400), durationText(180_000)]).toEqual(['12 ms', '2.4 s', '3 min'])
})
