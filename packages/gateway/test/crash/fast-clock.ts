export interface FastClock {
  /** Epoch milliseconds at which both times were the same. */
  readonly startMs: number
  readonly speed: number
}

/** Time that runs faster than the wall's, the same in every process that is given the same numbers. */
export function fastClock({ startMs, speed }: FastClock) {
  return {
    now: () => Math.floor(startMs + (Date.now() - startMs) * speed),
    setTimer: (run: () => void, delayMs: number) => setTimeout(run, delayMs / speed).unref(),
    clearTimer: (timer: NodeJS.Timeout) => clearTimeout(timer),
  }
}
