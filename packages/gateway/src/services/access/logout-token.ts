import type { Configuration } from 'openid-client'
import { isStorable } from '../../domain/privacy/masking.ts'
import { invalidOption } from '../../errors.ts'

/** A logout at the provider: OpenID Connect Back-Channel Logout 1.0. */
export interface ProviderLogout {
  readonly issuer: string
  /** The account; without `sid`, all of its sessions end. */
  readonly subject?: string
  /** The session at the provider. */
  readonly sid?: string
  /** Names the token, which counts once. */
  readonly jti: string
}

/** `wrong`: the token. `away`: the provider, whose keys cannot be read, or not again yet. */
export class LogoutTokenError extends Error {
  override readonly name = 'LogoutTokenError'
  readonly reason: 'wrong' | 'away'

  constructor(reason: 'wrong' | 'away', message: string) {
    super(message)
    this.reason = reason
  }
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** A token is sent at once. */
const MAX_AGE = '5 minutes'
/** Tolerated difference of the provider's clock. Seconds. */
const CLOCK_TOLERANCE_SEC = 60
const TIMEOUT_MS = 10_000
/** Keys that were read are not read again before this, whatever keys tokens name: anybody can send such a token. Shorter than a provider's pause before it repeats. Milliseconds. */
const COOLDOWN_MS = 5_000

type Jose = typeof import('jose')
type Keys = ReturnType<Jose['createRemoteJWKSet']>

/** Reads logout tokens of one provider, whose keys are kept. */
export function logoutTokens(clientId: string) {
  let known: { readonly url: string; readonly keys: Keys } | undefined
  /** @throws LogoutTokenError */
  return async (config: Configuration, token: string): Promise<ProviderLogout> => {
    const jose = await import('jose')
    const { issuer, jwks_uri: url } = config.serverMetadata()
    if (url === undefined) throw invalidOption('console.oidc.issuer', 'is of a provider without jwks_uri')
    if (known?.url !== url)
      known = {
        url,
        keys: jose.createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, cooldownDuration: COOLDOWN_MS }),
      }
    // A key that is not among them may have been published since.
    const mayBeNew = known.keys.coolingDown
    const { payload } = await jose
      .jwtVerify(token, known.keys, {
        ...{ issuer, audience: clientId, maxTokenAge: MAX_AGE, clockTolerance: CLOCK_TOLERANCE_SEC },
        requiredClaims: ['jti', 'events'],
      })
      .catch((error: unknown) => {
        throw new LogoutTokenError(
          isOfToken(error) && !(mayBeNew && isOfUnknownKey(error)) ? 'wrong' : 'away',
          String(error),
        )
      })
    return logoutOf(issuer, payload)
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code)

/** Errors of jose about a token; others are about the request for the keys. */
const isOfToken = (error: unknown): boolean =>
  /^ERR_(?:JW[ST]|JOSE_ALG|JOSE_NOT|JWKS_NO_MATCHING|JWKS_MULTIPLE)/.test(codeOf(error))

const isOfUnknownKey = (error: unknown): boolean => codeOf(error) === 'ERR_JWKS_NO_MATCHING_KEY'

function logoutOf(issuer: string, claims: { readonly [claim: string]: unknown }): ProviderLogout {
  const { events, jti, sub, sid } = claims
  const event = isObject(events) ? events[EVENT] : undefined
  if (!isObject(event)) throw new LogoutTokenError('wrong', 'it has no logout event')
  // What has one is an ID token.
  if (claims.nonce !== undefined) throw new LogoutTokenError('wrong', 'it has a nonce')
  for (const [name, value] of Object.entries({ jti, sub, sid }))
    if (value !== undefined && !isId(value))
      throw new LogoutTokenError(
        'wrong',
        `${name} is not a text of 1 to 255 characters, or has a NUL or half a surrogate pair`,
      )
  if (!isId(jti)) throw new LogoutTokenError('wrong', 'it has no jti')
  if (sub === undefined && sid === undefined)
    throw new LogoutTokenError('wrong', 'it names neither account nor session')
  return { issuer, jti, ...(isId(sub) && { subject: sub }), ...(isId(sid) && { sid }) }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** OpenID Connect allows no longer id of an account. */
const MAX_ID = 255

/** True when a claim can name an account or a session: a text of 1 to 255 characters that PostgreSQL can store. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_ID && isStorable(value)
