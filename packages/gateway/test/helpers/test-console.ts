import type { GatewayContext } from '../../src/context.ts'
import { gatewayMetrics } from '../../src/observability/metrics.ts'
import { consoleAddress } from '../../src/routes/console/address.ts'
import { loginLimit } from '../../src/routes/console/attempt-limit.ts'
import type { Desk } from '../../src/routes/console/desk.ts'
import { type ConsolePassword, consolePassword } from '../../src/routes/console/password.ts'
import { createConsole } from '../../src/routes/console/server.ts'
import { sessionsIn } from '../../src/routes/console/sessions.ts'

export const PASSWORD = 'two cups of tea'

export const testPassword = () => consolePassword(PASSWORD, 'SANDBOX tea-stall')

export interface TestConsole {
  desk: Desk
  /** As a browser that is logged in would: with cookie, CSRF token and origin. */
  ask(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Response>
  json(path: string, init?: { method?: string; body?: unknown }): Promise<unknown>
  /** As anybody might. */
  raw(path: string, init?: RequestInit): Promise<Response>
  cookie: string
  csrf: string
}

export async function consoleFor(
  context: GatewayContext,
  password: ConsolePassword,
  more: Partial<Desk> & { url?: string } = {},
): Promise<TestConsole> {
  const { url, ...parts } = more
  const desk: Desk = {
    context,
    about: {
      environment: 'SANDBOX',
      clientId: 'te****l',
      version: '0.1.0',
      providerHost: '127.0.0.1:4500',
      sandbox: parts.sandboxUrl !== undefined,
      callbackUrl: 'http://127.0.0.1:3000/payments/callbacks',
      latePayment: 'refund',
    },
    address: consoleAddress(url),
    password,
    sessions: sessionsIn(context.database, password, context.clock),
    limit: loginLimit(context, password),
    metrics: gatewayMetrics(context),
    telemetry: () => ({ enabled: false, reason: 'not asked for', sent: 0, failed: 0, dropped: 0 }),
    path: '',
    heartbeatMs: 20,
    ...parts,
  }
  const app = createConsole(desk)
  const origin = url === undefined ? 'http://127.0.0.1:3000' : new URL(url).origin
  const { token, csrfToken } = await desk.sessions.open()
  const cookie = `${desk.address.https ? '__Host-galla' : 'galla-console'}=${token}`
  const raw = async (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`${origin}${path}`, { duplex: 'half', ...init } as RequestInit), { address: '10.0.0.1' })
  const ask: TestConsole['ask'] = (path, { method = 'GET', body, headers = {} } = {}) =>
    raw(path, {
      method,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      headers: { cookie, origin, 'x-csrf-token': csrfToken, 'content-type': 'application/json', ...headers },
    })
  return { desk, ask, raw, cookie, csrf: csrfToken, json: async (path, init) => (await ask(path, init)).json() }
}
