import { createHash, timingSafeEqual } from 'node:crypto'
import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { GatewayContext } from '../../context.ts'
import { networksOf } from '../../http/client-address.ts'
import { readBody } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { actingAs } from '../../services/access/audit.ts'
import {
  auditLogin,
  type FoundSession,
  type NewSessionOf,
  type OpenSession,
} from '../../services/access/console-sessions.ts'
import type { LoginSource } from '../../services/access/login-limits.ts'
import { isCodeOf } from '../../services/access/second-factor.ts'
import { tellUser } from '../../services/access/tell-user.ts'
import {
  acceptInvitation,
  FIRST_ADMIN,
  hasSecondFactor,
  invitationOf,
  isPasswordOf,
  StaleLoginError,
  type StoredUser,
  storedUser,
  storedUsers,
  userNamed,
} from '../../services/access/users.ts'
import type { Credentials } from './access.ts'
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

/** Returns the source of a login attempt: a browser in which this user was logged in before, else the network. */
export function loginSource(console: ConsoleContext, c: Context, from: string, user: Credentials): LoginSource {
  const token = getCookie(c, browserName(console.address.https)) ?? ''
  return { ...networksOf(from), user: user.userId, browser: console.password.browserOf(token, user) }
}

const isKnownBrowser = ({ address: { https }, password }: ConsoleContext, c: Context, user: Credentials): boolean =>
  password.browserOf(getCookie(c, browserName(https)) ?? '', user) !== undefined

/** Makes the browser one in which the user was logged in with these credentials, unless it is one. */
function knowBrowser(console: ConsoleContext, c: Context, user: Credentials): void {
  if (isKnownBrowser(console, c, user)) return
  const { password } = console
  const { https } = console.address
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: https, maxAge: BROWSER_AGE_SEC } as const
  setCookie(c, browserName(https), password.newBrowser(user), options)
}

/** Returns whether the browser of a session is known for its user's credentials. The cookie of a session alone makes no browser known. */
export async function isBrowserOf(console: ConsoleContext, c: Context, { user }: OpenSession): Promise<boolean> {
  const stored = await storedUser(console.gateway, user.userId)
  return stored !== undefined && isKnownBrowser(console, c, stored)
}

/** After somebody has changed the own credentials: a browser that was known for them stays so. */
export async function keepBrowser(console: ConsoleContext, c: Context, { user }: OpenSession): Promise<void> {
  const stored = await storedUser(console.gateway, user.userId)
  if (stored) knowBrowser(console, c, stored)
}

/** Id of a browser in which a user was logged in before, whichever: before the provider answers, the user is not known. */
export async function knownBrowser(
  { address, gateway, password }: ConsoleContext,
  c: Context,
): Promise<string | undefined> {
  const token = getCookie(c, browserName(address.https))
  if (token === undefined) return undefined
  const users = await storedUsers(gateway)
  return users.map((user) => password.browserOf(token, user)).find((browser) => browser !== undefined)
}

