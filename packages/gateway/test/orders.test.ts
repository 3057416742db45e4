import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { AMOUNT, CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

describe('two orders of one reference', () => {
  it('fulfils the first payment and refunds the second automatically', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    const one = await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const two = await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'two' })
    for (const { order } of [one, two]) {
      await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    }
    await testGateway.drainJobs()
    const [first, second] = await Promise.all(
      [one, two].map(({ order }) => testGateway.gateway.orders.get(order.merchantOrderId)),
    )
    expect([first?.resolution, second?.resolution].sort()).toEqual(['duplicate-refund', 'fulfil'])
    const paid = first?.resolution === 'fulfil' ? first : second
    const refunded = first?.resolution === 'fulfil' ? second : first
    expect(receivedEvents).toEqual([`completed ${paid?.merchantOrderId}`])
    expect(await testGateway.gateway.refunds.get(`${refunded?.merchantOrderId}-dup`)).toMatchObject({
      amount: AMOUNT,
      origin: 'duplicate',
    })
    await testGateway.advance(60_000)
    expect((await testGateway.sandbox.order(refunded?.merchantOrderId ?? '')).refundedAmount).toBe(AMOUNT)
    expect(await testGateway.gateway.orders.get(refunded?.merchantOrderId ?? '')).toMatchObject({
      refundedAmount: AMOUNT,
      refundableAmount: 0,
    })
  })

  it('rejects orders.start with REFERENCE_PAID after one order is paid', async () => {
    const testGateway = await createTestGateway()
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.gateway.orders.sync(order.merchantOrderId)
    await expect(testGateway.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
  })
})

describe('the latest attempt of an open order', () => {
  it('is reported while the bank decides, with the codes of a failure, and not after the order has ended', async () => {
    const testGateway = await createTestGateway()
    const { order } = await testGateway.gateway.orders.start(CART)
    const { merchantOrderId } = order
    const sync = () => testGateway.gateway.orders.sync(merchantOrderId)
    expect(await sync()).not.toHaveProperty('latestAttempt')
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
    expect((await sync()).latestAttempt).toEqual({ state: 'PENDING' })
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
    const failed = { state: 'FAILED', errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' }
    expect((await sync()).latestAttempt).toEqual(failed)
    expect((await testGateway.gateway.orders.list()).rows).toMatchObject([{ latestAttempt: failed }])
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    expect(await sync()).not.toHaveProperty('latestAttempt')
  })

  it('comes with the number of checks that the provider did not answer since', async () => {
    const testGateway = await createTestGateway()
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardOrderStatus'] }] })
    const { merchantOrderId } = order
    expect(await testGateway.gateway.orders.sync(merchantOrderId)).toMatchObject({ unansweredPolls: 1 })
    await testGateway.sandbox.setFaults({ rules: [] })
    expect(await testGateway.gateway.orders.sync(merchantOrderId)).not.toHaveProperty('unansweredPolls')
  })
})

describe('the time of a payment', () => {
  it('is that of the provider, not that at which it is learned of', async () => {
    const testGateway = await createTestGateway()
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const { merchantOrderId, createdAtMs } = (await testGateway.gateway.orders.start(CART)).order
    await testGateway.sandbox.clock.advance(2_000)
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    const paidAtMs = createdAtMs + 2_000
    expect(await testGateway.gateway.orders.get(merchantOrderId)).not.toHaveProperty('paidAtMs')
    await testGateway.advance(20_000)
    const order = await testGateway.gateway.orders.get(merchantOrderId)
    expect(order).toMatchObject({ state: 'COMPLETED', paidAtMs })
    expect(order?.completedAtMs).toBeGreaterThan(paidAtMs)
    const [entry] = (await testGateway.gateway.ledger.list({ merchantOrderId })).rows
    expect(entry?.valueAtMs).toBe(paidAtMs)
  })
})

describe('order polling without callbacks', () => {
  it('completes a paid order at the first poll after 20 s, and schedules one more poll an hour after its expiry', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.advance(19_000)
    expect(receivedEvents).toEqual([])
    await testGateway.advance(1_000)
    expect(receivedEvents).toEqual([`completed ${order.merchantOrderId}`])
    expect(await testGateway.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      nextPollAtMs: (order.expiresAtMs ?? 0) + HOUR_MS,
    })
  })

  it('fails an expired order within 6 s of its expiry', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await testGateway.gateway.orders.start({ ...CART, expireAfter: 300 })
    await testGateway.advance(306_000)
    expect(receivedEvents).toEqual([`failed ${order.merchantOrderId}`])
  })
})

