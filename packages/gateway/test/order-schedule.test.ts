import { describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { type WireStatus, withChangedStatus } from './helpers/changed-status.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CUSTOM = { ...CART, checkout: 'CUSTOM', expireAfter: 300, merchantOrderId: 'mine' } as const

/** Counts status checks; while `away` they fail. */
function countedChecks() {
  const state = { away: false, reads: 0 }
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (url, init) => {
    if (!String(url).includes('/status')) return provider(url, init)
    state.reads += 1
    if (state.away) throw new TypeError('connection reset')
    return provider(url, init)
  }
  return { state, wrapProvider }
}

describe('an outage of ten days', () => {
  it('costs an open order few status checks, and does not lose it', async () => {
    const { state, wrapProvider } = countedChecks()
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start(CUSTOM)
    await gateway.orders.pay('mine', { type: 'UPI_QR' })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    state.away = true
    const endMs = sandbox.clock.now() + 10 * DAY_MS
    while (sandbox.clock.now() < endMs) {
      const { nextPollAtMs = 0 } = (await gateway.orders.get('mine')) ?? {}
      await testGateway.advance(nextPollAtMs - sandbox.clock.now())
    }
    expect(state.reads).toBeLessThan(80)
    expect(state.reads).toBeGreaterThan(10)
    expect(await gateway.orders.get('mine')).toMatchObject({
      needsReview: { reason: 'undecided' },
      nextPollAtMs: expect.any(Number),
    })
    state.away = false
    await testGateway.advance(DAY_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('closes orders that were never sent without an event, and asks about each until one answer', async () => {
    const { state, wrapProvider } = countedChecks()
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ wrapProvider, gateway: { on } })
    const { gateway, sandbox } = testGateway
    await sandbox.setFaults({ profile: 'token-outage' })
    await expect(
      gateway.orders.start({ ...CART, reference: 'b', merchantOrderId: 'page', expireAfter: 300 }),
    ).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    await gateway.orders.start(CUSTOM)
    state.away = true
    for (let hour = 0; hour < 100; hour += 1) await testGateway.advance(HOUR_MS)
    for (const id of ['mine', 'page']) {
      const order = await gateway.orders.get(id)
      expect(order).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT', nextPollAtMs: expect.any(Number) })
    }
    expect(state.reads).toBeLessThan(2 * 40)
    const { reads } = state
    state.away = false
    await sandbox.setFaults({ rules: [] })
    for (let hour = 0; hour < 100; hour += 1) await testGateway.advance(HOUR_MS)
    expect(state.reads - reads).toBe(2)
    for (const id of ['mine', 'page']) expect(await gateway.orders.get(id)).not.toHaveProperty('nextPollAtMs')
    expect(receivedEvents).toEqual([])
  })
})

describe('an order that the provider does not decide', () => {
  const undecided = () => {
    let pending = true
    const change = (status: WireStatus) => (pending ? { ...status, state: 'PENDING', paymentDetails: [] } : status)
    return { wrapProvider: withChangedStatus('order', change), decide: () => (pending = false) }
  }

  it('needs review as undecided 72 h after its expiry, is polled daily, and leaves the review by the provider’s decision', async () => {
    const { wrapProvider, decide } = undecided()
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ wrapProvider, gateway: { on } })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    for (let hour = 0; hour < 80; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'PENDING', needsReview: { reason: 'undecided' } })
    expect(receivedEvents).toEqual(['needsReview mine'])
    const { queues } = await gateway.health()
    expect(queues).toContainEqual(expect.objectContaining({ name: 'undecided orders', waiting: 1 }))
    expect(queues).toContainEqual(expect.objectContaining({ name: 'orders in review', waiting: 0 }))
    const decisions = await testGateway.rows('select 1 from galla.decisions')
    await testGateway.advance(DAY_MS)
    await testGateway.advance(DAY_MS)
    expect(await testGateway.rows('select 1 from galla.decisions')).toHaveLength(decisions.length)
    decide()
    await testGateway.advance(DAY_MS)
    const order = await gateway.orders.get('mine')
    expect(order).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(order?.needsReview).toBeUndefined()
    expect(receivedEvents).toEqual(['needsReview mine', 'completed mine'])
  })

  it('is polled after a person releases it from review later than 72 h', async () => {
    let onHold = true
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) => (onHold ? { ...status, state: 'ON_HOLD' } : status)),
      gateway: { console: { password: 'twelve characters' } },
    })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await testGateway.advance(20_000)
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    for (let day = 0; day < 5; day += 1) await testGateway.advance(DAY_MS)
    onHold = false
    await testGateway.rows(`update galla.orders set "needsReview" = null, "nextPollAtMs" = $1`, [sandbox.clock.now()])
    await testGateway.advance(1_000)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('is set aside for a day when a person resolves the review, and not back in review at the next poll', async () => {
    const { wrapProvider, decide } = undecided()
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    for (let hour = 0; hour < 80; hour += 8) await testGateway.advance(8 * HOUR_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ needsReview: { reason: 'undecided' } })
    const { context, stop } = await createContext(testGateway.settings)
    await resolveReview(context, 'mine', { note: 'The bank looks into it, ticket 4711' })
    await stop()
    await testGateway.advance(DAY_MS - HOUR_MS)
    expect(await gateway.orders.get('mine')).not.toHaveProperty('needsReview')
    await testGateway.advance(HOUR_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ needsReview: { reason: 'undecided' } })
    decide()
    await testGateway.advance(DAY_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('cannot be stored without a next poll or a review', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(CUSTOM)
    await expect(testGateway.rows('update galla.orders set "nextPollAtMs" = null')).rejects.toThrow(/check constraint/)
  })
})

