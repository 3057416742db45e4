import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { MerchantNotification } from '@galla/contract/gateway-api/merchant-routes'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { notifyOverHttp } from '../src/notifications/http.ts'
import { verifyWebhook } from '../src/notifications/webhook.ts'
import { openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const SECRET = `whsec_${Buffer.from('a secret that two servers know well').toString('base64')}`
const NEXT_SECRET = `whsec_${Buffer.from('the secret that replaces it soon').toString('base64')}`
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
      type: 'order.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { order: { merchantOrderId, reference: 'cart-7', state: 'COMPLETED', amount: CART.amount } },
    })
    // The reference library of Standard Webhooks accepts it.
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(notification)
    expect(verifyWebhook({ headers, body, secrets: SECRET })).toEqual({ id: headers['webhook-id'], notification })
  })

  it('signs with several secrets while one is replaced', async () => {
    const { requests, url } = await startReceiver(() => 204)
    await createPaidOrder([notifyOverHttp({ url, secret: [SECRET, NEXT_SECRET] })])
    const [{ headers, body }] = requests as [ReceivedRequest]
    for (const secret of [SECRET, NEXT_SECRET])
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeDefined()
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
      { type: 'order.failed', data: { order: { merchantOrderId: 'given-up' }, paidBy: 'paid' } },
    ])
  })

  it('sends the subscription and its payer with the events of a subscription', async () => {
    const { requests, url } = await startReceiver(() => 204)
    const notifiers = [notifyOverHttp({ url, secret: SECRET })]
    const { activate } = await openSubscriptionShop(createTestGateway, { gateway: { notifiers } })
    await activate()
    const sent = requests.map(({ body }) => JSON.parse(body) as MerchantNotification)
    expect(sent.map(({ type }) => type).sort()).toEqual(['subscription.activated', 'subscription.charge_completed'])
    for (const { data } of sent)
      expect(data).toMatchObject({
        subscription: { subscriptionId: 'sub-7', planId: 'tea' },
        payer: START.payer,
        order: { merchantOrderId: 'sub-7-1-1' },
      })
  })

  it('repeats a notification with the same id until it is answered 2xx, and does not follow redirects', async () => {
    const answers = [503, 302, 200]
    const { requests, url } = await startReceiver(() => answers.shift() ?? 500)
    const { testGateway } = await createPaidOrder([notifyOverHttp({ url, secret: SECRET })])
    for (const pause of [1_000, 5_000, 30_000, 3_600_000]) await testGateway.advance(pause)
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
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

  it('is stamped by the clock of the gateway, whatever the clock of this machine shows', async () => {
    const { requests, url } = await startReceiver(() => 204)
    const startMs = Date.UTC(2031, 0, 1)
    const testGateway = await createTestGateway({
      sandbox: { clock: { frozen: true, startMs } },
      gateway: { notifiers: [notifyOverHttp({ url, secret: SECRET })] },
    })
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(requests[0]?.headers['webhook-timestamp']).toBe(String(startMs / 1_000))
  })

  it('rejects with a message for a timeout and for a refused connection', async () => {
    const { url } = await startReceiver(() => new Promise(() => {}))
    const notification = { event: 'order.failed', notificationId: 'n', atMs: 0, sentAtMs: 0, order: {} } as Parameters<
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
    [{ secret: 'canary' }, 'secret must be whsec_'],
    [{ secret: `whsec_${Buffer.from('canary').toString('base64')}` }, 'secret must be whsec_'],
    [{ secret: [] }, 'secret must be whsec_'],
    [
      { url: 'http://shop.example/notifications' },
      /^url must be an https URL.* In SANDBOX, name a private host in hostsWithoutTls/,
    ],
  ])('rejects the option %o by name, without its value', (wrong, sentence) => {
    const create = () => notifyOverHttp({ url: 'https://shop.example/notifications', secret: SECRET, ...wrong })
    expect(create).toThrow(sentence)
    expect(create).not.toThrow(/canary/)
  })
})
