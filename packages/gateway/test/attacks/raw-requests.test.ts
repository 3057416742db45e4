import { createServer } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '@galla/http-server/listen'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { mountGateway } from '../../src/adapters/express.ts'
import { toFastify } from '../../src/adapters/fastify.ts'
import { mountGateway as mountInHono } from '../../src/adapters/hono.ts'
import { toNext } from '../../src/adapters/next.ts'
import { type GatewayFetch, toNode } from '../../src/adapters/node.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

/** Servers of this package, with the gateway below `/payments`. */
const SERVERS: { readonly [name: string]: (gateway: GatewayFetch) => Promise<number> } = {
  'galla gateway': async (gateway) => {
    const server = await listen((request) => gateway(request))
    closing.push(() => server.close())
    return server.port
  },
  'node:http': (gateway) => serve(createServer(toNode(gateway))),
  express: (gateway) => {
    const app = express()
    mountGateway(app, '/payments', gateway)
    return serve(createServer(app))
  },
  fastify: async (gateway) => {
    const app = fastify({ forceCloseConnections: true })
    await app.register(toFastify(gateway) as unknown as Parameters<typeof app.register>[0], { prefix: '/payments' })
    closing.push(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    return (app.server.address() as AddressInfo).port
  },
}

it.each(Object.entries(SERVERS))('%s answers at most 16 requests of a connection at once', async (_, start) => {
  let requests = 0
  const port = await start(() => {
    requests += 1
    return new Promise<Response>(() => {})
  })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write('GET /payments/orders/o-1/status HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(200))
  await closed
  expect(requests).toBe(16)
})

it('answers every stream of an HTTP/2 connection, which has a limit of its own', async () => {
  let waiting = 40
  let answer = (): void => {}
  const all = new Promise<void>((resolve) => {
    answer = resolve
  })
  const listener = toNode(async () => {
    waiting -= 1
    if (waiting === 0) answer()
    await all
    return new Response('cup')
  })
  // The adapter takes what both versions have.
  const server: Http2Server = createHttp2Server(listener as unknown as Parameters<typeof createHttp2Server>[1])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  closing.push(() => session.destroy())
  const answers = Array.from({ length: 40 }, () => text(session.request({ ':path': '/payments/orders/o-1/status' })))
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 40 }, () => 'cup'))
})

it.each(
  Object.keys(SERVERS).flatMap((name) => [
    [name, 'GET', 'http://user:password@localhost/payments/orders/o-1/status'],
    [name, 'POST', 'http://user@localhost/payments/callbacks'],
  ]),
)('%s fails at no credentials in the target: %s %s', async (name, method, target) => {
  // A web request of a URL with credentials cannot be made, and the gateway makes them where it removes its mount path.
  const port = await (SERVERS[name] as (typeof SERVERS)[string])(async (request) => {
    const { url, headers } = request
    return Response.json(await new Request(url, { method: 'POST', headers, body: 'x' }).text())
  })
  const socket = connect(port, '127.0.0.1')
  socket.end(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 [24]/)
})