describe('a failed order', () => {
  it('that is paid weeks after its expiry, with every callback lost, is found and refunded', async () => {
    let paid = false
    const payment = { transactionId: 'OMLATE', state: 'COMPLETED', amount: CART.amount, paymentMode: 'UPI_QR' }
    const change = (status: WireStatus) =>
      paid
        ? { ...status, state: 'COMPLETED', paymentDetails: [{ ...payment, timestamp: 4_000_000_000_000 }] }
        : { ...status, state: 'FAILED', errorCode: 'TXN_EXPIRED' }
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ wrapProvider: withChangedStatus('order', change), gateway: { on } })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    for (let day = 0; day < 5; day += 1) await testGateway.advance(DAY_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'FAILED', nextPollAtMs: expect.any(Number) })
    paid = true
    for (let day = 0; day < 3; day += 1) await testGateway.advance(DAY_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect(await gateway.refunds.get('mine-late')).toMatchObject({ amount: CART.amount })
    expect(receivedEvents).not.toContain('completed mine')
  })
})

describe('a completed order', () => {
  it('is checked an hour after its expiry, and a second payment puts it in review', async () => {
    let twice = false
    const change = (status: WireStatus) => {
      const [first] = (status.paymentDetails ?? []) as object[]
      return twice ? { ...status, paymentDetails: [first, { ...first, transactionId: 'OMSECOND' }] } : status
    }
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ wrapProvider: withChangedStatus('order', change), gateway: { on } })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    twice = true
    await testGateway.advance(HOUR_MS)
    expect(await gateway.orders.get('mine')).not.toHaveProperty('needsReview')
    await testGateway.advance(300_000)
    expect(await gateway.orders.get('mine')).toMatchObject({
      state: 'COMPLETED',
      resolution: 'fulfil',
      needsReview: { reason: 'paid-twice' },
    })
    expect(receivedEvents).toEqual(['completed mine', 'needsReview mine'])
  })

  it('keeps the facts that it learns while it is in review', async () => {
    const ids = ['OMA', 'OMB']
    const change = (status: WireStatus) => {
      const [first] = (status.paymentDetails ?? []) as object[]
      return first ? { ...status, paymentDetails: ids.map((transactionId) => ({ ...first, transactionId })) } : status
    }
    const testGateway = await createTestGateway({ wrapProvider: withChangedStatus('order', change) })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get('mine')).toMatchObject({ needsReview: {}, surplusAmount: CART.amount })
    ids.push('OMC')
    await gateway.orders.sync('mine')
    expect(await gateway.orders.get('mine')).toMatchObject({ needsReview: {}, surplusAmount: 2 * CART.amount })
  })
})

