import type { Order, Page } from '@galla/contract/gateway-api/orders'
import { expect, it } from 'vitest'
import type { GatewaySettings } from '../src/index.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const OLD = 'an-old-key-of-the-shop-0123456789'
const NEW = 'the-new-key-of-the-shop-0123456789'
const open = testGateways()

async function shopWith(more: Partial<GatewaySettings> = {}) {
  const shop = await open({ gateway: { merchant: { keys: [OLD, NEW], hosts: ['galla'], path: '/merchant' }, ...more } })
  const raw = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    shop.gateway.merchant.fetch(
      new Request(`http://127.0.0.1:4600/merchant${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    )
  const call = async (method: string, path: string, body?: object, key = OLD) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const reply = await raw(method, path, headers, body && JSON.stringify(body))
    return { status: reply.status, told: (await reply.json()) as { [field: string]: unknown } }
  }
  return { shop, raw, call }
}

it('takes an order from its start to its refund, in any language', async () => {
  const { shop, call } = await shopWith()
  const wanted = { ...CART, merchantOrderId: 'cart-7-a', metaInfo: { udf1: 'table 4' } }
  const opened = await call('POST', '/orders', wanted)
  expect(opened).toMatchObject({
    status: 200,
    told: {
      order: { state: 'PENDING', reference: 'cart-7', amount: 49_900 },
      payerToken: expect.stringMatching(/^g1\./),
    },
  })
  // A reply that was lost on the way: saying it again is saying it once.
  expect((await call('POST', '/orders', wanted)).told).toEqual(opened.told)

  await shop.sandbox.simulatePayment('cart-7-a', { outcome: 'SUCCESS' })
  expect(await call('POST', '/orders/cart-7-a/sync')).toMatchObject({ status: 200, told: { state: 'COMPLETED' } })
  expect(await call('GET', '/orders/cart-7-a')).toMatchObject({
    told: { state: 'COMPLETED', refundableAmount: 49_900 },
  })
  expect(await call('POST', '/orders', { ...CART, merchantOrderId: 'cart-7-b' })).toMatchObject({
    status: 409,
    told: { code: 'REFERENCE_PAID', field: 'reference' },
  })

  const refund = { merchantRefundId: 'cup-1', amount: 10_000, note: 'a broken cup' }
  expect(await call('POST', '/orders/cart-7-a/refunds', refund)).toMatchObject({
    status: 200,
    told: { state: 'REQUESTED', origin: 'api' },
  })
  await shop.gateway.runPendingJobs()
  await shop.sandbox.simulateRefund('cup-1', { outcome: 'SUCCESS' })
  expect(await call('POST', '/refunds/cup-1/sync')).toMatchObject({
    told: { state: 'COMPLETED', note: 'a broken cup' },
  })
  expect(await call('GET', '/refunds/cup-1')).toMatchObject({ told: { state: 'COMPLETED' } })
  expect(await call('GET', '/refunds?merchantOrderId=cart-7-a')).toMatchObject({
    told: { rows: [{ merchantRefundId: 'cup-1' }] },
  })
})

it('begins a payment on the merchant’s own page', async () => {
  const { call } = await shopWith()
  await call('POST', '/orders', { ...CART, checkout: 'CUSTOM', merchantOrderId: 'own-page' })
  expect(await call('POST', '/orders/own-page/pay', { paymentMode: { type: 'UPI_QR' } })).toMatchObject({
    status: 200,
    told: { order: { state: 'PENDING' }, payment: { type: 'UPI_QR', qrData: expect.any(String) } },
  })
})

it('lists page by page, and all orders of one reference', async () => {
  const { call } = await shopWith()
  for (const number of [1, 2, 3])
    await call('POST', '/orders', { ...CART, reference: `cart-${number % 2}`, merchantOrderId: `order-${number}` })
  const ids = ({ told }: { told: unknown }) => (told as Page<Order>).rows.map(({ merchantOrderId }) => merchantOrderId)
  const first = await call('GET', '/orders?limit=2')
  const rest = await call('GET', `/orders?limit=2&after=${first.told.next}`)
  expect([...ids(first), ...ids(rest)].sort()).toEqual(['order-1', 'order-2', 'order-3'])
  expect(ids(await call('GET', '/orders?reference=cart-1')).sort()).toEqual(['order-1', 'order-3'])
})

it('opens to each of its keys and to nothing else', async () => {
  const { raw, call, shop } = await shopWith()
  expect((await call('GET', '/orders', undefined, NEW)).status).toBe(200)
  for (const authorization of ['', 'Bearer', `Bearer ${OLD}x`, `Basic ${OLD}`, OLD, `Bearer ${OLD.slice(0, -1)}`]) {
    const reply = await raw('GET', '/orders', { authorization })
    expect([reply.status, await reply.json()]).toMatchObject([401, { code: 'WRONG_KEY' }])
  }
  const token = (await shop.gateway.orders.start(CART)).payerToken
  expect((await raw('GET', '/orders', { authorization: `Bearer ${token}` })).status).toBe(401)
})

it('is slow to those who guess, and bounded to those who know', async () => {
  const { raw, call } = await shopWith()
  const guess = async () => (await raw('GET', '/orders', { authorization: 'Bearer guess' })).status
  for (let tries = 0; tries < 20; tries += 1) expect(await guess()).toBe(401)
  expect(await guess()).toBe(429)
  expect((await call('GET', '/orders?limit=1')).status).toBe(200)
  const calls = await Promise.all(Array.from({ length: 250 }, () => call('GET', '/refunds/none')))
  const statuses = calls.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(statuses.filter((status) => status === 429)).toHaveLength(51)
})

it('answers under its own names, and to no browser', async () => {
  const { raw } = await shopWith()
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
  [{ price: 499 }, 'request', /price/],
])('refuses %o with the field’s name', async (wrong, field, says) => {
  const { call, shop } = await shopWith()
  const { status, told } = await call('POST', '/orders', { ...CART, ...wrong })
  expect([status, told]).toMatchObject([400, { code: 'INVALID_REQUEST', field }])
  expect(told.message).toMatch(says)
  expect(await shop.rows(`select 1 from galla.orders where "state" = 'PENDING'`)).toEqual([])
})

it('refuses what is no JSON, what is too large, and what it does not have', async () => {
  const { raw, call } = await shopWith()
  const authorization = `Bearer ${OLD}`
  const json = 'application/json'
  const post = async (type: string, body: string) =>
    (await raw('POST', '/orders', { authorization, 'content-type': type }, body)).status
  expect(await post('text/plain', '{}')).toBe(415)
  expect(await post(json, '{"')).toBe(400)
  expect(await post(json, JSON.stringify({ reference: 'x'.repeat(70_000) }))).toBe(413)
  expect(await call('GET', '/orders/none')).toMatchObject({ status: 404, told: { code: 'NOT_FOUND' } })
  expect(await call('DELETE', '/orders/none')).toMatchObject({
    status: 404,
    told: { message: expect.stringContaining('DELETE /orders/none') },
  })
})

it('says what the provider’s silence means', async () => {
  const { call, shop } = await shopWith()
  await shop.sandbox.setFaults({ rules: [{ kind: 'reset', endpoints: ['standardPay'] }] })
  expect(await call('POST', '/orders', CART)).toMatchObject({ status: 502, told: { code: 'OUTCOME_UNKNOWN' } })
})

it('never logs the key', async () => {
  const lines: string[] = []
  const say = (facts: object, message: string) => void lines.push(JSON.stringify(facts) + message)
  const { raw, call } = await shopWith({ log: { info: say, warn: say, error: say } })
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
])('does not open with %o, and lets the database go', async (merchant, says) => {
  await expect(shopWith({ merchant })).rejects.toThrow(says)
})

it('is not there where it was not asked for', async () => {
  const shop = await open()
  const reply = await shop.gateway.merchant.fetch(new Request('http://127.0.0.1/orders'))
  expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'NO_MERCHANT_API' }])
})
