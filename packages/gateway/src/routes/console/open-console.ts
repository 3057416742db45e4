import type { TelemetryReport } from '@galla/contract/gateway-api/console-routes'
import type { GatewayContext } from '../../context.ts'
import { maskText } from '../../domain/masking.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { VERSION } from '../../package-info.ts'
import { consoleAddress } from './address.ts'
import { loginLimit } from './attempt-limit.ts'
import { consolePassword } from './password.ts'
import { createConsole } from './server.ts'
import { sessionsIn } from './sessions.ts'

export interface ConsoleSettings {
  /** 12 to 256 characters. Another password ends every session. */
  password: string
  /** Where people reach it: an https address. Without one it answers to names of this machine alone. */
  url?: string
  /** Path under which `admin.fetch` is mounted, where the framework does not take it off: `/admin/payments`. */
  path?: string
  /** Address of the provider. A sandbox on this machine brings its own room and the playground with it. */
  providerUrl?: string
  /** Where the provider sends callbacks, as it is written in its dashboard; only shown. */
  callbackUrl?: string
}

/** The server in front may know who asks; wrong passwords are counted by it. */
export type ConsoleFetch = (request: Request, from?: { address?: string }) => Promise<Response>

interface Parts {
  readonly context: GatewayContext
  readonly metrics: Metrics
  readonly environment: string
  readonly clientId: string
  readonly telemetry: () => Omit<TelemetryReport, 'enabled' | 'reason'>
}

/** @throws Error naming the setting that is wrong */
export async function openConsole(settings: ConsoleSettings, parts: Parts): Promise<ConsoleFetch> {
  const { context, metrics, environment, clientId } = parts
  const { url, path = '', providerUrl, callbackUrl = '' } = settings
  const address = consoleAddress(url)
  checkMountPath(path, 'console.path')
  const password = await consolePassword(settings.password, `${environment} ${clientId}`)
  const sandboxUrl = environment === 'SANDBOX' ? sandboxAt(providerUrl) : undefined
  const app = createConsole({
    context,
    metrics,
    address,
    password,
    path,
    about: {
      environment,
      clientId: maskText(clientId),
      version: VERSION,
      providerHost: providerUrl === undefined ? '' : new URL(providerUrl).host,
      sandbox: sandboxUrl !== undefined,
      callbackUrl,
      latePayment: context.policy.latePayment,
    },
    sessions: sessionsIn(context.database, password, context.clock),
    limit: loginLimit(context, password),
    telemetry: () => reportOf(environment, parts.telemetry()),
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
  })
  return async (request, from = {}) => app.fetch(request, from)
}

/** Only this machine: the proxy must never become a way to other hosts. */
function sandboxAt(providerUrl: string | undefined): string | undefined {
  if (providerUrl === undefined) return undefined
  if (!URL.canParse(providerUrl))
    throw new Error(`console.providerUrl must be an address; got ${JSON.stringify(providerUrl)}`)
  const { protocol, hostname, origin } = new URL(providerUrl)
  const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'http:' && loopback ? `${origin}/_sandbox` : undefined
}

function reportOf(environment: string, counts: Omit<TelemetryReport, 'enabled' | 'reason'>): TelemetryReport {
  const seen = counts.sent + counts.failed + counts.dropped > 0
  const reason = seen
    ? 'The client reports its calls to the provider.'
    : environment === 'PRODUCTION'
      ? 'Nothing was sent: it is off unless the client is made with telemetry: true.'
      : 'It is for PRODUCTION only.'
  return { enabled: seen, reason, ...counts }
}
