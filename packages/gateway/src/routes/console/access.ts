import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Clock, GatewayContext } from '../../context.ts'
import { hostOf, LOOPBACK } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import type { Queries } from '../../storage/database.ts'
import {
  clearLoginAttempts,
  countLoginAttempt,
  type LoginAttempts,
  readLoginAttempts,
} from '../../storage/login-attempts.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../../storage/sessions.ts'

/** Host and origin under which the console may be called. */
export interface ConsoleAddress {
  /** Whether cookies are Secure and bound to the host. */
  readonly https: boolean
  /** @throws HttpError 421 or 403 */
  check(request: Request): void
}

/**
 * Checks host and origin before anything else. Without a URL only names of this machine are accepted, which stops DNS
 * rebinding: an attacker's name that resolves to 127.0.0.1 is another host.
 * @throws Error when the URL is not https, unless it is on this machine.
 */
export function consoleAddress(url: string | undefined): ConsoleAddress {
  if (url === undefined)
    return { https: false, check: (request) => checkOrigin(request, (host) => LOOPBACK.test(host)) }
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const https = parsed?.protocol === 'https:'
  if (!parsed || !(https || (parsed.protocol === 'http:' && LOOPBACK.test(parsed.host)))) {
    throw new Error(`console.url must be an https URL, or an http URL of this machine; got ${JSON.stringify(url)}`)
  }
  return {
    https,
    check: (request) => checkOrigin(request, (host) => host.toLowerCase() === parsed.host, parsed.origin),
  }
}

function checkOrigin(request: Request, known: (host: string) => boolean, origin?: string): void {
  const host = hostOf(request)
  if (!known(host)) {
    throw new HttpError(
      421,
      'WRONG_HOST',
      'The console does not answer under this host name. Use its own URL, or set the option console.url.',
    )
  }
  const from = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const same = from === null || from.toLowerCase() === (origin ?? `http://${host}`).toLowerCase()
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (!same || (changes && site !== null && site !== 'same-origin' && site !== 'none')) {
    throw new HttpError(403, 'FOREIGN_ORIGIN', 'The console accepts no requests from pages of other sites.')
  }
}

/** Each attempt costs about 100 ms of one core and 32 MiB. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256

export interface ConsolePassword {
  /** Compares in constant time. */
  fits(given: string): Promise<boolean>
  /** Digest under which a session is stored. Keyed by the password: changing the password ends every session. */
  digest(token: string): string
}

/**
 * Keeps the derived key in memory and stores nothing, so the salt only has to be the same on every replica.
 * @throws Error when its length is out of range.
 */
export async function consolePassword(password: string, owner: string): Promise<ConsolePassword> {
  if (password.length < MIN_CHARACTERS || password.length > MAX_CHARACTERS) {
    throw new Error(`console.password must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`)
  }
  const salt = `galla console of ${owner}`
  const key = await derive(password, salt)
  return {
    async fits(given) {
      if (given.length > MAX_CHARACTERS) return false
      const derived = await derive(given, salt)
      return timingSafeEqual(derived.subarray(0, 32), key.subarray(0, 32))
    },
    digest: (token) => createHmac('sha256', key.subarray(32)).update(token).digest('base64url'),
  }
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const WINDOW_MS = 5 * 60_000
/** Wrong passwords per window: of one address, and of all addresses. */
const MAX_PER_ADDRESS = 5
const MAX_TOTAL = 100
/** Concurrent attempts: each costs 32 MiB. */
const MAX_CONCURRENT = 4

/** Rate limit of wrong passwords. A successful login clears the counts of its address. */
export interface LoginLimit {
  /** Runs one attempt; false is a wrong password. @throws HttpError 429 */
  attempt(address: string, work: () => Promise<boolean>): Promise<boolean>
}

/** Key of the count over all addresses. */
const ALL = 'all'

/** Counts in the database, so that all replicas share the limit. */
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

function slowDown(retryAfterSec: number): HttpError {
  return new HttpError(429, 'TOO_MANY_ATTEMPTS', `Too many wrong passwords. Try again in ${retryAfterSec} seconds.`, {
    retryAfterSec,
  })
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
export function sessionsIn(on: Queries, password: ConsolePassword, clock: Clock): Sessions {
  const expiry = (createdAtMs: number, usedAtMs: number) => Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS)
  const close = (token: string): Promise<void> => deleteSession(on, password.digest(token))
  const read = async (digest: string) => {
    const row = await findSession(on, digest)
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
        on,
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
      if (nowMs - row.usedAtMs >= TOUCH_MS) await touchSession(on, digest, nowMs)
      return { digest, csrfToken: row.csrf, expiresAtMs: expiry(row.createdAtMs, nowMs) }
    },
  }
}
