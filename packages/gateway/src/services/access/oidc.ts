import type { Role } from '@galla/contract/gateway-api/roles'
import { namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { staysHere } from '@galla/http-server/loopback'
import type { Configuration } from 'openid-client'
import type { GatewayContext } from '../../context.ts'
import { describeError, invalidOption } from '../../errors.ts'
import { isId, LogoutTokenError, logoutTokens, type ProviderLogout } from './logout-token.ts'

/** Sign-in with an OpenID Connect provider, in addition to passwords. */
export interface OidcSettings {
  /** The provider's issuer: `https://accounts.google.com`. An http URL is accepted for this machine, and for hosts in `hostsWithoutTls`. */
  issuer: string
  /**
   * Id of the client that you registered with the OpenID Connect provider. The redirect URI is the console's URL and
   * `/api/sign-in/callback`.
   */
  clientId: string
  /** Secret of this client. */
  clientSecret: string
  /** Name of the provider on the button *Sign in with …*, at most 40 characters. @default 'your company account' */
  label?: string
  /**
   * Roles from a claim of the provider. Each sign-in gives the user the highest role among the values of the claim. A sign-in without such
   * a value is refused.
   * @default none: the page *Users* sets the roles
   */
  roles?: {
    /** Name of the claim: `groups`. The claim is a text or a list of texts. */
    claim: string
    /** Role for each value of the claim: `{ 'payments-admins': 'admin' }`. */
    values: { readonly [value: string]: Role }
  }
}

/** The person who signed in, as the provider reports. */
export interface OidcIdentity {
  readonly issuer: string
  readonly subject: string
  /** Milliseconds between the person's login at the provider and the sign-in; undefined when the provider does not state the time. */
  readonly loginAgeMs: number | undefined
  /** The session at the provider, by which it is ended from there. */
  readonly sid: string | undefined
  readonly email: string | undefined
  readonly isVerified: boolean
  /** The values of the claim that roles are mapped by. */
  readonly roleValues: readonly string[]
}

/** Secrets of the browser that began a sign-in. */
export interface SignInChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Why a sign-in failed. The login page writes the sentence. */
export type SignInFailure =
  /** The sign-in was started in another browser, too long ago, or was finished before. */
  | 'EXPIRED'
  /** The person or the provider refused. */
  | 'DENIED'
  /** The provider does not answer. */
  | 'PROVIDER_AWAY'
  /** The answer of the provider is not valid. */
  | 'FAILED'
  | 'NOT_VERIFIED'
  | 'UNKNOWN_USER'
  /** The user is linked to another account of the provider. */
  | 'OTHER_ACCOUNT'
  | 'NO_ROLE'
  /** Too many were refused from this address, or in this browser. */
  | 'TOO_MANY'

export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInFailure

  constructor(code: SignInFailure, message: string = code) {
    super(message)
    this.code = code
  }
}

/** A login at the provider: a new one, or any that it has of this browser. */
type Login = 'new' | 'any'

export interface Oidc {
  readonly label: string
  readonly settings: OidcSettings
  /** Where the browser goes, and what it must bring back. A `new` login: the provider asks although it knows the person. @throws SignInError PROVIDER_AWAY, FAILED */
  begin(redirectUri: string, login?: Login): Promise<{ readonly url: string; readonly checks: SignInChecks }>
  /** Exchanges the code. Of a `new` login, the provider must say that it was one. @param url the redirect URI with the provider's parameters. @throws SignInError DENIED, PROVIDER_AWAY, FAILED */
  finish(url: URL, checks: SignInChecks, login?: Login): Promise<OidcIdentity>
  /** Reads the signed token with which the provider reports a logout. @throws LogoutTokenError */
  readLogout(token: string): Promise<ProviderLogout>
  /** Logs the first refused sign-in of each code in a minute, with their number since the last line. Anybody can cause them. */
  logRefused(error: SignInError): void
}

type Library = typeof import('openid-client')

/** Time limit of one request to the provider. Seconds. */
const TIMEOUT_SEC = 10
/** Tolerated difference of the provider's clock. Seconds. */
const CLOCK_TOLERANCE_SEC = 60
/** The provider's addresses and abilities are read again after this. Milliseconds. */
const DISCOVERY_MS = 3_600_000
/** A provider that did not tell them is not asked again before this, however many people want to sign in. Milliseconds. */
const RETRY_MS = 5_000

/** A refused sign-in of the same code is logged once in this time. Milliseconds. */
const LOG_MS = 60_000

/** In a `try`: bundlers then accept that an optional peer is not installed. */
async function loadLibrary(): Promise<Library> {
  try {
    return await import('openid-client')
  } catch {
    throw invalidOption('console.oidc', 'needs the package openid-client: npm install openid-client')
  }
}

/** Loads the library, and asks the provider when somebody signs in: one that is away stops no start. @throws Error for a missing package */
export async function openOidc(
  settings: OidcSettings,
  { log, monotonicMs }: Pick<GatewayContext, 'log' | 'monotonicMs'>,
): Promise<Oidc> {
  const library = await loadLibrary()
  let known: { readonly config: Promise<Configuration>; readonly untilMs: number } | undefined
  const configuration = (): Promise<Configuration> => {
    if (known && monotonicMs() < known.untilMs) return known.config
    const config = discover(library, settings)
    known = { config, untilMs: monotonicMs() + DISCOVERY_MS }
    config.catch(() => {
      known = { config, untilMs: monotonicMs() + RETRY_MS }
    })
    return config
  }
  const readLogout = logoutTokens(settings.clientId)
  const logged = new Map<SignInFailure, { untilMs: number; count: number }>()
  return {
    label: settings.label ?? 'your company account',
    settings,
    begin: (redirectUri, login = 'any') =>
      asSignIn(async () => begin(library, await configuration(), redirectUri, login)),
    finish: (url, checks, login = 'any') =>
      asSignIn(async () => finish(library, await configuration(), settings, url, checks, login)),
    readLogout: async (token) =>
      readLogout(
        await configuration().catch((error: unknown) => {
          throw new LogoutTokenError('away', String(error))
        }),
        token,
      ),
    logRefused({ code, message }) {
      const last = logged.get(code)
      if (last && monotonicMs() < last.untilMs) {
        last.count += 1
        return
      }
      logged.set(code, { untilMs: monotonicMs() + LOG_MS, count: 1 })
      log.warn({ reason: code, error: message, count: last?.count ?? 1 }, 'Sign-in with the provider refused')
    },
  }
}

