export interface FastClock {
  /** Epoch milliseconds at which this clock and the system clock agree. */
  readonly startMs: number
  /** Factor by which this clock runs faster than the system clock. */
  readonly speed: number
}

/** A clock that runs `speed` times as fast as the system clock; equal in every process that gets the same options. */
export function fastClock({ startMs, speed }: FastClock) {
  return {
    now: () => Math.floor(startMs + (Date.now() - startMs) * speed),
    setTimer: (run: () => void, delayMs: number) => setTimeout(run, delayMs / speed).unref(),
    clearTimer: (timer: NodeJS.Timeout) => clearTimeout(timer),
  }
}
