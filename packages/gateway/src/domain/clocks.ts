const MAX_OFFSET_MS = 86_400_000

/**
 * Whether the clock of the database can be trusted with ages, as far as that of this machine shows. A day is far more than clocks drift,
 * and far less than what is kept for years.
 * @param offsetMs how far the database's clock is ahead, negative when it is behind. Milliseconds
 */
export const clocksAgree = (offsetMs: number): boolean => Math.abs(offsetMs) <= MAX_OFFSET_MS
