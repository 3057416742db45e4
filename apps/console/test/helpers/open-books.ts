import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway, type Gateway, type GatewaySettings } from '@galla/gateway'
import { listen } from '@galla/http-server/listen'
import { startPostgres, templateDatabase } from '@galla/postgres'
import { type SandboxOptions, type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Client } from 'pg'
import { type Shop, shopOf } from './shop.ts'

export const PASSWORD = 'two cups of tea'

export const SECRET = { username: 'tea_stall', password: 'a1kettleandcups' }
const CLIENT = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'a secret of the stall' } as const
const MOUNT = '/admin/payments'
const SHOP = '/payments'

export interface OpenBooks {
  /** Address of the console, without a slash at its end. */
  readonly url: string
  /** Of the server that console and shop stand on. */
  readonly origin: string
  readonly password: string
  readonly gateway: Gateway
  readonly sandbox: ServedSandbox
  readonly shop: Shop
  /** Straight into the books, for rows that no payment makes. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Nothing answers any more and every line is cut, as if the machine were away; and again. */
  setAway(away: boolean): void
  close(): Promise<void>
}

export interface BooksOptions {
  sandbox?: SandboxOptions
  gateway?: Partial<GatewaySettings>
}

/** A provider, a real PostgreSQL and a gateway with its console, all on this machine, with nothing in them. */
export async function openBooks(options: BooksOptions = {}): Promise<OpenBooks> {
  const folder = await mkdtemp(join(tmpdir(), 'galla-console-'))
  const postgres = await startPostgres({ folder, durable: false })
  let gateway: Gateway | undefined
  let away = false
  const lines = new Set<Socket>()
  const server = await listen(async (request, { incoming, outgoing }) => {
    lines.add(incoming.socket)
    if (away || !gateway) {
      outgoing.destroy()
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
    }
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(`${MOUNT}/`) || pathname === MOUNT) return gateway.admin.fetch(request, { address: '::1' })
    return pathname.startsWith(`${SHOP}/`)
      ? gateway.fetch(request)
      : new Response('<!doctype html><title>Shop</title><h1>Thank you</h1>', {
          headers: { 'content-type': 'text/html' },
        })
  })
  const callbackUrl = `${server.url}${SHOP}/callbacks`
  const sandbox = await serveSandbox({
    callbacks: { url: callbackUrl, mode: 'classic', ...SECRET },
    refundAutoSettle: { acceptAfterMs: 100, completeAfterMs: 300 },
    merchantName: 'Chai & Chapters',
    ...options.sandbox,
  })
  const settings = (database: GatewaySettings['database']): GatewaySettings => ({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, hosts: sandbox.url, tokenStore }),
    callbacks: { credentials: [SECRET] },
    database,
    path: SHOP,
    console: { password: PASSWORD, path: MOUNT, providerUrl: sandbox.url, callbackUrl },
    ...options.gateway,
  })
  const template = await templateDatabase(postgres.connection, {
    name: 'console',
    prepare: async (connection) => (await createGateway(settings({ ...connection }))).stop(),
  })
  const { connection } = await template.fresh()
  gateway = await createGateway(settings({ ...connection }))
  await gateway.start()
  const client = new Client({ ...connection })
  await client.connect()

  return {
    url: `${server.url}${MOUNT}`,
    origin: server.url,
    password: PASSWORD,
    gateway,
    sandbox,
    shop: shopOf(gateway, sandbox, `${server.url}/thanks`),
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows,
    setAway(next) {
      away = next
      if (!away) return
      for (const line of lines) line.destroy()
      lines.clear()
    },
    async close() {
      await server.close()
      await sandbox.close()
      await client.end()
      await gateway?.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
