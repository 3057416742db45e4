import { orderStatus } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import { createCallbacks } from '../../src/index.ts'
import { failureOf, fakePorts, recorded } from '../support/client.ts'

/** `printf %s 'shop:pass' | sha256sum` */
const AUTHORIZATION = '1850bf7bfe9d5cbbc00772d641f414f4120ebce11ed8c8fafd26b1c4dc82ee4e'
const secrets = { username: 'shop', password: 'pass' }

describe('specification §5: Callback validation', () => {
  const payload = orderStatus()
  const body = JSON.stringify({ event: 'checkout.order.completed', payload })

  it('specification §5: a hash of the username and password joined by a colon must equal the supplied authorization value; on success the body is parsed as JSON into a callback response', async () => {
    const event = await createCallbacks(secrets).verify({ headers: { authorization: AUTHORIZATION }, body })
    expect(event).toMatchObject({ kind: 'order', event: 'checkout.order.completed', payload })
  })

  it.each([
    ['another hash', { authorization: '0'.repeat(64) }],
    ['the password itself', { authorization: 'pass' }],
    ['nothing', {}],
  ])(
    "specification §5: Otherwise the call fails with message 'Invalid Callback' and status 417 — %s",
    async (_name, headers) => {
      const error = await failureOf(createCallbacks(secrets).verify({ headers, body }))
      expect(error).toMatchObject({ kind: 'invalid-callback', message: 'Invalid Callback', httpStatus: 417 })
    },
  )
})

describe('specification §5: Only GET and POST are supported', () => {
  it.each(['GET', 'POST'])('specification §5: %s is sent', async (method) => {
    const { galla, wire } = recorded()
    await galla.request({ method, path: '/payments/v2/other?page=2', ...(method === 'POST' && { body: { a: 1 } }) })
    expect(wire.single()).toMatchObject({ method, query: 'page=2', text: method === 'POST' ? '{"a":1}' : undefined })
    expect(wire.single().path).toMatch(/\/payments\/v2\/other$/)
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'post', '', ' GET'])(
    "specification §5: any other method fails with 'Method Not Supported', status 405 — %j",
    async (method) => {
      const { galla, wire } = recorded()
      expect(await failureOf(galla.request({ method, path: '/payments/v2/order' }))).toMatchObject({
        kind: 'method-not-supported',
        message: 'Method Not Supported',
        httpStatus: 405,
        outcome: 'not-sent',
        retryable: false,
        attempts: 0,
      })
      expect(wire.requests).toEqual([])
    },
  )

  it.each([
    '',
    'payments',
    '//elsewhere.example/x',
    '/a/../b',
    '/a/./b',
    '/a/%2e%2E/b',
    '/a/..',
    '/a b',
    '/a\\b',
    '/a#b',
    '/..?x',
    '/चाय',
    '/a\u0000b',
    '/a\r\nX: y',
  ])('rejects the unsafe path %j', async (path) => {
    const { galla, wire } = recorded()
    expect(await failureOf(galla.request({ method: 'GET', path }))).toMatchObject({
      kind: 'invalid-request',
      field: 'path',
    })
    expect(wire.requests).toEqual([])
  })
})

it('rejects a body with GET', async () => {
  const { galla, wire } = recorded()
  const call = galla.request({ method: 'GET', path: '/x', body: {} })
  expect(await failureOf(call)).toMatchObject({ kind: 'invalid-request', field: 'body' })
  expect(wire.requests).toEqual([])
})

describe('specification §5: Telemetry publishing is on only in PRODUCTION and only if requested', () => {
  it.each([
    ['PRODUCTION', true, true],
    ['PRODUCTION', false, false],
    ['PRODUCTION', undefined, false],
    ['SANDBOX', true, false],
    ['SANDBOX', undefined, false],
    ['NOWHERE', true, false],
  ])('specification §5: %s, telemetry %s: publishes %s', async (environment, telemetry, publishes) => {
    const config = { environment: environment as 'SANDBOX', telemetry }
    const { galla, wire } = recorded(() => undefined, config, fakePorts())
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    await galla.close()
    expect(wire.requests.some(({ path }) => path.endsWith('/events/batch'))).toBe(publishes)
  })
})
