/** A pending timer. Opaque: pass it to `clearTimer`. */
export interface FakeTimer {
  readonly dueMs: number
}

/** The clock that production code receives. */
export interface ClockPort {
  /** Epoch milliseconds. */
  now(): number
  /** Monotonic milliseconds since the clock was created. */
  tick(): number
  setTimer(run: () => void, delayMs: number): FakeTimer
  clearTimer(timer: FakeTimer | undefined): void
  /** Resolves after `delayMs`, or rejects with the signal's reason as soon as it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>
}

/** A clock that moves only when a test advances it. */
export interface FakeClock extends ClockPort {
  /** Advances by `ms` milliseconds. Fires due timers in order of time, and lets awaiting code run between two timers. */
  advance(ms: number): Promise<void>
  /** Advances without firing timers, as for a process that was stopped: what the network has for it comes before its timers. */
  pause(ms: number): void
  /** Advances to the next timer and fires all timers due then. Resolves to the milliseconds advanced, or undefined when no timer is pending. */
  advanceToNext(): Promise<number | undefined>
  /** Lets awaiting code run without advancing the time. */
  flush(): Promise<void>
  /** Milliseconds until each pending timer, soonest first. Empty at the end of a test means that no timer is left. */
  waiting(): number[]
}

// Read at load, so that a test which replaces globals cannot stop the fake clock itself.
const nextTurn = setImmediate

/** 2026-01-01T00:00:00Z in epoch milliseconds: a fixed start, so that no test depends on the current date. */
export const FAKE_EPOCH_MS = 1_767_225_600_000

export function fakeClock(startMs: number = FAKE_EPOCH_MS): FakeClock {
  const timers = new Map<FakeTimer, () => void>()
  let now = startMs

  const setTimer = (run: () => void, delayMs: number): FakeTimer => {
    if (!Number.isFinite(delayMs))
      throw new RangeError(`setTimer() takes a finite delay in milliseconds; got ${delayMs}`)
    const timer = Object.freeze({ dueMs: now + Math.max(0, delayMs) })
    timers.set(timer, run)
    return timer
  }
  const clearTimer = (timer: FakeTimer | undefined): void => {
    if (timer) timers.delete(timer)
  }
  // The event loop's next turn starts after every pending microtask, including those that microtasks add.
  const runCallbacks = (): Promise<void> => new Promise((resolve) => nextTurn(() => resolve()))

  // A Map keeps insertion order and the comparison is strict: equal times fire in the order they were set.
  const soonest = (): FakeTimer | undefined => {
    let first: FakeTimer | undefined
    for (const timer of timers.keys()) if (!first || timer.dueMs < first.dueMs) first = timer
    return first
  }
  const fire = async (timer: FakeTimer): Promise<void> => {
    const run = timers.get(timer)
    timers.delete(timer)
    now = Math.max(now, timer.dueMs)
    run?.()
    await runCallbacks()
  }
  const advanceTo = async (target: number): Promise<void> => {
    await runCallbacks()
    for (let next = soonest(); next && next.dueMs <= target; next = soonest()) await fire(next)
    now = target
  }

  return {
    now: () => now,
    tick: () => now - startMs,
    setTimer,
    clearTimer,
    flush: runCallbacks,
    sleep: (delayMs, signal) => sleepOn({ setTimer, clearTimer }, delayMs, signal),
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`advance() takes milliseconds forward; got ${ms}`)
      await advanceTo(now + ms)
    },
    pause(ms) {
      now += ms
    },
    async advanceToNext() {
      await runCallbacks()
      const next = soonest()
      if (!next) return undefined
      const before = now
      await advanceTo(next.dueMs)
      return now - before
    },
    waiting: () => [...timers.keys()].map((timer) => timer.dueMs - now).sort((a, b) => a - b),
  }
}

function sleepOn(
  clock: Pick<ClockPort, 'setTimer' | 'clearTimer'>,
  delayMs: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = (): void => {
      clock.clearTimer(timer)
      reject(signal?.reason)
    }
    const timer = clock.setTimer(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