/** @throws HttpError 401 */
export async function requireSession({ sessions, address }: ConsoleContext, c: Context): Promise<FoundSession> {
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

const LOGIN = z.strictObject({
  name: z.exactOptional(z.string().trim().min(1).max(100)),
  password: z.string().min(1).max(1_000),
  code: z.exactOptional(z.string().max(40)),
})

export async function logIn(console: ConsoleContext, c: Context, from: string): Promise<Session> {
  const { name = FIRST_ADMIN, password, code } = await readBody(c, LOGIN)
  const { gateway } = console
  const user = await userNamed(gateway, name)
  // An unknown name has limits of its own, like a known one: they do not tell which names exist.
  const source = loginSource(console, c, from, user ?? { userId: `nobody ${name.toLowerCase()}` })
  const actor = { who: user?.name ?? 'unknown', userId: user?.userId, address: c.env?.address }
  let isPassword = false
  const fits = async () => {
    isPassword = await isPasswordOf(user, password, console.password.fits)
    if (!isPassword || !user || !hasSecondFactor(user)) return isPassword
    if (code === undefined) return 'code-needed'
    const factor = { gateway: actingAs(gateway, actor), encryption: console.encryption }
    return console.loginLimit.attemptCode(source, () => isCodeOf(factor, user, code))
  }
  if (!(await console.loginLimit.attempt(source, fits)) || !user) {
    if (isPassword && code === undefined) throw codeNeeded(user)
    const acting = actingAs(gateway, actor)
    if (isPassword) {
      await auditLogin(acting, 'wrong code', gateway.clock.now())
      throw new HttpError(401, 'WRONG_CODE', 'The code is wrong, or was used before.', { field: 'code' })
    }
    await recordWrongPassword(console, acting, source)
    throw new HttpError(401, 'WRONG_PASSWORD', 'Wrong name or password.', { field: 'password' })
  }
  return openSession(console, c, user)
}

/** Returns the refusal of a login that needs a second factor, with the ways to give the factor. */
function codeNeeded(user: StoredUser | undefined): HttpError {
  const ways = user?.hasPasskey ? (['code', 'passkey'] as const) : (['code'] as const)
  const text =
    user?.totpSecret === undefined
      ? 'Use your passkey, or enter a recovery code.'
      : 'Enter a code of your authenticator app, or a recovery code.'
  return new HttpError(401, 'CODE_NEEDED', text, { field: 'code', ways })
}

/** Adds an entry about a wrong password, unless there are too many. `where`: if not at a login. */
export async function recordWrongPassword(
  { loginLimit }: ConsoleContext,
  acting: GatewayContext,
  source: LoginSource,
  where?: string,
): Promise<void> {
  const leftOut = loginLimit.leftOutBefore(source)
  if (leftOut === undefined) return
  const before = leftOut === 0 ? undefined : `${leftOut} before it were not recorded`
  const detail = [where, before].filter((part) => part !== undefined).join('; ')
  await auditLogin(acting, 'wrong password', acting.clock.now(), detail === '' ? undefined : detail)
  acting.log.warn({ count: leftOut + 1 }, 'Wrong console password')
}

/** Login of a user. */
interface LoginOf extends Pick<NewSessionOf, 'providerSession' | 'provedAtMs'> {
  /** For the audit log. */
  readonly how?: string
}

/** Opens a session of a user who has proved to be that. */
export async function openSession(
  console: ConsoleContext,
  c: Context,
  user: StoredUser,
  { how, providerSession, provedAtMs }: LoginOf = {},
): Promise<Session> {
  const { userId, name, role } = user
  const { address, sessions, gateway } = console
  const from = c.env?.address as string | undefined
  await console.loginLimit.countLogin(userId)
  const opened = await sessions
    .open(
      {
        user: { userId, name, role },
        hasSecondFactor: hasSecondFactor(user),
        address: from,
        browser: c.req.header('user-agent'),
        proved: user,
        providerSession,
        provedAtMs,
      },
      readSessionToken(c, address.https),
      (tx) =>
        auditLogin(
          { ...actingAs(gateway, { who: name, userId, address: from }), database: tx },
          'logged in',
          gateway.clock.now(),
          how,
        ),
    )
    .catch(refuseStale)
  writeSessionToken(c, address.https, opened.token)
  if (!isKnownBrowser(console, c, user))
    tellUser(actingAs(gateway, { who: name, userId, address: from }), user, 'new-device', c.req.header('user-agent'))
  knowBrowser(console, c, user)
  return viewSession(gateway, opened)
}

/** Refuses a login whose password or second factor was changed while the login was checked. */
export function refuseStale(error: unknown): never {
  if (!(error instanceof StaleLoginError)) throw error
  throw new HttpError(401, 'SIGN_IN_EXPIRED', 'The account has changed in the meantime. Log in again.')
}

const viewSession = (
  { events }: GatewayContext,
  { csrfToken, expiresAtMs, user, secondFactorNeeded }: OpenSession,
): Session => ({
  csrfToken,
  expiresAtMs,
  user,
  cursor: events.cursor(),
  ...(secondFactorNeeded ? { secondFactorNeeded } : {}),
})

export async function readSession(console: ConsoleContext, c: Context): Promise<Session> {
  return viewSession(console.gateway, await requireSession(console, c))
}

export async function logOut(console: ConsoleContext, c: Context): Promise<{ ok: true }> {
  const session = await requireSession(console, c)
  checkCsrf(c, session)
  const token = readSessionToken(c, console.address.https)
  if (token !== undefined) await console.sessions.close(token)
  const { name, userId } = session.user
  const actor = { who: name, userId, address: c.env?.address }
  await auditLogin(actingAs(console.gateway, actor), 'logged out', console.gateway.clock.now())
  clearSessionToken(c, console.address.https)
  return { ok: true }
}

const TOKEN_BODY = z.strictObject({ token: z.string().max(100) })
const ACCEPT = z.strictObject({ token: z.string().max(100), password: z.string().max(1_000) })

const noInvitation = () =>
  new HttpError(404, 'NO_INVITATION', 'This link was used or replaced, or it has expired. Ask for a new link.')

export async function checkInvitation(
  { gateway }: ConsoleContext,
  c: Context,
): Promise<{ name: string; expiresAtMs: number }> {
  const invited = await invitationOf(gateway, (await readBody(c, TOKEN_BODY)).token)
  if (!invited) throw noInvitation()
  return { name: invited.name, expiresAtMs: invited.expiresAtMs }
}

export async function acceptByLink(console: ConsoleContext, c: Context): Promise<{ session?: Session }> {
  const { token, password } = await readBody(c, ACCEPT)
  const acting = actingAs(console.gateway, { who: 'unknown', address: c.env?.address })
  // Only a link that is valid takes a place in the queue.
  const invited = await invitationOf(console.gateway, token)
  if (!invited) throw noInvitation()
  const user = await console.loginLimit.attemptLink(invited.userId, () => acceptInvitation(acting, token, password))
  if (!user) throw noInvitation()
  // The link proves the first factor only.
  return hasSecondFactor(user) ? {} : { session: await openSession(console, c, user) }
}
