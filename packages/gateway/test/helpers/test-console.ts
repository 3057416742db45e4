import type { Role } from '@galla/contract/gateway-api/roles'
import type { SessionUser } from '@galla/contract/gateway-api/users'
import { DEFAULT_STEP_UP_AFTER_MS } from '../../src/console-options.ts'
import type { GatewayContext } from '../../src/context.ts'
import { findClients } from '../../src/http/client-address.ts'
import { gatewayMetrics } from '../../src/observability/metrics.ts'
import { VERSION } from '../../src/package-info.ts'
import { type ConsolePassword, consoleAddress, consolePassword, loginLimit } from '../../src/routes/console/access.ts'
import { createConsole } from '../../src/routes/console/console.ts'
import type { ConsoleContext } from '../../src/routes/console/context.ts'
import { auditChecks } from '../../src/services/access/audit.ts'
import { sessionsIn } from '../../src/services/access/console-sessions.ts'
import { factorEncryption } from '../../src/services/access/second-factor.ts'
import { signInEncryption } from '../../src/services/access/sign-in.ts'
import { acceptInvitation, ensureFirstAdmin, inviteUser } from '../../src/services/access/users.ts'
import { bulkChecks } from '../../src/services/console-records.ts'
import { uploadsByPerson } from '../../src/services/refunds/refund-files.ts'
import { findUser, insertUser, type UserRow } from '../../src/storage/access/users.ts'

export const PASSWORD = 'two cups of tea'

export const testPassword = () => consolePassword(PASSWORD, 'SANDBOX tea-stall', 'a secret of the stall')

export interface TestConsole {
  consoleContext: ConsoleContext
  /** Sends a request as a logged-in browser does: with cookie, CSRF token and origin. */
  request(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Response>
  json(path: string, init?: { method?: string; body?: unknown }): Promise<unknown>
  /** Sends a request without session, CSRF token or origin. */
  raw(path: string, init?: RequestInit): Promise<Response>
  cookie: string
  csrf: string
  /** The first admin, who is logged in. */
  admin: UserRow
  /** Sends requests as another user, who is added with this role. */
  as(role: Role, name?: string): Promise<TestUser>
  /** Adds a user who has set a password with a link. */
  invite(name: string, role: Role, password: string): Promise<void>
}

export interface TestUser {
  userId: string
  name: string
  request: TestConsole['request']
  cookie: string
}

export async function createTestConsole(
  context: GatewayContext,
  password: ConsolePassword,
  options: Partial<ConsoleContext> & { url?: string } = {},
): Promise<TestConsole> {
  const { url, ...parts } = options
  const consoleContext: ConsoleContext = {
    gateway: context,
    about: {
      environment: 'SANDBOX',
      clientId: 'te****l',
      version: VERSION,
      providerHost: '127.0.0.1:4500',
      sandbox: parts.sandboxUrl !== undefined,
      callbackUrl: 'http://127.0.0.1:3000/payments/callbacks',
      subscriptions: context.billing !== undefined,
      merchantApi: false,
      latePayment: 'refund',
      refunds: { confirmAbove: 500_000 },
    },
    address: consoleAddress(url),
    clientOf: findClients(),
    checkNetwork: () => {},
    password,
    sessions: sessionsIn(context.database, password, context.clock),
    encryption: factorEncryption('a secret of the stall'),
    signInEncryption: signInEncryption('a secret of the stall'),
    loginLimit: loginLimit(context, password),
    stepUpAfterMs: DEFAULT_STEP_UP_AFTER_MS,
    checkAudit: auditChecks(),
    checks: bulkChecks(),
    uploadFile: uploadsByPerson(),
    metrics: gatewayMetrics(context),
    telemetry: () => ({ enabled: false, reason: 'not enabled', sent: 0, failed: 0, dropped: 0 }),
    path: '',
    heartbeatMs: 20,
    ...parts,
  }
  await ensureFirstAdmin(context)
  const admin = await findUser(context.database, 'admin')
  if (!admin) throw new Error('the first admin is missing')
  const app = createConsole(consoleContext)
  const origin = url === undefined ? 'http://127.0.0.1:3000' : new URL(url).origin
  const raw = async (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`${origin}${path}`, { duplex: 'half', ...init } as RequestInit), { address: '127.0.0.1' })
  const logIn = async (user: SessionUser) => {
    const { token, csrfToken } = await consoleContext.sessions.open({ user })
    const cookie = `${consoleContext.address.https ? '__Host-galla' : 'galla-console'}=${token}`
    const request: TestConsole['request'] = (path, { method = 'GET', body, headers = {} } = {}) =>
      raw(path, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        headers: { cookie, origin, 'x-csrf-token': csrfToken, 'content-type': 'application/json', ...headers },
      })
    return { request, cookie, csrf: csrfToken }
  }
  const { request, cookie, csrf } = await logIn(admin)
  return {
    consoleContext,
    request,
    raw,
    cookie,
    csrf,
    admin,
    async as(role, name = `the ${role}`) {
      const user = { userId: `user_${name.replaceAll(' ', '-')}`, name, role }
      await insertUser(context.database, { ...user, nowMs: 1 })
      return { ...user, ...(await logIn(user)) }
    },
    async invite(name, role, password) {
      const { token } = await inviteUser(context, { name, role })
      await acceptInvitation(context, token, password)
    },
    json: async (path, init) => (await request(path, init)).json(),
  }
}
