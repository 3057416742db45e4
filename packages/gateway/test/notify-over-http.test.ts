import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { afterEach, expect, it } from 'vitest'
import { notifyOverHttp } from '../src/notifications/http.ts'
import { CART, testGateways } from './helpers/test-gateway.ts'

const SECRET = 'a secret that two servers know well'
const open = testGateways()

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface ObservationOf {
  headers: IncomingMessage['headers']
  body: string
}

/** The merchant's own server, in any language. */
async function listener(answer: (heard: ObservationOf) => number | Promise<number>) {
  const heard: ObservationOf[] = []
  const server = createServer(async (request, response) => {
    const one = { headers: request.headers, body: await text(request) }
    heard.push(one)
    const status = await answer(one)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/galla?key=in-the-address` }
}

async function paid(notifiers: ReturnType<typeof notifyOverHttp>[]) {
  const shop = await open({ gateway: { notifiers } })
  const { order } = await shop.gateway.orders.start(CART)
  await shop.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await shop.processAll()
  return { shop, merchantOrderId: order.merchantOrderId }
}

it('posts what happened, signed, once when it is heard', async () => {
  const { heard, url } = await listener(() => 204)
  const { shop, merchantOrderId } = await paid([notifyOverHttp({ url, secret: SECRET })])
  await shop.advance(3_600_000)
  expect(heard).toHaveLength(1)
  const [{ headers, body }] = heard as [ObservationOf]
  const notice = JSON.parse(body) as MerchantNotification
  expect(notice).toMatchObject({
    event: 'order.completed',
    notificationId: headers['x-galla-notification-id'],
    order: { merchantOrderId, reference: 'cart-7', state: 'COMPLETED', amount: CART.amount },
  })
  // As the guide tells others to do it.
  const mac = createHmac('sha256', SECRET).update(`${headers['x-galla-timestamp']}.${body}`).digest('hex')
  expect(headers['x-galla-signature']).toBe(`v1=${mac}`)
  expect(Math.abs(Number(headers['x-galla-timestamp']) - Date.now() / 1_000)).toBeLessThan(300)
})

it('says of an order that was given up which other one was paid', async () => {
  const { heard, url } = await listener(() => 204)
  const notifier = notifyOverHttp({ url, secret: SECRET, kinds: ['order.failed'] })
  const shop = await open({ gateway: { notifiers: [notifier] } })
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'given-up', expireAfter: 300 })
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await shop.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await shop.processAll()
  await shop.advance(400_000)
  expect(heard.map(({ body }) => JSON.parse(body) as MerchantNotification)).toMatchObject([
    { event: 'order.failed', order: { merchantOrderId: 'given-up' }, paidBy: 'paid' },
  ])
})

it('tells the same notice again until it is heard, and follows nobody elsewhere', async () => {
  const answers = [503, 302, 200]
  const { heard, url } = await listener(() => answers.shift() ?? 500)
  const { shop } = await paid([notifyOverHttp({ url, secret: SECRET })])
  for (const pause of [1_000, 5_000, 30_000, 3_600_000]) await shop.advance(pause)
  expect(heard).toHaveLength(3)
  expect(new Set(heard.map(({ headers }) => headers['x-galla-notification-id'])).size).toBe(1)
})

it('is needsReview and shown when nobody ever hears, without what the address or the secret holds', async () => {
  const { url } = await listener(() => 500)
  const { shop } = await paid([notifyOverHttp({ url, secret: SECRET })])
  for (let look = 0; look < 8; look += 1) await shop.advance(6 * 3_600_000)
  const [effect] = await shop.rows<{ state: string; lastError: string }>(
    `select "state", "lastError" from galla.deliveries where "notifier" = 'http'`,
  )
  expect(effect).toMatchObject({ state: 'failed', lastError: expect.stringMatching(/127\.0\.0\.1:\d+ answered 500/) })
  expect(effect?.lastError).not.toMatch(/in-the-address|two servers/)
})

it('says that a server does not answer, or is not there', async () => {
  const { url } = await listener(() => new Promise(() => {}))
  const notice = { event: 'order.failed', notificationId: 'n', order: {} } as Parameters<
    ReturnType<typeof notifyOverHttp>['notify']
  >[0]
  await expect(notifyOverHttp({ url, secret: SECRET, timeoutMs: 50 }).notify(notice)).rejects.toThrow(
    'did not answer in time',
  )
  for (const close of closing.splice(0)) await close()
  await expect(notifyOverHttp({ url, secret: SECRET }).notify(notice)).rejects.toThrow(
    'could not be reached: ECONNREFUSED',
  )
})

it.each([
  [{ url: 'shop.example/hear' }, 'url must be an absolute'],
  [{ url: 'ftp://shop.example/' }, 'url must be an absolute'],
  [{ url: 'https://user:canary@shop.example/' }, 'without a user name'],
  [{ secret: 'canary' }, 'secret must have 32 characters'],
])('refuses %o by name', (wrong, sentence) => {
  const made = () => notifyOverHttp({ url: 'https://shop.example/hear', secret: SECRET, ...wrong })
  expect(made).toThrow(sentence)
  expect(made).not.toThrow(/canary/)
})
