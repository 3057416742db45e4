import { describe, expect, it, vi } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const CART = { reference: 'cart-7', amount: AMOUNT, checkout: 'MOBILE' } as const
const ID = 'app-1'

/** A gateway that records the requests of its provider, and whose provider may be replaced by a response. */
async function open() {
  const requests: { path: string; body: { paymentFlow?: object } }[] = []
  const provider: { replaced?: (path: string) => Response | undefined; lost?: (path: string) => boolean } = {}
  const testGateway = await createTestGateway({
    wrapProvider: (fetch) => async (url, init) => {
      const path = new URL(String(url)).pathname.replace('/apis/pg-sandbox', '')
      if (!path.includes('/oauth/')) requests.push({ path, body: init?.body ? JSON.parse(String(init.body)) : {} })
      const response = provider.replaced?.(path) ?? (await fetch(url, init))
      if (provider.lost?.(path)) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      return response
    },
  })
  return { ...testGateway, provider, requests, paths: () => requests.map(({ path }) => path) }
}

const isSdkOrder = (path: string) => path.endsWith('/sdk/order')

/** The page that the app shows for a token. */
const viewOf = ({ sandbox }: TestGateway, token: string) =>
  sandbox.fetch('http://x/page-api/view', { headers: { 'x-page-token': token } })

describe('an order for the mobile SDK', () => {
  it.each([
    ['MOBILE', '/checkout/v2'],
    ['MOBILE_CUSTOM', '/payments/v2'],
  ] as const)(
    'of the checkout %s is opened below %s, and its token opens the page of the app',
    async (checkout, base) => {
      const shop = await open()
      const { gateway, sandbox, requests, paths } = shop
      const started = await gateway.orders.start({ ...CART, checkout, merchantOrderId: ID, message: 'Tea' })
      expect(started).toMatchObject({
        order: { merchantOrderId: ID, state: 'PENDING', checkout },
        orderId: (await sandbox.order(ID)).orderId,
        expiresAt: started.order.expiresAtMs,
        payerToken: expect.any(String),
      })
      expect(started.redirectUrl).toBeUndefined()
      expect(requests).toMatchObject([{ path: `${base}/sdk/order`, body: { paymentFlow: { message: 'Tea' } } }])
      expect(requests[0]?.body.paymentFlow).not.toHaveProperty('merchantUrls')
      expect((await viewOf(shop, started.token)).status).toBe(200)
      await gateway.orders.sync(ID)
      expect(paths().at(-1)).toBe(`${base}/order/${ID}/status`)
    },
  )

  it('is paid, reported by callback, fulfilled once and refunded as any order', async () => {
    const fulfilled: string[] = []
    const shop = await createTestGateway({
      gateway: { on: { 'order.completed': ({ order }) => void fulfilled.push(order.reference) } },
    })
    const { gateway, sandbox } = shop
    await gateway.orders.start({ ...CART, merchantOrderId: ID })
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await shop.drainJobs()
    await gateway.orders.sync(ID)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil', checkout: 'MOBILE' })
    expect(fulfilled).toEqual(['cart-7'])
    await gateway.refunds.request({ merchantRefundId: 'back-1', merchantOrderId: ID, amount: AMOUNT })
    await shop.drainJobs()
    await shop.advance(60_000)
    expect((await sandbox.order(ID)).refundedAmount).toBe(AMOUNT)
  })

  it('that is started again has the same token, in each process, without a second request', async () => {
    const shop = await open()
    const { gateway, paths } = shop
    const first = await gateway.orders.start({ ...CART, merchantOrderId: ID })
    const replica = await shop.replica()
    expect(await replica.orders.start({ ...CART, merchantOrderId: ID })).toMatchObject({ token: first.token })
    expect(await gateway.orders.start(CART)).toMatchObject({ token: first.token, orderId: first.orderId })
    expect(await gateway.orders.resume(ID)).toMatchObject({ token: first.token, expiresAt: first.expiresAt })
    expect(paths().filter(isSdkOrder)).toHaveLength(1)
    await expect(
      gateway.orders.start({ ...CART, merchantOrderId: ID, checkout: 'MOBILE_CUSTOM' }),
    ).rejects.toMatchObject({ code: 'ID_TAKEN', field: 'checkout' })
  })

  it('gives its token no longer when it has expired or is paid', async () => {
    const shop = await open()
    const { gateway, sandbox } = shop
    await gateway.orders.start({ ...CART, merchantOrderId: ID, expireAfter: 300 })
    await shop.advance(300_001)
    await expect(gateway.orders.start({ ...CART, merchantOrderId: ID, expireAfter: 300 })).rejects.toMatchObject({
      code: 'ORDER_CLOSED',
    })
    expect(await gateway.orders.resume(ID)).not.toHaveProperty('token')
    const next = await gateway.orders.start(CART)
    await sandbox.simulatePayment(next.order.merchantOrderId, { outcome: 'SUCCESS' })
    await gateway.orders.sync(next.order.merchantOrderId)
    await expect(gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    const paid = await gateway.orders.resume(next.order.merchantOrderId)
    for (const secret of ['token', 'orderId', 'expiresAt']) expect(paid).not.toHaveProperty(secret)
  })

  it('needs no redirectUrl, and takes one for the app that returns to an address', async () => {
    const { gateway, requests } = await open()
    await gateway.orders.start({ ...CART, redirectUrl: 'https://shop.example/thanks' })
    expect(requests[0]?.body.paymentFlow).toMatchObject({
      merchantUrls: { redirectUrl: 'https://shop.example/thanks' },
    })
    await expect(gateway.orders.start({ ...CART, redirectUrl: 'teashop://paid' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'redirectUrl',
    })
  })
})

describe('the token of a mobile order', () => {
  it('is in no order, list, payer view, log line or logged call', async () => {
    const lines: unknown[] = []
    const write = (...line: unknown[]) => void lines.push(line)
    const shop = await createTestGateway({ gateway: { log: { info: write, warn: write, error: write } } })
    const { gateway } = shop
    const { token, payerToken } = await gateway.orders.start({ ...CART, merchantOrderId: ID })
    const response = await gateway.fetch(
      new Request(`http://shop.localhost/orders/${ID}/status`, { headers: { authorization: `Bearer ${payerToken}` } }),
    )
    const payerView = await response.json()
    expect(payerView).toMatchObject({ state: 'PENDING', checkout: 'MOBILE' })
    // The log of calls is written asynchronously.
    const calls = await vi.waitFor(async () => {
      const rows = await shop.rows<{ endpoint: string }>('select * from galla.calls order by "callId"')
      expect(rows).toMatchObject([
        { endpoint: 'standardSdkOrder', response: { token: '****', orderId: expect.stringMatching(/^OMO/) } },
      ])
      return rows
    })
    const shown = [await gateway.orders.get(ID), await gateway.orders.list(), calls, lines, payerView]
    expect(JSON.stringify(shown)).not.toContain(token)
  })

  it('is stored encrypted when there are data keys, and is gone after the erasure of the payer', async () => {
    const dataKeys = [`k1:${Buffer.alloc(32, 7).toString('base64')}`]
    const shop = await createTestGateway({ gateway: { dataKeys } })
    const { gateway, sandbox, rows } = shop
    const { token } = await gateway.orders.start({ ...CART, merchantOrderId: ID })
    const stored = () => rows<{ row: string }>('select o::text as "row" from galla.orders o')
    expect(JSON.stringify(await stored())).not.toContain(token)
    expect(await gateway.orders.start({ ...CART, merchantOrderId: ID })).toMatchObject({ token })
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await gateway.orders.sync(ID)
    await gateway.payers.erase({ merchantOrderId: ID })
    await shop.advance(1_000)
    expect(await rows('select "opened", "request" from galla.orders')).toEqual([{ opened: null, request: {} }])
  })

  it('of another order in a response opens nothing', async () => {
    const shop = await open()
    const { gateway, provider } = shop
    const other = await gateway.orders.start({ ...CART, reference: 'cart-8' })
    provider.replaced = (path) =>
      isSdkOrder(path)
        ? Response.json({ orderId: 'OMO99', state: 'PENDING', expireAt: other.expiresAt, token: other.token })
        : undefined
    await expect(gateway.orders.start({ ...CART, merchantOrderId: ID })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    expect(await gateway.orders.get(ID)).toMatchObject({ needsReview: { reason: 'wrong-order' } })
    expect(await gateway.orders.resume(ID)).not.toHaveProperty('token')
  })

  it('that two phones pay with fulfils the order once, and a person is asked about the second payment', async () => {
    const fulfilled: string[] = []
    const second = { transactionId: 'OM2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_INTENT', timestamp: 1 }
    let isPaidTwice = false
    const shop = await createTestGateway({
      gateway: { on: { 'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId) } },
      wrapProvider: withChangedStatus('order', (status) =>
        isPaidTwice ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), second] } : status,
      ),
    })
    const { gateway, sandbox } = shop
    const { token } = await gateway.orders.start({ ...CART, merchantOrderId: ID })
    for (const phone of [1, 2]) expect((await viewOf(shop, token)).status, `phone ${phone}`).toBe(200)
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await gateway.orders.sync(ID)
    isPaidTwice = true
    // A check of a final order counts for five seconds.
    await shop.advance(6_000)
    await gateway.orders.sync(ID)
    await shop.drainJobs()
    expect(fulfilled).toEqual([ID])
    expect(await gateway.orders.get(ID)).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'paid-twice' },
      surplusAmount: AMOUNT,
    })
  })
})

