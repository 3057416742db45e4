import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import {
  amountText,
  dateOf,
  dayStart,
  durationText,
  momentText,
  preciseText,
  relativeText,
  rupeesText,
  shortAmount,
  startOfDate,
  totalsText,
} from './format.ts'
import { plural } from './plural.ts'

/** 00:30 in India; the day before in UTC. */
const NIGHT = Date.parse('2026-11-21T19:00:00.120Z')

describe('Indian days', () => {
  it('start at midnight in India, in any time zone of the machine', () => {
    expect(new Date(dayStart(NIGHT)).toISOString()).toBe('2026-11-21T18:30:00.000Z')
    expect(dateOf(NIGHT)).toBe('2026-11-22')
  })

  it('are read from a date field; other text is undefined', () => {
    expect(startOfDate('2026-11-22')).toBe(dayStart(NIGHT))
    expect(startOfDate('22.11.2026')).toBeUndefined()
    expect(startOfDate('2026-13-45')).toBeUndefined()
  })
})

it('formats moments in Indian time', () => {
  expect(momentText(NIGHT)).toMatch(/^22 Nov 2026, 00:30:00 IST$/)
  expect(preciseText(NIGHT)).toBe('00:30:00.120')
})

it('formats the time since and until a moment', () => {
  const at = (ms: number) => relativeText(NIGHT - ms, NIGHT)
  expect([
    at(0),
    at(29_000),
    at(58_000),
    at(60_000),
    at(7_200_000),
    at(86_400_000),
    at(3 * 86_400_000),
    at(-300_000),
  ]).toEqual(['just now', 'just now', '1 min ago', '1 min ago', '2 h ago', '1 day ago', '3 days ago', 'in 5 min'])
})

it('rounds a time to the nearest unit', () => {
  const at = (ms: number) => relativeText(NIGHT - ms, NIGHT)
  const [minute, hour] = [60_000, 3_600_000]
  expect([
    at(-71 * hour),
    at(-89_000),
    at(59.6 * minute),
    at(23.6 * hour),
    at(23.4 * hour),
    at(-58_000),
    at(-20_000),
  ]).toEqual(['in 3 days', 'in 1 min', '1 h ago', '1 day ago', '23 h ago', 'in 1 min', 'in under a minute'])
})

it('formats durations', () => {
  expect([durationText(12), durationText(2_400), durationText(180_000)]).toEqual(['12 ms', '2.4 s', '3 min'])
})

describe('amounts', () => {
  it('are rounded on chart axes', () => {
    expect([5_000, 1_250_00, 2_50_000_00, 12_000_00_000_00].map(shortAmount)).toEqual([
      '₹50',
      '₹1.3k',
      '₹2.5 L',
      '₹120 Cr',
    ])
  })

  it('have no sign and no grouping in a field', () => {
    expect([49_900, 49_950, 5, 100_000].map(rupeesText)).toEqual(['499', '499.50', '0.05', '1000'])
  })
})

it('formats counts with their noun', () => {
  expect([plural(1, 'order'), plural(0, 'order'), plural(123_456, 'order')]).toEqual([
    '1 order',
    '0 orders',
    '1,23,456 orders',
  ])
})

it('writes every amount below zero with a minus sign', () => {
  expect(amountText(-49_900)).toBe('−₹499.00')
})

it('says how many rows a list has and what they come to, or that they are too many to count', () => {
  const [orders, refunds] = [
    { noun: 'order', done: 'paid' },
    { noun: 'refund', done: 'refunded' },
  ] as const
  expect(totalsText({ count: 1, amount: paise(49_900) }, orders)).toBe('1 order · ₹499.00 paid')
  expect(totalsText({ count: 24, amount: paise(1_00_000_00), openAmount: paise(20_00) }, refunds)).toBe(
    '24 refunds · ₹1,00,000.00 refunded · ₹20.00 open',
  )
  expect(totalsText({ moreThan: 10_000 }, orders)).toBe('More than 10,000 orders')
})
