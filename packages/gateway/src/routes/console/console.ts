import type { ConsoleRoute } from '@galla/contract/gateway-api/console-permissions'
import type { About } from '@galla/contract/gateway-api/console-routes'
import type { TelemetryReport } from '@galla/contract/gateway-api/health'
import { REFUND_FILE } from '@galla/contract/gateway-api/refund-files'
import { UPLOADED_FILE_BYTES } from '@galla/contract/gateway-api/settlements'
import { namesHost } from '@galla/contract/hosts-without-tls'
import { staysHere } from '@galla/http-server/loopback'
import { type Context, Hono } from 'hono'
import { type ConsoleSettings, DEFAULT_STEP_UP_AFTER_MS } from '../../console-options.ts'
import { callerOf, type GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { maskText } from '../../domain/privacy/masking.ts'
import { DEFAULT_CONFIRM_ABOVE, type RefundControls } from '../../domain/refunds/controls.ts'
import { invalidOption } from '../../errors.ts'
import { findClients } from '../../http/client-address.ts'
import { compressed } from '../../http/compressed.ts'
import { checkedBetween } from '../../http/csv-response.ts'
import { overHttps, PAGES_OVER_HTTPS } from '../../http/https-headers.ts'
import { checkMountPath } from '../../http/mount-path.ts'
import { addressOf, type ClientAddress, limitBody, type RequestEnv } from '../../http/request.ts'
import { HttpError, handleError, OWN_HEADERS } from '../../http/responses.ts'
import { mountRoutes } from '../../http/routing.ts'
import { bodyOfFile, MAX_BODY_BYTES } from '../../http/uploaded-files.ts'
import type { Metrics } from '../../observability/metrics.ts'
import { VERSION } from '../../package-info.ts'
import { auditChecks } from '../../services/access/audit.ts'
import { sessionsIn } from '../../services/access/console-sessions.ts'
import { openOidc } from '../../services/access/oidc.ts'
import { factorEncryption } from '../../services/access/second-factor.ts'
import { signInEncryption } from '../../services/access/sign-in.ts'
import { ensureFirstAdmin } from '../../services/access/users.ts'
import { bulkChecks } from '../../services/console-records.ts'
import { uploadsByPerson } from '../../services/refunds/refund-files.ts'
import { allowedClients, checkFetchSite, consoleAddress, consolePassword, loginLimit } from './access.ts'
import { accountRoutes } from './account.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditRoutes, streamAudit, streamAuditLines } from './audit.ts'
import { bankStatementRoutes } from './bank-statements.ts'
import { callbackRoutes } from './callbacks.ts'
import { callRoutes } from './calls.ts'
import { actorOf, type ConsoleContext, type ConsoleEnv, type ConsoleHandlers, type UserContext } from './context.ts'
import { deliveryRoutes } from './deliveries.ts'
import { disputeRoutes } from './disputes.ts'
import { financeRoutes, streamFinance } from './finance.ts'
import { streamLedger } from './ledger-csv.ts'
import { liveForUsers } from './live.ts'
import { orderRoutes } from './orders.ts'
import { streamCsv } from './orders-csv.ts'
import { healthRoutes, metricsAt, overviewRoutes } from './overview.ts'
import { consolePages } from './pages.ts'
import { logInWithPasskey, offersPasskeys, passkeyOptions, passkeyRoutes } from './passkeys.ts'
import { payerRoutes } from './payers.ts'
import { planSubscriptionRoutes } from './plan-subscriptions.ts'
import { proofRoutes } from './proof.ts'
import { logoutsOfProvider } from './provider-logout.ts'
import { reconciliationRoutes } from './reconciliation.ts'
import { refundFileRoutes, streamResults } from './refund-files.ts'
import { refundRoutes } from './refunds.ts'
import { revealRoutes } from './reveal.ts'
import { passToSandbox, playgroundRoutes } from './sandbox.ts'
import { secondFactorRoutes } from './second-factor.ts'
import {
  acceptByLink,
  checkCsrf,
  checkInvitation,
  isBrowserOf,
  keepBrowser,
  logIn,
  logOut,
  readSession,
  requireSession,
} from './session.ts'
import { settlementRoutes, streamCloses } from './settlements.ts'
import { beginSignIn, enterCode, finishSignIn } from './sign-in.ts'
import { testTools, toTestTools } from './test-tools.ts'
import { userRoutes } from './users.ts'
import { viewRoutes } from './views.ts'

/**
 * Answers a request to the console. `from.address` is the client's address, by which wrong passwords are counted. Adapters pass this
 * address.
 */
export type ConsoleFetch = (request: Request, from?: ClientAddress) => Promise<Response>

interface ConsoleParts {
  readonly gateway: GatewayContext
  readonly metrics: Metrics
  readonly environment: string
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantApi: boolean
  /** Empty in PRODUCTION. */
  readonly hostsWithoutTls: readonly string[]
  readonly telemetry: () => TelemetryReport
}

/** @throws Error naming the option that is wrong. */
export async function openConsole(settings: ConsoleSettings, parts: ConsoleParts): Promise<ConsoleFetch> {
  const { gateway, metrics, environment, clientId, hostsWithoutTls } = parts
  const { url, path = '', providerUrl, callbackUrl = '', merchantName } = settings
  const address = consoleAddress(url)
  checkMountPath(path, 'console.path')
  const password = await consolePassword(settings.password, `${environment} ${clientId}`, parts.clientSecret)
  await ensureFirstAdmin(gateway)
  const sandboxUrl = environment === 'SANDBOX' ? sandboxAt(providerUrl, hostsWithoutTls) : undefined
  const clientOf = findClients(settings.trustedProxies, hostsWithoutTls)
  const app = createConsole({
    gateway,
    metrics,
    address,
    clientOf,
    checkNetwork: allowedClients(settings.allowedNetworks),
    password,
    path,
    about: {
      environment,
      clientId: maskText(clientId),
      version: VERSION,
      providerHost: providerUrl === undefined ? '' : new URL(providerUrl).host,
      sandbox: sandboxUrl !== undefined,
      callbackUrl,
      merchantApi: parts.merchantApi,
      subscriptions: gateway.billing !== undefined,
      ...defined({ merchantName }),
      latePayment: gateway.policy.latePayment,
      refunds: refundQuestions(gateway.refundControls),
    },
    sessions: sessionsIn(gateway.database, password, gateway.clock),
    encryption: factorEncryption(parts.clientSecret),
    signInEncryption: signInEncryption(parts.clientSecret),
    oidc: settings.oidc && (await openOidc(settings.oidc, gateway)),
    loginLimit: loginLimit(gateway, password),
    stepUpAfterMs: settings.stepUpAfterMs ?? DEFAULT_STEP_UP_AFTER_MS,
    checkAudit: auditChecks(),
    checks: bulkChecks(),
    uploadFile: uploadsByPerson(),
    telemetry: parts.telemetry,
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
  })
  return async (request, { address, peer } = {}) => app.fetch(request, defined({ address, peer }))
}

const refundQuestions = ({
  confirmAbove = DEFAULT_CONFIRM_ABOVE,
  approvalAbove,
}: RefundControls = {}): About['refunds'] => ({
  confirmAbove,
  ...defined({ approvalAbove }),
})

/** On this machine, or a host that is allowed by name: the proxy must not reach others. */
function sandboxAt(providerUrl: string | undefined, hostsWithoutTls: readonly string[]): string | undefined {
  if (providerUrl === undefined) return undefined
  if (!URL.canParse(providerUrl))
    throw invalidOption('console.providerUrl', `must be a URL; got ${JSON.stringify(providerUrl)}`)
  const { protocol, hostname, origin } = new URL(providerUrl)
  const isOurs = staysHere(hostname) || namesHost(hostsWithoutTls, hostname)
  return protocol === 'http:' && isOurs ? `${origin}/_sandbox` : undefined
}

/** Every route of the console. A path with a fixed segment stands before one with a parameter in its place. */
export const HANDLERS: ConsoleHandlers = {
  ...healthRoutes,
  ...overviewRoutes,
  ...financeRoutes,
  ...settlementRoutes,
  ...bankStatementRoutes,
  ...orderRoutes,
  ...refundRoutes,
  ...refundFileRoutes,
  ...planSubscriptionRoutes,
  ...callbackRoutes,
  ...disputeRoutes,
  ...callRoutes,
  ...deliveryRoutes,
  ...reconciliationRoutes,
  ...revealRoutes,
  ...payerRoutes,
  ...auditRoutes,
  ...playgroundRoutes,
  ...accountRoutes,
  ...userRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...proofRoutes,
  ...apiKeyRoutes,
  ...viewRoutes,
}

/** Routes whose imports wait for each other. */
const IMPORTS = ['POST /settlements/reports', 'POST /bank-statements'] as const satisfies readonly ConsoleRoute[]
/** Routes that may end a session, or take a permission from somebody. Others, and refused requests, must not make each live stream read its own. */
const CHANGES_SESSIONS = /^\/api\/(?:session|sign-in|passkeys|invitations|account|users|security)(?:\/|$)/
/** The provider calls it from where it is, and proves itself by a signed token. */
const LOGOUT_OF_PROVIDER = /^\/api\/sign-in\/logout\/?$/
/** Largest body from a sender without a session. */
const MAX_LOGIN_BYTES = 4_096
/** A signed token of the provider. */
const MAX_LOGOUT_BYTES = 16_384

/** The console: its API under `/api`, its pages, the test tools, and `/metrics`. Everything but login and links needs a session, and a role with the route's permission. */
export function createConsole(console: ConsoleContext): Hono<RequestEnv> {
  // Not strict, as the other APIs: frameworks redirect to paths with a slash at the end (`trailingSlash` of Next).
  const app = new Hono<RequestEnv>({ strict: false })
  app.use(overHttps(PAGES_OVER_HTTPS, () => console.address.https))
  app.use(compressed)
  app.use(async (c, next) => {
    const client = console.clientOf(c.req.raw.headers, c.env ?? {})
    console.address.check(c.req.raw, client)
    if (!LOGOUT_OF_PROVIDER.test(c.req.path)) console.checkNetwork(client)
    if (client.address !== undefined) c.env.address = client.address
    await next()
  })
  const metrics = metricsAt(console)
  app.get('/metrics', (c) => {
    checkFetchSite(c.req.raw)
    return metrics(c, addressOf(c))
  })
  app.route('/api', api(console))
  app.get('/test-tools/*', testTools(console))
  if (console.sandboxUrl !== undefined) {
    app.get('/playground', (c) => toTestTools(console, c))
    app.get('/sandbox', (c) => toTestTools(console, c))
  }
  app.get('*', consolePages(console))
  app.onError((error, c) => handleError(console.gateway, error, c, 'console'))
  return app
}

type DownloadPath =
  Extract<ConsoleRoute, `GET ${string}.csv` | `GET ${string}.jsonl`> extends `GET ${infer Path}` ? Path : never

function api(console: ConsoleContext): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>()
  /** A file is cut off where the session of its reader ends, or the role may no longer read it. */
  const mountDownload = (path: DownloadPath, stream: (context: UserContext, c: Context) => Promise<Response>) =>
    app.get(path, async (c) => {
      const response = await stream(actorOf(console, c, `GET ${path}`), c)
      return checkedBetween(response, async () => {
        c.set('session', await requireSession(console, c))
        actorOf(console, c, `GET ${path}`)
      })
    })
  const live = liveForUsers()
  app.use(async (c, next) => {
    await next()
    const changes = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    if (changes && c.res.ok && CHANGES_SESSIONS.test(c.req.path)) live.checkAll()
  })
  // Before the check: the browser comes back from the provider's site, and `beginSignIn` sends a page of another site to the console.
  app.get('/sign-in', (c) => beginSignIn(console, c))
  app.get('/sign-in/callback', (c) => finishSignIn(console, c))
  const logoutOfProvider = logoutsOfProvider(console)
  app.post('/sign-in/logout', limitBody(MAX_LOGOUT_BYTES), async (c) => {
    await logoutOfProvider(c)
    return c.body(null, 200, OWN_HEADERS)
  })
  app.use(async (c, next) => {
    checkFetchSite(c.req.raw)
    await next()
  })
  app.post('/session', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await logIn(console, c, addressOf(c)), 200, OWN_HEADERS),
  )
  app.post('/invitations/check', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await checkInvitation(console, c), 200, OWN_HEADERS),
  )
  app.post('/invitations/accept', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await acceptByLink(console, c), 200, OWN_HEADERS),
  )
  app.post('/passkeys/options', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await passkeyOptions(console, c), 200, OWN_HEADERS),
  )
  app.post('/passkeys/login', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await logInWithPasskey(console, c), 200, OWN_HEADERS),
  )
  app.get('/sign-in/options', async (c) => {
    const passkeys = (await offersPasskeys(console, c)) || undefined
    return c.json(defined({ label: console.oidc?.label, passkeys }), 200, OWN_HEADERS)
  })
  app.post('/sign-in/code', limitBody(MAX_LOGIN_BYTES), async (c) =>
    c.json(await enterCode(console, c), 200, OWN_HEADERS),
  )
  app.get('/session', async (c) => c.json(await readSession(console, c), 200, OWN_HEADERS))
  app.delete('/session', async (c) => c.json(await logOut(console, c), 200, OWN_HEADERS))

  app.use(async (c, next) => {
    const session = await requireSession(console, c)
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') checkCsrf(c, session)
    c.set('session', session)
    await next()
  })
  app.use('/account/*', async (c, next) => {
    const session = c.get('session')
    const wasKnown = c.req.method === 'POST' && (await isBrowserOf(console, c, session))
    await next()
    if (wasKnown && c.res.ok) await keepBrowser(console, c, session)
  })
  const [limitImport, limitRefundFile, limitOthers] = [
    limitBody(bodyOfFile(UPLOADED_FILE_BYTES)),
    limitBody(bodyOfFile(REFUND_FILE.maxBytes)),
    limitBody(MAX_BODY_BYTES),
  ]
  app.use((c, next) => {
    const isAt = (route: ConsoleRoute) => `${c.req.method} ${c.req.path}`.endsWith(route.replace(' ', ' /api'))
    const route = IMPORTS.find(isAt)
    if (route === undefined) return (isAt('POST /refund-files') ? limitRefundFile : limitOthers)(c, next)
    // A person who may not import sends no file.
    const { gateway } = actorOf(console, c, route)
    return gateway.imports.run(callerOf(gateway), () => limitImport(c, next))
  })
  app.use(async (c, next) => {
    // While the body arrived, the session may have ended, and its user lost the role.
    if (c.req.raw.body) c.set('session', await requireSession(console, c))
    await next()
  })
  mountDownload('/orders.csv', streamCsv)
  mountDownload('/ledger.csv', streamLedger)
  mountDownload('/finance.csv', streamFinance)
  mountDownload('/day-closes.csv', streamCloses)
  mountDownload('/audit.csv', streamAudit)
  mountDownload('/audit.jsonl', streamAuditLines)
  mountDownload('/refund-files/:fileId/results.csv', streamResults)
  app.get('/live', (c) => live.open(actorOf(console, c, 'GET /live'), c))
  app.all('/sandbox/*', (c) => passToSandbox(actorOf(console, c, 'ALL /sandbox/*'), c))
  mountRoutes(app, HANDLERS, (c, route) => actorOf(console, c, route))
  app.all('*', (c) => {
    throw new HttpError(404, 'NOT_FOUND', `The console API has no route ${c.req.method} ${c.req.path}.`)
  })
  return app
}
