import { Refusal } from '../http/refusal.ts'
import type { Rooms } from '../rooms.ts'
import { countGuess, type Guesses, readGuesses, uncountGuess } from '../storage/guesses.ts'
import type { ConsolePassword } from './password.ts'

const WINDOW_MS = 5 * 60_000
/** Wrong passwords in a window, of one address, and of all: a password of twelve characters outlives both by far. */
const MOST_OF_ONE = 5
const MOST_OF_ALL = 100
/** Guesses under way at once: each costs 32 MiB. */
const MOST_AT_ONCE = 4

/** Counts what went wrong, and only that: whoever knows the password is never kept waiting by their own logins. */
export interface AttemptLimit {
  /** Runs one attempt. False is a wrong password. @throws Refusal 429 */
  attempt(address: string, work: () => Promise<boolean>): Promise<boolean>
}

/** Under this name all are counted together. */
const ALL = 'all'

/** Counts in the books, so that guesses spread over the replicas are guesses all the same. */
export function attemptLimit(
  { books, clock }: Pick<Rooms, 'books' | 'clock'>,
  { digest }: Pick<ConsolePassword, 'digest'>,
): AttemptLimit {
  let running = 0
  const check = ({ count, startedAtMs }: Guesses, most: number): void => {
    if (count > most) throw slowDown(Math.max(Math.ceil((startedAtMs + WINDOW_MS - clock.now()) / 1_000), 1))
  }

  return {
    async attempt(address, work) {
      if (running >= MOST_AT_ONCE) throw slowDown(1)
      running += 1
      try {
        const who = digest(`guess from ${address}`)
        const of = (who: string) => ({ who, nowMs: clock.now(), windowMs: WINDOW_MS })
        // First, so that a crowd of addresses does not fill the table.
        const { count, startedAtMs } = await readGuesses(books, of(ALL))
        check({ count: count + 1, startedAtMs }, MOST_OF_ALL)
        // Counted before it is known: guesses sent all at once must not all pass.
        check(await countGuess(books, of(who)), MOST_OF_ONE)
        check(await countGuess(books, of(ALL)), MOST_OF_ALL)
        const fits = await work()
        if (fits) await uncountGuess(books, who, ALL)
        return fits
      } finally {
        running -= 1
      }
    },
  }
}

function slowDown(retryAfterSec: number): Refusal {
  return new Refusal(429, 'TOO_MANY_ATTEMPTS', `Too many wrong passwords. Try again in ${retryAfterSec} seconds.`, {
    retryAfterSec,
  })
}