/** @throws Error naming the option that is wrong */
export function checkOidc(
  { issuer, clientId, clientSecret, label = 'x', roles }: OidcSettings,
  hostsWithoutTls: readonly string[] = [],
): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const mayBeClear = url !== undefined && (staysHere(url.hostname) || namesHost(hostsWithoutTls, url.hostname))
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBeClear)
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw invalidOption(
      'console.oidc.issuer',
      `must be an https URL without query, or an http URL of this machine. ${wayWithoutTls(url?.hostname ?? '', 'hostsWithoutTls')}`,
    )
  for (const [name, value] of Object.entries({ clientId, clientSecret, label }))
    if (typeof value !== 'string' || value.trim() === '') throw invalidOption(`console.oidc.${name}`, 'must be a text')
  if (label.length > 40) throw invalidOption('console.oidc.label', 'must have at most 40 characters')
  if (roles && (typeof roles.claim !== 'string' || roles.claim === '' || Object.keys(roles.values ?? {}).length === 0))
    throw invalidOption('console.oidc.roles', 'must be { claim, values } with a role for at least one value')
}

function discover(library: Library, { issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer)
  return library.discovery(
    url,
    clientId,
    { [library.clockTolerance]: CLOCK_TOLERANCE_SEC },
    (server, client, body, headers) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      const isBasic = methods.includes('client_secret_basic')
      const send = isBasic ? library.ClientSecretBasic(clientSecret) : library.ClientSecretPost(clientSecret)
      return send(server, client, body, headers)
    },
    {
      timeout: TIMEOUT_SEC,
      // The signature of an ID token is checked although it comes over TLS.
      execute: [
        library.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    },
  )
}

async function begin(library: Library, config: Configuration, redirectUri: string, login: Login) {
  const checks = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  }
  const url = library.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(login === 'new' ? { prompt: 'login', max_age: '0' } : { max_age: ANY_AGE_SEC }),
  })
  return { url: url.href, checks }
}

/** A year. A provider adds `auth_time` where an age is asked for, and asks nobody whose login is younger. Seconds. */
const ANY_AGE_SEC = '31536000'

/** Milliseconds since the login at the provider. A provider that counts in milliseconds would prove every login: undefined for a time in the future. */
function ageOf(authTime: unknown): number | undefined {
  if (!Number.isSafeInteger(authTime)) return undefined
  const ageMs = Date.now() - (authTime as number) * 1_000
  return ageMs < -CLOCK_TOLERANCE_SEC * 1_000 ? undefined : Math.max(ageMs, 0)
}

async function finish(
  library: Library,
  config: Configuration,
  { roles }: OidcSettings,
  url: URL,
  { state, nonce, verifier }: SignInChecks,
  login: Login,
): Promise<OidcIdentity> {
  const tokens = await library.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    // `auth_time` must be there, and not be older than the tolerance.
    ...(login === 'new' ? { maxAge: 0 } : {}),
  })
  const claims = tokens.claims()
  if (!claims) throw new SignInError('FAILED', 'no ID token')
  const loginAgeMs = ageOf(claims.auth_time)
  if (login === 'new' && loginAgeMs === undefined) throw new SignInError('FAILED', 'auth_time is in the future')
  // Many providers tell the address, and groups, to those only who ask for them.
  const isComplete = claims.email !== undefined && (roles === undefined || claims[roles.claim] !== undefined)
  const more = isComplete ? {} : await library.fetchUserInfo(config, tokens.access_token, claims.sub)
  const all: { readonly [claim: string]: unknown } = { ...more, ...claims }
  // Who states the address states whether it is verified: one may have verified another address.
  const { email, email_verified }: { readonly [claim: string]: unknown } = claims.email === undefined ? more : claims
  const values = roles === undefined ? [] : [all[roles.claim]].flat()
  return {
    issuer: claims.iss,
    subject: claims.sub,
    loginAgeMs,
    sid: isId(claims.sid) ? claims.sid : undefined,
    email: typeof email === 'string' ? email : undefined,
    isVerified: email_verified === true,
    roleValues: values.filter((value): value is string => typeof value === 'string'),
  }
}

async function asSignIn<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInError) throw error
    throw new SignInError(failureOf(error), describeError(error))
  }
}

/** The library's own errors are answers that it refuses; the rest is the network. */
function failureOf(error: unknown): SignInFailure {
  const {
    name,
    code,
    status = 0,
    cause,
  } = (error ?? {}) as {
    name?: unknown
    code?: unknown
    status?: number
    cause?: { readonly status?: number }
  }
  if (name === 'AuthorizationResponseError') return 'DENIED'
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || status >= 500 || (cause?.status ?? 0) >= 500)
    return 'PROVIDER_AWAY'
  return name === 'TypeError' || name === 'TimeoutError' ? 'PROVIDER_AWAY' : 'FAILED'
}
