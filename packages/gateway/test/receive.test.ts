import { createHash } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sign } from '@galla/sdk/testing'
import { FUNCTION_EVENTS } from '@galla/testkit/function-events'
import { describe, expect, it } from 'vitest'
import { toNode } from '../src/adapters/node.ts'
import type { ReceivedCallback } from '../src/index.ts'
import { CART, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
const KEY = { secretKey: 'whk-demo-secret', keyId: 'key-1' }
const BODY = JSON.stringify({
  event: 'checkout.order.completed',
  payload: { merchantOrderId: 'one', state: 'COMPLETED', metaInfo: { udf1: 'चाय' } },
})
const BYTES = new TextEncoder().encode(BODY)
const STORED = { status: 200, verdict: 'accepted' }

const transferred = () => {
  const { buffer } = Uint8Array.from(BYTES)
  structuredClone(buffer, { transfer: [buffer] })
  return buffer
}
const broken = (name: string) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('no longer there')
    },
  })

describe('callbacks.receive', () => {
  it('takes a body in each form, and knows the same bytes again', async () => {
    const { gateway, rows } = await createTestGateway()
    const headers = { authorization }
    expect(await gateway.callbacks.receive({ headers, body: BODY })).toEqual(STORED)
    const same: ReceivedCallback['body'][] = [
      BYTES,
      Buffer.from(BODY),
      BYTES.buffer,
      new DataView(BYTES.buffer),
      JSON.parse(JSON.stringify(Buffer.from(BODY))),
    ]
    for (const body of same)
      expect(await gateway.callbacks.receive({ headers, body })).toEqual({ status: 200, verdict: 'duplicate' })
    const body = Buffer.from(BODY).toString('base64')
    expect(await gateway.callbacks.receive({ headers, body, isBase64Encoded: true })).toMatchObject({
      verdict: 'duplicate',
    })
    expect(await rows(`select 1 from galla.callbacks where "verdict" = 'accepted'`)).toHaveLength(1)
  })

  it.each<[string, (headers: { [name: string]: string }) => ReceivedCallback['headers']]>([
    ['a Headers', (headers) => new Headers(headers)],
    ['names in upper case', (headers) => mapNames(headers, (name) => name.toUpperCase())],
    [
      'lists of values',
      (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    ['pairs', (headers) => Object.entries(headers)],
    ['the rawHeaders of Node', (headers) => Object.entries(headers).flat()],
    ['an object that only looks up', (headers) => ({ get: (name) => headers[name] ?? null })],
  ])('takes headers as %s, and stores the names that say nothing secret', async (_what, as) => {
    const { gateway, rows } = await createTestGateway({ gateway: { callbackCredentials: [SECRET, KEY] } })
    for (const [at, secret] of [SECRET, KEY].entries()) {
      const body = BODY.replace('one', `order-${at}`)
      const headers = as({ ...(await sign(body, secret)), 'user-agent': 'provider/1' })
      expect(await gateway.callbacks.receive({ headers, body })).toEqual(STORED)
    }
    const stored = await rows<{ headers: { [name: string]: string } }>('select "headers" from galla.callbacks')
    expect(stored.map(({ headers }) => headers['user-agent'])).toEqual(['provider/1', 'provider/1'])
    expect(JSON.stringify(stored)).not.toContain(authorization)
  })

  it.each([
    ['a Blob', () => new Blob([BODY])],
    ['a web Request', () => new Request('https://shop.example/callbacks', { method: 'POST', body: BODY })],
  ])('takes a body as %s', async (_what, create) => {
    const { gateway } = await createTestGateway({ gateway: { callbackCredentials: KEY } })
    expect(await gateway.callbacks.receive({ headers: await sign(BODY, KEY), body: create() })).toEqual(STORED)
  })

  it('refuses two different values of the authorization, in every notation, and takes the same one twice', async () => {
    const { gateway } = await createTestGateway()
    const { authorization: genuine = '' } = await sign(BODY, SECRET)
    const other = 'b'.repeat(64)
    for (const [one, two] of [
      [genuine, other],
      [other, genuine],
    ] as const)
      for (const headers of [
        { authorization: [one, two] },
        { Authorization: one, authorization: two },
        ['Authorization', one, 'authorization', two],
        [
          ['authorization', one],
          ['authorization', two],
        ] as const,
      ])
        expect(await gateway.callbacks.receive({ headers, body: BODY })).toMatchObject({
          status: 401,
          reason: 'wrong-authorization',
        })
    const headers = ['authorization', genuine, 'Authorization', genuine]
    expect(await gateway.callbacks.receive({ headers, body: BODY })).toMatchObject({ status: 200 })
  })

  it('refuses two different values of the authorization that arrive over a socket', async () => {
    const { gateway } = await createTestGateway()
    const { authorization: genuine = '' } = await sign(BODY, SECRET)
    const server = createServer(toNode(gateway.fetch))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const statusOf = (authorization: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          port,
          path: '/callbacks',
          method: 'POST',
          headers: { Authorization: authorization },
        }
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end(BODY)
      })
    try {
      expect(await statusOf([genuine, 'b'.repeat(64)])).toBe(401)
      expect(await statusOf(['b'.repeat(64), genuine])).toBe(401)
      expect(await statusOf([genuine])).toBe(200)
    } finally {
      server.close().closeAllConnections()
    }
  })

  it.each(FUNCTION_EVENTS)('takes the event of a function platform: %s', async (_platform, eventOf) => {
    const { gateway } = await createTestGateway({ gateway: { callbackCredentials: [SECRET, KEY] } })
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const { headers, multiValueHeaders, body, isBase64Encoded } = eventOf(await sign(BODY, KEY), BODY)
    const given = multiValueHeaders ?? headers ?? {}
    expect(await gateway.callbacks.receive({ headers: given, body, isBase64Encoded })).toEqual(STORED)
  })

  it.each<[string, unknown, string, RegExp]>([
    ['nothing', undefined, 'headers', /^headers is missing: pass the headers/],
    ['no headers', { body: BODY }, 'headers', /^headers is missing: pass the headers/],
    ['headers as text', { headers: 'authorization: x', body: BODY }, 'headers', /^headers is a string/],
    ['no body', { headers: {} }, 'body', /^body is missing.*raw bytes/],
    ['a number as the body', { headers: {}, body: 7 }, 'body', /^body is a number.*raw bytes/],
    ['a parsed body', { headers: {}, body: JSON.parse(BODY) }, 'body', /^body is an object.*raw bytes/],
    [
      'a flag that is no boolean',
      { headers: {}, body: BODY, isBase64Encoded: 'true' },
      'isBase64Encoded',
      /is a string/,
    ],
    ['an ArrayBuffer that was transferred', { headers: {}, body: transferred() }, 'body', /^body cannot be read/],
    [
      'a Blob that cannot be read',
      { headers: {}, body: { arrayBuffer: () => Promise.reject(new Error('x')) } },
      'body',
      /^body cannot be read/,
    ],
    ['headers whose getter throws', { headers: broken('authorization'), body: BODY }, 'headers', /^headers cannot be/],
    ['a body whose getter throws', Object.assign(broken('body'), { headers: {} }), 'body', /^body cannot be read/],
    ['a flag of plain text', { headers: {}, body: BODY, isBase64Encoded: true }, 'isBase64Encoded', /not base64/],
  ])(
    'rejects a call that can never succeed by its field, and not with 503: %s',
    async (_what, call, field, message) => {
      const { gateway } = await createTestGateway()
      const error = await gateway.callbacks.receive(call as ReceivedCallback).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(error).toMatchObject({ name: 'GatewayError', code: 'INVALID_REQUEST', status: 400, field })
      expect((error as Error).message).toMatch(message)
    },
  )

  it('refuses a request without any header, or without a body, as it refuses a stranger', async () => {
    const { gateway } = await createTestGateway()
    const refused = { status: 401, verdict: 'refused', reason: 'missing-authorization' }
    expect(await gateway.callbacks.receive({ headers: {}, body: BODY })).toMatchObject(refused)
    expect(await gateway.callbacks.receive({ headers: null as never, body: null })).toMatchObject(refused)
    expect(await gateway.callbacks.receive({ headers: { authorization }, body: null })).toMatchObject({
      status: 400,
      reason: 'not-json',
    })
  })

  it.each([
    ['not-json', SECRET, 400],
    ['wrong-signature', KEY, 401],
  ] as const)('names base64 that was not decoded in the hint: %s', async (reason, secret, status) => {
    const { gateway } = await createTestGateway({ gateway: { callbackCredentials: secret } })
    const body = Buffer.from(BODY).toString('base64')
    expect(await gateway.callbacks.receive({ headers: await sign(BODY, secret), body })).toEqual({
      status,
      verdict: 'refused',
      reason,
      hint: expect.stringMatching(/^isBase64Encoded is missing/),
    })
  })

  it('refuses a body with two byte order marks, and takes one mark off', async () => {
    const { gateway } = await createTestGateway()
    const withMarks = (count: number) => Buffer.from('\uFEFF'.repeat(count) + BODY)
    const receive = async (body: Uint8Array) => gateway.callbacks.receive({ headers: await sign(BODY, SECRET), body })
    expect(await receive(withMarks(2))).toMatchObject({ status: 400, reason: 'not-json' })
    expect(await receive(withMarks(1))).toMatchObject({ status: 200 })
  })

  it('says in the hint of another refusal what to do', async () => {
    const { gateway } = await createTestGateway()
    expect(await gateway.callbacks.receive({ headers: { authorization: 'x' }, body: BODY })).toEqual({
      status: 401,
      verdict: 'refused',
      reason: 'wrong-authorization',
      hint: expect.stringMatching(/SHA-256 of username:password/),
    })
  })
})

const mapNames = (headers: object, change: (name: string) => string) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value]))
