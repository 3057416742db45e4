import type { Socket } from 'node:net'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccountNotifier, Gateway, GatewaySettings } from '@galla/gateway'
import { type Listening, listen } from '@galla/http-server/listen'
import { defined } from '../defined.ts'
import { CliError } from '../io.ts'
import type { GatewayConfig } from './environment.ts'
import { loadGateway, loadSubscriptions } from './load-gateway.ts'
import { routeThrough } from './outgoing-proxy.ts'

/** Paths of the standalone gateway: callbacks and payer API, console, merchant API. */
export const PAYMENTS_PATH = '/payments'
export const CONSOLE_PATH = '/admin'
export const MERCHANT_PATH = '/merchant'

/** Path of the file, RFC 9116. It stands at the root of a host name. */
const SECURITY_TXT = '/.well-known/security.txt'
const SECURITY_TXT_VALID_MS = 30 * 86_400_000

/** Milliseconds that running requests may still take after a stop. */
const GRACE_MS = 5_000

export interface ServedGateway {
  readonly url: string
  /** The address of a path. */
  at(path: string): string
  /** Reports not ready, stops accepting requests, finishes running work and closes the database. */
  stop(): Promise<void>
}

/**
 * Starts the gateway and its HTTP server.
 * @param write Receives the log, one JSON object per call.
 * @throws CliError for a missing package and for the handlers module; otherwise the error of the database or of the HTTP server
 */
export async function serveGateway(config: GatewayConfig, write: (line: string) => void): Promise<ServedGateway> {
  const [{ createGateway, jsonLog, notifyOverHttp }, { Galla }] = await Promise.all([
    loadGateway(),
    import('@galla/sdk'),
  ])
  const { environment, clientId, clientSecret, clientVersion, merchant, notify, socket } = config
  const {
    notifiers = [],
    accountNotifier,
    ...module
  } = config.handlers === undefined ? {} : await loadHandlers(config.handlers)
  const route = defined({
    hosts: config.providerUrl,
    hostsWithoutTls: config.hostsWithoutTls,
    fetch: config.outgoingProxy === undefined ? undefined : (await routeThrough(config.outgoingProxy)).transport,
  })
  const log = jsonLog({ level: config.logLevel, to: { write: (line) => write(line.trimEnd()) } })
  const gateway = await createGateway({
    client: ({ tokenStore }) => new Galla({ clientId, clientSecret, clientVersion, environment, tokenStore, ...route }),
    environment,
    clientId,
    clientSecret,
    database: config.database,
    migrate: config.migrate,
    callbackCredentials: config.callbackCredentials,
    orderIdPrefix: config.orderIdPrefix,
    policy: { latePayment: config.latePayment },
    refundControls: config.refundControls,
    path: PAYMENTS_PATH,
    log,
    ...module,
    notifiers: notify === undefined ? notifiers : [...notifiers, notifyOverHttp(notify)],
    ...defined({ dataKeys: config.dataKeys, dataKeysLost: config.dataKeysLost }),
    ...defined({ hostsWithoutTls: config.hostsWithoutTls }),
    ...defined({
      console: consoleSettings(config, accountNotifier),
      merchant: merchant && merchantSettings(merchant, config),
      subscriptions: config.subscriptions && (await loadSubscriptions()).subscriptions(config.subscriptions),
    }),
  })
  const routes = gatewayRoutes(gateway, {
    [PAYMENTS_PATH]: gateway.fetch,
    ...(config.consolePassword === undefined ? {} : { [CONSOLE_PATH]: gateway.admin.fetch }),
    ...(merchant === undefined ? {} : { [MERCHANT_PATH]: gateway.merchant.fetch }),
    ...(config.securityContacts && { [SECURITY_TXT]: securityTxtOf(config.securityContacts) }),
  })
  let listening: Listening
  try {
    // A connection over TCP that has ended has no address either, so it is not what tells.
    const addressOf = (connection: Socket) => (socket === undefined ? connection.remoteAddress : 'unix:')
    listening = await listen((request, { incoming }) => routes.fetch(request, addressOf(incoming.socket)), {
      ...(socket === undefined ? { port: config.port, hostname: config.host } : { socket }),
      graceMs: GRACE_MS,
    }).catch((error: unknown) => {
      throw socket === undefined ? error : new CliError(`GALLA_SOCKET: cannot listen on ${socket}. ${messageOf(error)}`)
    })
    await gateway.start()
  } catch (error) {
    await gateway.stop()
    throw error
  }
  log.info({ url: listening.url }, 'Gateway started')
  return {
    url: listening.url,
    // As nginx writes it: `http://unix:/run/galla/gateway.sock:/payments`.
    at: (path) => `${listening.url}${socket === undefined ? '' : ':'}${path}`,
    async stop() {
      routes.setStopping()
      log.info({}, 'Gateway stopping')
      await listening.close()
      await gateway.stop()
      log.info({}, 'Gateway stopped')
    },
  }
}

