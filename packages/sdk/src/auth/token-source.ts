import { ENDPOINTS } from '@galla/contract/provider/endpoints'
import type { TokenReply } from '@galla/contract/provider/token'
import { errorFromFailure, errorFromReply, type FailedCall } from '../errors/from-exchange.ts'
import { GallaError } from '../errors/galla-error.ts'
import { attempt, within } from '../http/exchange.ts'
import type { Transport, WireRequest } from '../http/transport.ts'
import type { Settings } from '../options.ts'
import type { Clock } from '../runtime.ts'
import type { AccessToken, TokenStore } from './access-token.ts'

/** While a token is still held, a silent identity host may cost a caller so much and no more. */
const PATIENCE_WITH_TOKEN_MS = 5_000

/** Asks the identity host for a token. Knows one exchange, and nothing of calls that need a token themselves. */
export function createTokenGrant(
  settings: Settings,
  transport: Transport,
  clock: Clock,
): (urgent: boolean) => Promise<AccessToken> {
  const { clientId, clientSecret, clientVersion, bases } = settings
  const request: WireRequest = {
    method: 'POST',
    base: bases.identity,
    path: ENDPOINTS.token.path,
    headers: ['Content-Type', 'application/x-www-form-urlencoded', 'Accept', 'application/json'],
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      client_version: clientVersion,
      grant_type: 'client_credentials',
    }).toString(),
  }
  const limitMs = Math.min(settings.timeoutMs, settings.attemptTimeoutMs)

  return async (urgent) => {
    const reply = await attempt(transport, clock, request, urgent ? limitMs : Math.min(limitMs, PATIENCE_WITH_TOKEN_MS))
    const failed: FailedCall = {
      endpoint: 'token',
      readOnly: true,
      attempts: 0,
      secrets: [clientSecret],
      nowMs: clock.now(),
    }
    if ('kind' in reply) throw notSent(errorFromFailure(reply, failed))
    if (reply.status < 200 || reply.status > 299) throw notSent(errorFromReply(reply, failed))
    const token = readToken(reply.text, clock.now())
    if (token) return token
    throw notSent(
      errorFromFailure(
        {
          kind: 'invalid-response',
          sent: true,
          status: reply.status,
          detail: 'the token reply holds no access_token with a life',
        },
        failed,
      ),
    )
  }
}

function readToken(text: string, nowMs: number): AccessToken | undefined {
  let body: Partial<TokenReply> | null
  try {
    body = JSON.parse(text) as Partial<TokenReply> | null
  } catch {
    return undefined
  }
  if (typeof body?.access_token !== 'string' || body.access_token === '') return undefined
  const issuedAt = body.issued_at ?? Math.floor(nowMs / 1000)
  const expiresAt = body.expires_at ?? (body.expires_in ? issuedAt + body.expires_in : undefined)
  if (!Number.isFinite(issuedAt) || !Number.isFinite(expiresAt)) return undefined
  return {
    authorization: `${body.token_type || 'O-Bearer'} ${body.access_token}`,
    issuedAt,
    expiresAt: expiresAt as number,
  }
}

/** Whatever became of the token request, the call that wanted the token was not sent. */
function notSent(error: GallaError): GallaError {
  const { message, cause } = error
  return new GallaError({ ...error, message, cause, outcome: 'not-sent' })
}

/** Tells credentials and identity host apart without holding a secret. */
export function keyFor({
  clientId,
  clientVersion,
  bases,
}: Pick<Settings, 'clientId' | 'clientVersion' | 'bases'>): string {
  return `${bases.identity.href}|${clientId}|${clientVersion}`
}

/** A store that is down must not stop payments: the provider can be asked instead. */
const PATIENCE_MS = 1_000

/** A merchant's store as the token cache asks it: always in time, and never with something that is no token. */
export function patientStore(
  store: TokenStore,
  key: string,
  clock: Clock,
): { load(): Promise<AccessToken | undefined>; save(token: AccessToken): Promise<void> } {
  const inTime = <Value>(work: () => Promise<Value>): Promise<Value> =>
    within(Promise.resolve().then(work), clock, PATIENCE_MS, undefined, 'token')
  return {
    async load() {
      const token = await inTime(() => store.load(key))
      return token && isToken(token) ? token : undefined
    },
    save: (token) => inTime(() => store.save(key, token)),
  }
}

/** Stores keep texts: times that come back as such would be added up as such. */
function isToken({ authorization, issuedAt, expiresAt }: AccessToken): boolean {
  return typeof authorization === 'string' && typeof issuedAt === 'number' && typeof expiresAt === 'number'
}
