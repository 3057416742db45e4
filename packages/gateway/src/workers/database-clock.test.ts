import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseClock } from './database-clock.ts'

const T0 = 1_700_000_000_000

/** A machine whose clock is `skewMs` ahead of the database's; a question takes `tookMs`, of which half after the answer. */
function createMachine({ skewMs = 0, tookMs = 2 } = {}) {
  const logged: string[] = []
  const machine = { trueMs: T0, skewMs, tookMs, suspendedMs: 0, warnings: 0, questions: 0, answersAtEnd: false, logged }
  const clock = databaseClock({
    local: { now: () => machine.trueMs + machine.skewMs },
    monotonicMs: () => machine.trueMs - machine.suspendedMs,
    async ask() {
      machine.questions += 1
      if (machine.answersAtEnd) {
        machine.trueMs += machine.tookMs
        return machine.trueMs
      }
      machine.trueMs += machine.tookMs / 2
      const answer = machine.trueMs
      machine.trueMs += machine.tookMs / 2
      return answer
    },
    log: {
      info: () => void machine.logged.push('info'),
      warn() {
        machine.warnings += 1
      },
      error: () => void machine.logged.push('error'),
    },
  })
  return { machine, clock }
}

describe('the clock of a replica', () => {
  it.each([600_000, -600_000, 3_000])('that is %d ms off shows the database’s time', async (skewMs) => {
    const { machine, clock } = createMachine({ skewMs })
    await clock.measure()
    expect(clock.now()).toBe(machine.trueMs)
    expect(machine.warnings).toBe(Math.abs(skewMs) > 10_000 ? 1 : 0)
    machine.trueMs += 5_000
    await clock.measure()
    expect(clock.now()).toBe(machine.trueMs)
  })

  it('that agrees is left alone, however long a question takes', async () => {
    const { machine, clock } = createMachine()
    for (const tookMs of [0, 1, 40, 5_000]) {
      machine.tookMs = tookMs
      await clock.measure()
      expect(clock.now()).toBe(machine.trueMs)
    }
    expect(machine.warnings).toBe(0)
  })

  it.each([20, -20])(
    'that is %d ms off moves by no seconds when a question waited seconds for its connection',
    async (skewMs) => {
      const { machine, clock } = createMachine({ skewMs })
      machine.answersAtEnd = true
      machine.tookMs = 10_000
      await clock.measure()
      expect(Math.abs(clock.now() - machine.trueMs)).toBeLessThan(100)
    },
  )

  it.each([
    [0, 3_600_000],
    [0, -3_600_000],
    [-3_600_000, 0],
    [600_000, 0],
  ])('that is %d ms off and then set to %d ms shows the database’s time throughout', async (before, after) => {
    const { machine, clock } = createMachine({ skewMs: before })
    await clock.measure()
    machine.skewMs = after
    expect(clock.now()).toBe(machine.trueMs)
    machine.trueMs += 9_000
    expect(clock.now()).toBe(machine.trueMs)
    await clock.measure()
    expect(clock.now()).toBe(machine.trueMs)
    expect(clock.offsetMs()).toBe(0 - after)
  })

  it('of a machine that was suspended moves forward with the next measurement', async () => {
    const { machine, clock } = createMachine()
    await clock.measure()
    machine.suspendedMs = 3_600_000
    machine.trueMs += 3_600_000
    await clock.measure()
    expect(clock.now()).toBe(machine.trueMs)
    expect(clock.offsetMs()).toBe(0)
  })

  it('is the clock of the machine before the first measurement', () => {
    const { machine, clock } = createMachine({ skewMs: 600_000 })
    expect(clock.now()).toBe(machine.trueMs + 600_000)
  })

  it.each([1, -1])(
    'reports once that it is more than a day off, in direction %d, and once that it agrees',
    async (sign) => {
      const { machine, clock } = createMachine()
      const DAY_MS = 86_400_000
      for (const days of [0, 0.9, 3_652, 3_653, 0.9, 0]) {
        machine.skewMs = sign * days * DAY_MS
        await clock.measure()
        expect(clock.offsetMs()).toBe(0 - sign * days * DAY_MS)
      }
      expect(machine.logged).toEqual(['error', 'info'])
    },
  )

  it('keeps its offset when the database does not answer', async () => {
    let isAway = false
    const clock = databaseClock({
      local: { now: () => T0 + 60_000 },
      monotonicMs: () => 0,
      ask: async () => (isAway ? Promise.reject(new Error('away')) : T0),
      log: { info() {}, warn() {}, error() {} },
    })
    await clock.measure()
    isAway = true
    await expect(clock.measure()).rejects.toThrow('away')
    expect(clock.now()).toBe(T0)
  })
})

describe('the measurements of a running process', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function keepMeasuring() {
    const { machine, clock } = createMachine()
    await clock.measure()
    const stop = clock.keepMeasuring()
    return {
      machine,
      clock,
      stop,
      async pass(ms: number) {
        for (let passedMs = 0; passedMs < ms; passedMs += 1_000) {
          machine.trueMs += 1_000
          await vi.advanceTimersByTimeAsync(1_000)
        }
      },
    }
  }

  it('are made every ten seconds, until they are stopped', async () => {
    const { machine, pass, stop } = await keepMeasuring()
    await pass(9_000)
    expect(machine.questions).toBe(1)
    await pass(1_000)
    expect(machine.questions).toBe(2)
    stop()
    await pass(60_000)
    expect(machine.questions).toBe(2)
  })

  it('are made at once after the machine was suspended', async () => {
    const { machine, clock, pass } = await keepMeasuring()
    machine.suspendedMs = 3_600_000
    machine.trueMs += 3_600_000
    await pass(1_000)
    expect(clock.now()).toBe(machine.trueMs)
    await pass(5_000)
    expect(machine.questions).toBe(2)
  })
})
