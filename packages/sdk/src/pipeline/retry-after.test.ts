import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

/** 2026-01-01T00:00:00Z */
const NOW = 1_767_225_600_000
const DAY_MS = 86_400_000

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['3', 3_000],
    [' 3 ', 3_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['999999999', DAY_MS],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['Fri, 01 Jan 2027 00:00:00 GMT', DAY_MS],
  ])('reads %j', (header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms)
  })

  it.each([
    undefined,
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '9999999999',
    '3s',
    '3, 4',
    '2026-01-01T00:01:30Z',
    // Days and dates that do not exist, and a weekday that is not that day's.
    'Fri, 01 Jan 2026 00:01:30 GMT',
    'Mon, 31 Feb 2026 00:00:00 GMT',
    'Thu, 01 Jan 2026 24:01:30 GMT',
    'Thu, 01 Jan 2026 00:01:30 IST',
    'Thursday, 01-Jan-26 00:01:30 GMT',
  ])('makes nothing of %j', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined()
  })

  it('never brings anything but undefined or 0 to a day', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const ms = parseRetryAfter(header, NOW)
        expect(ms === undefined || (ms >= 0 && ms <= DAY_MS)).toBe(true)
      }),
    )
  })
})
