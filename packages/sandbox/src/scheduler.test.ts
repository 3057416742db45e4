import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Clock, createClock } from './clock.ts'
import { type Agenda, createAgenda, createHeap } from './scheduler.ts'

/** A wall whose time and timers are moved by hand. */
function wall() {
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
    pass(ms: number) {
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

function frozen(): { clock: Clock; agenda: Agenda } {
  const clock = createClock({ startMs: 0, frozen: true })
  return { clock, agenda: createAgenda(clock) }
}

describe('on a clock that stands still', () => {
  test('jobs happen in order of time, then of entry, each at its own moment', async () => {
    const { clock, agenda } = frozen()
    const seen: string[] = []
    for (const [name, atMs] of [
      ['b', 20],
      ['c', 20],
      ['a', 10],
      ['d', 31],
    ] as const) {
      agenda.add(atMs, (dueMs) => void seen.push(`${name} ${dueMs} ${clock.now()}`))
    }
    await agenda.advanceTo(30)
    expect(seen).toEqual(['a 10 10', 'b 20 20', 'c 20 20'])
    expect(clock.now()).toBe(30)
  })

  test('a job may add another, and what it starts is waited for before the clock moves on', async () => {
    const { clock, agenda } = frozen()
    const seen: number[] = []
    const repeat = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(clock.now())
      if (seen.length < 3) agenda.add(clock.now() + 10, repeat)
    }
    agenda.add(0, repeat)
    agenda.runPendingJobs()
    await agenda.advanceTo(100)
    expect(seen).toEqual([0, 10, 20])
  })

  test('nothing later happens by itself, and a cleared agenda is empty', async () => {
    const { clock, agenda } = frozen()
    let ran = 0
    agenda.add(10, () => void ran++)
    agenda.runPendingJobs()
    expect(ran).toBe(0)
    agenda.clear()
    clock.put(20)
    agenda.runPendingJobs()
    expect(ran).toBe(0)
  })

  test('idle waits for what is due now and for nothing else', async () => {
    const { agenda } = frozen()
    let done = false
    agenda.add(0, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      done = true
    })
    agenda.add(1, () => expect.unreachable())
    await agenda.idle()
    expect(done).toBe(true)
  })
})

describe('on a running clock', () => {
  test('one timer waits for the next job and is set anew for an earlier one', () => {
    const time = wall()
    const agenda = createAgenda(createClock({ wall: time }))
    const seen: string[] = []
    agenda.add(100, () => void seen.push('later'))
    agenda.add(50, () => void seen.push('sooner'))
    expect([...time.timers.values()].map((timer) => timer.atMs)).toEqual([50])
    time.pass(50)
    expect(seen).toEqual(['sooner'])
    time.pass(50)
    expect(seen).toEqual(['sooner', 'later'])
    expect(time.timers.size).toBe(0)
  })

  test('a job beyond the longest timer is looked at again', () => {
    const time = wall()
    const agenda = createAgenda(createClock({ wall: time }))
    let ran = false
    agenda.add(2 ** 32, () => {
      ran = true
    })
    time.pass(2 ** 31 - 1)
    expect(ran).toBe(false)
    time.pass(2 ** 31 - 1)
    time.pass(2)
    expect(ran).toBe(true)
  })

  test('freezing and resuming: the time between does not count', async () => {
    const time = wall()
    const clock = createClock({ wall: time })
    const agenda = createAgenda(clock)
    let ran = false
    agenda.add(10, () => {
      ran = true
    })
    clock.freeze()
    agenda.rearm()
    time.pass(100)
    expect([ran, clock.now()]).toEqual([false, 0])
    clock.resume()
    agenda.rearm()
    time.pass(10)
    expect([ran, clock.now()]).toEqual([true, 10])
  })

  test('closed, it sets no timer', () => {
    const time = wall()
    const agenda = createAgenda(createClock({ wall: time }))
    agenda.add(10, () => expect.unreachable())
    agenda.close()
    agenda.add(10, () => expect.unreachable())
    expect(time.timers.size).toBe(0)
  })
})

test('gives back what it got, smallest first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (values) => {
      const heap = createHeap<number>((a, b) => a - b)
      for (const value of values) heap.push(value)
      const taken: (number | undefined)[] = []
      while (heap.peek() !== undefined) taken.push(heap.pop())
      expect(taken).toEqual([...values].sort((a, b) => a - b))
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
