import { randomBytes } from 'node:crypto'
import type { Clock, GatewayContext } from '../context.ts'
import { writeAudit } from '../storage/audit.ts'
import type { Queries } from '../storage/database.ts'
import { clearLoginAttempts, countLoginAttempt } from '../storage/login-attempts.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../storage/sessions.ts'

/** What sessions and the rate limit need of the console's password. */
interface Digester {
  digest(token: string): string
}

const WINDOW_MS = 5 * 60_000
/** Wrong passwords per window of one address, or of one browser that was logged in before. */
const MAX_WRONG = 5
/** Attempts at the same time, of known browsers and of all others: each costs 32 MiB. Further ones wait. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 20

/** Who tries to log in. */
export interface LoginSource {
  /** Its network; see `networkOf`. */
  readonly address: string
  /** Id of a browser that was logged in before. It is counted by itself, so that nobody else can lock it out. */
  readonly browser?: string | undefined
}

/** Rate limit of wrong passwords. Each source is counted by itself: no number of wrong passwords of others refuses a right one. */
export interface LoginLimit {
  /** Runs one attempt; false is a wrong password, true clears the count. @throws what `tooMany` returns */
  attempt(from: LoginSource, work: () => Promise<boolean>): Promise<boolean>
}

/** Counts in the database, so that all replicas share the limit. `tooMany` makes the error of a refused attempt. */
export function limitLogins(
  { database, clock }: Pick<GatewayContext, 'database' | 'clock'>,
  { digest }: Digester,
  tooMany: (retryAfterSec: number) => Error,
): LoginLimit {
  const slots = { known: createSlots(), unknown: createSlots() }
  return {
    async attempt({ address, browser }, work) {
      const who = digest(browser === undefined ? `login from ${address}` : `login of browser ${browser}`)
      const release = await slots[browser === undefined ? 'unknown' : 'known'].take()
      if (!release) throw tooMany(1)
      try {
        // Counted before the result is known: concurrent attempts must not all pass.
        const attempt = { who, nowMs: clock.now(), windowMs: WINDOW_MS }
        const { count, startedAtMs } = await countLoginAttempt(database, attempt)
        if (count > MAX_WRONG) throw tooMany(Math.max(Math.ceil((startedAtMs + WINDOW_MS - clock.now()) / 1_000), 1))
        const fits = await work()
        if (fits) await clearLoginAttempts(database, who)
        return fits
      } finally {
        release()
      }
    },
  }
}

interface Slots {
  /** The function that gives the slot back; undefined when too many wait. */
  take(): Promise<(() => void) | undefined>
}

function createSlots(): Slots {
  let running = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    async take() {
      if (running < MAX_CONCURRENT) running += 1
      else if (waiting.length >= MAX_WAITING) return undefined
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return release
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

/** Records a login, a logout, or an attempt with a wrong password in the audit log. */
export function auditLogin(
  context: Pick<GatewayContext, 'database' | 'actor'>,
  what: 'logged in' | 'logged out' | 'wrong password',
  atMs: number,
): Promise<void> {
  return writeAudit(context, { atMs, what, kind: 'session', id: '' })
}
