import type { TelemetryBatch, TelemetryEvent } from '@galla/contract/provider/telemetry'
import { type Galla, paise } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { createdOrder, pendingOrder, scriptTokens, TOKEN_ROUTE, tokenResponse } from '@galla/testkit/factories'
import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import * as answers from '@galla/testkit/scripted-answers'
import { type ScriptedServer, startScriptedServer } from '@galla/testkit/scripted-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { type ClientConfig, clientOf } from '../support/client-of.ts'
import { until } from '../support/until.ts'

const EVENTS = 'POST /client/v1/backend/events/batch'
const PAY = 'POST /checkout/v2/pay'
const ORDER = { merchantOrderId: 'order-1', amount: paise(100) }
const PAIR = { username: 'shop_hook', password: 'Passw0rd99' }

let clock: FakeClock
let server: ScriptedServer
let galla: Galla

beforeEach(async () => {
  clock = fakeClock()
  server = scriptTokens(await startScriptedServer(), tokenResponse({}, clock.now()))
  server
    .on(PAY, answers.json(200, createdOrder()))
    .on(EVENTS, answers.json(200, {}))
    .otherwise(answers.json(200, pendingOrder()))
})
afterEach(async () => {
  server.on(EVENTS, answers.json(200, {}))
  await galla.close()
  await server.close()
})
const open = (config: ClientConfig = {}) => {
  galla = clientOf(server.origin, {
    clock,
    environment: 'PRODUCTION',
    telemetry: true,
    callbackCredentials: PAIR,
    ...config,
  })
  return galla
}
const batches = () => server.requestsTo(EVENTS).map((request) => request.json() as TelemetryBatch)
const events = (): TelemetryEvent[] => batches().flatMap((batch) => batch.events)
const names = () => events().map(({ eventName }) => eventName)
/** Advances to the next interval and waits until the batches are answered. */
const nextSend = async () => {
  await clock.advance(1_000)
  await galla.flush()
}

describe('telemetry is published', () => {
  it.each<[string, ClientConfig, boolean]>([
    ['in PRODUCTION with telemetry: true', {}, true],
    ['not in PRODUCTION by default', { telemetry: undefined }, false],
    ['not in PRODUCTION with telemetry: false', { telemetry: false }, false],
    ['not in SANDBOX', { environment: 'SANDBOX' }, false],
    ['not in an unknown environment', { environment: 'STAGING' as 'SANDBOX' }, false],
  ])('%s', async (_when, config, published) => {
    open(config)
    await galla.standardCheckout.pay(ORDER)
    await nextSend()
    expect(server.requestsTo(EVENTS).length > 0).toBe(published)
    expect(clock.waiting()).toEqual(published ? [1_000] : [])
  })
})

describe('a batch', () => {
  it('has the token and the SDK version, and no x-source headers', async () => {
    open({ platform: { name: 'SHOP_SDK', version: '9.9.9' } })
    await galla.standardCheckout.pay(ORDER)
    await nextSend()
    const [request] = server.requestsTo(EVENTS)
    expect(request?.headers).toMatchObject({
      authorization: 'O-Bearer token-1',
      accept: 'application/json',
      'content-type': 'application/json',
    })
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([])
    const [batch] = batches()
    expect(batch).toMatchObject({ source: 'BACKEND_SDK', clientVersion: 'SHOP_SDK:9.9.9' })
    expect(Object.keys(batch ?? {}).sort()).toEqual(['clientVersion', 'events', 'source'])
    for (const { data } of events()) expect(data).toMatchObject({ sdkType: 'SHOP_SDK', sdkVersion: '9.9.9' })
  })

  it('reports the start and each call once, however many attempts it takes', async () => {
    server.on('GET /checkout/v2/order/{id}/status', answers.json(500, {}), answers.json(200, pendingOrder()))
    open()
    await galla.standardCheckout.pay(ORDER)
    await galla.standardCheckout.getOrderStatus({ ...ORDER, details: true }, { retry: 'helper' })
    await galla.upi.validate({ type: 'VPA', vpa: 'payer@bank' })
    await nextSend()
    expect(names()).toEqual([
      'TOKEN_SERVICE_INITIALIZED',
      'STANDARD_CHECKOUT_CLIENT_INITIALIZED',
      'CUSTOM_CHECKOUT_CLIENT_INITIALIZED',
      'PAY_SUCCESS',
      'ORDER_STATUS_SUCCESS',
    ])
    expect(events().at(-1)?.data.apiPath).toBe('/checkout/v2/order/order-1/status')
  })

  it('has at most ten events', async () => {
    open()
    for (let call = 0; call < 22; call += 1) await galla.standardCheckout.pay(ORDER)
    await nextSend()
    expect(
      batches()
        .map((batch) => batch.events.length)
        .sort(),
    ).toEqual([10, 10, 5])
  })

  it('reports a refused call as FAILED with the exception', async () => {
    server.on(PAY, answers.json(417, { code: 'INVALID_TRANSACTION_ID', message: 'Order ID has already been used' }))
    open()
    await failureOf(galla.standardCheckout.pay(ORDER))
    await nextSend()
    expect(events().at(-1)).toMatchObject({
      eventName: 'PAY_FAILED',
      merchantOrderId: 'order-1',
      data: {
        eventState: 'FAILED',
        exceptionClass: 'ExpectationFailed',
        exceptionCode: 'INVALID_TRANSACTION_ID',
        exceptionHttpStatusCode: 417,
      },
    })
  })

  it('has only the fields of the protocol, and no payer data', async () => {
    open()
    const details = { type: 'VPA', vpa: 'payer@bank' } as const
    await galla.customCheckout.pay({
      ...ORDER,
      metaInfo: { udf1: 'cart' },
      paymentMode: { type: 'UPI_COLLECT', details, message: 'hi' },
    })
    await nextSend()
    expect(Object.keys(events().at(-1)?.data ?? {}).sort()).toEqual([
      'amount',
      'apiPath',
      'eventState',
      'flowType',
      'paymentFlow',
      'paymentInstrument',
      'sdkType',
      'sdkVersion',
    ])
  })
})

