import {
  type ChangingRoute,
  type ConsoleRoute,
  ROUTE_ACCESS,
  ROUTE_PROOF,
} from '@galla/contract/gateway-api/console-permissions'
import type { About, ConsoleRoutes } from '@galla/contract/gateway-api/console-routes'
import type { TelemetryReport } from '@galla/contract/gateway-api/health'
import type { ProofWay } from '@galla/contract/gateway-api/users'
import type { Context } from 'hono'
import type { GatewayContext } from '../../context.ts'
import { mayDo, rolesWith } from '../../domain/access/roles.ts'
import type { Client } from '../../http/client-address.ts'
import { type ClientAddress, hostOf, type RequestEnv } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'
import type { RouteOf } from '../../http/routing.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { actingAs, type CheckAudit } from '../../services/access/audit.ts'
import type { FoundSession, Sessions } from '../../services/access/console-sessions.ts'
import type { LoginLimit } from '../../services/access/login-limit.ts'
import type { Oidc } from '../../services/access/oidc.ts'
import type { RelyingParty } from '../../services/access/passkeys.ts'
import type { FactorContext } from '../../services/access/second-factor.ts'
import type { BulkChecks } from '../../services/console-records.ts'
import type { UploadByPerson } from '../../services/refunds/refund-files.ts'
import type { ConsoleAddress, ConsolePassword } from './access.ts'

/** First argument of the console's handlers. */
export interface ConsoleContext {
  readonly gateway: GatewayContext
  readonly about: About
  readonly address: ConsoleAddress
  readonly clientOf: (headers: Headers, from: ClientAddress) => Client
  /** Refuses clients of other networks than the allowed ones. @throws HttpError 403 */
  readonly checkNetwork: (client: Client) => void
  readonly password: ConsolePassword
  readonly sessions: Sessions
  /** Encrypts keys of second factors. */
  readonly encryption: FactorContext['encryption']
  /** Encrypts the cookie of a sign-in. */
  readonly signInEncryption: FactorContext['encryption']
  /** The provider to sign in with, if there is one. */
  readonly oidc?: Oidc | undefined
  readonly loginLimit: LoginLimit
  /** A proof of who the person is counts for this long, in milliseconds. */
  readonly stepUpAfterMs: number
  readonly checkAudit: CheckAudit
  readonly checks: BulkChecks
  readonly uploadFile: UploadByPerson
  readonly metrics: Metrics
  readonly telemetry: () => TelemetryReport
  /** Base of the sandbox's control API, when the provider is a sandbox on this machine: `http://127.0.0.1:4500/_sandbox`. */
  readonly sandboxUrl?: string
  /** Mount path, such as `/admin/payments`, or empty. */
  readonly path: string
  /** Interval of heartbeats on event streams. Milliseconds. @default 15_000 */
  readonly heartbeatMs?: number
}

/** A request of the API with its session. */
export interface ConsoleEnv extends RequestEnv {
  Variables: { session: FoundSession }
}

/** The context of a request of a logged-in user. */
export interface UserContext extends ConsoleContext {
  readonly session: FoundSession
  /** For whom authenticators sign at the address of the request. */
  readonly party: RelyingParty | undefined
}

type Route<Key extends keyof ConsoleRoutes> = RouteOf<UserContext, ConsoleRoutes[Key]>

/** They read and write the cookie themselves. */
type SessionRoute =
  | 'POST /passkeys/options'
  | 'POST /passkeys/login'
  | 'GET /sign-in/options'
  | 'POST /sign-in/code'
  | 'POST /session'
  | 'GET /session'
  | 'DELETE /session'
  | 'POST /invitations/check'
  | 'POST /invitations/accept'

/** One handler for every route: a missing one is a type error. */
export type ConsoleHandlers = { readonly [Key in Exclude<keyof ConsoleRoutes, SessionRoute>]: Route<Key> }

/** The context in which the user of this request acts on a route. @throws HttpError 403 when the user's role may not, or a proof is too old */
export function actorOf(console: ConsoleContext, c: Context<ConsoleEnv>, route: ConsoleRoute): UserContext {
  const session = c.get('session')
  const party = console.address.partyAt(hostOf(c.req.raw))
  checkAccess(session, route)
  checkProof(console, { session, party }, route)
  const { sessionId } = session
  const { userId, name, role } = session.user
  const gateway = isRead(route) ? { ...console.gateway, database: console.gateway.reads(userId) } : console.gateway
  return {
    ...console,
    session,
    party,
    gateway: actingAs(gateway, { who: name, userId, role, sessionId, address: c.env?.address }),
  }
}

/** True when a route only reads, and may read much. */
const isRead = (route: ConsoleRoute): boolean => /^GET |-preview$/.test(route) && ROUTE_ACCESS[route] !== 'own'

/** @throws HttpError 403 while the role of the user needs a second factor that is not set up */
export function requireSecondFactor({
  user,
  secondFactorNeeded,
}: Pick<FoundSession, 'user' | 'secondFactorNeeded'>): void {
  if (secondFactorNeeded)
    throw new HttpError(403, 'SECOND_FACTOR_NEEDED', `The role ${user.role} needs a second factor: set one up first.`)
}

/** True when the user of a session may use a route. */
export function mayUse({ user, secondFactorNeeded }: FoundSession, route: ConsoleRoute): boolean {
  const access = ROUTE_ACCESS[route]
  return access === 'own' || access === 'public' || (!secondFactorNeeded && mayDo(user.role, access))
}

function checkAccess(session: FoundSession, route: ConsoleRoute): void {
  const access = ROUTE_ACCESS[route]
  if (access === 'own' || access === 'public' || mayUse(session, route)) return
  const { user } = session
  requireSecondFactor(session)
  const roles = rolesWith(access)
  const names = roles.length === 1 ? roles[0] : `${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`
  throw new HttpError(403, 'NOT_ALLOWED', `This action needs the role ${names}; your role is ${user.role}.`)
}

/** @throws HttpError 403 when the route needs a proof, and the last one of the session is too old */
function checkProof(console: ConsoleContext, of: Pick<UserContext, 'session' | 'party'>, route: ConsoleRoute): void {
  if (route.startsWith('GET ') || ROUTE_PROOF[route as ChangingRoute] !== 'fresh') return
  // A clock that was ahead makes no proof last.
  if (Math.abs(console.gateway.clock.now() - of.session.provedAtMs) < console.stepUpAfterMs) return
  throw new HttpError(403, 'PROOF_REQUIRED', 'Prove again who you are: the last proof of this session is too old.', {
    ways: waysToProve(console, of),
  })
}

/** Ways in which the user of a session can prove who they are, at the address of the request. */
export function waysToProve(
  { oidc }: Pick<ConsoleContext, 'oidc'>,
  { session: { credentials }, party }: Pick<UserContext, 'session' | 'party'>,
): ProofWay[] {
  const { hasPassword, hasApp, passkeyHosts, oidcIssuer } = credentials
  return [
    ...(party && passkeyHosts.includes(party.host) ? (['passkey'] as const) : []),
    ...(hasPassword ? (['password'] as const) : []),
    ...(hasApp ? (['code'] as const) : []),
    ...(oidc && oidcIssuer === oidc.settings.issuer ? (['provider'] as const) : []),
  ]
}

/** The handlers of one resource, for a table that `satisfies` it. */
export type HandlersOf<Keys extends keyof ConsoleHandlers> = Pick<ConsoleHandlers, Keys>
