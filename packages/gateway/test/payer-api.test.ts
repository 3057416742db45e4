import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../src/errors.ts'
import { createPayerApp } from '../src/routes/payer/app.ts'
import { NO_PAYMENT_METHODS, type PaymentRequest } from '../src/routes/payer/orders.ts'
import { payerTokens } from '../src/routes/payer/payer-token.ts'
import { freshDatabase, type TestDatabase } from './helpers/fresh-database.ts'
import { seedOrder } from './helpers/seed.ts'
import { contextFor, T0 } from './helpers/test-context.ts'

const tokens = payerTokens('a secret of this shop')
let test: TestDatabase

beforeAll(async () => {
  test = await freshDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

function shop(pay: (wanted: PaymentRequest) => Promise<unknown> = async () => {}) {
  const context = contextFor(test.database)
  const paymentMethods = { ...NO_PAYMENT_METHODS }
  const app = createPayerApp({
    gateway: context,
    tokens,
    pay,
    paymentMethods: async () => paymentMethods,
    heartbeatMs: 20,
  })
  const ask = (path: string, token?: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers } })
  return { app, ask, context, paymentMethods }
}

const good = tokens.sign('order-1', T0 + 900_000)
const payBody = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) })

describe('who may ask', () => {
  it.each([
    ['nobody', undefined, 'NO_TOKEN'],
    ['the token of another order', tokens.sign('order-2', T0 + 900_000), 'WRONG_TOKEN'],
    ['a token of another secret', payerTokens('another').sign('order-1', T0 + 900_000), 'WRONG_TOKEN'],
    ['a token made to last', good.replace(/^(g1\.[\w-]+\.)\w+/, '$1zzzzzzzz'), 'WRONG_TOKEN'],
    ['a token that is over', tokens.sign('order-1', T0 - 3_600_000), 'TOKEN_EXPIRED'],
    ['noise', 'g1..', 'WRONG_TOKEN'],
    ['a very long token', 'g1.'.padEnd(100_000, 'a'), 'WRONG_TOKEN'],
  ])('refuses %s', async (_, token, code) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    for (const [path, init] of [
      ['/orders/order-1/status', {}],
      ['/orders/order-1/live', {}],
      ['/orders/order-1/pay', payBody({ paymentMode: { type: 'UPI_QR' } })],
    ] as const) {
      const reply = await shop().ask(path, token, init)
      expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 401, code])
    }
  })

  it('refuses a token in an address, even a good one', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const reply = await shop().ask(`/orders/order-1/status?token=${good}`)
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ code: 'TOKEN_IN_ADDRESS' })
  })

  it('says no to a stranger in the same words whether the order is there or not', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { ask } = shop()
    const wrong = tokens.sign('order-2', T0 + 900_000)
    const [there, not] = await Promise.all([ask('/orders/order-1/status', wrong), ask('/orders/order-9/status', wrong)])
    expect(await there.text()).toBe(await not.text())
  })

  it('is good until an hour after the expiry and not a millisecond longer', () => {
    const until = T0 + 900_000 + 3_600_000
    expect(tokens.refuse(good, 'order-1', until - 1)).toBeUndefined()
    expect(tokens.refuse(good, 'order-1', until)).toBe('expired')
  })

  it('allows no other origin to read', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const reply = await shop().ask('/orders/order-1/status', good, { headers: { origin: 'https://evil.example' } })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

describe('status', () => {
  it('shows a pending standard order with its page, and when to ask again', async () => {
    const opened = { redirectUrl: 'https://provider.example/page' }
    await seedOrder(test.database, { merchantOrderId: 'order-1', opened })
    const view = await (await shop().ask('/orders/order-1/status', good)).json()
    expect(view).toEqual({
      merchantOrderId: 'order-1',
      amount: 49_900,
      state: 'PENDING',
      nowMs: T0 + 1_000,
      checkout: 'STANDARD',
      paymentMethods: NO_PAYMENT_METHODS,
      expiresAtMs: T0 + 900_000,
      pollAfterMs: 3_000,
      redirectUrl: 'https://provider.example/page',
    })
  })

  it.each([
    ['a late payment', { state: 'COMPLETED', resolution: 'late-refund', completedAtMs: T0 }, { note: 'late-payment' }],
    [
      'a second payment',
      { state: 'COMPLETED', resolution: 'duplicate-refund', completedAtMs: T0 },
      { note: 'refunding' },
    ],
    [
      'a needsReview order',
      { needsReview: { reason: 'paid-twice', message: 'secret', sinceMs: T0 } },
      { note: 'unknown', pollAfterMs: 30_000 },
    ],
    ['an order past its time', { expiresAtMs: T0 + 500 }, { note: 'expired' }],
    [
      'a failed order',
      { state: 'FAILED', errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' },
      { errorCode: 'INSUFFICIENT_BALANCE', explains: 'The account does not hold enough money.' },
    ],
  ])('tells of %s', async (_, row, expected) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', ...row })
    const view = (await (await shop().ask('/orders/order-1/status', good)).json()) as PayerView
    expect(view).toMatchObject(expected)
    expect(JSON.stringify(view)).not.toContain('secret')
    if (view.state !== 'PENDING') expect(view.pollAfterMs).toBeUndefined()
  })
})

describe('pay', () => {
  const qr = { paymentMode: { type: 'UPI_QR' } }

  it('hands the mode over and nothing else, and shows what the payer must do', async () => {
    await seedOrder(test.database, {
      merchantOrderId: 'order-1',
      checkout: 'CUSTOM',
      state: 'CREATED',
      openedAtMs: null,
    })
    const wanted: PaymentRequest[] = []
    const { ask } = shop(async (pay) => {
      wanted.push(pay)
      await test.database.query({
        text: `update galla.orders set "state" = 'PENDING', "paymentMode" = 'UPI_QR', "opened" = '{"qrData":"upi://pay?x"}', "openedAtMs" = 1`,
      })
    })
    const reply = await ask('/orders/order-1/pay', good, payBody({ ...qr, deviceOS: 'Android' }))
    expect(wanted).toEqual([{ merchantOrderId: 'order-1', ...qr, deviceOS: 'Android' }])
    expect(await reply.json()).toMatchObject({ state: 'PENDING', payment: { type: 'UPI_QR', qrData: 'upi://pay?x' } })
  })

  it.each([
    ['an amount of the payer’s own', { ...qr, amount: 1 }, 'body'],
    ['a mode that there is not', { paymentMode: { type: 'CASH' } }, 'paymentMode.type'],
    ['fields beside the mode’s', { paymentMode: { type: 'UPI_QR', amount: 1 } }, 'paymentMode'],
    ['no mode', {}, 'paymentMode'],
    [
      'a plain card number',
      { paymentMode: { type: 'CARD', cardDetails: { cardNumber: '4111111111111111' } } },
      'paymentMode.cardDetails.encryptedCardNumber',
    ],
    [
      'a VPA that is none',
      { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'x' } } },
      'paymentMode.details.vpa',
    ],
    [
      'a payer who says who they are',
      { paymentMode: { type: 'NET_BANKING', bankId: 'ICIC', merchantUserId: 'somebody-else' } },
      'paymentMode.merchantUserId',
    ],
    [
      'collect where it is closed',
      { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'me@ybl' } } },
      'paymentMode',
    ],
  ])('refuses %s, by the field', async (_, body, field) => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { ask } = shop(() => Promise.reject(new Error('not to be called')))
    const reply = await ask('/orders/order-1/pay', good, payBody(body))
    expect(reply.status).toBe(400)
    const refusal = await reply.json()
    expect(refusal).toMatchObject({ field })
    expect(JSON.stringify(refusal)).not.toContain('4111111111111111')
  })

  it('refuses what is no JSON, and what is too large, before anything is read into it', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { ask } = shop(() => Promise.reject(new Error('not to be called')))
    expect((await ask('/orders/order-1/pay', good, { method: 'POST', body: '{' })).status).toBe(400)
    const large = JSON.stringify({ ...qr, padding: 'x'.repeat(20_000) })
    expect((await ask('/orders/order-1/pay', good, { method: 'POST', body: large })).status).toBe(413)
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    const streamed = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit
    expect((await ask('/orders/order-1/pay', good, streamed)).status).toBe(413)
  })

  it('answers with the database’ own refusal', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { ask } = shop(() =>
      Promise.reject(new GatewayError('PAYMENT_IN_PROGRESS', 'This order is being paid already.')),
    )
    const reply = await ask('/orders/order-1/pay', good, payBody(qr))
    expect([reply.status, await reply.json()]).toEqual([
      409,
      { code: 'PAYMENT_IN_PROGRESS', message: 'This order is being paid already.' },
    ])
  })

  it('keeps to itself what broke', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1', checkout: 'CUSTOM', state: 'CREATED' })
    const { ask } = shop(() => Promise.reject(new Error('relation galla.orders, secret')))
    const reply = await ask('/orders/order-1/pay', good, payBody(qr))
    expect(reply.status).toBe(500)
    expect(await reply.text()).not.toContain('secret')
  })
})

