/**
 * Seconds between one try and the next. The provider publishes no schedule (provider-protocol §7.7); this one is dense while a
 * shop is being watched and ends after about a day.
 */
export const RETRY_PAUSES_SEC: readonly number[] = [10, 30, 60, 300, 900, 3_600, 10_800, 21_600, 43_200]

/** When the next try is due after `attempt` failed ones, or nothing when all are used up. */
export function nextAttemptAt(attempt: number, failedAtMs: number): number | undefined {
  const pauseSec = RETRY_PAUSES_SEC[attempt - 1]
  return pauseSec === undefined ? undefined : failedAtMs + pauseSec * 1000
}
