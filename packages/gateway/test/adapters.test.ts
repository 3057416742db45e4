import { createServer, type IncomingMessage } from 'node:http'
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
import { acceptParsedBody } from '../src/http/parsed-body.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Responds with the method, path, body bytes and address that it received. */
const echo: GatewayFetch = async (request, from) => {
  const { pathname, search } = new URL(request.url)
  if (pathname === '/live')
    return new Response(openStream(request.signal), { headers: { 'content-type': 'text/event-stream' } })
  const bytes = Buffer.from(await request.arrayBuffer())
  return Response.json({
    method: request.method,
    path: pathname + search,
    body: bytes.toString('base64'),
    from: from?.address ?? null,
    authorization: request.headers.get('authorization'),
  })
}

let streamClosed = Promise.resolve()
function openStream(signal: AbortSignal): ReadableStream {
  let close = (): void => {}
  streamClosed = new Promise((resolve) => {
    close = resolve
  })
  signal.addEventListener('abort', () => close())
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('event: view\ndata: {}\n\n')),
    cancel: () => close(),
  })
}

type RunningServer = { url: string }
type StartServer = () => Promise<RunningServer>

async function startServer(server: ReturnType<typeof createServer>, mount = '/payments'): Promise<RunningServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}` }
}

const startHono = (app: Hono, mount?: string) =>
  startServer(createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })), mount)

type Plugin = (scope: unknown) => Promise<void>

async function startFastify(prepare: (app: ReturnType<typeof fastify>) => void): Promise<RunningServer> {
  const app = fastify({ forceCloseConnections: true })
  prepare(app)
  await app.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' })
  app.post('/shop', async (request) => ({ parsed: request.body }))
  closing.push(async () => app.close())
  return { url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/payments` }
}