describe('an order that the provider does not know', () => {
  it('fails with NEVER_OPENED after its expiry, and is polled exactly three more times', async () => {
    let disconnected = true
    let reads = 0
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => async (url, init) => {
        if (String(url).includes('/never-sent/status')) reads += 1
        if (disconnected && String(url).endsWith('/pay')) throw new TypeError('connection reset')
        return provider(url, init)
      },
    })
    await expect(
      testGateway.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: 'never-sent' }),
    ).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    disconnected = false
    await testGateway.advance(300_000)
    await testGateway.advance(660_000)
    expect(await testGateway.gateway.orders.get('never-sent')).toMatchObject({
      state: 'FAILED',
      errorCode: 'NEVER_OPENED',
    })
    const readsBefore = reads
    for (let hour = 0; hour < 100; hour += 1) await testGateway.advance(HOUR_MS)
    expect(reads - readsBefore).toBe(3)
  })
})

describe.each(['refund', 'fulfil'] as const)('late payment with policy.latePayment %s', (latePayment) => {
  it('is detected by polling and resolved as the policy says', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on, policy: { latePayment } } })
    const { order } = await testGateway.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: 'late-one' })
    const { merchantOrderId } = order
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await payLate(testGateway, merchantOrderId)
    await testGateway.advance(HOUR_MS)
    const after = await testGateway.gateway.orders.get(merchantOrderId)
    if (latePayment === 'fulfil') {
      expect(after).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      expect(receivedEvents).toEqual([`failed ${merchantOrderId}`, `completed ${merchantOrderId}`])
    } else {
      expect(after).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund', refundableAmount: 0 })
      expect(receivedEvents).toEqual([`failed ${merchantOrderId}`])
      await testGateway.advance(60_000)
      expect((await testGateway.sandbox.order(merchantOrderId)).refundedAmount).toBe(AMOUNT)
    }
  })
})

/** Lets the order expire and fail, then completes its payment at the provider. */
async function payLate(
  testGateway: Awaited<ReturnType<typeof createTestGateway>>,
  merchantOrderId: string,
): Promise<void> {
  await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'PENDING' })
  await testGateway.advance(310_000)
  expect(await testGateway.gateway.orders.get(merchantOrderId)).toMatchObject({ state: 'FAILED' })
  await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
}

describe('an unknown order state', () => {
  it('puts the order in review with rule unknown-state, and a later payment does not end the review', async () => {
    const { receivedEvents, on } = recordingHandlers()
    let changeState = true
    const testGateway = await createTestGateway({
      gateway: { on },
      wrapProvider: (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!changeState || !String(url).includes('/status')) return response
        return Response.json({ ...((await response.json()) as object), state: 'ON_HOLD' })
      },
    })
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.advance(20_000)
    expect(receivedEvents).toEqual([`needsReview ${order.merchantOrderId}`])
    expect(await testGateway.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      state: 'PENDING',
      needsReview: { reason: 'unknown-state', findings: [{ code: 'unknown-state', theirs: 'ON_HOLD' }] },
    })
    changeState = false
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get(order.merchantOrderId)).toMatchObject({
      state: 'PENDING',
      needsReview: {},
    })
  })
})

describe('galla.decisions', () => {
  it('has one row per change with its rule and observations, and none for polls without a change', async () => {
    const testGateway = await createTestGateway()
    const { order } = await testGateway.gateway.orders.start(CART)
    for (let poll = 0; poll < 5; poll += 1) await testGateway.advance(20_000)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const decisions = await testGateway.rows(
      'select "rule", "from", "to", "observations" from galla.decisions order by "decisionId"',
    )
    expect(decisions).toMatchObject([
      { rule: 'opened', from: 'CREATED', to: 'PENDING', observations: [{ kind: 'response' }] },
      {
        rule: 'completed-by-status',
        from: 'PENDING',
        to: 'COMPLETED',
        observations: [
          { kind: 'callback', state: 'COMPLETED', amount: AMOUNT },
          { kind: 'status', state: 'COMPLETED', amount: AMOUNT },
        ],
      },
    ])
  })
})