describe('telemetry and the token', () => {
  it('reports a failed refresh once, although the batch uses the old token too', async () => {
    const issued_at = clock.now() / 1_000
    server.on(
      TOKEN_ROUTE,
      answers.json(200, tokenResponse({ issued_at, expires_at: issued_at + 2 })),
      answers.json(503, { code: 'DOWN' }),
    )
    open()
    await galla.standardCheckout.pay(ORDER)
    await clock.advance(1_000)
    await galla.flush()
    await galla.standardCheckout.pay(ORDER)
    for (let second = 0; second < 5; second += 1) await nextSend()
    const fallbacks = events().filter(({ eventName }) => eventName === 'OAUTH_FETCH_FAILED_USED_CACHED_TOKEN')
    expect(fallbacks).toHaveLength(1)
    expect(fallbacks[0]?.data).toMatchObject({
      apiPath: '/v1/oauth/token',
      cachedTokenIssuedAt: issued_at,
      cachedTokenExpiresAt: issued_at + 2,
      tokenFetchAttemptTimestamp: issued_at + 1,
      exceptionClass: 'ServerError',
      exceptionCode: 'DOWN',
    })
  })

  it('sends nothing without a token, and keeps the events', async () => {
    server.on(TOKEN_ROUTE, answers.json(503, {}))
    open()
    await failureOf(galla.standardCheckout.pay(ORDER))
    await nextSend()
    expect(batches()).toEqual([])
    scriptTokens(server, tokenResponse({}, clock.now()))
    await nextSend()
    expect(names()).toContain('PAY_FAILED')
  })
})

describe('telemetry and callbacks', () => {
  it('reports an authentic callback with an unreadable body', async () => {
    open()
    await failureOf(galla.callbacks.verify({ headers: await sign('no JSON', PAIR), body: 'no JSON' }))
    await nextSend()
    expect(names()).toContain('CALLBACK_SERIALIZATION_FAILED')
  })

  it('does not report a callback that is not authentic', async () => {
    open()
    await failureOf(galla.callbacks.verify({ headers: {}, body: 'no JSON' }))
    await nextSend()
    expect(names()).not.toContain('CALLBACK_SERIALIZATION_FAILED')
  })
})

describe('telemetry in the background', () => {
  it('does not delay a call when the events host hangs', async () => {
    server.on(EVENTS, answers.hang())
    open()
    await galla.standardCheckout.pay(ORDER)
    await clock.advance(1_000)
    await until(() => server.requestsTo(EVENTS).length === 1)
    expect((await galla.standardCheckout.pay(ORDER)).orderId).toMatch(/^OMO/)
    await clock.advance(2_000)
  })

  it.each<[string, answers.Answer]>([
    ['answers with 500', answers.json(500, {})],
    ['resets', answers.resetAfterReading()],
    ['answers with a redirect', answers.json(302, {}, { location: '/' })],
  ])('keeps and resends a batch that the events host %s', async (_what, answer) => {
    server.on(EVENTS, answer, answers.json(200, {}))
    const emitted: unknown[] = []
    open({ hooks: { telemetry: (event) => emitted.push(event) } })
    await galla.standardCheckout.pay(ORDER)
    await galla.flush()
    await galla.flush()
    const [first, second] = batches()
    expect(second).toEqual(first)
    expect(names().filter((name) => name === 'PAY_SUCCESS')).toHaveLength(2)
    expect(emitted).toEqual([
      { type: 'failed', events: 4 },
      { type: 'sent', events: 4 },
    ])
  })
})