const FRAMEWORKS: { readonly [name: string]: StartServer } = {
  'node:http': () =>
    startServer(
      createServer(toNode((request, from) => echo(new Request(request.url.replace('/payments', ''), request), from))),
    ),
  express: () => {
    const app = express()
    app.use('/payments', toExpress(echo))
    app.use(express.json())
    return startServer(createServer(app))
  },
  'express after a global JSON parser': () => {
    const app = express()
    app.use(express.json())
    app.use(express.urlencoded({ extended: true }))
    app.post('/shop', (request, response) => void response.json({ parsed: request.body }))
    mountGateway(app, '/payments', echo)
    return startServer(createServer(app))
  },
  'express after a global raw body parser': () => {
    const app = express()
    app.use(express.raw({ type: () => true, limit: '1mb' }))
    app.use('/payments', toExpress(echo))
    return startServer(createServer(app))
  },
  'express after a parser that keeps rawBody': () => {
    const app = express()
    const keep = (request: IncomingMessage & { rawBody?: Buffer }, _: unknown, bytes: Buffer) => {
      request.rawBody = bytes
    }
    app.use(express.raw({ type: () => true, limit: '1mb', verify: keep }))
    app.use((request, _, next) => {
      request.body = 'changed by the application'
      next()
    })
    app.use('/payments', toExpress(echo))
    return startServer(createServer(app))
  },
  fastify: () => startFastify(() => {}),
  'fastify after a global JSON parser': () =>
    startFastify((app) => {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        (_: unknown, body: unknown, done: (error: null, body: unknown) => void) => done(null, JSON.parse(String(body))),
      )
    }),
  'fastify in a nested plugin': async () => {
    const app = fastify({ forceCloseConnections: true })
    const shop = async (scope: typeof app) =>
      void (await scope.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' }))
    await app.register(shop as unknown as Plugin, { prefix: '/shop' })
    closing.push(async () => app.close())
    return { url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/shop/payments` }
  },
  'express at a nested path with a trailing slash': () => {
    const app = express()
    app.use(express.json())
    mountGateway(app, '/shop/payments/', echo)
    return startServer(createServer(app), '/shop/payments')
  },
  hono: () => {
    const app = new Hono()
    mountInHono(app, '/payments', echo)
    return startHono(app)
  },
  'hono in a nested application': () => {
    const shop = new Hono().basePath('/shop')
    mountInHono(shop, '/payments/', echo)
    return startHono(new Hono().route('/a', shop), '/a/shop/payments')
  },
  next: () => {
    const route = toNext(echo, '/payments')
    return startServer(
      createServer(toNode((request) => (request.method === 'GET' ? route.GET(request) : route.POST(request)))),
    )
  },
}

describe.each(Object.keys(FRAMEWORKS))('%s', (framework) => {
  const start = () => (FRAMEWORKS[framework] as StartServer)()

  it.each([
    ['JSON with its original spacing', 'application/json', '{ "amount" : 1.0,\n "x":"\\u0041" }'],
    ['invalid JSON', 'application/json', '{"broken'],
    ['binary data', 'application/octet-stream', Buffer.from([0, 255, 128, 10])],
    ['a body without content-type', undefined, Buffer.from('x=1')],
    ['a large body', 'application/json', JSON.stringify({ x: 'y'.repeat(200_000) })],
  ])('passes %s byte for byte', async (_, type, body) => {
    const { url } = await start()
    const headers = { authorization: 'abc', ...(type === undefined ? {} : { 'content-type': type }) }
    const response = await fetch(`${url}/callbacks?x=1`, { method: 'POST', body, headers })
    const echoed = (await response.json()) as { body: string }
    expect(echoed).toMatchObject({ method: 'POST', path: '/callbacks?x=1', authorization: 'abc' })
    expect(echoed.body).toBe(Buffer.from(body).toString('base64'))
  })

  it('routes the mount path with and without a trailing slash to /', async () => {
    const { url } = await start()
    for (const path of ['', '/'])
      expect(await (await fetch(`${url}${path}?x=1`)).json()).toMatchObject({ path: '/?x=1' })
  })

  it('passes a GET request without a body and the client address', async () => {
    const { url } = await start()
    const echoed = await (await fetch(`${url}/orders/order-1/status`)).json()
    expect(echoed).toMatchObject({ method: 'GET', path: '/orders/order-1/status', body: '' })
    if (framework !== 'next') expect(echoed).toMatchObject({ from: expect.stringContaining('127.0.0.1') })
  })

  it('streams the response, and aborts it when the client disconnects', async () => {
    const { url } = await start()
    const abort = new AbortController()
    const response = await fetch(`${url}/live`, { signal: abort.signal })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: view')
    abort.abort()
    await reader.cancel().catch(() => {})
    await streamClosed
  })
})

describe('mountGateway of express', () => {
  it('answers below the path as it is written, because a proxy that closes it does not ignore the case', async () => {
    const app = express()
    app.use(express.json())
    mountGateway(app, '/payments', echo)
    mountGateway(app, '/:shop/payments', echo)
    const { url } = await startServer(createServer(app), '')
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(`${url}${path}/status`)).status))
    expect(await statuses('/payments', '/tea/payments', '/Payments', '/PAYMENTS/')).toEqual([200, 200, 404, 404])
  })

  it.each([
    [['/payments', undefined], 'fetch must be a function'],
    [['payments', echo], 'path must start with a slash'],
    [[{ fetch: echo }], 'path must start with a slash'],
  ])('names the argument that is wrong: %j', (given, message) => {
    const mount = mountGateway as (...given: unknown[]) => void
    expect(() => mount(express(), ...given)).toThrow(message)
  })
})

describe('toNext', () => {
  it.each([
    ['/shop/payments', '/payments/callbacks'],
    ['/payments', '/pay/callbacks'],
  ])('given %s, answers 404 to %s and names its path, the basePath and rewrites', async (mount, path) => {
    const response = await toNext(echo, mount).GET(new Request(`https://shop.example${path}`))
    const message = `${path} is not below ${mount}: pass toNext the path of its folder in app, without the project's basePath; rewrites to the folder do not work`
    expect([response.status, await response.json()]).toEqual([404, { code: 'NOT_FOUND', message }])
  })

  // Next sends the body of a route handler without its content-encoding.
  it('asks the gateway for bodies that are not compressed, and changes no other header', async () => {
    const headers = { 'accept-encoding': 'gzip, br', accept: 'text/css', authorization: 'Bearer x' }
    const request = new Request('http://x/payments/a', { headers })
    const { GET } = toNext(async (given) => Response.json([...given.headers]), '/payments')
    const { 'accept-encoding': _, ...kept } = headers
    expect(Object.fromEntries(await (await GET(request)).json())).toEqual(kept)
  })

  // Next keeps the header of a client that connects to it directly.
  it.each([
    '127.0.0.1',
    '203.0.113.9, 127.0.0.1',
    '::1',
    '[::1]:4711',
    '::ffff:127.0.0.1',
    '203.0.113.9',
    '2001:db8::1',
  ])(
    'does not take x-forwarded-for: %s for the address of the client, unless the option says so',
    async (forwarded) => {
      const seen = async (route: ReturnType<typeof toNext>) =>
        (await route.GET(new Request('http://x/payments/a', { headers: { 'x-forwarded-for': forwarded } }))).json()
      expect(await seen(toNext(echo, '/payments'))).toMatchObject({ from: null })
      const trusting = await seen(toNext(echo, '/payments', { trustForwardedFor: true }))
      expect(trusting).toMatchObject({ from: forwarded.split(', ').at(-1) })
    },
  )
})

