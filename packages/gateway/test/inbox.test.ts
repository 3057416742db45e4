import { createHash } from 'node:crypto'
import { Galla } from '@galla/sdk'
import { sign } from '@galla/sdk/testing'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import {
  AMOUNT,
  CALLBACK_URL,
  CART,
  CLIENT,
  SECRET,
  setupTestGateways,
  type TestGateway,
} from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const post = (
  testGateway: TestGateway,
  body: string | Uint8Array<ArrayBuffer>,
  headers: { [name: string]: string } = { authorization },
) =>
  testGateway.gateway.fetch(
    new Request(CALLBACK_URL, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
  )

const readInbox = (testGateway: TestGateway) =>
  testGateway.rows<{
    verdict: string
    reason: string
    processedAtMs: string | null
    headers: object
    body: object
    event: string
  }>('select * from galla.callbacks order by "callbackId"')

async function createGatewayWithOrder(options: Parameters<typeof createTestGateway>[0] = {}): Promise<TestGateway> {
  const testGateway = await createTestGateway(options)
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  return testGateway
}

const completed = { event: 'checkout.order.completed', merchantOrderId: 'one' }
const readState = async (testGateway: TestGateway) => (await testGateway.gateway.orders.get('one'))?.state

describe('POST /callbacks', () => {
  it('stores each delivery before it answers, and applies a repeated callback once', async () => {
    const testGateway = await createGatewayWithOrder()
    await testGateway.sandbox.setFaults({ profile: 'callback-storm' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.sandbox.idle()
    await testGateway.sandbox.clock.advance(60_000)
    const rows = await readInbox(testGateway)
    expect(rows).toHaveLength(21)
    expect(rows.filter(({ verdict }) => verdict === 'accepted')).toHaveLength(1)
    expect(await readState(testGateway)).toBe('PENDING')
    await testGateway.gateway.runPendingJobs()
    expect(await readState(testGateway)).toBe('COMPLETED')
    expect(await testGateway.rows('select 1 from galla.events')).toHaveLength(1)
    expect((await readInbox(testGateway)).filter(({ processedAtMs }) => processedAtMs)).toHaveLength(1)
  })

  it('keeps the order PENDING when a callback says COMPLETED and the status check does not', async () => {
    const testGateway = await createGatewayWithOrder()
    const [delivery] = await testGateway.sandbox.trigger(completed)
    const callback = JSON.parse(delivery?.request.body ?? '{}')
    callback.payload.state = 'COMPLETED'
    expect((await post(testGateway, JSON.stringify(callback))).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect(await readState(testGateway)).toBe('PENDING')
  })

  it('changes no refund when a callback says COMPLETED and the status check does not, for known and unknown refund ids', async () => {
    const testGateway = await createGatewayWithOrder()
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.gateway.refunds.request({ merchantOrderId: 'one', merchantRefundId: 'r-1', amount: AMOUNT })
    await testGateway.drainJobs()
    const sendFalseCallback = (merchantRefundId: string) =>
      post(
        testGateway,
        JSON.stringify({
          event: 'pg.refund.completed',
          payload: { merchantRefundId, originalMerchantOrderId: 'one', amount: AMOUNT, state: 'COMPLETED' },
        }),
      )
    // The last three are invalid refund ids, so no status check is sent for them.
    for (const id of ['r-1', 'made-up', '.', '..', ' ']) expect((await sendFalseCallback(id)).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect((await testGateway.gateway.refunds.get('r-1'))?.state).not.toBe('COMPLETED')
    expect(await testGateway.gateway.refunds.get('made-up')).toBeUndefined()
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ refundedAmount: 0 })
    const inbox = await readInbox(testGateway)
    expect(inbox.map(({ processedAtMs }) => processedAtMs !== null)).toEqual([true, true, false, false, false, false])
    // A refund of this order that the provider denies may have been made in its dashboard a moment ago.
    expect(inbox.slice(2)).toMatchObject(Array(4).fill({ error: null, reason: 'foreign' }))
  })

  it('stores a refund made outside the gateway once its status check succeeds', async () => {
    const testGateway = await createGatewayWithOrder()
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const otherClient = new Galla({ ...CLIENT, clientVersion: 1, fetch: testGateway.sandbox.fetch })
    const refund = { merchantRefundId: 'theirs', originalMerchantOrderId: 'one', amount: AMOUNT }
    await otherClient.refunds.create(refund)
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['refundStatus'] }] })
    await testGateway.sandbox.simulateRefund('theirs', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('theirs')).toBeUndefined()
    await testGateway.sandbox.setFaults({ rules: [] })
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.refunds.get('theirs')).toMatchObject({ state: 'COMPLETED', origin: 'external' })
  })

  it('leaves the order to the poller when the status check after a callback fails', async () => {
    const testGateway = await createGatewayWithOrder()
    await testGateway.sandbox.setFaults({
      rules: [
        {
          kind: 'status',
          status: 503,
          endpoints: ['standardOrderStatus'],
        },
      ],
    })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const decisions = await testGateway.rows<{ rule: string }>(
      'select "rule" from galla.decisions order by "decisionId"',
    )
    expect(decisions.at(-1)).toEqual({ rule: 'callback-is-a-hint' })
    expect(await readState(testGateway)).toBe('PENDING')
    await testGateway.sandbox.setFaults({ rules: [] })
    await testGateway.advance(20_000)
    expect(await readState(testGateway)).toBe('COMPLETED')
  })

  it('answers 200 to a callback for an unknown order, looks for the order for some hours, and then marks it as foreign', async () => {
    const testGateway = await createGatewayWithOrder()
    const [delivery] = await testGateway.sandbox.trigger(completed)
    const callback = JSON.parse(delivery?.request.body ?? '{}')
    callback.payload.merchantOrderId = 'of-another-shop'
    callback.payload.orderId = 'OMO-of-another-shop'
    expect((await post(testGateway, JSON.stringify(callback))).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect((await readInbox(testGateway))[1]).toMatchObject({ reason: 'foreign', processedAtMs: null, error: null })
    for (let hour = 0; hour < 16; hour += 1) await testGateway.advance(3_600_000)
    expect((await readInbox(testGateway))[1]).toMatchObject({ reason: 'foreign', processedAtMs: expect.anything() })
  })

  it('answers 200 to an unknown event', async () => {
    const testGateway = await createGatewayWithOrder()
    expect((await post(testGateway, '{"event":"unknown.event","payload":{"field":1}}')).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    expect(await readInbox(testGateway)).toMatchObject([
      { event: 'unknown.event', verdict: 'accepted', processedAtMs: expect.anything() },
    ])
  })

  it('stores neither the authorization header nor the payer’s VPA and account', async () => {
    const testGateway = await createGatewayWithOrder()
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS', instrument: 'ACCOUNT' })
    const before = testGateway.sandbox.deliveries()
    await testGateway.drainJobs()
    const sent = JSON.parse(testGateway.sandbox.deliveries().at(-1)?.request.body ?? '{}')
    expect(before.length).toBeLessThanOrEqual(1)
    const stored = JSON.stringify([await readInbox(testGateway), await testGateway.rows('select * from galla.orders')])
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

  it('finds the refund by refundId when the callback has no merchantRefundId', async () => {
    const testGateway = await createGatewayWithOrder({ sandbox: { refundTiming: false } })
    await testGateway.gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'two' })
    for (const merchantOrderId of ['one', 'two']) {
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      await testGateway.gateway.refunds.request({
        merchantOrderId,
        merchantRefundId: `of-${merchantOrderId}`,
        amount: AMOUNT,
      })
      await testGateway.drainJobs()
    }
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const failed = async (id: string, extra: object) => {
      await testGateway.sandbox.simulateRefund(id, { outcome: 'FAILURE' })
      const payload = {
        refundId: (await testGateway.gateway.refunds.get(id))?.refundId,
        amount: AMOUNT,
        state: 'FAILED',
      }
      await post(testGateway, JSON.stringify({ event: 'pg.refund.failed', payload: { ...payload, ...extra } }))
    }
    const unknownRefund = { originalMerchantOrderId: 'one', refundId: 'OMR-unknown', amount: AMOUNT, state: 'FAILED' }
    await post(testGateway, JSON.stringify({ event: 'pg.refund.failed', payload: unknownRefund }))
    await failed('of-one', { originalMerchantOrderId: 'one' })
    await failed('of-two', {})
    await testGateway.gateway.runPendingJobs()
    for (const id of ['of-one', 'of-two'])
      expect(await testGateway.gateway.refunds.get(id)).toMatchObject({
        state: 'FAILED',
        errorCode: expect.any(String),
      })
    // The third was made elsewhere.
    expect(await testGateway.gateway.refunds.get('external:OMR-unknown')).toMatchObject({ state: 'FAILED' })
    expect(await testGateway.rows('select 1 from galla.refunds')).toHaveLength(3)
    const open = (await readInbox(testGateway)).filter(({ processedAtMs }) => processedAtMs === null)
    expect(open).toEqual([])
  })
})

