import type { TokenReply } from '@galla/contract/provider/replies'
import { tokenLife } from '../domain/token.ts'
import type { Credentials, Settings } from '../settings.ts'
import type { Call } from './call.ts'
import { bodyFields, checkText } from './checks.ts'
import { badField, mappingNotFound, wrongClient } from './error-bodies.ts'
import { ok, type Reply } from './reply.ts'

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