describe('a batch that cannot be repeated', () => {
  it.each([400, 403, 404, 413, 422])('is dropped after a %d', async (status) => {
    server.on(EVENTS, answers.json(status, {}), answers.json(200, {}))
    open()
    await galla.standardCheckout.pay(ORDER)
    for (let second = 0; second < 3; second += 1) await nextSend()
    expect(batches()).toHaveLength(1)
  })

  it('is sent again with another token after a 401, which no call replaced', async () => {
    scriptTokens(server, tokenResponse({}, clock.now()), tokenResponse({ access_token: 'token-2' }, clock.now()))
    server.on(EVENTS, answers.json(401, {}), answers.json(200, {}))
    open()
    await galla.standardCheckout.pay(ORDER)
    for (let second = 0; second < 3; second += 1) await nextSend()
    expect(server.requestsTo(EVENTS).map(({ headers }) => headers.authorization)).toEqual([
      'O-Bearer token-1',
      'O-Bearer token-2',
    ])
    expect(batches()[1]).toEqual(batches()[0])
    await galla.standardCheckout.pay({ ...ORDER, merchantOrderId: 'order-2' })
    expect(server.requestsTo(PAY).at(-1)?.headers.authorization).toBe('O-Bearer token-2')
  })

  it('is given up when ten tokens in a row are rejected', async () => {
    server.on(EVENTS, answers.json(401, {}))
    open()
    await galla.standardCheckout.pay(ORDER)
    for (let second = 0; second < 20; second += 1) await nextSend()
    expect(batches()).toHaveLength(10)
  })

  it.each([408, 429, 500, 503])('is sent again after a %d', async (status) => {
    server.on(EVENTS, answers.json(status, {}), answers.json(200, {}))
    open()
    await galla.standardCheckout.pay(ORDER)
    for (let second = 0; second < 3; second += 1) await nextSend()
    expect(batches()).toHaveLength(2)
  })

  it('is not sent twice after a timeout, since it may have been received', async () => {
    server.on(EVENTS, answers.hang())
    open()
    await galla.standardCheckout.pay(ORDER)
    await clock.advance(1_000)
    await until(() => batches().length === 1)
    await clock.advance(2_000)
    server.on(EVENTS, answers.json(200, {}))
    for (let second = 0; second < 3; second += 1) await nextSend()
    expect(batches()).toHaveLength(1)
  })
})

describe('a wrong secret', () => {
  it('causes fewer and fewer token requests, and one warning', async () => {
    server.on(TOKEN_ROUTE, answers.json(401, {}))
    const warnings: string[] = []
    open({ warnings })
    for (let minute = 0; minute < 30; minute += 1) {
      await clock.advance(60_000)
      await clock.flush()
    }
    await until(() => server.requestsTo(TOKEN_ROUTE).length > 0)
    expect(server.requestsTo(TOKEN_ROUTE).length).toBeLessThan(20)
    expect(warnings).toHaveLength(1)
  })
})

describe('the product of a refund', () => {
  const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) }
  const flows = () =>
    events()
      .filter(({ eventName }) => /REFUND|CALLBACK/.test(eventName))
      .map(({ eventName, data }) => [eventName, data.paymentFlow])
  const payCustom = () => galla.customCheckout.pay({ ...ORDER, paymentMode: { type: 'UPI_QR' } })

  it('is that of its order', async () => {
    server.otherwise(answers.json(200, createdOrder()))
    open()
    await payCustom()
    await galla.standardCheckout.pay({ ...ORDER, merchantOrderId: 'order-2' })
    await galla.refunds.create(refund)
    await galla.refunds.getStatus({ merchantRefundId: 'r-1' })
    await galla.refunds.create({ ...refund, merchantRefundId: 'r-2', originalMerchantOrderId: 'order-2' })
    await nextSend()
    expect(flows()).toEqual([
      ['REFUND_SUCCESS', 'PG'],
      ['REFUND_STATUS_SUCCESS', 'PG'],
      ['REFUND_SUCCESS', 'PG_CHECKOUT'],
    ])
  })

  it('is custom checkout for a client that uses nothing else, of unreadable callbacks too', async () => {
    server.otherwise(answers.json(200, createdOrder()))
    open()
    await payCustom()
    await galla.refunds.getStatus({ merchantRefundId: 'r-9' })
    await failureOf(galla.callbacks.verify({ headers: await sign('no JSON', PAIR), body: 'no JSON' }))
    await nextSend()
    expect(flows()).toEqual([
      ['REFUND_STATUS_SUCCESS', 'PG'],
      ['CALLBACK_SERIALIZATION_FAILED', 'PG'],
    ])
  })
})

describe('a call that did not reach the provider', () => {
  it('is reported with the code of its socket', async () => {
    server.on(PAY, answers.resetAfterReading())
    open()
    await failureOf(galla.standardCheckout.pay(ORDER))
    await nextSend()
    expect(events().at(-1)?.data).toMatchObject({ eventState: 'FAILED', exceptionCode: 'ECONNRESET' })
  })
})

describe('flush and close', () => {
  it.each<[string, (galla: Galla) => Promise<void>]>([
    ['flush', (closing) => closing.flush()],
    ['close', (closing) => closing.close()],
    [
      'await using',
      async (client) => {
        await using closing = client
        expect(closing).toBe(client)
      },
    ],
  ])('%s sends what is queued', async (_how, end) => {
    open()
    await galla.standardCheckout.pay(ORDER)
    await end(galla)
    expect(names()).toContain('PAY_SUCCESS')
  })

  it('close clears all timers', async () => {
    open()
    await galla.standardCheckout.pay(ORDER)
    await galla.close()
    expect(clock.waiting()).toEqual([])
  })
})
