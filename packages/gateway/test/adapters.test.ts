import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { mountGateway, toExpress } from '../src/adapters/express.ts'
import { type FastifyScope, toFastify } from '../src/adapters/fastify.ts'
import { mountGateway as mountInHono } from '../src/adapters/hono.ts'
import { toNext } from '../src/adapters/next.ts'
import { type GatewayFetch, toNode } from '../src/adapters/node.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Says what reached it, byte for byte. */
const echo: GatewayFetch = async (request, from) => {
  const { pathname, search } = new URL(request.url)
  if (pathname === '/live')
    return new Response(drip(request.signal), { headers: { 'content-type': 'text/event-stream' } })
  const bytes = Buffer.from(await request.arrayBuffer())
  return Response.json({
    method: request.method,
    path: pathname + search,
    body: bytes.toString('base64'),
    from: from?.address ?? null,
    authorization: request.headers.get('authorization'),
  })
}

let gone = Promise.resolve()
function drip(signal: AbortSignal): ReadableStream {
  let leave = (): void => {}
  gone = new Promise((resolve) => {
    leave = resolve
  })
  signal.addEventListener('abort', () => leave())
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('event: view\ndata: {}\n\n')),
    cancel: () => leave(),
  })
}

type Listening = { url: string }
type Open = () => Promise<Listening>

async function served(server: ReturnType<typeof createServer>, mount = '/payments'): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}` }
}

const servedHono = (app: Hono, mount?: string) =>
  served(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })), mount)

type Plugin = (scope: unknown) => Promise<void>

async function underFastify(prepare: (app: ReturnType<typeof fastify>) => void): Promise<Listening> {
  const app = fastify({ forceCloseConnections: true })
  prepare(app)
  await app.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' })
  app.post('/shop', async (request) => ({ parsed: request.body }))
  closing.push(async () => app.close())
  return { url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/payments` }
}

