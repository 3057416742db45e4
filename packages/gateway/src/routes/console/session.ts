import { createHash, timingSafeEqual } from 'node:crypto'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { networkOf } from '../../http/client-address.ts'
import { readBody } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import type { LoginSource } from '../../services/console-sessions.ts'
import { auditLogin, type OpenSession } from '../../services/console-sessions.ts'
import type { ConsoleContext } from './context.ts'

/** With https the prefix `__Host-` binds the cookie to this host. Browsers refuse the prefix on http, so loopback has a plain name. */
const nameOf = (https: boolean) => (https ? '__Host-galla' : 'galla-console')

const TOKEN = /^[\w-]{43}$/

export function readSessionToken(c: Context, https: boolean): string | undefined {
  const token = getCookie(c, nameOf(https))
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

export function writeSessionToken(c: Context, https: boolean, token: string): void {
  setCookie(c, nameOf(https), token, { path: '/', httpOnly: true, sameSite: 'Strict', secure: https })
}

export function clearSessionToken(c: Context, https: boolean): void {
  setCookie(c, nameOf(https), '', { path: '/', httpOnly: true, sameSite: 'Strict', secure: https, maxAge: 0 })
}

const browserName = (https: boolean) => (https ? '__Host-galla-browser' : 'galla-browser')

/** A known browser stays known for half a year. Seconds. */
const BROWSER_AGE_SEC = 180 * 86_400

/** Who tries to log in: a browser that was logged in before, else its network. */
export function loginSource({ address: { https }, password }: ConsoleContext, c: Context, from: string): LoginSource {
  return { address: networkOf(from), browser: password.browserOf(getCookie(c, browserName(https)) ?? '') }
}

/** @throws HttpError 401 */
export async function requireSession({ sessions, address }: ConsoleContext, c: Context): Promise<OpenSession> {
  const token = readSessionToken(c, address.https)
  const session = token === undefined ? undefined : await sessions.find(token)
  if (!session) throw new HttpError(401, 'NO_SESSION', 'Log in first.')
  return session
}

/** Another site's page can send the cookie but cannot read this token. @throws HttpError 403 */
export function checkCsrf(c: Context, { csrfToken }: OpenSession): void {
  const given = c.req.header('x-csrf-token') ?? ''
  if (!timingSafeEqual(digestOf(given), digestOf(csrfToken))) {
    throw new HttpError(403, 'NO_CSRF_TOKEN', 'Send the session’s csrfToken in the header x-csrf-token.')
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

const LOGIN = z.strictObject({ password: z.string().min(1).max(1_000) })

export async function logIn(console: ConsoleContext, c: Context, from: string): Promise<Session> {
  const { password } = await readBody(c, LOGIN)
  const { gateway, address, sessions } = console
  const source = loginSource(console, c, from)
  const atMs = gateway.clock.now()
  if (!(await console.loginLimit.attempt(source, () => console.password.fits(password)))) {
    await auditLogin(gateway, 'wrong password', atMs)
    gateway.log.warn({}, 'Wrong console password')
    throw new HttpError(401, 'WRONG_PASSWORD', 'Wrong password.', { field: 'password' })
  }
  const { token, csrfToken, expiresAtMs } = await sessions.open(readSessionToken(c, address.https))
  writeSessionToken(c, address.https, token)
  if (source.browser === undefined) {
    const { https } = address
    const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: https, maxAge: BROWSER_AGE_SEC } as const
    setCookie(c, browserName(https), console.password.newBrowser(), options)
  }
  await auditLogin(gateway, 'logged in', atMs)
  return { csrfToken, expiresAtMs }
}

export async function readSession(console: ConsoleContext, c: Context): Promise<Session> {
  const { csrfToken, expiresAtMs } = await requireSession(console, c)
  return { csrfToken, expiresAtMs }
}

export async function logOut(console: ConsoleContext, c: Context): Promise<{ ok: true }> {
  checkCsrf(c, await requireSession(console, c))
  const token = readSessionToken(c, console.address.https)
  if (token !== undefined) await console.sessions.close(token)
  await auditLogin(console.gateway, 'logged out', console.gateway.clock.now())
  clearSessionToken(c, console.address.https)
  return { ok: true }
}
