/** Not decided yet. */
export const OPEN = `"state" in ('CREATED', 'PENDING')`

/** So long after its expiry an open order is explained by no schedule. Milliseconds. */
const STUCK_AFTER_MS = 60_000

/** Open, known to the provider, waiting for nobody: all that is missing is that it expired before `stuckBefore(now)`. */
export const STUCK = `${OPEN} and "openedAtMs" is not null and "needsReview" is null and`

export const stuckBefore = (nowMs: number): number => nowMs - STUCK_AFTER_MS