describe.each([
  ['EXPIRED', {}, { state: 'FAILED', errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'ORDER_EXPIRED' }],
  ['EXPIRED', { errorCode: 'TXN_NOT_COMPLETED', detailedErrorCode: 'U69' }, { detailedErrorCode: 'U69' }],
  ['CREATED', {}, { state: 'PENDING' }],
])('legacy order state %s with codes %j', (wireState, codes, expected) => {
  it('is mapped in a status response', async () => {
    const testGateway = await createGatewayWithOrder({
      wrapProvider: withChangedStatus('order', (status) => ({ ...status, ...codes, state: wireState })),
    })
    const order = await testGateway.gateway.orders.sync('one')
    expect(order).toMatchObject(expected)
    expect(order.needsReview).toBeUndefined()
  })

  it('is mapped in a signed callback when trustHmacCallbacks is set', async () => {
    const credentials = { secretKey: 'a key of the stall' }
    const testGateway = await createGatewayWithOrder({
      gateway: { callbackCredentials: credentials, policy: { trustHmacCallbacks: true } },
    })
    await testGateway.sandbox.setFaults({
      rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }],
    })
    const payload = { merchantOrderId: 'one', amount: AMOUNT, ...codes, state: wireState }
    const body = JSON.stringify({ event: 'checkout.order.failed', payload })
    expect((await post(testGateway, body, await sign(body, credentials))).status).toBe(200)
    await testGateway.gateway.runPendingJobs()
    const order = await testGateway.gateway.orders.get('one')
    expect(order).toMatchObject(expected)
    expect(order?.needsReview).toBeUndefined()
  })
})