describe('a mobile order whose response is lost', () => {
  it('is not given away: without an id another one is opened, and both are followed', async () => {
    const shop = await open()
    const { gateway, provider, paths } = shop
    let lost = 0
    provider.lost = (path) => isSdkOrder(path) && ++lost === 1
    const started = await gateway.orders.start(CART)
    expect(started.token).toEqual(expect.any(String))
    expect(paths().filter(isSdkOrder)).toHaveLength(2)
    const { rows } = await gateway.orders.list()
    expect(rows.map(({ state }) => state).sort()).toEqual(['CREATED', 'PENDING'])
  })

  it('of an id of the caller has an unknown outcome until the status is known, and is never sent again', async () => {
    const shop = await open()
    const { gateway, sandbox, provider, paths } = shop
    provider.lost = isSdkOrder
    const order = { ...CART, merchantOrderId: ID } as const
    for (const _ of [1, 2]) await expect(gateway.orders.start(order)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(paths().filter(isSdkOrder)).toHaveLength(1)
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await shop.advance(30_000)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['token', { orderId: 'OMO9', state: 'PENDING', expireAt: Date.now() + 600_000 }],
    ['orderId', { token: 'only-a-token', state: 'PENDING', expireAt: Date.now() + 600_000 }],
  ])('is what a response without its %s is', async (_, body) => {
    const shop = await open()
    shop.provider.replaced = (path) => (isSdkOrder(path) ? Response.json(body) : undefined)
    await expect(shop.gateway.orders.start({ ...CART, merchantOrderId: ID })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    expect(JSON.stringify(await shop.gateway.orders.resume(ID))).not.toContain('only-a-token')
  })
})
