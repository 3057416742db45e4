import type { Clock } from '../context.ts'

/** The local clock runs ahead of the monotonic one by more only when it is set, or when the machine was suspended. Milliseconds. */
const STEP_MS = 1_000

/**
 * A clock that only runs forward, for durations and pauses of this process. The monotonic clock of a system stands still while the machine
 * is suspended, so a step of the local clock forward counts as time that has passed: what was to be sent before is too late then. A step
 * back counts as nothing.
 */
export function pauseClock(local: Clock, monotonicMs: () => number): () => number {
  let aheadMs = local.now() - monotonicMs()
  let suspendedMs = 0
  return () => {
    const runMs = monotonicMs()
    const steppedMs = local.now() - runMs - aheadMs
    if (steppedMs > STEP_MS) suspendedMs += steppedMs
    aheadMs += steppedMs
    return runMs + suspendedMs
  }
}
