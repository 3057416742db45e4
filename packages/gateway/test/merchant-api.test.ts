import { MERCHANT_SCOPES } from '@galla/contract/gateway-api/merchant-scopes'
import type { Order, Page } from '@galla/contract/gateway-api/orders'
import { describe, expect, it } from 'vitest'
import type { GatewaySettings } from '../src/index.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const OLD = 'an-old-key-of-the-shop-0123456789'
const NEW = 'the-new-key-of-the-shop-0123456789'
const createTestGateway = setupTestGateways()

async function createMerchantApi(overrides: Partial<GatewaySettings> = {}) {
  const testGateway = await createTestGateway({
    gateway: { merchant: { keys: [OLD, NEW], hosts: ['galla'], path: '/merchant' }, ...overrides },
  })
  const raw = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    testGateway.gateway.merchant.fetch(
      new Request(`http://127.0.0.1:4600/merchant${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      }),
      { address: '127.0.0.1' },
    )
  const call = async (method: string, path: string, body?: object, key = OLD) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await raw(method, path, headers, body && JSON.stringify(body))
    return { status: response.status, body: (await response.json()) as { [field: string]: unknown } }
  }
  return { testGateway, raw, call }
}

describe('merchant API', () => {
  it('creates a payment link, sends it again and cancels it', async () => {
    const { call } = await createMerchantApi()
    const link = {
      reference: 'invoice-42',
      amount: 129_900,
      customer: { phoneNumber: '+919000000001' },
      sendBy: ['SMS'],
    }
    const created = await call('POST', '/links', { ...link, merchantOrderId: 'invoice-42-a' })
    expect(created).toMatchObject({
      status: 200,
      body: { order: { checkout: 'LINK', state: 'PENDING' }, url: expect.stringContaining('/l/') },
    })
    const remind = () => call('POST', '/links/invoice-42-a/remind', { sendBy: ['SMS'] })
    expect(await remind()).toMatchObject({ status: 200, body: { linkUrl: created.body.url } })
    expect(await remind()).toMatchObject({ status: 409, body: { code: 'REMINDED_RECENTLY' } })
    expect(await call('POST', '/links/invoice-42-a/cancel')).toMatchObject({
      status: 200,
      body: { state: 'FAILED', errorCode: 'MERCHANT_CANCELLED' },
    })
    expect(await call('POST', '/links', { ...link, sendBy: ['FAX'] })).toMatchObject({ status: 400 })
  })

  it('starts an order, returns its state after the payment, and refunds it', async () => {
    const { testGateway, call } = await createMerchantApi()
    const order = { ...CART, merchantOrderId: 'cart-7-a', metaInfo: { udf1: 'table 4' } }
    const opened = await call('POST', '/orders', order)
    expect(opened).toMatchObject({
      status: 200,
      body: {
        order: { state: 'PENDING', reference: 'cart-7', amount: 49_900 },
        payerToken: expect.stringMatching(/^g1\./),
      },
    })
    // A repeated request after a lost reply returns the same order.
    expect((await call('POST', '/orders', order)).body).toEqual(opened.body)

    await testGateway.sandbox.simulatePayment('cart-7-a', { outcome: 'SUCCESS' })
    expect(await call('POST', '/orders/cart-7-a/sync')).toMatchObject({ status: 200, body: { state: 'COMPLETED' } })
    expect(await call('GET', '/orders/cart-7-a')).toMatchObject({
      body: { state: 'COMPLETED', refundableAmount: 49_900 },
    })
    expect(await call('POST', '/orders', { ...CART, merchantOrderId: 'cart-7-b' })).toMatchObject({
      status: 409,
      body: { code: 'REFERENCE_PAID', field: 'reference' },
    })

    const refund = { merchantRefundId: 'cup-1', amount: 10_000, note: 'a broken cup' }
    expect(await call('POST', '/orders/cart-7-a/refunds', refund)).toMatchObject({
      status: 200,
      body: { state: 'REQUESTED', origin: 'api' },
    })
    await testGateway.gateway.runPendingJobs()
    await testGateway.sandbox.simulateRefund('cup-1', { outcome: 'SUCCESS' })
    expect(await call('POST', '/refunds/cup-1/sync')).toMatchObject({
      body: { state: 'COMPLETED', note: 'a broken cup' },
    })
    expect(await call('GET', '/refunds/cup-1')).toMatchObject({ body: { state: 'COMPLETED' } })
    expect(await call('GET', '/refunds?merchantOrderId=cart-7-a')).toMatchObject({
      body: { rows: [{ merchantRefundId: 'cup-1' }] },
    })
  })

  it('POST /orders/:id/pay returns the QR data of a custom checkout', async () => {
    const { call } = await createMerchantApi()
    await call('POST', '/orders', { ...CART, checkout: 'CUSTOM', merchantOrderId: 'own-page' })
    expect(await call('POST', '/orders/own-page/pay', { paymentMode: { type: 'UPI_QR' } })).toMatchObject({
      status: 200,
      body: { order: { state: 'PENDING' }, payment: { type: 'UPI_QR', qrData: expect.any(String) } },
    })
  })

  it('POST /orders returns what the app of a mobile order needs, and the same again', async () => {
    const { call, testGateway } = await createMerchantApi()
    const order = { reference: 'cart-7', amount: 49_900, checkout: 'MOBILE', merchantOrderId: 'in-the-app' }
    const opened = await call('POST', '/orders', order)
    const { orderId, expireAt } = await testGateway.sandbox.order('in-the-app')
    expect(opened).toMatchObject({ status: 200, body: { orderId, token: expect.any(String), expiresAt: expireAt } })
    const { orderId: _, token, expiresAt } = opened.body
    expect((await call('POST', '/orders', order)).body).toMatchObject({ orderId, token, expiresAt })
    expect((await call('POST', '/orders/in-the-app/resume')).body).toMatchObject({ orderId, token, expiresAt })
    expect(JSON.stringify((await call('GET', '/orders/in-the-app/timeline')).body)).not.toContain(String(token))
  })

  it.each([
    ['a checkout that does not exist', { checkout: 'APP' }, 'checkout', /'MOBILE' or 'MOBILE_CUSTOM'/],
    [
      'a hosted order without its redirectUrl',
      { checkout: 'STANDARD', redirectUrl: undefined },
      'redirectUrl',
      /string/,
    ],
  ])('POST /orders refuses %s by the name of the field', async (_, over, field, message) => {
    const { call } = await createMerchantApi()
    expect(await call('POST', '/orders', { ...CART, ...over })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', field, message: expect.stringMatching(message) },
    })
  })

  it('GET /orders returns pages, and filters by reference', async () => {
    const { call } = await createMerchantApi()
    for (const number of [1, 2, 3])
      await call('POST', '/orders', { ...CART, reference: `cart-${number % 2}`, merchantOrderId: `order-${number}` })
    const ids = ({ body }: { body: unknown }) =>
      (body as Page<Order>).rows.map(({ merchantOrderId }) => merchantOrderId)
    const first = await call('GET', '/orders?limit=2')
    const rest = await call('GET', `/orders?limit=2&after=${first.body.next}`)
    expect([...ids(first), ...ids(rest)].sort()).toEqual(['order-1', 'order-2', 'order-3'])
    expect(ids(await call('GET', '/orders?reference=cart-1')).sort()).toEqual(['order-1', 'order-3'])
  })

  it('accepts each configured key, and answers 401 to any other credential', async () => {
    const { raw, call, testGateway } = await createMerchantApi()
    expect((await call('GET', '/orders', undefined, NEW)).status).toBe(200)
    for (const authorization of ['', 'Bearer', `Bearer ${OLD}x`, `Basic ${OLD}`, OLD, `Bearer ${OLD.slice(0, -1)}`]) {
      const response = await raw('GET', '/orders', { authorization })
      expect([response.status, await response.json()]).toMatchObject([401, { code: 'WRONG_KEY' }])
    }
    const sentence = async (headers: { authorization?: string }) =>
      (await (await raw('GET', '/orders', headers)).json()).message
    expect(await sentence({})).toBe('Send a merchant key: Authorization: Bearer <key>.')
    expect(await sentence({ authorization: `Bearer ${OLD}x` })).toMatch(/^This merchant key is not known: /)
    const token = (await testGateway.gateway.orders.start(CART)).payerToken
    expect((await raw('GET', '/orders', { authorization: `Bearer ${token}` })).status).toBe(401)
  })

  it('answers 429 after 20 wrong keys, and limits the rate of a valid key', async () => {
    const { raw, call } = await createMerchantApi()
    const guess = async () => (await raw('GET', '/orders', { authorization: 'Bearer guess' })).status
    for (let tries = 0; tries < 20; tries += 1) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect((await call('GET', '/orders?limit=1')).status).toBe(200)
    const calls = await Promise.all(Array.from({ length: 250 }, () => call('GET', '/refunds/none')))
    const statuses = calls.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 429)).toHaveLength(51)
  })

  it('answers 421 to an unknown host, and 403 to requests of a browser', async () => {
    const { raw } = await createMerchantApi()
    const authorization = `Bearer ${OLD}`
    const status = async (headers: Record<string, string>) =>
      (await raw('GET', '/orders', { authorization, ...headers })).status
    expect(await status({ host: 'galla:4600' })).toBe(200)
    expect(await status({ host: 'localhost:4600' })).toBe(200)
    expect(await status({ host: 'evil.example' })).toBe(421)
    expect(await status({ origin: 'http://127.0.0.1:4600' })).toBe(403)
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(403)
  })

  it.each([
    [{ amount: '499.00' }, 'amount', /paise: 49900/],
    [{ amount: 0.5 }, 'amount', /whole paise/],
    [{ amount: -1 }, 'amount', /above 0/],
    [{ checkout: 'HOSTED' }, 'checkout', /STANDARD/],
    [{ reference: '' }, 'reference', /1 to 200 characters/],
    [{ redirectUrl: 'shop' }, 'redirectUrl', /absolute http/],
    [{ expireAfter: 299 }, 'expireAfter', /300 to/],
    [{ merchantOrderId: 'a b' }, 'merchantOrderId', /letters, digits/],
    [{ metaInfo: { udf11: '#' } }, 'metaInfo.udf11', /letters, digits/],
    [{ metaInfo: JSON.parse('{"udf1":"a","__proto__":"b"}') }, 'request', /__proto__/],
    [{ price: 499 }, 'price', /price/],
  ])('answers 400 to %o with the name of the field', async (wrong, field, message) => {
    const { call, testGateway } = await createMerchantApi()
    const { status, body } = await call('POST', '/orders', { ...CART, ...wrong })
    expect([status, body]).toMatchObject([400, { code: 'INVALID_REQUEST', field }])
    expect(body.message).toMatch(message)
    expect(await testGateway.rows(`select 1 from galla.orders where "state" = 'PENDING'`)).toEqual([])
  })

  it('answers 415, 400 and 413 to invalid bodies, and 404 to an unknown order or route', async () => {
    const { raw, call } = await createMerchantApi()
    const authorization = `Bearer ${OLD}`
    const json = 'application/json'
    const post = async (type: string, body: string) =>
      (await raw('POST', '/orders', { authorization, 'content-type': type }, body)).status
    expect(await post('text/plain', '{}')).toBe(415)
    expect(await post(json, '{"')).toBe(400)
    expect(await post(json, JSON.stringify({ reference: 'x'.repeat(70_000) }))).toBe(413)
    expect(await call('GET', '/orders/none')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await call('DELETE', '/orders/none')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('DELETE /orders/none') },
    })
  })

  it('refuses an unknown key in the query and in the body of each route', async () => {
    const { call } = await createMerchantApi()
    for (const route of Object.keys(MERCHANT_SCOPES)) {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replaceAll(/:\w+/g, '1')
      const answer = async (query: string, body?: object) => {
        const { status, body: error } = await call(method, `${path}${query}`, body)
        return [route, status, error.code]
      }
      expect(await answer('?preview=true')).toEqual([route, 400, 'INVALID_REQUEST'])
      if (method !== 'GET') expect(await answer('', { unknown: true })).toEqual([route, 400, 'INVALID_REQUEST'])
    }
    expect((await call('POST', '/settlements/reports/1/undo', { preview: true })).body).toMatchObject({
      field: 'preview',
    })
    expect((await call('GET', '/settlements/summary?day=2026-11-22')).body).toMatchObject({ field: 'day' })
  })

  it('answers 502 OUTCOME_UNKNOWN when the provider does not answer', async () => {
    const { call, testGateway } = await createMerchantApi()
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'] }] })
    expect(await call('POST', '/orders', CART)).toMatchObject({ status: 502, body: { code: 'OUTCOME_UNKNOWN' } })
  })

  it('never logs a key', async () => {
    const lines: string[] = []
    const record = (details: object, message: string) => void lines.push(JSON.stringify(details) + message)
    const { raw, call } = await createMerchantApi({ log: { info: record, warn: record, error: record } })
    await call('POST', '/orders', CART)
    await raw('GET', '/orders', { authorization: `Bearer ${OLD}x` })
    expect(lines.join()).not.toContain(OLD)
  })

  it.each([
    [{ keys: 'short' }, /merchant\.keys must each be 32/],
    [{ keys: [] }, /merchant\.keys/],
    [{ keys: [OLD, 'x'.repeat(31)] }, /merchant\.keys/],
    [{ keys: `${OLD} ${NEW}` }, /merchant\.keys/],
    [{ keys: OLD, hosts: ['http://galla'] }, /merchant\.hosts must be names/],
    [{ keys: OLD, path: '/merchant/' }, /merchant\.path must be a path such as/],
  ])('createGateway rejects merchant options %o', async (merchant, message) => {
    await expect(createMerchantApi({ merchant })).rejects.toThrow(message)
  })

  it('answers 404 NO_MERCHANT_API when it is not configured', async () => {
    const testGateway = await createTestGateway()
    const response = await testGateway.gateway.merchant.fetch(new Request('http://127.0.0.1/orders'))
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NO_MERCHANT_API' }])
  })
})
