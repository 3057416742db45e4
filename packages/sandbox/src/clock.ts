import type { ClockSettings, WallClock } from './options.ts'

/** The sandbox's time: an offset from the wall clock, or one fixed moment while it is frozen. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  readonly frozen: boolean
  freeze(): void
  resume(): void
  /** @param ms epoch milliseconds */
  set(ms: number): void
  readonly wall: WallClock
}

const SYSTEM_CLOCK: WallClock = {
  now: Date.now,
  // Unreferenced: a sandbox that is never closed must not keep a test process running.
  setTimer: (run, delayMs) => setTimeout(run, delayMs).unref(),
  clearTimer: (timer: NodeJS.Timeout) => clearTimeout(timer),
}

export function createClock(options: ClockSettings = {}): Clock {
  const wall = options.wall ?? SYSTEM_CLOCK
  let fixedMs = options.frozen ? (options.startMs ?? wall.now()) : undefined
  let offsetMs = options.startMs === undefined ? 0 : options.startMs - wall.now()
  const now = (): number => fixedMs ?? wall.now() + offsetMs
  return {
    wall,
    now,
    get frozen() {
      return fixedMs !== undefined
    },
    freeze() {
      fixedMs ??= now()
    },
    resume() {
      if (fixedMs === undefined) return
      offsetMs = fixedMs - wall.now()
      fixedMs = undefined
    },
    set(ms) {
      if (fixedMs === undefined) offsetMs = ms - wall.now()
      else fixedMs = ms
    },
  }
}
