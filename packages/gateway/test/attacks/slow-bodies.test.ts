import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { listen } from '@galla/http-server/listen'
import express from 'express'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountGateway } from '../../src/adapters/express.ts'
import { toFastify } from '../../src/adapters/fastify.ts'
import { type GatewayFetch, toNode } from '../../src/adapters/node.ts'

/** After this no slow body holds a connection any more. Milliseconds. */
const LIMIT_MS = 12_000

const closing: (() => unknown)[] = []
let reached: () => void
let arrived: Promise<void>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  arrived = new Promise((resolve) => {
    reached = resolve
  })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

/** Answers a GET at once. */
const gateway: GatewayFetch = async (request) => Response.json({ bytes: (await request.arrayBuffer()).byteLength })

async function serve(server: ReturnType<typeof createServer>): Promise<number> {
  server.prependListener('request', () => reached())
  // As with a client that trickles the body: no connection is closed for being idle.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

const SERVERS: { readonly [name: string]: () => Promise<number> } = {
  'galla gateway': async () => {
    const server = await listen((request) => {
      reached()
      return gateway(request)
    })
    closing.push(() => server.close())
    return server.port
  },
  'node:http': () => serve(createServer(toNode(gateway))),
  express: () => {
    const app = express()
    mountGateway(app, '/payments', gateway)
    return serve(createServer(app))
  },
  fastify: async () => {
    const app = fastify({ forceCloseConnections: true })
    app.server.prependListener('request', () => reached())
    await app.register(toFastify(gateway) as unknown as Parameters<typeof app.register>[0], { prefix: '/payments' })
    closing.push(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  },
}

/** Sends the head of a request, and waits until the server has started with it. `closed` resolves when the server closes the connection. */
async function send(
  port: number,
  method: string,
  length: string,
  target = '/payments/x',
): Promise<{ closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  const closed = once(socket, 'close')
  socket.write(`${method} ${target} HTTP/1.1\r\nhost: shop.example\r\n${length}\r\n\r\n`)
  if (target === '/payments/x') await arrived
  return { closed }
}

it.each([
  ['galla gateway', 'GET', 'content-length: 500'],
  ['galla gateway', 'HEAD', 'transfer-encoding: chunked'],
  ['node:http', 'GET', 'content-length: 500'],
  ['node:http', 'TRACE', 'content-length: 500'],
  ['express', 'GET', 'transfer-encoding: chunked'],
  ['fastify', 'GET', 'content-length: 500'],
  ['fastify', 'POST', 'content-length: 500'],
  ['fastify', 'POST', 'transfer-encoding: chunked'],
])('%s closes the connection of a %s whose body never ends (%s)', async (server, method, length) => {
  const port = await (SERVERS[server] as () => Promise<number>)()
  const { closed } = await send(port, method, length)
  vi.advanceTimersByTime(LIMIT_MS)
  expect(await closed).toHaveLength(1)
})

/** Clients of ours send no such targets, so the server refuses them before a handler reads the body. */
it.each(
  ['galla gateway', 'node:http', 'express'].flatMap((server) => [
    [server, '/payments/x/../y', 'content-length: 100000'],
    [server, 'http://user:password@shop.example/payments/x', 'content-length: 100000'],
    [server, '/payments/x/../y', 'transfer-encoding: chunked'],
  ]),
)('%s closes the connection of a POST to %s at once (%s)', { timeout: 10_000 }, async (server, target, length) => {
  const port = await (SERVERS[server as string] as () => Promise<number>)()
  const { closed } = await send(port, 'POST', length as string, target)
  expect(await closed).toHaveLength(1)
})
