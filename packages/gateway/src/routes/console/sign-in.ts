import type { Session } from '@galla/contract/gateway-api/console-routes'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { defined } from '../../domain/defined.ts'
import { storable } from '../../domain/privacy/masking.ts'
import { networksOf } from '../../http/client-address.ts'
import { addressOf, hostOf, readBody } from '../../http/request.ts'
import { HEADERS, HttpError } from '../../http/responses.ts'
import { actingAs } from '../../services/access/audit.ts'
import { auditLogin } from '../../services/access/console-sessions.ts'
import { type Oidc, type OidcIdentity, type SignInChecks, SignInError } from '../../services/access/oidc.ts'
import { isCodeOf } from '../../services/access/second-factor.ts'
import {
  acceptAccount,
  hasSameAccess,
  type ProvedAccount,
  proveWithProvider,
  signInWith,
} from '../../services/access/sign-in.ts'
import { storedUser } from '../../services/access/users.ts'
import type { ConsoleContext } from './context.ts'
import { PASSKEY_PROOF, userOfLogin } from './passkeys.ts'
import { knownBrowser, loginSource, openSession, requireSession } from './session.ts'

/** Time limit for the person at the provider. Milliseconds. */
const SIGN_IN_MS = 10 * 60_000
/** Time limit for a code of the second factor. Milliseconds. */
const CODE_MS = 5 * 60_000

/** The purpose of an encrypted cookie. A cookie of one step does not work in the other. */
type Step = 'provider' | 'code'

/** `Lax`: the browser comes back from the provider's site. */
const nameOf = (https: boolean, step: Step) => `${https ? '__Host-' : ''}galla-sign-in-${step}`

function setStepCookie(
  { address, signInEncryption, gateway }: ConsoleContext,
  c: Context,
  step: Step,
  value: object,
): void {
  const lifeMs = step === 'code' ? CODE_MS : SIGN_IN_MS
  const encrypted = signInEncryption.encrypt(JSON.stringify({ ...value, untilMs: gateway.clock.now() + lifeMs }), step)
  const { https } = address
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure: https, maxAge: lifeMs / 1_000 } as const
  setCookie(c, nameOf(https, step), encrypted, options)
}

/** Reads the value that this gateway has encrypted for the step, while the value is valid. */
function readStepCookie<Value>(
  { address, signInEncryption, gateway }: ConsoleContext,
  c: Context,
  step: Step,
): Value | undefined {
  const encrypted = getCookie(c, nameOf(address.https, step)) ?? ''
  const text = encrypted.length > 4_000 ? undefined : signInEncryption.decrypt(encrypted, step)
  const value = text === undefined ? undefined : (JSON.parse(text) as Value & { readonly untilMs: number })
  return value && gateway.clock.now() < value.untilMs ? value : undefined
}

function clear({ address: { https } }: ConsoleContext, c: Context, step: Step): void {
  setCookie(c, nameOf(https, step), '', { path: '/', httpOnly: true, sameSite: 'Lax', secure: https, maxAge: 0 })
}

export function oidcOf({ oidc }: ConsoleContext): Oidc {
  if (!oidc) throw new HttpError(404, 'NO_PROVIDER', 'No provider to sign in with is configured.')
  return oidc
}

/** The only address to which a provider sends the browser. The host was checked before. */
function redirectUri({ address, path }: ConsoleContext, c: Context): string {
  return `${address.origin ?? `http://${hostOf(c.req.raw)}`}${path}/api/sign-in/callback`
}

/** The person's purpose at the provider: to log in here, or to prove again who they are. */
type Purpose = 'sign-in' | 'proof'

/** Back to the console: never to an address that a request names. */
const toConsole = ({ path }: ConsoleContext, c: Context, outcome: string, purpose: Purpose = 'sign-in'): Response => {
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
  return c.redirect(`${path}/#${purpose}=${outcome}`, 302)
}

/** A sign-in that was started. */
interface StartedSignIn extends SignInChecks {
  /** Epoch milliseconds. */
  readonly beganAtMs: number
  /** The session in which the person proves again who they are; absent for a login. */
  readonly sessionId?: string
  /** In which a user was logged in before. */
  readonly browser?: string
}

/** Sends the browser to the provider. A page of another site cannot begin it. With `?proof=1` the person proves again who they are. */
export async function beginSignIn(console: ConsoleContext, c: Context): Promise<Response> {
  const oidc = oidcOf(console)
  const site = c.req.header('sec-fetch-site') ?? 'none'
  const purpose = c.req.query('proof') === undefined ? 'sign-in' : 'proof'
  if (site !== 'same-origin' && site !== 'none') return toConsole(console, c, 'EXPIRED', purpose)
  try {
    const beganAtMs = console.gateway.clock.now()
    // Both are read here: browsers do not send them with the redirect from the provider's site.
    const sessionId = purpose === 'proof' ? (await requireSession(console, c)).sessionId : undefined
    const browser = await knownBrowser(console, c)
    const { url, checks } = await oidc.begin(redirectUri(console, c), sessionId === undefined ? 'any' : 'new')
    const started = { ...checks, beganAtMs, ...defined({ browser, sessionId }) } satisfies StartedSignIn
    setStepCookie(console, c, 'provider', started)
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
    return c.redirect(url, 302)
  } catch (error) {
    return refuse(console, c, error, { purpose })
  }
}