describe('client address behind a proxy', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const addressSeen = async ({ url }: RunningServer) =>
    (await (await fetch(`${url}/status`, { headers })).json()) as { from: string }

  it.each([
    [true, '203.0.113.9'],
    [false, '127.0.0.1'],
  ])('follows the trust proxy setting of express and fastify: %s', async (trusted, from) => {
    const app = express()
    app.set('trust proxy', trusted)
    mountGateway(app, '/payments', echo)
    expect(await addressSeen(await startServer(createServer(app)))).toMatchObject({ from })

    const other = fastify({ forceCloseConnections: true, trustProxy: trusted })
    await other.register(toFastify(echo) as unknown as Plugin, { prefix: '/payments' })
    closing.push(async () => other.close())
    expect(await addressSeen({ url: `${await other.listen({ port: 0, host: '127.0.0.1' })}/payments` })).toMatchObject({
      from,
    })
  })
})

describe('a request body that was read before', () => {
  it('answers 500 BODY_ALREADY_READ after express.json()', async () => {
    const app = express()
    app.use(express.json())
    app.use('/payments', toExpress(echo))
    const { url } = await startServer(createServer(app))
    const response = await fetch(`${url}/callbacks`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'BODY_ALREADY_READ' }])
  })

  it('passes the original text when hono has cached the body', async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.json()
      await next()
    })
    mountInHono(app, '/payments', echo)
    const { url } = await startHono(app)
    const body = '{ "amount" : 1.0,\n "x":"\\u0041₹" }'
    const echoed = (await (await fetch(`${url}/callbacks`, { method: 'POST', body })).json()) as { body: string }
    expect(Buffer.from(echoed.body, 'base64').toString()).toBe(body)
  })

  it('answers 500 BODY_ALREADY_READ when the raw hono request was read', async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.raw.text()
      await next()
    })
    mountInHono(app, '/payments', echo)
    const { url } = await startHono(app)
    const response = await fetch(`${url}/callbacks`, { method: 'POST', body: '{}' })
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'BODY_ALREADY_READ' }])
  })

  it('answers BODY_ALREADY_READ when a part of the body was read', async () => {
    const listen = toNode(echo)
    const { url } = await startServer(
      createServer(
        (request, response) => void request.once('data', () => request.pause() && listen(request, response)),
      ),
    )
    const reply = await fetch(`${url}/callbacks`, { method: 'POST', body: '{}' })
    expect(await reply.json()).toMatchObject({ code: 'BODY_ALREADY_READ' })
  })

  it.each([
    ['nested so deeply that it may not fit the stack', () => JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
    [
      'circular, as a parser of its own may make it',
      () => {
        const body: { self?: object } = {}
        body.self = body
        return body
      },
    ],
  ])('never rejects for a parsed body that is %s', async (_, parsed) => {
    const listener = toNode(acceptParsedBody(async () => new Response()))
    const rejected: unknown[] = []
    const { url } = await startServer(
      createServer((request, response) => {
        request.resume().once('end', () => {
          const read = Object.assign(request, { body: parsed() })
          listener(read, response).catch((error: unknown) => {
            rejected.push(error)
            response.end()
          })
        })
      }),
    )
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${url}/orders`, { method: 'POST', body: '{}', headers })
    expect([rejected, [200, 400].includes(reply.status)]).toEqual([[], true])
  })

  it('keeps the body parser of the other routes', async () => {
    for (const framework of ['express after a global JSON parser', 'fastify']) {
      const { url } = await (FRAMEWORKS[framework] as StartServer)()
      const otherRoute = url.replace('/payments', '/shop')
      const response = await fetch(otherRoute, {
        method: 'POST',
        body: '{"tea":2}',
        headers: { 'content-type': 'application/json' },
      })
      expect(await response.json()).toEqual({ parsed: { tea: 2 } })
    }
  })

  it('FastifyScope accepts a real fastify instance', () => {
    const scope: Pick<FastifyScope, 'removeAllContentTypeParsers'> = fastify()
    expect(scope).toBeDefined()
  })
})
