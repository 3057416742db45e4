import type { Clock } from '../clock.ts'
import { ConsoleRefusal } from './refusal.ts'

const WINDOW_MS = 5 * 60_000
/** Wrong passwords in a window, of one address, and of all: a password of twelve characters outlives both by far. */
const MOST_OF_ONE = 5
const MOST_OF_ALL = 100
/** Guesses under way at once: each costs 32 MiB. */
const MOST_AT_ONCE = 4

/** Counts what went wrong, and only that: whoever knows the password is never kept waiting by their own logins. */
export interface AttemptLimit {
  /** Runs one attempt. False is a wrong password. @throws ConsoleRefusal 429 */
  attempt(address: string, work: () => Promise<boolean>): Promise<boolean>
}

export function attemptLimit(clock: Clock): AttemptLimit {
  let startedAtMs = 0
  let all = 0
  let running = 0
  let failures = new Map<string, number>()

  return {
    async attempt(address, work) {
      const nowMs = clock.now()
      if (nowMs - startedAtMs >= WINDOW_MS) {
        startedAtMs = nowMs
        all = 0
        failures = new Map()
      }
      const mine = failures.get(address) ?? 0
      if (mine >= MOST_OF_ONE || all >= MOST_OF_ALL)
        throw slowDown(Math.ceil((startedAtMs + WINDOW_MS - nowMs) / 1_000))
      if (running >= MOST_AT_ONCE) throw slowDown(1)
      running += 1
      // Counted before it is known: guesses sent all at once must not all pass the check above.
      all += 1
      failures.set(address, mine + 1)
      try {
        const fits = await work()
        if (fits) {
          all -= 1
          failures.delete(address)
        }
        return fits
      } finally {
        running -= 1
      }
    },
  }
}

function slowDown(retryAfterSec: number): ConsoleRefusal {
  return new ConsoleRefusal(
    429,
    'TOO_MANY_ATTEMPTS',
    `Too many wrong passwords. Try again in ${retryAfterSec} seconds.`,
    { retryAfterSec },
  )
}
