import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { TokenResponse } from '@galla/contract/provider/responses'
import { errorFromFailure, errorFromResponse, type FailureContext } from '../errors/from-exchange.ts'
import { GallaError, responseOf } from '../errors/galla-error.ts'
import { attempt, withTimeout } from '../http/exchange.ts'
import type { HttpRequest, Transport } from '../http/transport.ts'
import { jsonObject } from '../json-object.ts'
import type { NormalizedOptions } from '../options.ts'
import type { Clock } from '../runtime.ts'
import type { AccessToken, TokenStore } from './access-token.ts'

/** While a cached token can still be used, a slow identity host delays a call by this much at most. */
const REFRESH_TIMEOUT_MS = 5_000

/** Requests a token from the identity host (protocol §2), with one exchange and no retry. */
export function createTokenFetcher(
  options: NormalizedOptions,
  transport: Transport,
  clock: Clock,
): (urgent: boolean) => Promise<AccessToken> {
  const { clientId, clientSecret, clientVersion, baseUrls } = options
  const request: HttpRequest = {
    method: 'POST',
    baseUrl: baseUrls.identity,
    path: ENDPOINTS.token.path,
    headers: ['Content-Type', 'application/x-www-form-urlencoded', 'Accept', 'application/json'],
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      client_version: clientVersion,
      grant_type: 'client_credentials',
    }).toString(),
  }
  const limitMs = Math.min(options.timeoutMs, options.attemptTimeoutMs)

  return async (urgent) => {
    const result = await attempt(transport, clock, request, urgent ? limitMs : Math.min(limitMs, REFRESH_TIMEOUT_MS))
    const context: FailureContext = {
      endpoint: 'token',
      readOnly: true,
      attempts: 0,
      secrets: [clientSecret],
      nowMs: clock.now(),
      host: baseUrls.identity.host,
    }
    if ('kind' in result) throw asNotSent(errorFromFailure(result, context))
    const { status } = result
    if (status < 200 || status > 299) throw asNotSent(errorFromResponse(result, context))
    const token = parseToken(result.text, clock.now())
    if (token) return token
    const detail = 'the token response has no access_token with a lifetime'
    throw asNotSent(errorFromFailure({ kind: 'invalid-response', sent: true, status, detail }, context))
  }
}

/** Servers refuse longer headers. */
const MAX_TOKEN_LENGTH = 16_384

function parseToken(text: string, nowMs: number): AccessToken | undefined {
  const body: Partial<TokenResponse> = jsonObject(text.trim()) ?? {}
  const token = body.access_token
  if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN_LENGTH) return undefined
  const issuedAt = body.issued_at ?? Math.floor(nowMs / 1000)
  const expiresAt = body.expires_at ?? (body.expires_in ? issuedAt + body.expires_in : undefined)
  if (!Number.isFinite(issuedAt) || !Number.isFinite(expiresAt)) return undefined
  return {
    authorization: `${body.token_type || 'O-Bearer'} ${token}`,
    issuedAt,
    expiresAt: expiresAt as number,
  }
}

/** Whatever the outcome of the token request, the call that needs the token was not sent. */
function asNotSent(error: GallaError): GallaError {
  const { message, cause } = error
  return new GallaError({ ...error, message, cause, outcome: 'not-sent', response: responseOf(error) })
}

/** Identifies credentials and identity host in a token store, without a secret. */
export function storeKey({
  clientId,
  clientVersion,
  baseUrls,
}: Pick<NormalizedOptions, 'clientId' | 'clientVersion' | 'baseUrls'>): string {
  return `${baseUrls.identity.href}|${clientId}|${clientVersion}`
}

/** An unavailable store must not stop payments: the provider can be asked instead. */
const STORE_TIMEOUT_MS = 1_000

/** A caller's store with a time limit and a check of what it returns. */
export function storeWithTimeout(
  store: TokenStore,
  key: string,
  clock: Clock,
): { load(): Promise<AccessToken | undefined>; save(token: AccessToken): Promise<void> } {
  const limited = <Value>(work: () => Promise<Value>): Promise<Value> =>
    withTimeout(Promise.resolve().then(work), clock, STORE_TIMEOUT_MS, undefined, 'token')
  return {
    async load() {
      const token = await limited(() => store.load(key))
      return token && isAccessToken(token) ? token : undefined
    },
    save: (token) => limited(() => store.save(key, token)),
  }
}

/** Stores often keep strings: a time that comes back as one would be concatenated instead of added. */
function isAccessToken({ authorization, issuedAt, expiresAt }: AccessToken): boolean {
  return typeof authorization === 'string' && typeof issuedAt === 'number' && typeof expiresAt === 'number'
}
