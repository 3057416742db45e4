import { expect, it } from 'vitest'
import { followProvider } from './in-flight.ts'

/** Counts so many calls with the same end. */
function calls({ count }: ReturnType<typeof followProvider>, times: number, isAnswered: boolean): void {
  for (let n = 0; n < times; n += 1) count(isAnswered)
}

it('permits more subscriptions in flight while the provider answers, up to the maximum', () => {
  const inFlight = followProvider(64)
  expect(inFlight.limit).toBe(6)
  calls(inFlight, 7, true)
  expect(inFlight.limit).toBe(7)
  calls(inFlight, 2_000, true)
  expect(inFlight.limit).toBe(63)
  calls(inFlight, 1_000, true)
  expect(inFlight.limit).toBe(64)
})

it('halves the subscriptions in flight with each call that the provider does not answer, and keeps six', () => {
  const inFlight = followProvider(64)
  calls(inFlight, 3_000, true)
  const halves = [1, 2, 3, 4].map(() => {
    inFlight.count(false)
    return inFlight.limit
  })
  expect(halves).toEqual([32, 16, 8, 6])
})

it('never exceeds a maximum below six', () => {
  const inFlight = followProvider(2)
  calls(inFlight, 100, true)
  expect(inFlight.limit).toBe(2)
  inFlight.count(false)
  expect(inFlight.limit).toBe(2)
})