const HOSTS: { readonly [name: string]: Open } = {
  'node:http': () =>
    served(
      createServer(toNode((request, from) => echo(new Request(request.url.replace('/payments', ''), request), from))),
    ),
  express: () => {
    const app = express()
    app.use('/payments', toExpress(echo))
    app.use(express.json())
    return served(createServer(app))
  },
  'express, under a global JSON parser': () => {
    const app = express()
    app.use(express.json())
    app.use(express.urlencoded({ extended: true }))
    app.post('/shop', (request, response) => void response.json({ parsed: request.body }))
    mountGateway(app, '/payments', echo)
    return served(createServer(app))
  },
  'express, under a global parser of raw bodies': () => {
    const app = express()
    app.use(express.raw({ type: () => true, limit: '1mb' }))
    app.use('/payments', toExpress(echo))
    return served(createServer(app))
  },
  'express, under a parser that keeps the bytes as rawBody': () => {
    const app = express()
    const keep = (request: { rawBody?: Buffer }, _: unknown, bytes: Buffer) => {
      request.rawBody = bytes
    }
    app.use(express.raw({ type: () => true, limit: '1mb', verify: keep }))
    app.use((request, _, next) => {
      request.body = 'what the shop made of it'
      next()
    })
    app.use('/payments', toExpress(echo))
    return served(createServer(app))
  },
  fastify: () => underFastify(() => {}),
  'fastify, under a global JSON parser': () =>
    underFastify((app) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, JSON.parse(String(body))),
      )
    }),
  'fastify, in a plugin of a plugin': async () => {
    const app = fastify({ forceCloseConnections: true })
    const shop = async (scope: typeof app) =>
      void (await scope.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' }))
    await app.register(shop as unknown as Plugin, { prefix: '/shop' })
    closing.push(async () => app.close())
    return { url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/shop/payments` }
  },
  'express, under a longer path that ends in a slash': () => {
    const app = express()
    app.use(express.json())
    mountGateway(app, '/shop/payments/', echo)
    return served(createServer(app), '/shop/payments')
  },
  hono: () => {
    const app = new Hono()
    mountInHono(app, '/payments', echo)
    return servedHono(app)
  },
  'hono, in an application of an application': () => {
    const shop = new Hono().basePath('/shop')
    mountInHono(shop, '/payments/', echo)
    return servedHono(new Hono().route('/a', shop), '/a/shop/payments')
  },
  next: () => {
    const route = toNext(echo, '/payments')
    return served(
      createServer(toNode((request) => (request.method === 'GET' ? route.GET(request) : route.POST(request)))),
    )
  },
}

describe.each(Object.keys(HOSTS))('%s', (host) => {
  const open = () => (HOSTS[host] as Open)()

  it.each([
    ['JSON as it was spelt', 'application/json', '{ "amount" : 1.0,\n "x":"\\u0041" }'],
    ['what is no JSON', 'application/json', '{"broken'],
    ['bytes', 'application/octet-stream', Buffer.from([0, 255, 128, 10])],
    ['a body without a type', undefined, Buffer.from('x=1')],
    ['a large one', 'application/json', JSON.stringify({ x: 'y'.repeat(200_000) })],
  ])('hands over %s, byte for byte', async (_, type, body) => {
    const { url } = await open()
    const headers = { authorization: 'abc', ...(type === undefined ? {} : { 'content-type': type }) }
    const reply = await fetch(`${url}/callbacks?x=1`, { method: 'POST', body, headers })
    const told = (await reply.json()) as { body: string }
    expect(told).toMatchObject({ method: 'POST', path: '/callbacks?x=1', authorization: 'abc' })
    expect(told.body).toBe(Buffer.from(body).toString('base64'))
  })

  it('hands over the mount itself, with a slash and without', async () => {
    const { url } = await open()
    for (const path of ['', '/'])
      expect(await (await fetch(`${url}${path}?x=1`)).json()).toMatchObject({ path: '/?x=1' })
  })

  it('answers a call without a body, and says who asks', async () => {
    const { url } = await open()
    const told = await (await fetch(`${url}/orders/order-1/status`)).json()
    expect(told).toMatchObject({ method: 'GET', path: '/orders/order-1/status', body: '' })
    if (host !== 'next') expect(told).toMatchObject({ from: expect.stringContaining('127.0.0.1') })
  })

  it('streams, and hears that the reader has gone', async () => {
    const { url } = await open()
    const leaving = new AbortController()
    const reply = await fetch(`${url}/live`, { signal: leaving.signal })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: view')
    leaving.abort()
    await reader.cancel().catch(() => {})
    await gone
  })
})

it('next says so when it was given another path than its folder’s', async () => {
  const reply = await toNext(echo, '/payments').GET(new Request('https://shop.example/shop/payments/callbacks'))
  expect([reply.status, await reply.json()]).toMatchObject([404, { message: expect.stringContaining('toNext') }])
})

describe('who asks, behind a proxy', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const asks = async ({ url }: Listening) =>
    (await (await fetch(`${url}/status`, { headers })).json()) as { from: string }

  it.each([
    [true, '203.0.113.9'],
    [false, '127.0.0.1'],
  ])('is who the framework says, where it trusts the proxy: %s', async (trusted, from) => {
    const app = express()
    app.set('trust proxy', trusted)
    mountGateway(app, '/payments', echo)
    expect(await asks(await served(createServer(app)))).toMatchObject({ from })

    const other = fastify({ forceCloseConnections: true, trustProxy: trusted })
    await other.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' })
    closing.push(async () => other.close())
    expect(await asks({ url: `${await other.listen({ port: 0, host: '127.0.0.1' })}/payments` })).toMatchObject({
      from,
    })
  })
})

describe('a body that somebody has read', () => {
  it('is refused with the way out, as a guess would not fit its signature', async () => {
    const app = express()
    app.use(express.json())
    app.use('/payments', toExpress(echo))
    const { url } = await served(createServer(app))
    const reply = await fetch(`${url}/callbacks`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'BODY_ALREADY_READ' }])
  })

  it('is handed over as it was spelt where hono has read it, and keeps its text', async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.json()
      await next()
    })
    mountInHono(app, '/payments', echo)
    const { url } = await servedHono(app)
    const body = '{ "amount" : 1.0,\n "x":"\\u0041₹" }'
    const told = (await (await fetch(`${url}/callbacks`, { method: 'POST', body })).json()) as { body: string }
    expect(Buffer.from(told.body, 'base64').toString()).toBe(body)
  })

  it('is refused where hono’s request was read behind its back', async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.raw.text()
      await next()
    })
    mountInHono(app, '/payments', echo)
    const { url } = await servedHono(app)
    const reply = await fetch(`${url}/callbacks`, { method: 'POST', body: '{}' })
    expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'BODY_ALREADY_READ' }])
  })

  it('is refused when a part of it was read: the rest is not the whole', async () => {
    const listen = toNode(echo)
    const { url } = await served(
      createServer(
        (request, response) => void request.once('data', () => request.pause() && listen(request, response)),
      ),
    )
    const reply = await fetch(`${url}/callbacks`, { method: 'POST', body: '{}' })
    expect(await reply.json()).toMatchObject({ code: 'BODY_ALREADY_READ' })
  })

  it('leaves the rest of the shop its parser', async () => {
    for (const host of ['express, under a global JSON parser', 'fastify']) {
      const { url } = await (HOSTS[host] as Open)()
      const shop = url.replace('/payments', '/shop')
      const reply = await fetch(shop, {
        method: 'POST',
        body: '{"tea":2}',
        headers: { 'content-type': 'application/json' },
      })
      expect(await reply.json()).toEqual({ parsed: { tea: 2 } })
    }
  })

  it('types: a real instance fits the scope that is asked for', () => {
    const scope: Pick<FastifyScope, 'removeAllContentTypeParsers'> = fastify()
    expect(scope).toBeDefined()
  })
})
