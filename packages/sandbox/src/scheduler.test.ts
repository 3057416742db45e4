import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Clock, createClock } from './clock.ts'
import { createHeap, createScheduler, type Scheduler } from './scheduler.ts'

/** A wall clock whose time and timers the test moves. */
function manualClock() {
  const timers = new Map<object, { run: () => void; atMs: number }>()
  const self = {
    ms: 0,
    timers,
    now: () => self.ms,
    setTimer(run: () => void, delayMs: number) {
      const timer = {}
      timers.set(timer, { run, atMs: self.ms + delayMs })
      return timer
    },
    clearTimer: (timer: object) => void timers.delete(timer),
    advance(ms: number) {
      self.ms += ms
      for (const [timer, { run, atMs }] of [...timers]) {
        if (atMs > self.ms) continue
        timers.delete(timer)
        run()
      }
    },
  }
  return self
}

function frozenScheduler(): { clock: Clock; scheduler: Scheduler } {
  const clock = createClock({ startMs: 0, frozen: true })
  return { clock, scheduler: createScheduler(clock) }
}

describe('on a frozen clock', () => {
  test('jobs run in order of time, then of insertion, each at its own time', async () => {
    const { clock, scheduler } = frozenScheduler()
    const seen: string[] = []
    for (const [name, atMs] of [
      ['b', 20],
      ['c', 20],
      ['a', 10],
      ['d', 31],
    ] as const) {
      scheduler.add(atMs, (dueMs) => void seen.push(`${name} ${dueMs} ${clock.now()}`))
    }
    await scheduler.advanceTo(30)
    expect(seen).toEqual(['a 10 10', 'b 20 20', 'c 20 20'])
    expect(clock.now()).toBe(30)
  })

  test('a job can add another, and its promise is awaited before the clock moves', async () => {
    const { clock, scheduler } = frozenScheduler()
    const seen: number[] = []
    const repeat = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(clock.now())
      if (seen.length < 3) scheduler.add(clock.now() + 10, repeat)
    }
    scheduler.add(0, repeat)
    scheduler.runPendingJobs()
    await scheduler.advanceTo(100)
    expect(seen).toEqual([0, 10, 20])
  })

  test('a later job does not run, and clear removes it', async () => {
    const { clock, scheduler } = frozenScheduler()
    let ran = 0
    scheduler.add(10, () => void ran++)
    scheduler.runPendingJobs()
    expect(ran).toBe(0)
    scheduler.clear()
    clock.set(20)
    scheduler.runPendingJobs()
    expect(ran).toBe(0)
  })

  test('idle waits for due jobs only', async () => {
    const { scheduler } = frozenScheduler()
    let done = false
    scheduler.add(0, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      done = true
    })
    scheduler.add(1, () => expect.unreachable())
    await scheduler.idle()
    expect(done).toBe(true)
  })
})

describe('a job that fails', () => {
  test.each<[string, () => void | Promise<void>]>([
    ['at once', () => expect.fail('the disk is full')],
    ['later', () => Promise.reject(new Error('the disk is full'))],
  ])('%s, is reported, and the next ones run', async (_when, job) => {
    const failures: unknown[] = []
    const clock = createClock({ startMs: 0, frozen: true })
    const scheduler = createScheduler(clock, (error) => void failures.push(error))
    let ran = 0
    scheduler.add(0, job)
    scheduler.add(0, () => void ran++)
    await scheduler.idle()
    expect(failures).toEqual([expect.objectContaining({ message: 'the disk is full' })])
    expect(ran).toBe(1)
  })

  test('warns the process by default', async () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const { scheduler } = frozenScheduler()
    scheduler.add(0, () => Promise.reject(new Error('the disk is full')))
    await scheduler.idle()
    expect(emitWarning.mock.calls).toEqual([['A job of the sandbox failed: the disk is full']])
    emitWarning.mockRestore()
  })
})

describe('on a running clock', () => {
  test('one timer waits for the next job and is replaced for an earlier one', () => {
    const time = manualClock()
    const scheduler = createScheduler(createClock({ wall: time }))
    const seen: string[] = []
    scheduler.add(100, () => void seen.push('later'))
    scheduler.add(50, () => void seen.push('sooner'))
    expect([...time.timers.values()].map((timer) => timer.atMs)).toEqual([50])
    time.advance(50)
    expect(seen).toEqual(['sooner'])
    time.advance(50)
    expect(seen).toEqual(['sooner', 'later'])
    expect(time.timers.size).toBe(0)
  })

  test('a job beyond the longest timer runs on time', () => {
    const time = manualClock()
    const scheduler = createScheduler(createClock({ wall: time }))
    let ran = false
    scheduler.add(2 ** 32, () => {
      ran = true
    })
    time.advance(2 ** 31 - 1)
    expect(ran).toBe(false)
    time.advance(2 ** 31 - 1)
    time.advance(2)
    expect(ran).toBe(true)
  })

  test('time does not pass between freeze and resume', async () => {
    const time = manualClock()
    const clock = createClock({ wall: time })
    const scheduler = createScheduler(clock)
    let ran = false
    scheduler.add(10, () => {
      ran = true
    })
    clock.freeze()
    scheduler.rearmTimer()
    time.advance(100)
    expect([ran, clock.now()]).toEqual([false, 0])
    clock.resume()
    scheduler.rearmTimer()
    time.advance(10)
    expect([ran, clock.now()]).toEqual([true, 10])
  })

  test('close removes the timer and accepts no job', () => {
    const time = manualClock()
    const scheduler = createScheduler(createClock({ wall: time }))
    scheduler.add(10, () => expect.unreachable())
    scheduler.close()
    scheduler.add(10, () => expect.unreachable())
    expect(time.timers.size).toBe(0)
  })
})

test('the heap returns its values in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      const heap = createHeap<number>((a, b) => a - b)
      for (const value of values) heap.push(value)
      const popped: (number | undefined)[] = []
      while (heap.peek() !== undefined) popped.push(heap.pop())
      expect(popped).toEqual([...values].sort((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
