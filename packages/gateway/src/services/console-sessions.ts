import { randomBytes } from 'node:crypto'
import type { Clock, GatewayContext } from '../context.ts'
import { writeAudit } from '../storage/audit.ts'
import type { Queries } from '../storage/database.ts'
import {
  clearLoginAttempts,
  countLoginAttempt,
  type LoginAttempts,
  readLoginAttempts,
} from '../storage/login-attempts.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../storage/sessions.ts'

/** What sessions and the rate limit need of the console's password. */
interface Digester {
  digest(token: string): string
}

const WINDOW_MS = 5 * 60_000
/** Wrong passwords per window: of one address, and of all addresses. */
const MAX_PER_ADDRESS = 5
const MAX_TOTAL = 100
/** Concurrent attempts: each costs 32 MiB. */
const MAX_CONCURRENT = 4

/** Rate limit of wrong passwords. A successful login clears the counts of its address. */
export interface LoginLimit {
  /** Runs one attempt; false is a wrong password. @throws what `tooMany` returns */
  attempt(address: string, work: () => Promise<boolean>): Promise<boolean>
}

/** Key of the count over all addresses. */
const ALL = 'all'

/** Counts in the database, so that all replicas share the limit. `tooMany` makes the error of a refused attempt. */
export function limitLogins(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  { digest }: Digester,
  tooMany: (retryAfterSec: number) => Error,
): LoginLimit {
  let running = 0
  const check = ({ count, startedAtMs }: LoginAttempts, most: number): void => {
    if (count > most) throw tooMany(Math.max(Math.ceil((startedAtMs + WINDOW_MS - clock.now()) / 1_000), 1))
  }

  return {
    async attempt(address, work) {
      if (running >= MAX_CONCURRENT) throw tooMany(1)
      running += 1
      try {
        const who = digest(`login from ${address}`)
        const of = (who: string) => ({ who, nowMs: clock.now(), windowMs: WINDOW_MS })
        // The total first: attempts from many addresses must not fill the table.
        const { count, startedAtMs } = await readLoginAttempts(database, of(ALL))
        check({ count: count + 1, startedAtMs }, MAX_TOTAL)
        // Counted before the result is known: concurrent attempts must not all pass.
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

/** Session limits: without use, and in total. Milliseconds. */
const IDLE_MS = 60 * 60_000
const ABSOLUTE_MS = 12 * 60 * 60_000

/** Smallest interval between two updates of the last use. Milliseconds. */
const TOUCH_MS = 60_000

export interface OpenSession {
  readonly digest: string
  readonly csrfToken: string
  readonly expiresAtMs: number
}

export interface Sessions {
  /** Always creates a new token (no session fixation) and closes the session `before`. */
  open(before?: string): Promise<OpenSession & { readonly token: string }>
  /** The open session of the token; counts as a use. */
  find(token: string): Promise<OpenSession | undefined>
  /** Like `find`, but does not count as a use: an idle page must not extend the session. */
  isOpen(token: string): Promise<boolean>
  close(token: string): Promise<void>
}

/** Sessions in the database: shared by all replicas, closed at once by a logout. Only a token's digest is stored. */
export function sessionsIn(database: Queries, password: Digester, clock: Clock): Sessions {
  const expiry = (createdAtMs: number, usedAtMs: number) => Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS)
  const close = (token: string): Promise<void> => deleteSession(database, password.digest(token))
  const read = async (digest: string) => {
    const row = await findSession(database, digest)
    return row && clock.now() < expiry(row.createdAtMs, row.usedAtMs) ? row : undefined
  }

  return {
    close,
    async open(before) {
      const nowMs = clock.now()
      if (before !== undefined) await close(before)
      const token = randomBytes(32).toString('base64url')
      const csrfToken = randomBytes(32).toString('base64url')
      const digest = password.digest(token)
      await insertSession(
        database,
        { digest, csrf: csrfToken, nowMs },
        { usedBeforeMs: nowMs - IDLE_MS, createdBeforeMs: nowMs - ABSOLUTE_MS },
      )
      return { token, digest, csrfToken, expiresAtMs: expiry(nowMs, nowMs) }
    },
    isOpen: async (token) => (await read(password.digest(token))) !== undefined,
    async find(token) {
      const nowMs = clock.now()
      const digest = password.digest(token)
      const row = await read(digest)
      if (!row) return undefined
      if (nowMs - row.usedAtMs >= TOUCH_MS) await touchSession(database, digest, nowMs)
      return { digest, csrfToken: row.csrf, expiresAtMs: expiry(row.createdAtMs, nowMs) }
    },
  }
}

/** Records a login, or an attempt with a wrong password, in the audit log. */
export function auditLogin(
  { database }: Pick<GatewayContext, 'database'>,
  what: 'logged in' | 'wrong password',
  atMs: number,
): Promise<void> {
  return writeAudit(database, { atMs, what, kind: 'session', id: '' })
}
