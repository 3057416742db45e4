import type { TokenReply } from '@galla/contract/provider/replies'
import { json } from '../answers.ts'
import type { ScriptedServer } from '../scripted-server.ts'

/** A token that is valid for an hour from `issuedAtMs` (epoch milliseconds; the fields of the reply are epoch seconds). */
export function tokenReply(overrides: Partial<TokenReply> = {}, issuedAtMs: number = Date.now()): TokenReply {
  const issued_at = overrides.issued_at ?? Math.floor(issuedAtMs / 1_000)
  const expires_at = issued_at + 3_600
  return {
    access_token: 'token-1',
    encrypted_access_token: overrides.access_token ?? 'token-1',
    expires_in: null,
    issued_at,
    expires_at,
    session_expires_at: overrides.expires_at ?? expires_at,
    token_type: 'O-Bearer',
    ...overrides,
  }
}

export const TOKEN_ROUTE = 'POST /v1/oauth/token'

/** Makes the server issue these tokens in order; the last one repeats. Without any, it always issues `token-1`. */
export function scriptTokens(server: ScriptedServer, ...replies: readonly TokenReply[]): ScriptedServer {
  const [first = tokenReply(), ...more] = replies
  return server.on(TOKEN_ROUTE, json(200, first), ...more.map((reply) => json(200, reply)))
}
