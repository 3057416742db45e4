const MAX_OFFSET_MS = 86_400_000

/**
 * True when the clock of this machine confirms the database's clock, so that the database's clock can judge ages. A day is far more than
 * clocks drift, and far less than the age of records that are kept for years.
 * @param offsetMs how far the database's clock is ahead, negative when it is behind. Milliseconds
 */
export const clocksAgree = (offsetMs: number): boolean => Math.abs(offsetMs) <= MAX_OFFSET_MS
