import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mountGateway as mountInHono } from '../../src/adapters/hono.ts'
import { toNode } from '../../src/adapters/node.ts'
import type { After } from '../../src/context.ts'
import { limitBody } from '../../src/http/request.ts'
import { handleError } from '../../src/http/responses.ts'
import type { ConsolePassword } from '../../src/routes/console/access.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { createTestContext } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

let test: TestDatabase
let password: ConsolePassword
const createTestGateway = setupTestGateways()
const closing: (() => unknown)[] = []

beforeAll(async () => {
  ;[test, password] = await Promise.all([startTestDatabase(), testPassword()])
})
afterAll(() => test.end())
beforeEach(() => test.clear())
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

describe('a cursor that was tampered with', () => {
  it.each([
    ['/api/calls', [1, 'x']],
    ['/api/calls', [1, '9'.repeat(40)]],
    ['/api/calls', [1, '-1; drop']],
    ['/api/callbacks', [1, 'null']],
    ['/api/callbacks', [1, '']],
    ['/api/orders', [1, '\ud800']],
    ['/api/orders', [1e300, 'a']],
    ['/api/orders', [1, 'a'.repeat(5_000)]],
    ['/api/refunds', [null, 'a']],
    ['/api/deliveries', [{}, 'a']],
  ])('is answered 400: %s %j', async (path, parts) => {
    const { request } = await createTestConsole(createTestContext(test.database), password)
    expect((await request(`${path}?after=${cursor(...parts)}`)).status).toBe(400)
  })
})

describe('half a surrogate pair', () => {
  it('is answered 400 by the console', async () => {
    const { request } = await createTestConsole(createTestContext(test.database), password)
    const body = { kind: 'order', id: '\ud800', path: 'x', reason: 'asked' }
    expect((await request('/api/reveal', { method: 'POST', body })).status).toBe(400)
    const note = { note: 'a\udfff', version: 1 }
    expect((await request('/api/orders/one/resolve-review', { method: 'POST', body: note })).status).toBe(400)
  })

  it('is answered 400 by the payer and merchant APIs, and a text that only looks like one is not', async () => {
    const key = 'k'.repeat(40)
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
    const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
    const post = (url: string, authorization: string, body: string) => ({
      request: new Request(url, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      }),
    })
    const paying = post(
      `http://shop.localhost/orders/${order.merchantOrderId}/pay`,
      `Bearer ${payerToken}`,
      '{"paymentMode":{"type":"UPI_INTENT","targetApp":"\\ud800"}}',
    )
    expect((await gateway.fetch(paying.request)).status).toBe(400)
    const start = (reference: string) =>
      gateway.merchant.fetch(
        post(
          'http://localhost/orders',
          `Bearer ${key}`,
          JSON.stringify({ ...CART, metaInfo: { udf1: 'x' } }).replace('"x"', reference),
        ).request,
      )
    expect((await start('"\\udc00"')).status).toBe(400)
    expect((await start('"\\\\ud800 and \\\\u0000"')).status).toBe(200)
  })
})

describe('JSON that is nested too deeply', () => {
  const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`

  it('is answered 400 by the payer and merchant APIs', async () => {
    const key = 'k'.repeat(40)
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
    const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
    const post = (url: string, token: string, body: string) =>
      new Request(url, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const paying = post(
      `http://shop.localhost/orders/${order.merchantOrderId}/pay`,
      payerToken ?? '',
      `{"paymentMode":${deep}}`,
    )
    expect((await gateway.fetch(paying)).status).toBe(400)
    expect((await gateway.merchant.fetch(post('http://localhost/orders', key, `{"a":${deep}}`))).status).toBe(400)
  })
})

describe('JSON with one key twice', () => {
  const key = 'k'.repeat(40)
  const post = (url: string, token: string, body: string) =>
    new Request(url, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })

  it('is answered 400 with the key by the payer and merchant APIs', async () => {
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
    const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
    const twice = (body: object, name: string) => JSON.stringify(body).replace(/^\{/, `{"${name}":1,`)
    const answers = [
      await gateway.merchant.fetch(post('http://localhost/orders', key, twice(CART, 'amount'))),
      await gateway.fetch(
        post(
          `http://shop.localhost/orders/${order.merchantOrderId}/pay`,
          payerToken ?? '',
          twice({ paymentMode: { type: 'UPI_QR' } }, 'paymentMode'),
        ),
      ),
    ]
    expect(await Promise.all(answers.map(async (one) => [one.status, await one.json()]))).toMatchObject([
      [400, { code: 'INVALID_REQUEST', message: 'body: has the key "amount" twice', field: 'body' }],
      [400, { code: 'INVALID_REQUEST', message: 'body: has the key "paymentMode" twice', field: 'body' }],
    ])
  })

  it('is answered 400 by the console', async () => {
    const { raw } = await createTestConsole(createTestContext(test.database), password)
    const headers = { 'content-type': 'application/json' }
    const answer = await raw('/api/session', { method: 'POST', headers, body: '{"password":"a","password":"b"}' })
    expect(answer.status).toBe(400)
  })
})

describe('a query with one parameter twice', () => {
  it('is answered 400 with the parameter by the merchant API', async () => {
    const key = 'k'.repeat(40)
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
    const ask = (query: string) =>
      gateway.merchant.fetch(
        new Request(`http://localhost/orders?${query}`, { headers: { authorization: `Bearer ${key}` } }),
      )
    const answer = await ask('limit=1&limit=2')
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ field: 'limit' })])
    expect((await ask('limit=1&reference=a')).status).toBe(200)
  })
})

