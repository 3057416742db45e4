import { createHash } from 'node:crypto'
import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import { AMOUNT, CALLBACK_URL, CART, CLIENT, SECRET, type TestGateway, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const post = (
  shop: TestGateway,
  body: string | Uint8Array<ArrayBuffer>,
  headers: { [name: string]: string } = { authorization },
) =>
  shop.gateway.fetch(
    new Request(CALLBACK_URL, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
  )

const inbox = (shop: TestGateway) =>
  shop.rows<{
    verdict: string
    reason: string
    processedAtMs: string | null
    headers: object
    body: object
    event: string
  }>('select * from galla.callbacks order by "callbackId"')

async function opened(options: Parameters<typeof open>[0] = {}): Promise<TestGateway> {
  const shop = await open(options)
  await shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  return shop
}

const completed = { event: 'checkout.order.completed', merchantOrderId: 'one' }
const state = async (shop: TestGateway) => (await shop.gateway.orders.get('one'))?.state

describe('a callback', () => {
  it('is durable before it is acknowledged, and folded once however often it comes', async () => {
    const shop = await opened()
    await shop.sandbox.setFaults({ profile: 'callback-storm' })
    await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await shop.sandbox.idle()
    await shop.sandbox.clock.advance(60_000)
    const rows = await inbox(shop)
    expect(rows).toHaveLength(21)
    expect(rows.filter(({ verdict }) => verdict === 'accepted')).toHaveLength(1)
    expect(await state(shop)).toBe('PENDING')
    await shop.gateway.runPendingJobs()
    expect(await state(shop)).toBe('COMPLETED')
    expect(await shop.rows('select 1 from galla.deliveries')).toHaveLength(1)
    expect((await inbox(shop)).filter(({ processedAtMs }) => processedAtMs)).toHaveLength(1)
  })

  it('that lies is not believed', async () => {
    const shop = await opened()
    const [delivery] = await shop.sandbox.trigger(completed)
    const told = JSON.parse(delivery?.request.body ?? '{}')
    told.payload.state = 'COMPLETED'
    expect((await post(shop, JSON.stringify(told))).status).toBe(200)
    await shop.gateway.runPendingJobs()
    expect(await state(shop)).toBe('PENDING')
  })

  it('that lies about a refund, ours or nobody’s, is not believed either', async () => {
    const shop = await opened()
    await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await shop.processAll()
    await shop.gateway.refunds.request({ merchantOrderId: 'one', merchantRefundId: 'r-1', amount: AMOUNT })
    await shop.processAll()
    const lie = (merchantRefundId: string) =>
      post(
        shop,
        JSON.stringify({
          event: 'pg.refund.completed',
          payload: { merchantRefundId, originalMerchantOrderId: 'one', amount: AMOUNT, state: 'COMPLETED' },
        }),
      )
    // Of the last three the provider cannot even be asked: none of them can be a refund's.
    for (const id of ['r-1', 'made-up', '.', '..', ' ']) expect((await lie(id)).status).toBe(200)
    await shop.gateway.runPendingJobs()
    expect((await shop.gateway.refunds.get('r-1'))?.state).not.toBe('COMPLETED')
    expect(await shop.gateway.refunds.get('made-up')).toBeUndefined()
    expect(await shop.gateway.orders.get('one')).toMatchObject({ refundedAmount: 0 })
    expect((await inbox(shop)).every(({ processedAtMs }) => processedAtMs)).toBe(true)
  })

  it('about a refund that was made elsewhere waits until the provider can be asked', async () => {
    const shop = await opened()
    await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await shop.processAll()
    const elsewhere = new Galla({ ...CLIENT, clientVersion: 1, fetch: shop.sandbox.fetch })
    const refund = { merchantRefundId: 'theirs', originalMerchantOrderId: 'one', amount: AMOUNT }
    await elsewhere.refunds.create(refund)
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['refundStatus'] }] })
    await shop.sandbox.simulateRefund('theirs', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.refunds.get('theirs')).toBeUndefined()
    await shop.sandbox.setFaults({ rules: [] })
    await shop.advance(60_000)
    expect(await shop.gateway.refunds.get('theirs')).toMatchObject({ state: 'COMPLETED', origin: 'elsewhere' })
  })

  it('waits for the poller when the provider cannot be asked', async () => {
    const shop = await opened()
    await shop.sandbox.setFaults({
      rules: [
        {
          kind: 'status',
          status: 503,
          endpoints: ['standardOrderStatus'],
        },
      ],
    })
    await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await shop.processAll()
    const decisions = await shop.rows<{ rule: string }>('select "rule" from galla.decisions order by "decisionId"')
    expect(decisions.at(-1)).toEqual({ rule: 'callback-is-a-hint' })
    expect(await state(shop)).toBe('PENDING')
    await shop.sandbox.setFaults({ rules: [] })
    await shop.advance(20_000)
    expect(await state(shop)).toBe('COMPLETED')
  })

  it('of an order that is not in these books is acknowledged and put aside', async () => {
    const shop = await opened()
    const [delivery] = await shop.sandbox.trigger(completed)
    const told = JSON.parse(delivery?.request.body ?? '{}')
    told.payload.merchantOrderId = 'of-another-shop'
    told.payload.orderId = 'OMO-of-another-shop'
    expect((await post(shop, JSON.stringify(told))).status).toBe(200)
    await shop.gateway.runPendingJobs()
    expect((await inbox(shop)).every(({ processedAtMs }) => processedAtMs)).toBe(true)
  })

  it('with an event that nobody knows is acknowledged', async () => {
    const shop = await opened()
    expect((await post(shop, '{"event":"shop.moon.rise","payload":{"moon":1}}')).status).toBe(200)
    await shop.gateway.runPendingJobs()
    expect(await inbox(shop)).toMatchObject([
      { event: 'shop.moon.rise', verdict: 'accepted', processedAtMs: expect.anything() },
    ])
  })

  it('lies in the database without the payer and without its secret', async () => {
    const shop = await opened()
    await shop.sandbox.simulatePayment('one', { outcome: 'SUCCESS', instrument: 'ACCOUNT' })
    const before = shop.sandbox.deliveries()
    await shop.processAll()
    const sent = JSON.parse(shop.sandbox.deliveries().at(-1)?.request.body ?? '{}')
    expect(before.length).toBeLessThanOrEqual(1)
    const stored = JSON.stringify([await inbox(shop), await shop.rows('select * from galla.orders')])
    expect(stored).not.toContain(authorization)
    const rail = JSON.stringify(sent)
    const vpas = rail.match(/[\w.-]+@[a-z]+/g) ?? []
    const accounts = [...rail.matchAll(/"(?:unmaskedAccountNumber|accountHolderName)":"([^"]+)"/g)].map(
      ([, value]) => value ?? '',
    )
    expect([...vpas, ...accounts]).not.toEqual([])
    for (const secret of [...vpas, ...accounts]) expect(stored).not.toContain(secret)
    expect(stored).toContain('****')
  })

  it('about a refund is known by the provider’s id, when it leaves ours out', async () => {
    const shop = await opened({ sandbox: { refundAutoSettle: false } })
    await shop.gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'two' })
    for (const merchantOrderId of ['one', 'two']) {
      await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await shop.processAll()
      await shop.gateway.refunds.request({ merchantOrderId, merchantRefundId: `of-${merchantOrderId}`, amount: AMOUNT })
      await shop.processAll()
    }
    await shop.sandbox.setFaults({ profile: 'no-callbacks' })
    const failed = async (id: string, told: object) => {
      await shop.sandbox.simulateRefund(id, { outcome: 'FAILURE' })
      const payload = { refundId: (await shop.gateway.refunds.get(id))?.refundId, amount: AMOUNT, state: 'FAILED' }
      await post(shop, JSON.stringify({ event: 'pg.refund.failed', payload: { ...payload, ...told } }))
    }
    const nobody = { originalMerchantOrderId: 'one', refundId: 'OMR-nobody', amount: AMOUNT, state: 'FAILED' }
    await post(shop, JSON.stringify({ event: 'pg.refund.failed', payload: nobody }))
    await failed('of-one', { originalMerchantOrderId: 'one' })
    await failed('of-two', {})
    await shop.gateway.runPendingJobs()
    for (const id of ['of-one', 'of-two'])
      expect(await shop.gateway.refunds.get(id)).toMatchObject({ state: 'FAILED', errorCode: expect.any(String) })
    expect(await shop.rows('select 1 from galla.refunds')).toHaveLength(2)
    expect((await inbox(shop)).every(({ processedAtMs }) => processedAtMs)).toBe(true)
  })
})