describe('live', () => {
  it('tells each change once and ends with the last', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { ask, context } = shop()
    const reply = await ask('/orders/order-1/live', good)
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    const told = views(reply)
    expect(await told.next()).toMatchObject({ value: { state: 'PENDING' } })
    await test.database.query({
      text: `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "version" = 2`,
    })
    const changed = { type: 'order', merchantOrderId: 'order-1', state: 'COMPLETED', version: 2 } as const
    context.events.emit({ ...changed, merchantOrderId: 'order-2' })
    context.events.emit(changed)
    context.events.emit(changed)
    expect(await told.next()).toMatchObject({ value: { state: 'COMPLETED' } })
    expect(await told.next()).toEqual({ done: true, value: undefined })
  })

  it('has nobody listening once the reader has gone', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { ask, context } = shop()
    let listening = 0
    const subscribe = context.events.subscribe
    context.events.subscribe = (listener) => {
      listening += 1
      const stop = subscribe(listener)
      return () => {
        listening -= 1
        stop()
      }
    }
    const leaving = new AbortController()
    const [one, other] = [
      await ask('/orders/order-1/live', good),
      await ask('/orders/order-1/live', good, { signal: leaving.signal }),
    ]
    expect(listening).toBe(2)
    await one.body?.cancel()
    leaving.abort()
    expect(listening).toBe(0)
    void other
  })

  it('beats while nothing happens', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const reply = await shop().ask('/orders/order-1/live', good)
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(':\n\n')
    await reader.cancel()
  })

  it('opens no more streams than a payer has windows', async () => {
    await seedOrder(test.database, { merchantOrderId: 'order-1' })
    const { ask } = shop()
    const replies = []
    for (let count = 0; count < 9; count += 1) replies.push(await ask('/orders/order-1/live', good))
    expect(replies.map(({ status }) => status)).toEqual([...Array(8).fill(200), 429])
    await replies[0]?.body?.cancel()
    const next = await ask('/orders/order-1/live', good)
    expect(next.status).toBe(200)
    for (const { body } of [...replies.slice(1, 8), next]) await body?.cancel()
  })
})

async function* views(reply: Response): AsyncGenerator<PayerView, void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: view\ndata: (.*)$/.exec(event)?.[1]
      if (data) yield JSON.parse(data) as PayerView
    }
  }
}
