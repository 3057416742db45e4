import type { Context } from 'hono'
import { GatewayError } from '../../errors.ts'
import { callLimit } from '../../http/call-limit.ts'
import { networksOf } from '../../http/client-address.ts'
import { addressOf } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import { actingAs } from '../../services/access/audit.ts'
import { LogoutTokenError } from '../../services/access/logout-token.ts'
import { endAtProvider } from '../../services/access/sign-in.ts'
import type { ConsoleContext } from './context.ts'
import { oidcOf } from './sign-in.ts'

/** A provider may end the sessions of everybody at once. Tokens that are wrong are limited by address alone: they keep no right one away. */
const CALLS = { windowMs: 1_000, maxPerCaller: 50, maxTotal: 100_000 }

const wrong = () =>
  new HttpError(400, 'WRONG_LOGOUT_TOKEN', 'The logout token is not valid, or was used before.', {
    field: 'logout_token',
  })

/** Takes the logouts that the provider reports: OpenID Connect Back-Channel Logout 1.0. Only the signed token tells who sends it. */
export function logoutsOfProvider(console: ConsoleContext): (c: Context) => Promise<void> {
  const calls = callLimit(console.gateway.clock, CALLS)
  return async (c) => {
    const oidc = oidcOf(console)
    calls.count(networksOf(addressOf(c)).address)
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
      throw new HttpError(
        415,
        'NOT_FORM',
        'Send logout_token, with the header content-type: application/x-www-form-urlencoded.',
      )
    const token = new URLSearchParams(await c.req.text()).get('logout_token') ?? ''
    const logout = await oidc.readLogout(token).catch((error: unknown) => {
      if (!(error instanceof LogoutTokenError)) throw error
      if (error.reason === 'away')
        throw new GatewayError('PROVIDER_UNAVAILABLE', 'The keys of the provider cannot be read. Send the token again.')
      throw wrong()
    })
    const acting = actingAs(console.gateway, { who: 'program', address: c.env?.address })
    if (!(await endAtProvider(acting, logout))) throw wrong()
  }
}
