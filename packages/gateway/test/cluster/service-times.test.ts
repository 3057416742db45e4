import { describe, expect, it } from 'vitest'
import { backAfterMs, median, type Success, unsteadyLanes } from './service-times.ts'

const LANE = 'start of gateway 1'
const at = (...times: number[]): Success[] =>
  times.map((seconds) => ({ gateway: 'gateway 1', kind: 'start', atMs: seconds * 1_000 }))

describe('the time until the service is back', () => {
  it.each([
    { title: 'is zero without a pause', times: [10, 12, 14, 16, 18], back: 0 },
    { title: 'ends with the first success after a pause', times: [10, 17, 18, 19], back: 7_000 },
    { title: 'ends after the last pause when there are two', times: [10, 14, 15, 18.5, 19], back: 8_500 },
    { title: 'is the whole time when nothing succeeds any more', times: [10, 11], back: 10_000 },
    { title: 'ignores what succeeded before the fault', times: [1, 2, 16, 18], back: 6_000 },
  ])('$title', ({ times, back }) => {
    expect(backAfterMs(at(...times), [LANE], 10_000, 20_000)).toEqual(new Map([[LANE, back]]))
  })

  it('counts a gateway that never did a kind of work as down', () => {
    expect(
      backAfterMs(at(11, 13, 15, 17, 19), ['refund of gateway 1'], 10_000, 20_000).get('refund of gateway 1'),
    ).toBe(10_000)
  })
})

describe('a lane', () => {
  it('is unsteady while its last pause is in the time that is looked at', () => {
    expect(unsteadyLanes(at(11, 16, 17, 18), [LANE], 6_000, 18_000)).toEqual([LANE])
    expect(unsteadyLanes(at(11, 16, 17, 18, 20, 22), [LANE], 6_000, 22_500)).toEqual([])
  })

  it('is unsteady when it has no success at all', () => {
    expect(unsteadyLanes([], [LANE], 6_000, 18_000)).toEqual([LANE])
  })
})

it.each([
  { values: [3, 1, 2], middle: 2 },
  { values: [4, 1, 2, 3], middle: 2.5 },
])('the median of $values is $middle', ({ values, middle }) => expect(median(values)).toBe(middle))
