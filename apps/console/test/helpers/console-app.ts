import type { Socket } from 'node:net'
import { createGateway, type Gateway, type GatewaySettings, migrateDatabase } from '@galla/gateway'
import { listen } from '@galla/http-server/listen'
import { templateDatabase } from '@galla/postgres'
import { type SandboxOptions, type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { sharedServer } from '@galla/testkit/shared-postgres'
import { Client } from 'pg'
import { createShop, type Shop } from './shop.ts'

const PASSWORD = 'two cups of tea'
const MERCHANT_NAME = 'Chai & Chapters'
const CREDENTIALS = { username: 'demo_shop', password: 'a1secret2password' }
const CLIENT = { environment: 'SANDBOX', clientId: 'demo-shop', clientSecret: 'a client secret' } as const
const CONSOLE_PATH = '/admin/payments'
const SHOP_PATH = '/payments'

/** A gateway with its console, a sandbox and PostgreSQL, all on this machine. */
export interface ConsoleApp {
  /** URL of the console, without a trailing slash. */
  readonly url: string
  /** Origin of the server that serves the console and the shop. */
  readonly origin: string
  readonly password: string
  readonly gateway: Gateway
  readonly sandbox: ServedSandbox
  readonly shop: Shop
  /** Runs SQL on the gateway's database, for rows that no payment creates. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Stops the gateway and starts it again on the same database, with other settings. */
  restart(settings: Partial<GatewaySettings>): Promise<void>
  /** While true, all connections to the server are closed and requests get no response. */
  setUnreachable(unreachable: boolean): void
  close(): Promise<void>
}

interface ConsoleAppOptions {
  sandbox?: SandboxOptions
  gateway?: Partial<GatewaySettings>
  /** The gateway has the clock of the sandbox, which a test moves. */
  clockOfSandbox?: boolean
  console?: Partial<GatewaySettings['console']>
}

/** Starts everything with an empty database. */
export async function startConsoleApp(options: ConsoleAppOptions = {}): Promise<ConsoleApp> {
  const postgres = await sharedServer()
  let gateway: Gateway | undefined
  let isUnreachable = false
  const sockets = new Set<Socket>()
  const server = await listen(async (request, { incoming, outgoing }) => {
    sockets.add(incoming.socket)
    if (isUnreachable || !gateway) {
      outgoing.destroy()
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    }
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(`${CONSOLE_PATH}/`) || pathname === CONSOLE_PATH) {
      return gateway.admin.fetch(request, { address: '::1' })
    }
    return pathname.startsWith(`${SHOP_PATH}/`)
      ? gateway.fetch(request)
      : new Response('<!doctype html><title>Shop</title><h1>Thank you</h1>', {
          headers: { 'content-type': 'text/html' },
        })
  })
  const callbackUrl = `${server.url}${SHOP_PATH}/callbacks`
  const sandbox = await serveSandbox({
    callbacks: { url: callbackUrl, mode: 'classic', ...CREDENTIALS },
    refundTiming: { acceptAfterMs: 100, completeAfterMs: 300 },
    appearance: { merchantName: MERCHANT_NAME },
    ...options.sandbox,
  })
  const settings = (database: GatewaySettings['database']): GatewaySettings => ({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, hosts: sandbox.url, tokenStore }),
    callbackCredentials: CREDENTIALS,
    database,
    path: SHOP_PATH,
    console: {
      password: PASSWORD,
      path: CONSOLE_PATH,
      providerUrl: sandbox.url,
      callbackUrl,
      merchantName: MERCHANT_NAME,
      ...options.console,
    },
  })
  // All files share it: the handlers of one would be subscribed, and missing, in the others.
  const template = await templateDatabase(postgres.connection, {
    name: 'console',
    // No gateway has opened the template: a copy of a database that one has opened counts as restored.
    prepare: async (connection) => void (await migrateDatabase({ database: { ...connection } })),
  })
  const { connection, drop } = await template.fresh()
  const start = async (changed: Partial<GatewaySettings> = {}) => {
    const started = await createGateway({
      ...settings({ ...connection }),
      ...(options.clockOfSandbox && { clock: sandbox.clock }),
      ...options.gateway,
      ...changed,
    })
    await started.start()
    gateway = started
    return started
  }
  let running = await start()
  const client = new Client({ ...connection })
  await client.connect()

  return {
    url: `${server.url}${CONSOLE_PATH}`,
    origin: server.url,
    password: PASSWORD,
    get gateway() {
      return running
    },
    sandbox,
    shop: createShop(() => running, sandbox, `${server.url}/thanks`),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    async restart(changed) {
      await running.stop()
      running = await start(changed)
    },
    setUnreachable(unreachable) {
      isUnreachable = unreachable
      if (!unreachable) return
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    async close() {
      await server.close()
      await sandbox.close()
      await client.end()
      await running.stop()
      await drop()
    },
  }
}
