import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../i18n/format.ts'
import { niceTop, stepAt, stepLabels } from './bar-chart.tsx'

describe('stepAt', () => {
  it.each([
    ['its own start', 20, 1],
    ['the step under way then', 29, 1],
    ['the first one, when all are later', 5, 0],
    ['the last one, when the others are gone', 90, 2],
  ])('is %s', (_, timeMs, step) => {
    expect(stepAt([10, 20, 30], timeMs)).toBe(step)
  })

  it('is none of a chart without steps', () => {
    expect(stepAt([], 20)).toBeUndefined()
  })
})

it.each([
  [0, 1],
  [7, 8],
  [101, 120],
  [999, 1000],
])('ends an axis for %s at %s', (max, top) => {
  expect(niceTop(max)).toBe(top)
})

describe('a label', () => {
  const fromMs = Date.parse('2027-03-10T00:00:00+05:30')
  const steps = (count: number, stepMs: number) => ({
    at: Array.from({ length: count }, (_, index) => fromMs + index * stepMs),
    stepMs,
  })

  it('of a day stands under the middle of the bar of the day', () => {
    const labels = stepLabels(steps(4, DAY_MS))
    expect(labels.map(({ text, share }) => [text, share])).toEqual([
      ['10 Mar', 0.125],
      ['11 Mar', 0.375],
      ['12 Mar', 0.625],
      ['13 Mar', 0.875],
    ])
    expect(labels.every(({ isUnderBar }) => isUnderBar)).toBe(true)
  })

  it('of a month stands under the middle of the bar of the month', () => {
    const labels = stepLabels({ ...steps(2, 30 * DAY_MS), names: ['Feb', 'Mar'] })
    expect(labels.map(({ text, share }) => [text, share])).toEqual([
      ['Feb', 0.25],
      ['Mar', 0.75],
    ])
  })

  it('of an hour stands where the hour begins', () => {
    const [first] = stepLabels(steps(4, HOUR_MS))
    expect(first).toEqual({ text: '00:00', share: 0, isUnderBar: false })
  })
})
