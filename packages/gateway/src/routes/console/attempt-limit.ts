import type { GatewayContext } from '../../context.ts'
import { HttpError } from '../../http/responses.ts'
import {
  clearLoginAttempts,
  countLoginAttempt,
  type LoginAttempts,
  readLoginAttempts,
} from '../../storage/login-attempts.ts'
import type { ConsolePassword } from './password.ts'

const WINDOW_MS = 5 * 60_000
/** Wrong passwords in a window, of one address, and of all: a password of twelve characters outlives both by far. */
const MAX_PER_ADDRESS = 5
const MAX_TOTAL = 100
/** Guesses under way at once: each costs 32 MiB. */
const MAX_CONCURRENT = 4

/** Counts what went wrong, and only that: whoever knows the password is never kept waiting by their own logins. */
export interface LoginLimit {
  /** Runs one attempt. False is a wrong password. @throws Refusal 429 */
  attempt(address: string, work: () => Promise<boolean>): Promise<boolean>
}

/** Under this name all are counted together. */
const ALL = 'all'

/** Counts in the database, so that guesses spread over the replicas are guesses all the same. */
export function loginLimit(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  { digest }: Pick<ConsolePassword, 'digest'>,
): LoginLimit {
  let running = 0
  const check = ({ count, startedAtMs }: LoginAttempts, most: number): void => {
    if (count > most) throw slowDown(Math.max(Math.ceil((startedAtMs + WINDOW_MS - clock.now()) / 1_000), 1))
  }

  return {
    async attempt(address, work) {
      if (running >= MAX_CONCURRENT) throw slowDown(1)
      running += 1
      try {
        const who = digest(`guess from ${address}`)
        const of = (who: string) => ({ who, nowMs: clock.now(), windowMs: WINDOW_MS })
        // First, so that a crowd of addresses does not fill the table.
        const { count, startedAtMs } = await readLoginAttempts(database, of(ALL))
        check({ count: count + 1, startedAtMs }, MAX_TOTAL)
        // Counted before it is known: guesses sent all at once must not all pass.
        check(await countLoginAttempt(database, of(who)), MAX_PER_ADDRESS)
        check(await countLoginAttempt(database, of(ALL)), MAX_TOTAL)
        const fits = await work()
        if (fits) await clearLoginAttempts(database, who, ALL)
        return fits
      } finally {
        running -= 1
      }
    },
  }
}

function slowDown(retryAfterSec: number): HttpError {
  return new HttpError(429, 'TOO_MANY_ATTEMPTS', `Too many wrong passwords. Try again in ${retryAfterSec} seconds.`, {
    retryAfterSec,
  })
}