describe('an order whose contradiction a person has resolved', () => {
  const payment = {
    transactionId: 'OMLATE',
    state: 'COMPLETED',
    amount: CART.amount,
    paymentMode: 'UPI_QR',
    timestamp: 1,
  }

  it('is checked further when it failed: one that persists does not stop it again, and a late payment is refunded', async () => {
    let reported: object = { state: 'FAILED', errorCode: 'TXN_EXPIRED', paymentDetails: [] }
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) => ({ ...status, ...reported })),
    })
    const { gateway, sandbox } = testGateway
    const reason = async () => (await gateway.orders.get('mine'))?.needsReview?.reason
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 300 })
    await testGateway.advance(60_000)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'FAILED' })
    reported = { ...reported, paymentDetails: [payment] }
    await testGateway.advance(2 * HOUR_MS)
    expect(await reason()).toBe('contradiction')
    const { context, stop } = await createContext(testGateway.settings)
    await resolveReview(context, 'mine', { note: 'the dashboard shows no money' })
    await testGateway.advance(HOUR_MS)
    expect(await reason()).toBeUndefined()
    await testGateway.advance(DAY_MS)
    expect(await reason()).toBeUndefined()
    await stop()
    reported = { state: 'COMPLETED', paymentDetails: [payment] }
    for (let day = 0; day < 3; day += 1) await testGateway.advance(DAY_MS)
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    expect(await gateway.refunds.get('mine-late')).toMatchObject({ amount: CART.amount })
  })

  it('is checked next an hour after its expiry when it is completed', async () => {
    let isFailed = false
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) => (isFailed ? { ...status, state: 'FAILED' } : status)),
    })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 3_600 })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(120_000)
    isFailed = true
    await gateway.orders.sync('mine')
    expect((await gateway.orders.get('mine'))?.needsReview?.reason).toBe('contradiction')
    const { context, stop } = await createContext(testGateway.settings)
    await resolveReview(context, 'mine', { note: 'the money came' })
    await stop()
    const { expiresAtMs = 0, nextPollAtMs } = (await gateway.orders.get('mine')) ?? {}
    expect(nextPollAtMs).toBe(expiresAtMs + HOUR_MS)
  })
})

describe('a completed order is compared with the provider for 90 days:', () => {
  async function completed(options: TestGatewayOptions) {
    const testGateway = await createTestGateway(options)
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine', expireAfter: 3_600 })
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const pass = async (days: number) => {
      for (let day = 0; day < days; day += 1) await testGateway.advance(DAY_MS)
    }
    const reason = async () => (await gateway.orders.get('mine'))?.needsReview?.reason
    return { testGateway, gateway, pass, reason }
  }

  it.each([10, 40])('a payment that is taken back after %d days needs review, without a callback', async (day) => {
    let isFailed = false
    const { pass, reason } = await completed({
      wrapProvider: withChangedStatus('order', (status) => (isFailed ? { ...status, state: 'FAILED' } : status)),
    })
    await pass(day)
    expect(await reason()).toBeUndefined()
    isFailed = true
    await pass(95 - day)
    expect(await reason()).toBe('contradiction')
  })

  it('four times, and then no more', async () => {
    const { state, wrapProvider } = countedChecks()
    const { gateway, pass } = await completed({ wrapProvider })
    const before = state.reads
    await pass(95)
    expect(state.reads - before).toBe(4)
    expect(await gateway.orders.get('mine')).not.toHaveProperty('nextPollAtMs')
  })

  it('every day while the answer does not mention its payment', async () => {
    let says: 'COMPLETED' | 'PENDING' | 'FAILED' = 'COMPLETED'
    const { pass, reason } = await completed({
      wrapProvider: withChangedStatus('order', (status) => ({ ...status, state: says })),
    })
    says = 'PENDING'
    await pass(1)
    says = 'FAILED'
    await pass(2)
    expect(await reason()).toBe('contradiction')
  })
})