it.each(['a%zz', '1.1.1.256'])('answers %s as the host of HTTP/2 and of the Hono adapter with 400', async (host) => {
  const gateway: GatewayFetch = async (request) => new Response(new URL(request.url).host)
  const http2 = createHttp2Server(toNode(gateway) as never)
  await new Promise<void>((resolve) => http2.listen(0, '127.0.0.1', resolve))
  closing.push(() => http2.close())
  const session = connectHttp2(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`)
  closing.push(() => session.destroy())
  const stream = session.request({ ':path': '/payments/orders/o-1/status', ':authority': host })
  const status = await new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])))
  expect(status).toBe(400)

  const app = new Hono()
  mountInHono(app, '/payments', gateway)
  const port = await serve(createServer(getRequestListener(app.fetch)))
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /payments/orders HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
})

/** The Hono adapter on Node, the sandbox and the servers above. */
const ALL_SERVERS: typeof SERVERS = {
  ...SERVERS,
  hono: (gateway) => {
    const app = new Hono()
    mountInHono(app, '/payments', gateway)
    return serve(createServer(getRequestListener(app.fetch)))
  },
}

it.each(
  Object.keys(ALL_SERVERS).flatMap((name) => [
    [name, 'two Host headers', '/payments/orders', 'host: localhost\r\nhost: evil.example'],
    [name, 'two equal Host headers', '/payments/orders', 'host: localhost\r\nHost: localhost'],
    [name, 'a target and a Host that differ', 'http://evil.example/payments/orders', 'host: localhost'],
  ]),
)('%s answers 400 to %s', async (name, _what, target, hosts) => {
  // A proxy may compare one of them with its list, and the gateway the other.
  const port = await (ALL_SERVERS[name] as (typeof SERVERS)[string])(async () => new Response('cup'))
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).not.toContain('cup')
})

/** Also the Next adapter: Next makes the web request of what Node has put in `headers`. */
const WITH_NEXT: typeof SERVERS = {
  ...ALL_SERVERS,
  next: (gateway) => {
    const { GET } = toNext(gateway, '/payments', { trustForwardedFor: true })
    return serve(
      createServer(async ({ url, headers }, outgoing) => {
        const response = await GET(new Request(`http://localhost${url}`, { headers: headers as HeadersInit }))
        outgoing.writeHead(response.status).end(await response.text())
      }),
    )
  },
}

/** The response to a client that claims an address, when a proxy appends the true one behind `filler`. */
async function behindProxy(port: number, filler: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET /payments/orders HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-forwarded-for: 8.8.8.8\r\n${filler}x-forwarded-for: 203.0.113.9\r\n\r\n`,
  )
  return text(socket)
}

it.each(
  Object.keys(WITH_NEXT).flatMap((name) =>
    [
      ['of one name', 'a:\r\n'.repeat(1_100)],
      ['of a name of which Node keeps one', 'age:\r\n'.repeat(1_100)],
      ['of many names', Array.from({ length: 1_100 }, (_, at) => `a${at}:\r\n`).join('')],
    ].map(([what, filler]) => [name, what, filler]),
  ),
)('%s answers 431 to so many headers %s that Node leaves out the last ones', async (name = '', _what, filler = '') => {
  const port = await (WITH_NEXT[name] as (typeof SERVERS)[string])(async () => new Response('cup'))
  const answer = await behindProxy(port, filler)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).not.toContain('cup')
})

it.each(Object.keys(WITH_NEXT))('%s answers a request with 990 headers', async (name) => {
  const port = await (WITH_NEXT[name] as (typeof SERVERS)[string])(async () => new Response('cup'))
  expect(await behindProxy(port, 'a:\r\n'.repeat(986))).toContain('cup')
})

it.each<[number, number, 200 | 431]>([
  [20, 10, 200],
  [20, 30, 431],
  [0, 1_100, 200],
  [1_500, 1_100, 200],
  [1_500, 1_500, 431],
])('with maxHeadersCount %i of the server, %i headers are answered %i', async (maxHeadersCount, count, status) => {
  const server = createServer(toNode(async () => new Response('cup')))
  server.maxHeadersCount = maxHeadersCount
  expect(await behindProxy(await serve(server), 'a:\r\n'.repeat(count))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

it('answers 400 to a Host of HTTP/2 that differs from its authority', async () => {
  const server = createHttp2Server(toNode(async () => new Response('cup')) as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  closing.push(() => session.destroy())
  const statusOf = (headers: object) =>
    new Promise((resolve) => {
      const stream = session.request({ ':path': '/payments/orders/o-1/status', ...headers })
      stream.once('response', (answer) => resolve(answer[':status']))
      stream.resume()
    })
  expect(await statusOf({ ':authority': 'localhost', host: 'evil.example' })).toBe(400)
  expect(await statusOf({ ':authority': 'localhost', host: 'localhost' })).toBe(200)
  expect(await statusOf({ ':authority': 'localhost' })).toBe(200)
})
