import { describe, expect, it } from 'vitest'
import { parseDay, presets, spanInWords } from './date-span.ts'

/** 23:30 in India, where it is still the day before in UTC terms of the month. */
const NOW = Date.parse('2026-03-31T23:30:00+05:30')

describe('the presets', () => {
  const spans = (nowMs: number) =>
    Object.fromEntries(presets(nowMs).map(({ label, from, to }) => [label, `${from} ${to}`]))

  it('are days in India, with financial years from April to March', () => {
    expect(spans(NOW)).toEqual({
      Today: '2026-03-31 2026-03-31',
      Yesterday: '2026-03-30 2026-03-30',
      'Last 7 days': '2026-03-25 2026-03-31',
      'Last 30 days': '2026-03-02 2026-03-31',
      'This month': '2026-03-01 2026-03-31',
      'Last month': '2026-02-01 2026-02-28',
      'FY 2025–26': '2025-04-01 2026-03-31',
      'FY 2024–25': '2024-04-01 2025-03-31',
    })
  })

  it('begin a new day, month and financial year half an hour later', () => {
    const later = spans(NOW + 1_800_000)
    expect(later.Today).toBe('2026-04-01 2026-04-01')
    expect(later['Last month']).toBe('2026-03-01 2026-03-31')
    expect(later['FY 2026–27']).toBe('2026-04-01 2027-03-31')
  })

  it('know January', () => {
    expect(spans(Date.parse('2028-01-05T12:00:00+05:30'))['Last month']).toBe('2027-12-01 2027-12-31')
  })
})

describe('a typed day', () => {
  it.each([
    ['21 Nov 2026', '2026-11-21'],
    ['1 november 2026', '2026-11-01'],
    ['1nov26', '2026-11-01'],
    ['3rd Sept, 2025', '2025-09-03'],
    ['21/11/2026', '2026-11-21'],
    ['03.04.26', '2026-04-03'],
    ['2026-11-21', '2026-11-21'],
    ['5 Feb', '2026-02-05'],
    [' Yesterday ', '2026-03-30'],
    ['29 Feb 2028', '2028-02-29'],
    ['21 नव॰ 2026', '2026-11-21'],
    ['9 फ़रवरी', '2026-02-09'],
    ['3 मई 26', '2026-05-03'],
    ['कल', '2026-03-30'],
  ])('%s is %s', (text, day) => expect(parseDay(text, NOW)).toBe(day))

  it.each([
    '',
    '30 Feb 2026',
    '29 Feb 2027',
    '11/21/2026',
    '21 Foo 2026',
    '21 ju 2026',
    'november',
    '21 ज 2026',
    '30 फ़र॰ 2026',
    '2026-13-01',
    '0 Nov 2026',
  ])('“%s” is none', (text) => expect(parseDay(text, NOW)).toBeUndefined())
})

it('says a span in words', () => {
  expect(spanInWords({ from: '2026-11-01', to: '2026-11-21' })).toBe('1 Nov 2026 to 21 Nov 2026')
  expect(spanInWords({ from: '2026-11-21', to: '2026-11-21' })).toBe('21 Nov 2026')
  expect(spanInWords({ from: '2026-11-21T14:00', to: '2026-11-21T14:30' })).toBe(
    '21 Nov 2026, 14:00 to 21 Nov 2026, 14:30',
  )
  expect(spanInWords({ from: '', to: '2026-11-21' })).toBe('Until 21 Nov 2026')
  expect(spanInWords({ from: '2026-11-21', to: '' })).toBe('Since 21 Nov 2026')
  expect(spanInWords({ from: 'x', to: '' })).toBe('Any date')
})