describe('a signed callback that has one key twice, with trustHmacCallbacks', () => {
  it('is kept as a hint, and the status decides', async () => {
    const credentials = { secretKey: 'a key of the stall' }
    const testGateway = await createGatewayWithOrder({
      gateway: { callbackCredentials: credentials, policy: { trustHmacCallbacks: true } },
    })
    const { gateway, sandbox } = testGateway
    const { orderId } = await sandbox.order('one')
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
    const payload = { merchantOrderId: 'one', orderId, amount: AMOUNT, state: 'COMPLETED', paymentDetails: [] }
    const once = JSON.stringify({ event: 'checkout.order.completed', payload })
    const twice = once.replace('"state":', '"state":"FAILED","state":')
    expect((await post(testGateway, twice, await sign(twice, credentials))).status).toBe(200)
    await gateway.runPendingJobs()
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'PENDING' })

    expect((await post(testGateway, once, await sign(once, credentials))).status).toBe(200)
    await gateway.runPendingJobs()
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
  })
})

describe.each([
  ['as the SDK fixture has it', {}],
  ['FAILED', { state: 'FAILED', amount: AMOUNT }],
  ['PENDING', { state: 'PENDING', amount: AMOUNT }],
])('a signed callback of a failed attempt whose order state is %j, with trustHmacCallbacks', (_, fields) => {
  it('decides nothing while the provider does not answer: the payer may try again', async () => {
    const credentials = { secretKey: 'a key of the stall' }
    const testGateway = await createGatewayWithOrder({
      gateway: { callbackCredentials: credentials, policy: { trustHmacCallbacks: true } },
    })
    const { gateway, sandbox } = testGateway
    const { orderId } = await sandbox.order('one')
    await sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
    const attempt = { transactionId: 'OM1', paymentMode: 'UPI_QR', amount: AMOUNT, state: 'FAILED' }
    const payload = { merchantOrderId: 'one', orderId, ...fields, paymentDetails: [attempt] }
    const body = JSON.stringify({ event: 'checkout.transaction.attempt.failed', payload })
    expect((await post(testGateway, body, await sign(body, credentials))).status).toBe(200)
    await gateway.runPendingJobs()
    const order = await gateway.orders.get('one')
    expect(order).toMatchObject({ state: 'PENDING' })
    expect(order?.needsReview).toBeUndefined()

    await sandbox.setFaults({})
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS', dropCallbacks: true })
    await testGateway.advance(60_000)
    expect(await gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    const open = (await readInbox(testGateway)).filter(({ processedAtMs }) => processedAtMs === null)
    expect(open).toEqual([])
  })
})

describe('POST /callbacks with an invalid request', () => {
  it.each([
    ['a callback without authorization', 401, 'missing-authorization', {}, '{}'],
    ['a callback with a wrong authorization', 401, 'wrong-authorization', { authorization: 'a'.repeat(64) }, '{}'],
    ['a body that is not JSON', 400, 'not-json', { authorization }, 'text'],
    ['an empty body', 400, 'not-json', { authorization }, ''],
  ])('answers %s with %i and stores it as refused with the reason', async (_what, status, reason, headers, body) => {
    const testGateway = await createGatewayWithOrder()
    const response = await post(testGateway, body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ verdict: 'refused' })
    expect(await readInbox(testGateway)).toMatchObject([{ verdict: 'refused', reason }])
    expect(JSON.stringify(await readInbox(testGateway))).not.toContain('aaaa')
  })

  it('answers the same to a wrong signature whether or not its key id is configured', async () => {
    const callbackCredentials = [SECRET, { secretKey: 'kettle-and-cups', keyId: 'key-2026-a' }]
    const testGateway = await createGatewayWithOrder({ gateway: { callbackCredentials } })
    const signature = { 'x-phonepe-checksum-signature': 'a'.repeat(64) }
    for (const headers of [
      { ...signature, 'x-phonepe-checksum-key-id': 'key-2026-a' },
      { ...signature, 'x-phonepe-checksum-key-id': 'key-2026-b' },
      { authorization: 'a'.repeat(64) },
      {},
    ]) {
      const response = await post(testGateway, '{}', headers)
      expect([response.status, await response.json()]).toEqual([401, { verdict: 'refused' }])
    }
    expect((await readInbox(testGateway)).map(({ reason }) => reason)).toEqual([
      'wrong-signature',
      'unknown-key',
      'wrong-authorization',
      'missing-authorization',
    ])
  })

  it('stores no unknown header of a refused callback, not even its name', async () => {
    const testGateway = await createGatewayWithOrder()
    const padding = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-filler-${n}`, 'f'.repeat(200)]))
    await post(testGateway, '{}', { ...padding, 'user-agent': 'attacker '.repeat(100) })
    const [row] = await readInbox(testGateway)
    expect(JSON.stringify(row?.headers).length).toBeLessThan(400)
    expect(JSON.stringify(row?.headers)).not.toContain('filler')
  })

  it('answers 408 to a body that does not end, and stores nothing', async () => {
    const { callbackEndpoint } = await import('../src/routes/callbacks/endpoint.ts')
    const received: unknown[] = []
    const endpoint = callbackEndpoint(
      async (delivery) => {
        received.push(delivery)
        return { status: 200, verdict: 'accepted' }
      },
      (_, run) => {
        queueMicrotask(run)
        return () => {}
      },
    )
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })
    const request = new Request(CALLBACK_URL, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect([(await endpoint(request)).status, received]).toEqual([408, []])
  })

  it('stores at most 30 refused callbacks per minute', async () => {
    const testGateway = await createGatewayWithOrder()
    for (let n = 0; n < 80; n += 1) await post(testGateway, '{}', {})
    expect((await readInbox(testGateway)).length).toBe(30)
    await testGateway.sandbox.clock.advance(60_000)
    await post(testGateway, '{}', {})
    expect((await readInbox(testGateway)).length).toBe(31)
  })

  it('answers 413 to a body of 300 kB and stores nothing', async () => {
    const testGateway = await createGatewayWithOrder()
    const response = await post(testGateway, new Uint8Array(300_000))
    expect(response.status).toBe(413)
    expect(await readInbox(testGateway)).toEqual([])
  })
})

describe('sandbox.drill', () => {
  it('passes every check, and each accepted callback is processed or about an order that the gateway does not have', async () => {
    const testGateway = await createGatewayWithOrder()
    const report = await testGateway.sandbox.drill(CALLBACK_URL)
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
    await testGateway.gateway.runPendingJobs()
    expect(
      (await readInbox(testGateway)).every(
        ({ verdict, processedAtMs, reason }) => verdict !== 'accepted' || processedAtMs || reason === 'foreign',
      ),
    ).toBe(true)
  })
})
