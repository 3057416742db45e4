import { type Listening, listen } from '@galla/http-server/listen'
import type { GatewayConfig } from './gateway-environment.ts'
import { loadHandlers } from './gateway-handlers.ts'
import { gatewayRoutes } from './gateway-routes.ts'

/** Where a standalone gateway has what: the provider and the payer, the people, the merchant's own server. */
export const SHOP_PATH = '/payments'
export const CONSOLE_PATH = '/admin'
export const MERCHANT_PATH = '/merchant'

/** Calls under way may take so long once it is asked to stop. Milliseconds. */
const GRACE_MS = 5_000

export interface ServedGateway {
  readonly url: string
  /** Not ready, no new calls, what was begun is finished, the database is let go. */
  stop(): Promise<void>
}

/** @param say takes the log, a line at a time */
export async function serveGateway(config: GatewayConfig, say: (line: string) => void): Promise<ServedGateway> {
  const [{ createGateway, jsonLog, notifyOverHttp }, { Galla }] = await Promise.all([
    import('@galla/gateway'),
    import('@galla/sdk'),
  ])
  const { environment, clientId, clientSecret, clientVersion, providerUrl, merchant, notify } = config
  const { notifiers = [], ...own } = config.handlers === undefined ? {} : await loadHandlers(config.handlers)
  const hosts = providerUrl === undefined ? {} : { hosts: providerUrl }
  const log = jsonLog({ level: config.logLevel, to: { write: (line) => say(line.trimEnd()) } })
  const gateway = await createGateway({
    client: ({ tokenStore }) => new Galla({ clientId, clientSecret, clientVersion, environment, tokenStore, ...hosts }),
    environment,
    clientId,
    clientSecret,
    database: config.database,
    callbackCredentials: config.credentials,
    policy: { latePayment: config.latePayment },
    path: SHOP_PATH,
    log,
    ...own,
    notifiers: notify === undefined ? notifiers : [...notifiers, notifyOverHttp(notify)],
    ...consoleOf(config),
    ...(merchant === undefined ? {} : { merchant: { ...merchant, path: MERCHANT_PATH } }),
  })
  const routes = gatewayRoutes(gateway, {
    [SHOP_PATH]: gateway.fetch,
    ...(config.consolePassword === undefined ? {} : { [CONSOLE_PATH]: gateway.admin.fetch }),
    ...(merchant === undefined ? {} : { [MERCHANT_PATH]: gateway.merchant.fetch }),
  })
  let listening: Listening
  try {
    listening = await listen((request, { incoming }) => routes.answer(request, incoming.socket.remoteAddress), {
      port: config.port,
      hostname: config.host,
      graceMs: GRACE_MS,
    })
    await gateway.start()
  } catch (error) {
    await gateway.stop()
    throw error
  }
  log.info({ url: listening.url }, 'The gateway is at work')
  return {
    url: listening.url,
    async stop() {
      routes.stopping()
      log.info({}, 'The gateway stops')
      await listening.close()
      await gateway.stop()
      log.info({}, 'The gateway has stopped')
    },
  }
}

function consoleOf({ consolePassword, consoleUrl, providerUrl, callbackUrl }: GatewayConfig) {
  if (consolePassword === undefined) return {}
  return {
    console: {
      password: consolePassword,
      path: CONSOLE_PATH,
      ...(consoleUrl === undefined ? {} : { url: consoleUrl }),
      ...(providerUrl === undefined ? {} : { providerUrl }),
      ...(callbackUrl === undefined ? {} : { callbackUrl }),
    },
  }
}
