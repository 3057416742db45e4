import { describe, expect, it } from 'vitest'
import { niceTop, stepAt } from './bar-chart.tsx'

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
