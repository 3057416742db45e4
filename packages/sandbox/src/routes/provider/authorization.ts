import type { TokenReply } from '@galla/contract/provider/token'
import type { Provider } from '../../context.ts'
import type { Credentials, Settings } from '../../options.ts'
import {
  badField,
  keyNotConfigured,
  mappingNotFound,
  ok,
  type Reply,
  unauthorized,
  wrongClient,
} from '../../responses/errors.ts'
import { tokenLife } from '../../services/access-tokens.ts'
import { bodyFields, checkText } from '../validation.ts'
import type { Call } from './endpoint.ts'

/** `POST /v1/oauth/token`, a form (provider-protocol §2). */
export function token({ provider, body, header }: Call): Reply {
  const type = header('content-type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) throw mappingNotFound()
  const form = bodyFields(body)
  const field = (name: string): string => checkText(form[name], name)
  const clientId = field('client_id')
  const clientSecret = field('client_secret')
  const clientVersion = field('client_version')
  if (!/^\d+$/.test(clientVersion)) throw badField('client_version', 'must be an integer.')
  if (field('grant_type') !== 'client_credentials') throw badField('grant_type', 'must be client_credentials.')
  const { settings } = provider
  if (!isKnown({ clientId, clientSecret, clientVersion }, settings)) throw wrongClient(settings.quirks)

  const life = tokenLife(provider.clock.now(), settings.tokenLifeSec)
  const accessToken = provider.tokens.issue(life)
  const reply: TokenReply = {
    access_token: accessToken,
    encrypted_access_token: accessToken,
    expires_in: null,
    issued_at: life.issuedAtSec,
    expires_at: life.expiresAtSec,
    session_expires_at: life.expiresAtSec,
    token_type: 'O-Bearer',
  }
  return ok(reply)
}

function isKnown(given: { [Field in keyof Credentials]-?: string }, { credentials }: Settings): boolean {
  if (credentials.length === 0) return true
  return credentials.some(
    (one) =>
      one.clientId === given.clientId &&
      one.clientSecret === given.clientSecret &&
      (one.clientVersion === undefined || String(one.clientVersion) === given.clientVersion),
  )
}

const SCHEME = 'O-Bearer '

/** Every call but the token call needs a live token; a plain `Bearer` is refused. `verify` is how the older product signed. */
export function checkBearer(
  authorization: string | undefined,
  verify: string | undefined,
  { tokens, clock, settings }: Provider,
): void {
  if (authorization === undefined && verify !== undefined) throw keyNotConfigured()
  const valid = authorization?.startsWith(SCHEME) && tokens.isValid(authorization.slice(SCHEME.length), clock.now())
  if (!valid) throw unauthorized(settings.quirks)
}