function consoleSettings(
  { consolePassword: password, consoleUrl, trustedProxies, consoleNetworks: allowedNetworks, ...rest }: GatewayConfig,
  accountNotifier: AccountNotifier | undefined,
) {
  const { providerUrl, callbackUrl, merchantName, stepUpAfterMs, oidc } = rest
  if (password === undefined) return undefined
  return {
    password,
    path: CONSOLE_PATH,
    ...defined({
      url: consoleUrl,
      trustedProxies,
      allowedNetworks,
      providerUrl,
      callbackUrl,
      merchantName,
      stepUpAfterMs,
      oidc,
      accountNotifier,
    }),
  }
}

const merchantSettings = (merchant: NonNullable<GatewayConfig['merchant']>, { trustedProxies }: GatewayConfig) => ({
  ...merchant,
  path: MERCHANT_PATH,
  ...defined({ trustedProxies }),
})

type FetchHandler = (request: Request, from: { address?: string }) => Promise<Response>

const NOT_CACHED = { 'cache-control': 'no-store' }

const securityTxtOf =
  (contacts: readonly string[]): FetchHandler =>
  async () =>
    new Response(securityTxt(contacts, Date.now()), {
      headers: { ...NOT_CACHED, 'content-type': 'text/plain; charset=utf-8' },
    })

/** Says to whom a security problem is reported. It expires 30 days after each answer, so that it never lapses while the server runs. */
export function securityTxt(contacts: readonly string[], nowMs: number): string {
  const expires = new Date(nowMs + SECURITY_TXT_VALID_MS).toISOString()
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${expires}`, ''].join('\n')
}

/** `/healthz`: the process is alive. `/readyz`: it accepts requests. Both are open, as they reveal nothing else. */
function gatewayRoutes(gateway: Pick<Gateway, 'isReady'>, mounts: { readonly [path: string]: FetchHandler }) {
  let stopping = false
  return {
    async fetch(request: Request, address: string | undefined): Promise<Response> {
      const { pathname } = new URL(request.url)
      if (pathname === '/healthz') return new Response('ok\n', { headers: NOT_CACHED })
      if (pathname === '/readyz') {
        const ready = !stopping && (await gateway.isReady())
        return new Response(ready ? 'ok\n' : 'not ready\n', { status: ready ? 200 : 503, headers: NOT_CACHED })
      }
      const [, handler] = Object.entries(mounts).find(([path]) => `${pathname}/`.startsWith(`${path}/`)) ?? []
      if (handler) return handler(request, defined({ address }))
      return Response.json(
        { code: 'NOT_FOUND', message: `No route for ${pathname}` },
        { status: 404, headers: NOT_CACHED },
      )
    },
    /** `/readyz` replies 503 from now on, so that a load balancer sends no more requests. */
    setStopping() {
      stopping = true
    },
  }
}

type HandlerModule = Pick<GatewaySettings, 'on' | 'notifiers' | 'paymentMethods' | 'tracing'> & {
  readonly accountNotifier?: AccountNotifier
}

/** Imports the merchant's module. @throws CliError naming GALLA_HANDLERS and the file */
async function loadHandlers(file: string): Promise<HandlerModule> {
  const module: HandlerModule = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new CliError(`GALLA_HANDLERS: ${file} cannot be loaded: ${messageOf(error)}`)
  })
  const { on, notifiers, paymentMethods, accountNotifier, tracing } = module
  const exported = defined({ on, notifiers, paymentMethods, accountNotifier, tracing })
  if (Object.keys(exported).length === 0) {
    throw new CliError(
      `GALLA_HANDLERS: ${file} must export at least one of on, notifiers, paymentMethods, accountNotifier and tracing by name`,
    )
  }
  return exported
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
