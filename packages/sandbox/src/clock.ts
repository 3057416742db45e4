/** The machine's own time and timers; a test hands in one that does not move by itself. */
export interface WallClock {
  /** Epoch milliseconds. */
  now(): number
  setTimer(run: () => void, delayMs: number): unknown
  clearTimer(timer: never): void
}

export interface ClockSettings {
  /** Epoch milliseconds at which the sandbox's time begins; default: the wall's now. */
  startMs?: number
  /** Time stands still until it is moved; default false. */
  frozen?: boolean
  wall?: WallClock
}

/** The sandbox's time: an offset to the wall clock, or one fixed moment. */
export interface Clock {
  now(): number
  readonly frozen: boolean
  freeze(): void
  resume(): void
  put(ms: number): void
  readonly wall: WallClock
}

export const SYSTEM_WALL: WallClock = {
  now: Date.now,
  // Unreferenced: a sandbox that was never closed must not keep a test process alive.
  setTimer: (run, delayMs) => setTimeout(run, delayMs).unref(),
  clearTimer: (timer: NodeJS.Timeout) => clearTimeout(timer),
}

export function createClock(settings: ClockSettings = {}): Clock {
  const wall = settings.wall ?? SYSTEM_WALL
  let fixedMs = settings.frozen ? (settings.startMs ?? wall.now()) : undefined
  let offsetMs = settings.startMs === undefined ? 0 : settings.startMs - wall.now()
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
    put(ms) {
      if (fixedMs === undefined) offsetMs = ms - wall.now()
      else fixedMs = ms
    },
  }
}
