import { randomBytes } from 'node:crypto'
import type { Clock } from '../../context.ts'
import type { Queries } from '../../storage/database.ts'
import { deleteSession, findSession, insertSession, touchSession } from '../../storage/sessions.ts'
import type { ConsolePassword } from './access.ts'

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
