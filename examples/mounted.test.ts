import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGateway, type Gateway } from '@galla/gateway'
import { listen } from '@galla/http-server/listen'
import { type RunningPostgres, startPostgres, type TemplateDatabase, templateDatabase } from '@galla/postgres'
import { serveSandbox } from '@galla/sandbox'
import { Galla, inr, type TokenStore } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createShop as expressShop } from './express/shop.ts'
import { createShop as fastifyShop } from './fastify/shop.ts'
import { createShop as honoShop } from './hono/shop.ts'
import { withBodyReader } from './hono/test/body-reader.mjs'
import { createShop as nodeShop } from './node-http/shop.ts'
import { CONSOLE_PASSWORD, type MountedShop, SECRET_KEY, testMountedShop } from './test/mounted-shop.ts'

interface RunningServer {
  readonly url: string
  readonly close: () => Promise<unknown>
}

type StartServer = (gateway: Gateway) => Promise<RunningServer>

/** Address in redirect URLs. The tests do not follow redirects. */
const SHOP_URL = 'http://shop.localhost'

async function serverOf(server: Server & { closeAllConnections(): void }): Promise<RunningServer> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The example has decorators on parameters, which only its own tsconfig.json allows. */
const NEST = join(import.meta.dirname, 'nest/test')

const serveNest =
  (platform: 'express' | 'fastify'): StartServer =>
  async (gateway) => {
    const { servePlatform } = await import(join(NEST, 'platforms.ts'))
    return servePlatform(platform, gateway, SHOP_URL)
  }

const SERVERS: { readonly [framework: string]: StartServer } = {
  'node-http': (gateway) => serverOf(nodeShop(gateway, SHOP_URL).listen(0, '127.0.0.1')),
  // The shop has JSON and form parsers in front of all routes.
  express: (gateway) => serverOf(expressShop(gateway, SHOP_URL).listen(0, '127.0.0.1')),
  fastify: async (gateway) => {
    const app = fastifyShop(gateway, SHOP_URL)
    return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: async () => app.close() }
  },
  'nest on express': serveNest('express'),
  'nest on fastify': serveNest('fastify'),
  hono: (gateway) => {
    const app = honoShop(gateway, SHOP_URL)
    return listen((request, sides) => app.fetch(request, sides), { graceMs: 0 })
  },
  'hono behind a middleware that reads every body': (gateway) => {
    const app = withBodyReader(honoShop(gateway, SHOP_URL))
    return listen((request, sides) => app.fetch(request, sides), { graceMs: 0 })
  },
}

const client = { environment: 'SANDBOX', clientId: 'tea-stall', clientSecret: 'any' } as const

let folder = ''
let server: RunningPostgres
let template: TemplateDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-examples-'))
  server = await startPostgres({ folder, durable: false, settings: { max_connections: 200 } })
  template = await templateDatabase(server.connection, {
    name: 'gateway',
    prepare: async (database) =>
      (await createGateway({ ...client, client: new Galla({ ...client, clientVersion: 1 }), database })).stop(),
  })
}, 60_000)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

describe.each(Object.keys(SERVERS))('the shop of the %s example', (framework) => {
  testMountedShop(async (): Promise<MountedShop> => {
    const sandbox = await serveSandbox({ port: 0 })
    const { connection } = await template.fresh()
    const fulfilled: string[] = []
    const gateway = await createGateway({
      ...client,
      client: ({ tokenStore }) => new Galla({ ...client, clientVersion: 1, hosts: sandbox.url, tokenStore }),
      database: connection,
      callbackCredentials: { secretKey: SECRET_KEY },
      on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) },
      path: '/payments',
      console: { password: CONSOLE_PASSWORD, path: '/admin/payments' },
    })
    await gateway.start()
    const { url, close } = await (SERVERS[framework] as StartServer)(gateway)
    return {
      url,
      provider: sandbox.url,
      orders: gateway.orders,
      returns: gateway.returns,
      fulfilled: () => fulfilled,
      async close() {
        await close()
        await gateway.stop()
        await sandbox.close()
      },
    }
  })
})

describe('the module of NestJS', () => {
  it('calls injected services in handlers, starts with the application and stops with it', async () => {
    const sandbox = await serveSandbox({ port: 0 })
    const { connection } = await template.fresh()
    const { serveWithInjection } = await import(join(NEST, 'injection.ts'))
    const { gateway, carts, close } = await serveWithInjection({
      ...client,
      client: ({ tokenStore }: { tokenStore: TokenStore }) =>
        new Galla({ ...client, clientVersion: 1, hosts: sandbox.url, tokenStore }),
      callbackCredentials: { secretKey: SECRET_KEY },
      database: connection,
    })
    const { order } = await gateway.orders.start({
      reference: 'cart-7',
      amount: inr('499.00'),
      checkout: 'STANDARD',
      redirectUrl: SHOP_URL,
    })
    await sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await gateway.orders.sync(order.merchantOrderId)
    await vi.waitFor(() => expect(carts.fulfilled).toEqual(['cart-7']), { timeout: 20_000 })
    await close()
    await expect(gateway.orders.get(order.merchantOrderId)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
    await sandbox.close()
  })
})