describe.each([
  ['EXPIRED', {}, { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }],
  ['EXPIRED', { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'U69' }, { detailedErrorCode: 'U69' }],
  ['CREATED', {}, { state: 'PENDING' }],
])('%s, an older word for an order’s state, with codes %j', (word, codes, meant) => {
  it('is understood in a status', async () => {
    const shop = await opened({ wire: withChangedStatus('order', (told) => ({ ...told, ...codes, state: word })) })
    const order = await shop.gateway.orders.sync('one')
    expect(order).toMatchObject(meant)
    expect(order.needsReview).toBeUndefined()
  })

  it('is understood in a signed callback', async () => {
    const secret = { secretKey: 'a key of the stall' }
    const shop = await opened({
      gateway: { callbackCredentials: secret, policy: { trustHmacCallbacks: true } },
    })
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
    const payload = { merchantOrderId: 'one', amount: AMOUNT, ...codes, state: word }
    const body = JSON.stringify({ event: 'checkout.order.failed', payload })
    expect((await post(shop, body, await sign(body, secret))).status).toBe(200)
    await shop.gateway.runPendingJobs()
    const order = await shop.gateway.orders.get('one')
    expect(order).toMatchObject(meant)
    expect(order?.needsReview).toBeUndefined()
  })
})

describe('a callback that is refused', () => {
  it.each([
    ['without authorisation', 401, 'missing-authorization', {}, '{}'],
    ['with a wrong one', 401, 'wrong-authorization', { authorization: 'a'.repeat(64) }, '{}'],
    ['that is no JSON', 400, 'not-json', { authorization }, 'moon'],
    ['that is empty', 400, 'not-json', { authorization }, ''],
  ])('%s is answered %i and shown', async (_what, status, reason, headers, body) => {
    const shop = await opened()
    const reply = await post(shop, body, headers)
    expect(reply.status).toBe(status)
    expect(await inbox(shop)).toMatchObject([{ verdict: 'refused', reason }])
    expect(JSON.stringify(await inbox(shop))).not.toContain('aaaa')
  })

  it('a flood of them is counted, not kept', async () => {
    const shop = await opened()
    for (let n = 0; n < 80; n += 1) await post(shop, '{}', {})
    expect((await inbox(shop)).length).toBe(30)
    await shop.sandbox.clock.advance(60_000)
    await post(shop, '{}', {})
    expect((await inbox(shop)).length).toBe(31)
  })

  it('is cut off when it is too large, whatever it claims', async () => {
    const shop = await opened()
    const reply = await post(shop, new Uint8Array(300_000))
    expect(reply.status).toBe(413)
    expect(await inbox(shop)).toEqual([])
  })
})

describe('the sandbox’s drill', () => {
  it('finds nothing to mend', async () => {
    const shop = await opened()
    const report = await shop.sandbox.drill(CALLBACK_URL)
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    await shop.gateway.runPendingJobs()
    expect((await inbox(shop)).every(({ verdict, processedAtMs }) => verdict !== 'accepted' || processedAtMs)).toBe(
      true,
    )
  })
})
