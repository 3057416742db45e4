/** Where the database read the time; a test hands in one that stands still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const SYSTEM_CLOCK: Clock = { now: Date.now }
