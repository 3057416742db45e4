import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../src/errors.ts'
import { createPayerApp } from '../src/routes/payer/app.ts'
import type { PaymentRequest } from '../src/routes/payer/orders.ts'
import { payerTokens } from '../src/routes/payer/payer-token.ts'
import { completePaymentMethods } from '../src/services/orders/offered-payment-methods.ts'
import { seedOrder } from './helpers/seed.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

const tokens = payerTokens('a secret of this shop')
let test: TestDatabase

beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

function createTestPayerApp(pay: (received: PaymentRequest) => Promise<unknown> = async () => {}) {
  const context = createTestContext(test.database)
  const paymentMethods = completePaymentMethods({})
  const app = createPayerApp({
    gateway: context,
    tokens,
    pay,
    paymentMethods: async () => paymentMethods,
    isHttps: () => false,
    heartbeatMs: 20,
  })
  const request = (path: string, token?: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers } })
  return { app, request, context, paymentMethods }
}

const validToken = tokens.sign('order-1', T0 + 900_000)
const payBody = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

describe('authorization', () => {
  it.each([
    ['no token', undefined, 'NO_TOKEN'],
    ['the token of another order', tokens.sign('order-2', T0 + 900_000), 'WRONG_TOKEN'],
    ['a token signed with another secret', payerTokens('another').sign('order-1', T0 + 900_000), 'WRONG_TOKEN'],
    ['a token with a forged expiry', validToken.replace(/^(g1\.[\w-]+\.)\w+/, '$1zzzzzzzz'), 'WRONG_TOKEN'],
    ['an expired token', tokens.sign('order-1', T0 - 3_600_000), 'TOKEN_EXPIRED'],
    ['a malformed token', 'g1..', 'WRONG_TOKEN'],
    ['a very long token', 'g1.'.padEnd(100_000, 'a'), 'WRONG_TOKEN'],
  ])('answers 401 to %s on /status, /live and /pay', async (_, token, code) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    for (const [path, init] of [
      ['/orders/order-1/status', {}],
      ['/orders/order-1/live', {}],
      ['/orders/order-1/pay', payBody({ paymentMode: { type: 'UPI_QR' } })],
    ] as const) {
      const response = await createTestPayerApp().request(path, token, init)
      expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([path, 401, code])
    }
  })

  it('answers 401 TOKEN_IN_ADDRESS to a valid token in the query', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const response = await createTestPayerApp().request(`/orders/order-1/status?token=${validToken}`)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'TOKEN_IN_ADDRESS' })
  })

  it('returns the same body to a wrong token whether or not the order exists', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { request } = createTestPayerApp()
    const wrong = tokens.sign('order-2', T0 + 900_000)
    const [existing, missing] = await Promise.all([
      request('/orders/order-1/status', wrong),
      request('/orders/order-9/status', wrong),
    ])
    expect(await existing.text()).toBe(await missing.text())
  })

  it('accepts a token until exactly one hour after the expiry of the order', () => {
    const until = T0 + 900_000 + 3_600_000
    expect(tokens.refuse(validToken, 'order-1', until - 1)).toBeUndefined()
    expect(tokens.refuse(validToken, 'order-1', until)).toBe('expired')
  })

  it('sends no CORS header and cache-control no-store', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const response = await createTestPayerApp().request('/orders/order-1/status', validToken, {
      headers: { origin: 'https://evil.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('GET /orders/:id/status', () => {
  it('returns a pending standard order with redirectUrl and pollAfterMs', async () => {
    const opened = { redirectUrl: 'https://provider.example/page' }
    await seedOrder(test.database, { merchantOrderId: 'order-1', opened })
    const view = await (await createTestPayerApp().request('/orders/order-1/status', validToken)).json()
    expect(view).toEqual({
      merchantOrderId: 'order-1',
      amount: 49_900,
      state: 'PENDING',
      nowMs: T0 + 1_000,
      checkout: 'STANDARD',
      paymentMethods: completePaymentMethods({}),
      expiresAtMs: T0 + 900_000,
      pollAfterMs: 3_000,
      redirectUrl: 'https://provider.example/page',
    })
  })

  it.each([
    ['NET_BANKING', true],
    ['UPI_INTENT', true],
    ['UPI_QR', undefined],
  ])('says of a pending attempt by %s whether the bank has to answer: %s', async (paymentMode, attemptPending) => {
    const attempts = JSON.stringify([{ transactionId: 'T1', state: 'PENDING', amount: 49_900, paymentMode }])
    await seedOrder(test.database, { merchantOrderId: 'order-1', attempts })
    const view = (await (await createTestPayerApp().request('/orders/order-1/status', validToken)).json()) as PayerView
    expect(view.attemptPending).toBe(attemptPending)
  })

  it.each([
    ['a late payment', { state: 'COMPLETED', resolution: 'late-refund', completedAtMs: T0 }, { note: 'late-payment' }],
    [
      'a second payment',
      { state: 'COMPLETED', resolution: 'duplicate-refund', completedAtMs: T0 },
      { note: 'refunding' },
    ],
    [
      'an order in review',
      { needsReview: { reason: 'wrong-order', findings: [{ code: 'wrong-order', theirs: 'secret' }], sinceMs: T0 } },
      { note: 'unknown', pollAfterMs: 30_000 },
    ],
    ['an expired pending order', { expiresAtMs: T0 + 500 }, { note: 'expired' }],
    [
      'a failed order',
      { state: 'FAILED', errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' },
      { errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' },
    ],
  ])('returns note or error of %s', async (_, row, expected) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', ...row })
    const view = (await (await createTestPayerApp().request('/orders/order-1/status', validToken)).json()) as PayerView
    expect(view).toMatchObject(expected)
    expect(JSON.stringify(view)).not.toContain('secret')
    if (view.state !== 'PENDING') expect(view.pollAfterMs).toBeUndefined()
  })
})

describe('POST /orders/:id/pay', () => {
  const qr = { paymentMode: { type: 'UPI_QR' } }

  it('passes payment mode and deviceOS to the service, and returns the QR data', async () => {
    await seedOrder(test.database, {
      merchantOrderId: 'order-1',
      checkout: 'CUSTOM',
      state: 'CREATED',
      sentAtMs: null,
    })
    const received: PaymentRequest[] = []
    const { request } = createTestPayerApp(async (pay) => {
      received.push(pay)
      await test.database.query({
        text: `update galla.orders set "state" = 'PENDING', "paymentMode" = 'UPI_QR', "opened" = '{"qrData":"upi://pay?x"}', "sentAtMs" = 1`,
      })
    })
    const response = await request('/orders/order-1/pay', validToken, payBody({ ...qr, deviceOS: 'Android' }))
    expect(received).toEqual([{ merchantOrderId: 'order-1', ...qr, deviceOS: 'Android' }])
    expect(await response.json()).toMatchObject({
      state: 'PENDING',
      payment: { type: 'UPI_QR', qrData: 'upi://pay?x' },
    })
  })

  it.each([
    ['an amount in the body', { ...qr, amount: 1 }, 'amount'],
    ['an unknown payment mode', { paymentMode: { type: 'CASH' } }, 'paymentMode.type'],
    [
      'fields that the payment mode does not have',
      { paymentMode: { type: 'UPI_QR', amount: 1 } },
      'paymentMode.amount',
    ],
    ['a missing payment mode', {}, 'paymentMode'],
    [
      'a plain card number',
      { paymentMode: { type: 'CARD', cardDetails: { cardNumber: '4111111111111111' } } },
      'paymentMode.cardDetails.encryptedCardNumber',
    ],
    [
      'an invalid VPA',
      { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'x' } } },
      'paymentMode.details.vpa',
    ],
    [
      'a merchantUserId of the payer',
      { paymentMode: { type: 'NET_BANKING', bankId: 'ICIC', merchantUserId: 'other-payer' } },
      'paymentMode.merchantUserId',
    ],
    [
      'UPI_COLLECT when it is not allowed',
      { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'me@ybl' } } },
      'paymentMode',
    ],
  ])('answers 400 with the field to %s', async (_, body, field) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { request } = createTestPayerApp(() => Promise.reject(new Error('must not be called')))
    const response = await request('/orders/order-1/pay', validToken, payBody(body))
    expect(response.status).toBe(400)
    const refusal = await response.json()
    expect(refusal).toMatchObject({ field })
    expect(JSON.stringify(refusal)).not.toContain('4111111111111111')
  })

  it('answers 400 to a body that is not JSON, and 413 to a body that is too large', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { request } = createTestPayerApp(() => Promise.reject(new Error('must not be called')))
    expect((await request('/orders/order-1/pay', validToken, { method: 'POST', body: '{' })).status).toBe(400)
    const large = JSON.stringify({ ...qr, padding: 'x'.repeat(20_000) })
    expect((await request('/orders/order-1/pay', validToken, { method: 'POST', body: large })).status).toBe(413)
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const streamed = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit
    expect((await request('/orders/order-1/pay', validToken, streamed)).status).toBe(413)
  })

  it('answers 409 PAYMENT_IN_PROGRESS when the service rejects with it', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { request } = createTestPayerApp(() =>
      Promise.reject(new GatewayError('PAYMENT_IN_PROGRESS', 'This order is being paid already.')),
    )
    const response = await request('/orders/order-1/pay', validToken, payBody(qr))
    expect([response.status, await response.json()]).toEqual([
      409,
      { code: 'PAYMENT_IN_PROGRESS', message: 'This order is being paid already.' },
    ])
  })

  it('answers 500 without the message of an internal error', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { request } = createTestPayerApp(() => Promise.reject(new Error('relation galla.orders, secret')))
    const response = await request('/orders/order-1/pay', validToken, payBody(qr))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
  })
})

