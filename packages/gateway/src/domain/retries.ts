/** Delays between attempts of a handler, a notifier or a callback; after the last one it needs review. Milliseconds. */
const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000]

/** Attempts of a handler or a notifier until its delivery needs review. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** When to try again after `attempts` failures, epoch milliseconds; undefined when no attempt is left. */
export function nextAttemptAt(attempts: number, nowMs: number): number | undefined {
  const delayMs = RETRY_DELAYS_MS[attempts]
  return delayMs === undefined ? undefined : nowMs + delayMs
}
