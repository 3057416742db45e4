/** Time, as the client sees it. The real one is made in `ports.ts`; tests bring their own. */
export interface Clock {
  /** Wall clock, epoch milliseconds: token lives, event times. */
  now(): number
  /** Milliseconds that only go forward: deadlines. */
  tick(): number
  /** A `background` timer does not keep the process alive. */
  setTimer(run: () => void, ms: number, background?: boolean): unknown
  clearTimer(timer: unknown): void
}