describe('GET /orders/:id/live', () => {
  it('sends each change of the order once, and ends after the final state', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { request, context } = createTestPayerApp()
    const response = await request('/orders/order-1/live', validToken)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const views = parseViews(response)
    expect(await views.next()).toMatchObject({ value: { state: 'PENDING' } })
    await test.database.query({
      text: `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "version" = 2`,
    })
    const changed = { type: 'order', merchantOrderId: 'order-1', state: 'COMPLETED', version: 2 } as const
    context.events.emit({ ...changed, merchantOrderId: 'order-2' })
    context.events.emit(changed)
    context.events.emit(changed)
    expect(await views.next()).toMatchObject({ value: { state: 'COMPLETED' } })
    expect(await views.next()).toEqual({ done: true, value: undefined })
  })

  it('unsubscribes when the reader cancels or the request is aborted', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { request, context } = createTestPayerApp()
    let subscribers = 0
    const subscribe = context.events.subscribe
    context.events.subscribe = (listener) => {
      subscribers += 1
      const stop = subscribe(listener)
      return () => {
        subscribers -= 1
        stop()
      }
    }
    const abort = new AbortController()
    const [one, other] = [
      await request('/orders/order-1/live', validToken),
      await request('/orders/order-1/live', validToken, { signal: abort.signal }),
    ]
    expect(subscribers).toBe(2)
    await one.body?.cancel()
    abort.abort()
    expect(subscribers).toBe(0)
    void other
  })

  it('sends a heartbeat comment while nothing changes', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const response = await createTestPayerApp().request('/orders/order-1/live', validToken)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n')
    await reader.cancel()
  })

  it('ends the stream at the first news after the token has expired, without telling them', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', state: 'PENDING', expiresAtMs: T0 + 900_000 })
    const { request, context } = createTestPayerApp()
    const stream = (await request('/orders/order-1/live', validToken)).body as ReadableStream<Uint8Array>
    // Tokens outlive their order by hours.
    context.setNow(T0 + 86_400_000)
    await test.database.query({ text: 'update galla.orders set "version" = "version" + 1' })
    context.events.emit({ type: 'order', merchantOrderId: 'order-1', state: 'PENDING', version: 2 })
    let text = ''
    for await (const chunk of stream) text += new TextDecoder().decode(chunk)
    expect(text.match(/event: view/g)).toHaveLength(1)
  })

  it('answers 429 to the ninth stream of an order, and accepts one again after a stream is closed', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { request } = createTestPayerApp()
    const responses = []
    for (let count = 0; count < 9; count += 1) responses.push(await request('/orders/order-1/live', validToken))
    expect(responses.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429])
    await responses[0]?.body?.cancel()
    const next = await request('/orders/order-1/live', validToken)
    expect(next.status).toBe(200)
    for (const { body } of [...responses.slice(1, 8), next]) await body?.cancel()
  })
})

async function* parseViews(response: Response): AsyncGenerator<PayerView, void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: view\ndata: (.*)$/.exec(event)?.[1]
      if (data) yield JSON.parse(data) as PayerView
    }
  }
}
