import type { TokenResponse } from '@galla/contract/provider/responses'
import type { SandboxContext } from '../../context.ts'
import type { Settings } from '../../normalize-options.ts'
import type { Credentials } from '../../options.ts'
import {
  badField,
  keyNotConfigured,
  mappingNotFound,
  ok,
  type Reply,
  unauthorized,
  wrongClient,
} from '../../responses/errors.ts'
import { tokenLifetime } from '../../services/access-tokens.ts'
import { bodyFields, checkText } from '../validation.ts'
import type { ProviderRequest } from './request.ts'

/** `POST /v1/oauth/token`, a form (protocol §2). */
export function issueToken({ context, body, header }: ProviderRequest): Reply {
  const type = header('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) throw mappingNotFound()
  const form = bodyFields(body)
  const field = (name: string): string => checkText(form[name], name)
  const clientId = field('client_id')
  const clientSecret = field('client_secret')
  const clientVersion = field('client_version')
  if (!/^\d+$/.test(clientVersion)) throw badField('client_version', 'must be an integer.')
  if (field('grant_type') !== 'client_credentials') throw badField('grant_type', 'must be client_credentials.')
  const { settings } = context
  if (!isKnownClient({ clientId, clientSecret, clientVersion }, settings)) throw wrongClient(settings.quirks)

  const lifetime = tokenLifetime(context.clock.now(), settings.tokenLifeSec)
  const accessToken = context.tokens.issue(lifetime)
  const response: TokenResponse = {
    access_token: accessToken,
    encrypted_access_token: accessToken,
    expires_in: settings.quirks.expiresIn === 'null' ? null : settings.tokenLifeSec,
    issued_at: lifetime.issuedAtSec,
    expires_at: lifetime.expiresAtSec,
    session_expires_at: lifetime.expiresAtSec,
    token_type: 'O-Bearer',
  }
  return ok(response)
}

function isKnownClient(given: { [Field in keyof Credentials]-?: string }, { credentials }: Settings): boolean {
  if (credentials.length === 0) return true
  return credentials.some(
    (one) =>
      one.clientId === given.clientId &&
      one.clientSecret === given.clientSecret &&
      (one.clientVersion === undefined || String(one.clientVersion) === given.clientVersion),
  )
}

const SCHEME = 'O-Bearer '

/**
 * Every endpoint but the token endpoint requires a valid token with the scheme `O-Bearer`.
 * @param verify the `x-verify` header, with which PhonePe's older product signs
 * @throws ProviderError 401, or 404 for a request of the older product
 */
export function checkBearer(
  authorization: string | undefined,
  verify: string | undefined,
  { tokens, clock, settings }: SandboxContext,
): void {
  if (authorization === undefined && verify !== undefined) throw keyNotConfigured()
  const valid = authorization?.startsWith(SCHEME) && tokens.isValid(authorization.slice(SCHEME.length), clock.now())
  if (!valid) throw unauthorized(settings.quirks)
}
