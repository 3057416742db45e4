import { randomBytes } from 'node:crypto'
import type { Clock } from '../../context.ts'
import type { Queries } from '../../storage/database.ts'
import type { ConsolePassword } from './password.ts'

/** A person who goes home without logging out; and a day's work. Milliseconds. */
const IDLE_MS = 60 * 60_000
const ABSOLUTE_MS = 12 * 60 * 60_000

/** The last use is written down no more often than this. Milliseconds. */
const TOUCH_MS = 60_000

export interface OpenSession {
  readonly digest: string
  readonly csrfToken: string
  readonly expiresAtMs: number
}

export interface Sessions {
  /** Always a new token, whatever the browser brought along; the session it had before is over. */
  open(before?: string): Promise<OpenSession & { readonly token: string }>
  find(token: string): Promise<OpenSession | undefined>
  /** The same without counting as a use: a page that lies open is nobody who works. */
  isOpen(token: string): Promise<boolean>
  close(token: string): Promise<void>
}

/** Sessions in the database, so that every replica knows them and a logout counts at once. Of a token only its digest is stored. */
export function sessionsIn(on: Queries, password: ConsolePassword, clock: Clock): Sessions {
  const expiry = (createdAtMs: number, usedAtMs: number) => Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS)
  const close = async (token: string): Promise<void> => {
    await on.query({
      name: 'close-session',
      text: 'delete from galla.sessions where "digest" = $1',
      values: [password.digest(token)],
    })
  }

  const read = async (digest: string) => {
    const { rows } = await on.query<{ csrf: string; createdAtMs: number; usedAtMs: number }>({
      name: 'find-session',
      text: 'select "csrf", "createdAtMs", "usedAtMs" from galla.sessions where "digest" = $1',
      values: [digest],
    })
    const [row] = rows
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
      await on.query({
        name: 'open-session',
        text: `with old as (delete from galla.sessions where "usedAtMs" < $4 or "createdAtMs" < $5)
          insert into galla.sessions ("digest", "csrf", "createdAtMs", "usedAtMs") values ($1, $2, $3, $3)`,
        values: [digest, csrfToken, nowMs, nowMs - IDLE_MS, nowMs - ABSOLUTE_MS],
      })
      return { token, digest, csrfToken, expiresAtMs: expiry(nowMs, nowMs) }
    },
    isOpen: async (token) => (await read(password.digest(token))) !== undefined,
    async find(token) {
      const nowMs = clock.now()
      const digest = password.digest(token)
      const row = await read(digest)
      if (!row) return undefined
      if (nowMs - row.usedAtMs >= TOUCH_MS) {
        await on.query({
          name: 'touch-session',
          text: 'update galla.sessions set "usedAtMs" = greatest("usedAtMs", $2) where "digest" = $1',
          values: [digest, nowMs],
        })
      }
      return { digest, csrfToken: row.csrf, expiresAtMs: expiry(row.createdAtMs, nowMs) }
    },
  }
}
