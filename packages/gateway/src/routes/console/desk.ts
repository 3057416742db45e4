import type { About, TelemetryReport } from '@galla/contract/gateway-api/console-routes'
import type { GatewayContext } from '../../context.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { ConsoleAddress } from './address.ts'
import type { LoginLimit } from './attempt-limit.ts'
import type { ConsolePassword } from './password.ts'
import type { Sessions } from './sessions.ts'

/** What the console's routes work with. */
export interface Desk {
  readonly context: GatewayContext
  readonly about: About
  readonly address: ConsoleAddress
  readonly password: ConsolePassword
  readonly sessions: Sessions
  readonly limit: LoginLimit
  readonly metrics: Metrics
  readonly telemetry: () => TelemetryReport
  /** Base of the sandbox's control API, when the provider is a sandbox on this machine: `http://127.0.0.1:4500/_sandbox`. */
  readonly sandboxUrl?: string
  /** Path under which the console is mounted: `/admin/payments`, or nothing. */
  readonly path: string
  /** Milliseconds, default 15 000. */
  readonly heartbeatMs?: number
}
