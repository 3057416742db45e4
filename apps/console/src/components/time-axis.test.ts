import { describe, expect, it } from 'vitest'
import { axisLabels } from './time-axis.ts'

const MINUTE_MS = 60_000
const steps = (from: string, count: number, minutes: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(from) + index * minutes * MINUTE_MS)
const texts = (from: string, count: number, minutes: number) =>
  axisLabels(steps(from, count, minutes), minutes * MINUTE_MS).map(({ text }) => text)

describe('axisLabels', () => {
  it.each([
    ['a day in half hours', '2026-11-22T00:00:00+05:30', 48, 30, ['00:00', '06:00', '12:00', '18:00']],
    ['50 minutes in steps of ten', '2026-11-22T02:00:00+05:30', 5, 10, ['02:00', '02:10', '02:20', '02:30', '02:40']],
    ['90 minutes that begin at an odd time', '2026-11-22T02:10:00+05:30', 9, 10, ['02:30', '03:00', '03:30']],
    ['a week in days', '2026-11-16T00:00:00+05:30', 7, 1440, ['16 Nov', '18 Nov', '20 Nov', '22 Nov']],
    ['30 days', '2026-11-01T00:00:00+05:30', 30, 1440, ['1 Nov', '8 Nov', '15 Nov', '22 Nov']],
    ['one step', '2026-11-22T02:10:00+05:30', 1, 10, ['02:10']],
    ['nothing', '2026-11-22T02:10:00+05:30', 0, 10, []],
  ])('labels %s at round times', (_, from, count, minutes, expected) => {
    expect(texts(from, count, minutes)).toEqual(expected)
  })

  it('places each label at its step', () => {
    expect(axisLabels(steps('2026-11-22T00:00:00+05:30', 4, 360), 360 * MINUTE_MS)).toEqual([
      { text: '00:00', share: 0 },
      { text: '06:00', share: 0.25 },
      { text: '12:00', share: 0.5 },
      { text: '18:00', share: 0.75 },
    ])
  })

  it('is never more than five labels, whatever the span', () => {
    for (let count = 1; count < 400; count += 1) {
      for (const minutes of [5, 10, 30, 60, 1440]) {
        const { length } = texts('2026-11-22T01:05:00+05:30', count, minutes)
        expect(length).toBeGreaterThan(0)
        expect(length).toBeLessThanOrEqual(5)
      }
    }
  })
})
