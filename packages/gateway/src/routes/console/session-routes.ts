import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Context } from 'hono'
import { z } from 'zod'
import { readBody } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { writeAudit } from '../../storage/audit.ts'
import { clearSessionToken, readSessionToken, writeSessionToken } from './cookie.ts'
import type { Desk } from './desk.ts'
import { checkCsrf, requireSession } from './guards.ts'

const LOGIN = z.strictObject({ password: z.string().min(1).max(1_000) })

export async function logIn(desk: Desk, c: Context, from: string): Promise<Session> {
  const { password } = await readBody(c, LOGIN)
  const { context, address, sessions } = desk
  const atMs = context.clock.now()
  if (!(await desk.limit.attempt(from, () => desk.password.fits(password)))) {
    await writeAudit(context.database, { atMs, what: 'wrong password', kind: 'session', id: '' })
    context.log.warn({}, 'A wrong password at the console')
    throw new HttpError(401, 'WRONG_PASSWORD', 'This is not the password.', { field: 'password' })
  }
  const { token, csrfToken, expiresAtMs } = await sessions.open(readSessionToken(c, address.https))
  writeSessionToken(c, address.https, token)
  await writeAudit(context.database, { atMs, what: 'logged in', kind: 'session', id: '' })
  return { csrfToken, expiresAtMs }
}

export async function readSession(desk: Desk, c: Context): Promise<Session> {
  const { csrfToken, expiresAtMs } = await requireSession(desk, c)
  return { csrfToken, expiresAtMs }
}

export async function logOut(desk: Desk, c: Context): Promise<{ ok: true }> {
  checkCsrf(c, await requireSession(desk, c))
  const token = readSessionToken(c, desk.address.https)
  if (token !== undefined) await desk.sessions.close(token)
  clearSessionToken(c, desk.address.https)
  return { ok: true }
}
