import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { afterEach, describe, expect, it } from 'vitest'
import { notifyOverHttp } from '../src/notifications/http.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const SECRET = 'a secret that two servers know well'
const createTestGateway = setupTestGateways()

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface ReceivedRequest {
  headers: IncomingMessage['headers']
  body: string
}

/** Starts a server of the merchant that records each request and answers with the status of `answer`. */
async function startReceiver(answer: (requests: ReceivedRequest) => number | Promise<number>) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: await text(request) }
    requests.push(received)
    const status = await answer(received)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/galla?key=in-the-address` }
}

async function createPaidOrder(notifiers: ReturnType<typeof notifyOverHttp>[]) {
  const testGateway = await createTestGateway({ gateway: { notifiers } })
  const { order } = await testGateway.gateway.orders.start(CART)
  await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
  return { testGateway, merchantOrderId: order.merchantOrderId }
}

describe('notifyOverHttp', () => {
  it('posts a signed notification once when the server answers 204', async () => {
    const { requests, url } = await startReceiver(() => 204)
    const { testGateway, merchantOrderId } = await createPaidOrder([notifyOverHttp({ url, secret: SECRET })])
    await testGateway.advance(3_600_000)
    expect(requests).toHaveLength(1)
    const [{ headers, body }] = requests as [ReceivedRequest]
    const notification = JSON.parse(body) as MerchantNotification
    expect(notification).toMatchObject({
      event: 'order.completed',
      notificationId: headers['x-galla-notification-id'],
      order: { merchantOrderId, reference: 'cart-7', state: 'COMPLETED', amount: CART.amount },
    })
    // The verification that the guide describes.
    const mac = createHmac('sha256', SECRET).update(`${headers['x-galla-timestamp']}.${body}`).digest('hex')
    expect(headers['x-galla-signature']).toBe(`v1=${mac}`)
    expect(Math.abs(Number(headers['x-galla-timestamp']) - Date.now() / 1_000)).toBeLessThan(300)
  })

  it('sends paidBy with order.failed when another order of the reference was paid', async () => {
    const { requests, url } = await startReceiver(() => 204)
    const notifier = notifyOverHttp({ url, secret: SECRET, kinds: ['order.failed'] })
    const testGateway = await createTestGateway({ gateway: { notifiers: [notifier] } })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'given-up', expireAfter: 300 })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    await testGateway.sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(400_000)
    expect(requests.map(({ body }) => JSON.parse(body) as MerchantNotification)).toMatchObject([
      { event: 'order.failed', order: { merchantOrderId: 'given-up' }, paidBy: 'paid' },
    ])
  })

  it('repeats a notification with the same id until it is answered 2xx, and does not follow redirects', async () => {
    const answers = [503, 302, 200]
    const { requests, url } = await startReceiver(() => answers.shift() ?? 500)
    const { testGateway } = await createPaidOrder([notifyOverHttp({ url, secret: SECRET })])
    for (const pause of [1_000, 5_000, 30_000, 3_600_000]) await testGateway.advance(pause)
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers['x-galla-notification-id'])).size).toBe(1)
  })

  it('sets the delivery to failed after the last attempt, without query or secret in lastError', async () => {
    const { url } = await startReceiver(() => 500)
    const { testGateway } = await createPaidOrder([notifyOverHttp({ url, secret: SECRET })])
    for (let attempt = 0; attempt < 8; attempt += 1) await testGateway.advance(6 * 3_600_000)
    const [delivery] = await testGateway.rows<{ state: string; lastError: string }>(
      `select "state", "lastError" from galla.deliveries where "subscriber" = 'http'`,
    )
    expect(delivery).toMatchObject({
      state: 'failed',
      lastError: expect.stringMatching(/127\.0\.0\.1:\d+ answered 500/),
    })
    expect(delivery?.lastError).not.toMatch(/in-the-address|two servers/)
  })

  it('rejects with a message for a timeout and for a refused connection', async () => {
    const { url } = await startReceiver(() => new Promise(() => {}))
    const notification = { event: 'order.failed', notificationId: 'n', order: {} } as Parameters<
      ReturnType<typeof notifyOverHttp>['notify']
    >[0]
    await expect(notifyOverHttp({ url, secret: SECRET, timeoutMs: 50 }).notify(notification)).rejects.toThrow(
      'did not answer in time',
    )
    for (const close of closing.splice(0)) await close()
    await expect(notifyOverHttp({ url, secret: SECRET }).notify(notification)).rejects.toThrow(
      'could not be reached: ECONNREFUSED',
    )
  })

  it.each([
    [{ url: 'shop.example/notifications' }, 'url must be an absolute'],
    [{ url: 'ftp://shop.example/' }, 'url must be an absolute'],
    [{ url: 'https://user:canary@shop.example/' }, 'without a user name'],
    [{ secret: 'canary' }, 'secret must have 32 characters'],
  ])('rejects the option %o by name, without its value', (wrong, sentence) => {
    const create = () => notifyOverHttp({ url: 'https://shop.example/notifications', secret: SECRET, ...wrong })
    expect(create).toThrow(sentence)
    expect(create).not.toThrow(/canary/)
  })
})
