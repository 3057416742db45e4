import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { HttpError } from '../../http/responses.ts'
import { readSessionToken } from './cookie.ts'
import type { Desk } from './desk.ts'
import type { OpenSession } from './sessions.ts'

/** @throws Refusal 401 */
export async function requireSession({ sessions, address }: Desk, c: Context): Promise<OpenSession> {
  const token = readSessionToken(c, address.https)
  const session = token === undefined ? undefined : await sessions.find(token)
  if (!session) throw new HttpError(401, 'NO_SESSION', 'Log in first.')
  return session
}

/** A page of another site may send our cookie; it cannot read this token. @throws Refusal 403 */
export function checkCsrf(c: Context, { csrfToken }: OpenSession): void {
  const given = c.req.header('x-csrf-token') ?? ''
  if (!timingSafeEqual(digestOf(given), digestOf(csrfToken))) {
    throw new HttpError(403, 'NO_CSRF_TOKEN', 'Send the session’s csrfToken in the header x-csrf-token.')
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
