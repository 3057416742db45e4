import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Gateway, GatewaySettings } from '@galla/gateway'
import { type Listening, listen } from '@galla/serve/listen'
import type { GatewayConfig } from './gateway-environment.ts'

/** Where a standalone gateway has what: the provider and the payer on one path, the people on another. */
export const SHOP_PATH = '/payments'
export const CONSOLE_PATH = '/admin'

/** Calls under way may take so long once it is asked to stop. Milliseconds. */
const GRACE_MS = 5_000

export interface ServedGateway {
  readonly url: string
  /** Not ready, no new calls, what was begun is finished, the database is let go. */
  stop(): Promise<void>
}

/** @param say takes the log, a line at a time */
export async function serveGateway(config: GatewayConfig, say: (line: string) => void): Promise<ServedGateway> {
  const [{ createGateway, jsonLog }, { Galla }] = await Promise.all([import('@galla/gateway'), import('@galla/sdk')])
  const own = config.handlers === undefined ? {} : await loadHandlers(config.handlers)
  const { environment, clientId, clientSecret, clientVersion, providerUrl, consolePassword, consoleUrl, callbackUrl } =
    config
  const hosts = providerUrl === undefined ? {} : { hosts: providerUrl }
  const log = jsonLog({ level: config.logLevel, to: { write: (line) => say(line.trimEnd()) } })
  const gateway = await createGateway({
    galla: ({ tokenStore }) => new Galla({ clientId, clientSecret, clientVersion, environment, tokenStore, ...hosts }),
    environment,
    clientId,
    clientSecret,
    database: config.database,
    callbacks: { credentials: config.credentials },
    policy: { lateSuccess: config.lateSuccess },
    path: SHOP_PATH,
    log,
    ...own,
    ...(consolePassword === undefined
      ? {}
      : {
          console: {
            password: consolePassword,
            path: CONSOLE_PATH,
            ...(consoleUrl === undefined ? {} : { url: consoleUrl }),
            ...(providerUrl === undefined ? {} : { providerUrl }),
            ...(callbackUrl === undefined ? {} : { callbackUrl }),
          },
        }),
  })
  let stopping = false
  let listening: Listening
  try {
    listening = await listen(
      (request, { incoming }) => route(gateway, request, incoming.socket.remoteAddress, stopping),
      {
        port: config.port,
        hostname: config.host,
        graceMs: GRACE_MS,
      },
    )
    await gateway.start()
  } catch (error) {
    await gateway.stop()
    throw error
  }
  log.info({ url: listening.url }, 'The gateway is at work')
  return {
    url: listening.url,
    async stop() {
      stopping = true
      log.info({}, 'The gateway stops')
      await listening.close()
      await gateway.stop()
      log.info({}, 'The gateway has stopped')
    },
  }
}

/** `/healthz`: this process lives. `/readyz`: it can take calls. Both say nothing else, so both are open. */
async function route(
  gateway: Gateway,
  request: Request,
  address: string | undefined,
  stopping: boolean,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return new Response('ok\n')
  if (pathname === '/readyz') {
    const ready = !stopping && (await gateway.isReady())
    return new Response(ready ? 'ok\n' : 'not ready\n', { status: ready ? 200 : 503 })
  }
  if (isAt(pathname, CONSOLE_PATH)) return gateway.admin.fetch(request, address === undefined ? {} : { address })
  if (isAt(pathname, SHOP_PATH)) return gateway.fetch(request)
  return Response.json({ code: 'NOT_FOUND', message: `Nothing is at ${pathname}` }, { status: 404 })
}

const isAt = (pathname: string, mount: string) => pathname === mount || pathname.startsWith(`${mount}/`)

async function loadHandlers(file: string): Promise<Pick<GatewaySettings, 'on' | 'notifiers' | 'offers'>> {
  const found: Pick<GatewaySettings, 'on' | 'notifiers' | 'offers'> = await import(pathToFileURL(resolve(file)).href)
  const { on, notifiers, offers } = found
  return { ...(on ? { on } : {}), ...(notifiers ? { notifiers } : {}), ...(offers ? { offers } : {}) }
}