/** Where the provider sends the browser. */
export async function finishSignIn(console: ConsoleContext, c: Context): Promise<Response> {
  const oidc = oidcOf(console)
  const checks = readStepCookie<StartedSignIn>(console, c, 'provider')
  const purpose = checks?.sessionId === undefined ? 'sign-in' : 'proof'
  const answered: { identity?: OidcIdentity } = {}
  try {
    if (!checks || c.req.query('state') !== checks.state) throw new SignInError('EXPIRED')
    // Not before: a page of another site can open this address, and another tab has its own sign-in.
    clear(console, c, 'provider')
    const { search } = new URL(c.req.url)
    const { state, browser, sessionId, beganAtMs } = checks
    const context = actingAs(console.gateway, { who: 'unknown', address: c.env?.address })
    // Anybody can begin a sign-in and invent the code of which the provider is asked.
    const from = { ...networksOf(addressOf(c)), browser }
    const url = new URL(`${redirectUri(console, c)}${search}`)
    if (sessionId !== undefined) {
      await console.loginLimit.attemptSignIn(from, async () => {
        const identity = await oidc.finish(url, checks, 'new')
        answered.identity = identity
        await proveWithProvider(context, identity, { state, sessionId, label: oidc.label })
      })
      return toConsole(console, c, 'DONE', purpose)
    }
    const { user, proved } = await console.loginLimit.attemptSignIn(from, async () => {
      const identity = await oidc.finish(url, checks)
      answered.identity = identity
      return signInWith(context, identity, { state, beganAtMs, roles: oidc.settings.roles })
    })
    // The provider proves the first factor only.
    if (proved) {
      setStepCookie(console, c, 'code', proved)
      return toConsole(console, c, 'CODE_NEEDED')
    }
    const { sid, loginAgeMs } = answered.identity ?? {}
    const providerSession = sid === undefined ? undefined : { sid, beganAtMs }
    // The provider may have asked nobody: its login is the proof, whenever that was.
    const provedAtMs = loginAgeMs === undefined ? 0 : console.gateway.clock.now() - loginAgeMs
    await openSession(console, c, user, { how: `with ${oidc.label}`, providerSession, provedAtMs })
    return toConsole(console, c, 'DONE')
  } catch (error) {
    return refuse(console, c, error, { ...answered, purpose })
  }
}

async function refuse(
  console: ConsoleContext,
  c: Context,
  thrown: unknown,
  { identity, purpose }: { readonly identity?: OidcIdentity; readonly purpose: Purpose },
): Promise<Response> {
  const error = asSignInError(thrown)
  if (!(error instanceof SignInError)) throw error
  const { gateway } = console
  console.oidc?.logRefused(error)
  // Only attempts that the provider vouches for are recorded: unauthenticated requests must not fill the log.
  if (identity) {
    const detail = `${error.code}: ${storable((identity.email ?? 'no e-mail address').slice(0, 200))}`
    await auditLogin(
      actingAs(gateway, { who: 'unknown', address: c.env?.address }),
      'sign-in refused',
      gateway.clock.now(),
      detail,
    )
  }
  return toConsole(console, c, error.code, purpose)
}

function asSignInError(thrown: unknown): unknown {
  if (!(thrown instanceof HttpError)) return thrown
  if (thrown.code === 'TOO_MANY_ATTEMPTS') return new SignInError('TOO_MANY')
  // A session that ended, or an account or a session at the provider that changed since the sign-in began.
  return ['NO_SESSION', 'SIGN_IN_EXPIRED'].includes(thrown.code) ? new SignInError('EXPIRED') : thrown
}

const SECOND_STEP = z
  .strictObject({ code: z.exactOptional(z.string().min(1).max(40)), passkey: z.exactOptional(PASSKEY_PROOF) })
  .refine((given) => Object.keys(given).length === 1, 'must be one of code and passkey')

/** The second factor of a user who signed in with the provider. */
export async function enterCode(console: ConsoleContext, c: Context): Promise<Session> {
  const { code, passkey } = await readBody(c, SECOND_STEP)
  const { gateway } = console
  const proved = readStepCookie<ProvedAccount>(console, c, 'code')
  const user = proved && (await storedUser(gateway, proved.userId))
  // An admin may have removed the second factor, or made a link for a new password.
  if (!user || !proved || user.disabledAtMs !== undefined || !hasSameAccess(proved, user)) throw signInExpired()
  const acting = actingAs(gateway, { who: user.name, userId: user.userId, address: c.env?.address })
  const factor = { gateway: acting, encryption: console.encryption }
  const source = loginSource(console, c, addressOf(c), user)
  if (passkey !== undefined) {
    if ((await userOfLogin(console, c, passkey)).user.userId !== user.userId)
      throw new HttpError(401, 'WRONG_PASSKEY', 'This passkey belongs to another user.', { field: 'passkey' })
  } else if (!(await console.loginLimit.attemptCode(source, () => isCodeOf(factor, user, code ?? '')))) {
    await auditLogin(acting, 'wrong code', gateway.clock.now())
    throw new HttpError(401, 'WRONG_CODE', 'The code is wrong, or was used before.', { field: 'code' })
  }
  clear(console, c, 'code')
  const accepted = await acceptAccount(acting, proved).catch((error: unknown) => {
    // The account may have been unlinked since, or linked to another user's.
    throw error instanceof SignInError ? signInExpired() : error
  })
  return openSession(console, c, accepted, {
    how: `with ${console.oidc?.label ?? 'a provider'}`,
    providerSession: proved.providerSession,
  })
}

const signInExpired = () => new HttpError(401, 'SIGN_IN_EXPIRED', 'This took too long. Sign in again.')
