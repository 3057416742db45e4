import { expect, it } from 'vitest'
import { createWakes, POLL_MS } from './wakes.ts'

/** A clock and timers that the test moves. */
function manualTime() {
  let nowMs = 1_000_000
  let timers: { atMs: number; run: () => void }[] = []
  return {
    clock: { now: () => nowMs },
    after: (ms: number, run: () => void) => {
      const timer = { atMs: nowMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    pending: () => timers.length,
    async advance(ms: number) {
      nowMs += ms
      for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
        timers = timers.filter((one) => one !== timer)
        timer.run()
      }
      await Promise.resolve()
    },
  }
}

const woken = (next: Promise<void>) => {
  const state = { done: false }
  void next.then(() => {
    state.done = true
  })
  return state
}

it('wakes at once', async () => {
  const time = manualTime()
  const wakes = createWakes(time)
  const next = woken(wakes.next('inbox', wakes.count('inbox')))
  const other = woken(wakes.next('deliveries', 0))
  wakes.wake('inbox')
  await Promise.resolve()
  expect([next.done, other.done]).toEqual([true, false])
})

it('loses no wake-up that comes between the look into the database and the wait', async () => {
  const wakes = createWakes(manualTime())
  const seen = wakes.count('inbox')
  wakes.wake('inbox')
  await wakes.next('inbox', seen)
})

it.each([
  [100, 700],
  [700, 100],
])('wakes at the earlier of two times, %d and %d ms from now, and again at the later', async (first, second) => {
  const time = manualTime()
  const wakes = createWakes(time)
  for (const ms of [first, second]) wakes.wake('deliveries', time.clock.now() + ms)
  await time.advance(99)
  expect(wakes.count('deliveries')).toBe(0)
  await time.advance(1)
  expect(wakes.count('deliveries')).toBe(1)
  await time.advance(600)
  expect(wakes.count('deliveries')).toBe(2)
})

it('polls once a second, and leaves wake-ups of a later time to the poll', async () => {
  const time = manualTime()
  const wakes = createWakes(time)
  wakes.wake('poll-orders', time.clock.now() + 20_000)
  expect(time.pending()).toBe(0)
  const next = woken(wakes.next('poll-orders', 0))
  await time.advance(POLL_MS - 1)
  expect(next.done).toBe(false)
  await time.advance(1)
  expect(next.done).toBe(true)
})

it('ends every wait when it is closed, and leaves no timer', async () => {
  const time = manualTime()
  const wakes = createWakes(time)
  wakes.wake('inbox', time.clock.now() + 500)
  const waits = [wakes.next('inbox', 0), wakes.next('deliveries', 0), wakes.pause(60_000)]
  wakes.close()
  await Promise.all([...waits, wakes.next('inbox', 0), wakes.pause(60_000)])
  wakes.wake('inbox', time.clock.now() + 500)
  expect(time.pending()).toBe(0)
})
