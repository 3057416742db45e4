import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { mountGateway } from '../../src/adapters/express.ts'
import { toFastify } from '../../src/adapters/fastify.ts'
import { type GatewayFetch, toNode } from '../../src/adapters/node.ts'
import { CONSOLE_PASSWORD } from '../helpers/console-gateway.ts'
import { setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const ELSEWHERE = '10.9.8.7'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Requests arrive from the peer, whatever the address of the test's own connection. */
function comeFrom(server: Server, peer: string | undefined): void {
  server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: peer }))
}

async function serve(server: Server, peer: string | undefined): Promise<number> {
  comeFrom(server, peer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

type Trust = boolean | string
type Serve = (fetch: GatewayFetch, trust: Trust, peer: string | undefined) => Promise<number>

const onExpress: Serve = (fetch, trust, peer) => {
  const app = express()
  app.set('trust proxy', trust)
  mountGateway(app, '/admin', fetch)
  return serve(createServer(app), peer)
}

/** As Nest on Express, which passes requests of Express to a listener of `node:http`. */
const onNest: Serve = (fetch, trust, peer) => {
  const app = express()
  app.set('trust proxy', trust)
  app.use('/admin', toNode(fetch))
  return serve(createServer(app), peer)
}

const onFastify: Serve = async (fetch, trust, peer) => {
  const app = fastify({ forceCloseConnections: true, trustProxy: trust, http2: false })
  await app.register(toFastify(fetch) as unknown as (scope: unknown) => Promise<void>, { prefix: '/admin' })
  comeFrom(app.server, peer)
  closing.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

interface Sent {
  readonly path?: string
  readonly body?: object
  readonly headers?: Record<string, string>
}

const send = (port: number, { path = '/admin/api/session', body, headers = {} }: Sent = {}) =>
  new Promise<{ status: number; cookies: readonly string[] }>((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: `localhost:${port}`, ...type, ...headers },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, cookies: response.headers['set-cookie'] ?? [] }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })

const login = (port: number, password: string, headers: Record<string, string>) =>
  send(port, { body: { password }, headers })

const SERVERS: readonly (readonly [string, Serve, Trust])[] = [
  ['Express with trust proxy true', onExpress, true],
  ['Express with trust proxy 10.0.0.0/8', onExpress, '10.0.0.0/8'],
  ['Express below toNode', onNest, true],
  ['Fastify with trustProxy true', onFastify, true],
  ['Fastify with trustProxy 10.0.0.0/8', onFastify, '10.0.0.0/8'],
]

describe.each(SERVERS)('a client elsewhere that sends x-forwarded-for: 127.0.0.1 to %s', (_, serveOn, trust) => {
  const withConsole = (settings: { url?: string } = {}) =>
    createTestGateway({ gateway: { console: { password: CONSOLE_PASSWORD, ...settings } } })
  const auditedAddresses = async (testGateway: TestGateway) =>
    (await testGateway.rows<{ address: string }>('select distinct "address" from galla.audit')).map(
      ({ address }) => address,
    )

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]:4711'])(
    'is not this machine for a console without an https URL: %s',
    async (forwarded) => {
      const { gateway } = await withConsole()
      const headers = { 'x-forwarded-for': forwarded }
      for (const peer of [ELSEWHERE, `::ffff:${ELSEWHERE}`, undefined]) {
        const port = await serveOn(gateway.admin.fetch, trust, peer)
        expect((await send(port, { headers })).status).toBe(403)
        expect(await login(port, CONSOLE_PASSWORD, headers)).toEqual({ status: 403, cookies: [] })
      }
    },
  )

  it('that is allowed by its private address counts as this machine, with every hop and under a name of this machine only', async () => {
    const proxy = '172.28.0.1'
    const { gateway } = await createTestGateway({
      gateway: { console: { password: CONSOLE_PASSWORD }, hostsWithoutTls: [proxy] },
    })
    const port = await serveOn(gateway.admin.fetch, trust, proxy)
    expect((await login(port, CONSOLE_PASSWORD, {})).status).toBe(200)
    expect((await send(port, { headers: { 'x-forwarded-for': ELSEWHERE } })).status).toBe(403)
    expect((await send(port, { headers: { host: proxy } })).status).toBe(421)
    const refused = await gateway.admin.fetch(new Request('http://localhost/api/session'), { address: '172.28.0.2' })
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('hostsWithoutTls')])
  })

  it('is this machine only when the peer is, too', async () => {
    const { gateway } = await withConsole()
    const port = await serveOn(gateway.admin.fetch, trust, '127.0.0.1')
    expect((await login(port, CONSOLE_PASSWORD, {})).status).toBe(200)
    expect((await login(port, CONSOLE_PASSWORD, { 'x-forwarded-for': ELSEWHERE })).status).toBe(403)
  })

  it.each([ELSEWHERE, '127.0.0.1'])(
    'is counted by the address of the peer %s, however many loopback addresses it reports',
    async (peer) => {
      const testGateway = await withConsole({ url: 'https://console.example' })
      const port = await serveOn(testGateway.gateway.admin.fetch, trust, peer)
      const statuses: number[] = []
      for (let at = 1; at <= 7; at += 1) {
        const headers = { host: 'console.example', 'x-forwarded-for': `127.${at}.0.1` }
        statuses.push((await login(port, `wrong password ${at}`, headers)).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect(await auditedAddresses(testGateway)).toEqual([peer])
    },
  )

  it('is counted by the address of the peer by the merchant API', async () => {
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: ['k'.repeat(40)], hosts: ['shop'] } } })
    const port = await serveOn(gateway.merchant.fetch, trust, ELSEWHERE)
    const statuses: number[] = []
    for (let at = 1; at <= 22; at += 1) {
      const headers = { host: 'shop', authorization: `Bearer wrong-${at}`, 'x-forwarded-for': `127.${at}.0.1` }
      statuses.push((await send(port, { path: '/admin/orders', headers })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  })
})
