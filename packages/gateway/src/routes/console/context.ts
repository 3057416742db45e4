import type { About, ConsoleRoutes, TelemetryReport } from '@galla/contract/gateway-api/console-routes'
import type { Context } from 'hono'
import type { GatewayContext } from '../../context.ts'
import type { Client } from '../../http/client-address.ts'
import type { RequestEnv } from '../../http/request.ts'
import type { RouteOf } from '../../http/routing.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { actingAs } from '../../services/audit.ts'
import type { LoginLimit, Sessions } from '../../services/console-sessions.ts'
import type { ConsoleAddress, ConsolePassword } from './access.ts'

/** First argument of the console's handlers. */
export interface ConsoleContext {
  readonly gateway: GatewayContext
  readonly about: About
  readonly address: ConsoleAddress
  readonly clientOf: (headers: Headers, peer?: string) => Client
  readonly password: ConsolePassword
  readonly sessions: Sessions
  readonly loginLimit: LoginLimit
  readonly metrics: Metrics
  readonly telemetry: () => TelemetryReport
  /** Base of the sandbox's control API, when the provider is a sandbox on this machine: `http://127.0.0.1:4500/_sandbox`. */
  readonly sandboxUrl?: string
  /** Mount path, such as `/admin/payments`, or empty. */
  readonly path: string
  /** Interval of heartbeats on event streams. Milliseconds. @default 15_000 */
  readonly heartbeatMs?: number
}

type Route<Key extends keyof ConsoleRoutes> = RouteOf<ConsoleContext, ConsoleRoutes[Key]>

/** They read and write the cookie themselves and need no session. */
type SessionRoute = 'POST /session' | 'GET /session' | 'DELETE /session'

/** One handler for every route: a missing one is a type error. */
export type ConsoleHandlers = { readonly [Key in Exclude<keyof ConsoleRoutes, SessionRoute>]: Route<Key> }

/** The context in which the person of this request acts. Without named users everybody is `console`. */
export function actorOf(console: ConsoleContext, c: Context<RequestEnv>): ConsoleContext {
  return { ...console, gateway: actingAs(console.gateway, { who: 'console', address: c.env?.address }) }
}

/** The handlers of one resource, for a table that `satisfies` it. */
export type HandlersOf<Keys extends keyof ConsoleHandlers> = Pick<ConsoleHandlers, Keys>