describe('an id that every object has as a property', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'is answered 400 by the merchant API as every kind of id: %s',
    async (id) => {
      const key = 'k'.repeat(40)
      const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
      const call = async (path: string, body: object) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify(body) }
        const answer = await gateway.merchant.fetch(new Request(`http://localhost${path}`, init))
        return [answer.status, ((await answer.json()) as { field?: string }).field]
      }
      expect(await call('/orders', { ...CART, merchantOrderId: id })).toEqual([400, 'merchantOrderId'])
      expect(await call('/orders', { ...CART, reference: id })).toEqual([400, 'reference'])
      const custom = { ...CART, checkout: 'CUSTOM', merchantUserId: id }
      expect(await call('/orders', custom)).toEqual([400, 'merchantUserId'])
      const { order } = await gateway.orders.start(CART)
      const refund = { merchantRefundId: id, amount: 100 }
      expect(await call(`/orders/${order.merchantOrderId}/refunds`, refund)).toEqual([400, 'merchantRefundId'])
    },
  )

  it('is answered 404 where it names no order', async () => {
    const key = 'k'.repeat(40)
    const { gateway } = await createTestGateway({ gateway: { merchant: { keys: key } } })
    const headers = { authorization: `Bearer ${key}` }
    for (const id of ['__proto__', 'constructor'])
      expect((await gateway.merchant.fetch(new Request(`http://localhost/orders/${id}`, { headers }))).status).toBe(404)
  })
})

describe('a request that Node accepts and the Fetch standard forbids', () => {
  it.each(['TRACE', 'TRACK'])('is answered 405: %s', async (method) => {
    const server = createServer(toNode(async () => new Response('reached')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close().closeAllConnections())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.end(`${method} / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    const response = await text(socket)
    // The parser of Node knows no TRACK.
    expect(response).toMatch(method === 'TRACE' ? /^HTTP\/1\.1 405 / : /^HTTP\/1\.1 40[05] /)
  })
})

describe('TRACE of an application of Hono', () => {
  it('is answered 405 before a web request is made of it', async () => {
    const app = new Hono()
    const failures: unknown[] = []
    app.onError((error, c) => {
      failures.push(error)
      return c.text('failed', 500)
    })
    mountInHono(app, '/payments', async () => new Response('reached'))
    const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close().closeAllConnections())
    for (const path of ['/payments/', '/payments/orders/o-1/status']) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.end(`TRACE ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const response = await text(socket)
      expect(response).toMatch(/^HTTP\/1\.1 405 /)
      expect(response).toContain('METHOD_NOT_ALLOWED')
    }
    expect(failures).toEqual([])
  })
})

describe('a target that a proxy and an application of Hono read in two ways', () => {
  it.each(['/payments/../admin/', '/payments/%2e%2e/admin/api/session', '/admin/..%2fpayments/../../admin/'])(
    'is answered 400: %s',
    async (target) => {
      const app = new Hono()
      const reached: string[] = []
      mountInHono(app, '/admin', async ({ url }) => {
        reached.push(url)
        return new Response('reached')
      })
      const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closing.push(() => server.close().closeAllConnections())
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
      const response = await text(socket)
      expect(response).toMatch(/^HTTP\/1\.1 400 /)
      expect(response).toContain('INVALID_REQUEST')
      expect(reached).toEqual([])
    },
  )
})

describe('a body that is sent slowly', () => {
  it('is answered 408, and held for no longer than the limit', async () => {
    let expire = (): void => {}
    let limitMs = 0
    let started = (): void => {}
    const reading = new Promise<void>((resolve) => {
      started = resolve
    })
    const after: After = (ms, run) => {
      limitMs = ms
      expire = run
      started()
      return () => {}
    }
    const app = new Hono()
    app.use(limitBody(1_000, after))
    app.post('/', (c) => c.text('reached'))
    app.onError((error, c) => handleError(createTestContext(test.database), error, c, 'test'))
    const server = createServer(toNode(async (request) => app.fetch(request)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': '500' } })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      request.once('response', ({ statusCode }) => resolve(statusCode))
      request.once('error', reject)
    })
    request.write('a')
    await reading
    expire()
    expect(await answered).toBe(408)
    expect(limitMs).toBe(10_000)
    request.destroy()
  })

  it('has a smaller limit before the login', async () => {
    const { raw, request } = await createTestConsole(createTestContext(test.database), password)
    const large = { method: 'POST', body: 'x'.repeat(5_000), headers: { 'content-type': 'application/json' } }
    expect((await raw('/api/session', large)).status).toBe(413)
    expect((await raw('/api/reveal', { ...large, body: 'x'.repeat(100_000) })).status).toBe(401)
    expect((await request('/api/reveal', { method: 'POST', body: 'x'.repeat(5_000) })).status).toBe(400)
  })
})

describe('a payer', () => {
  it('chooses no text of a collect request: the merchant does', async () => {
    const { gateway } = await createTestGateway({
      gateway: { paymentMethods: { collect: { allowed: true }, banks: [], savedCards: [] } },
    })
    const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM', message: 'Two cups' })
    const pay = (more: object) =>
      gateway.fetch(
        new Request(`http://shop.localhost/orders/${order.merchantOrderId}/pay`, {
          method: 'POST',
          body: JSON.stringify({
            paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'susheela@ybl' }, ...more },
          }),
          headers: { authorization: `Bearer ${payerToken}`, 'content-type': 'application/json' },
        }),
      )
    const refused = await pay({ message: 'Refund of Rs 5000, approve' })
    expect([refused.status, await refused.json()]).toMatchObject([400, { field: 'paymentMode.message' }])
    expect((await pay({})).status).toBe(200)
  })
})
