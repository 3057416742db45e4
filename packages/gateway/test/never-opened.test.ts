import { describe, expect, it } from 'vitest'
import { openingTimes, openOrder, readStored } from '../src/services/orders/open-order.ts'
import { createDatabase } from '../src/storage/database.ts'
import { readOrder } from '../src/storage/orders/orders.ts'
import { openPool } from '../src/storage/pool.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { seedOrder } from './helpers/seed.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { createTestContext } from './helpers/test-context.ts'
import { AMOUNT, CART, setupTestGateways, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const { createTestDatabase } = setupDatabases()
const ID = 'held'
const CLOSED_MS = 1_000_000

/** Holds the first request to `path`: before the provider takes it in, or only its reply. */
function holdRequests(path: string, hold: 'request' | 'response') {
  let isTaken = false
  let release = () => {}
  let arrived = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isHeld = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => async (url, init) => {
    if (isTaken || !String(url).endsWith(path)) return provider(url, init)
    isTaken = true
    const response = hold === 'response' ? await provider(url, init) : undefined
    arrived()
    await released
    return response ?? provider(url, init)
  }
  return { wrapProvider, isHeld, release: () => release() }
}

async function startHeld(path: string, hold: 'request' | 'response', more: object = {}) {
  const held = holdRequests(path, hold)
  const { receivedEvents, on } = recordingHandlers()
  const testGateway = await createTestGateway({ gateway: { on }, wrapProvider: held.wrapProvider })
  const starting = testGateway.gateway.orders.start({ ...CART, expireAfter: 300, merchantOrderId: ID, ...more })
  const started = starting.catch((error: unknown) => error)
  await held.isHeld
  return { testGateway, receivedEvents, starting, started, release: held.release }
}

/** In the form of ids that the gateway makes: no other shop has started an order with it. */
const MADE_ID = 'o-0mikh98g00123456789abcdef'

describe('a pay request that the provider takes in after its order was given up', () => {
  it('reopens the order with the provider’s id and expiry, retracts order.failed, and returns a page that can be paid', async () => {
    const { testGateway, receivedEvents, starting, release } = await startHeld('/pay', 'request')
    const { gateway, sandbox } = testGateway
    await testGateway.advance(CLOSED_MS)
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'FAILED', errorCode: 'NEVER_OPENED' })
    release()
    const { order, redirectUrl } = await starting
    expect(redirectUrl).toBeDefined()
    expect(order).toMatchObject({
      state: 'PENDING',
      orderId: expect.any(String),
      expiresAtMs: (await sandbox.order(ID)).expireAt,
    })
    expect(order.errorCode).toBeUndefined()
    await testGateway.drainJobs()
    expect(receivedEvents).toEqual([`failed ${ID}`, `reopened ${ID}`])
    await sandbox.simulatePayment(ID, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get(ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(receivedEvents).toEqual([`failed ${ID}`, `reopened ${ID}`, `completed ${ID}`])
  })

  it('fulfils the order when it was paid in time by the provider’s clock, although nobody learned its reply, when the gateway made its id', async () => {
    const { testGateway, receivedEvents, started, release } = await startHeld('/pay', 'request', {
      merchantOrderId: MADE_ID,
    })
    const { gateway, sandbox } = testGateway
    await testGateway.advance(CLOSED_MS)
    expect(await gateway.orders.get(MADE_ID)).toMatchObject({ errorCode: 'NEVER_OPENED' })
    await sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['standardPay'], times: 1 }] })
    release()
    await started
    await sandbox.simulatePayment(MADE_ID, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get(MADE_ID)).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    // Events of one transaction are delivered in any order.
    expect(receivedEvents.sort()).toEqual([`completed ${MADE_ID}`, `failed ${MADE_ID}`, `reopened ${MADE_ID}`])
  })

  it('reports the failure again when the reopened order fails at the provider', async () => {
    const { testGateway, receivedEvents, starting, release } = await startHeld('/pay', 'request')
    await testGateway.advance(CLOSED_MS)
    release()
    await starting
    await testGateway.sandbox.simulatePayment(ID, { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED' })
    expect(receivedEvents.sort()).toEqual([`failed ${ID}`, `failed ${ID}`, `reopened ${ID}`])
  })
})

describe('a reply that arrives after the order was decided', () => {
  it('is no page: start rejects with ORDER_CLOSED for an order that failed at the provider', async () => {
    const { testGateway, started, release } = await startHeld('/pay', 'response')
    await testGateway.sandbox.simulatePayment(ID, { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED' })
    release()
    expect(await started).toMatchObject({ code: 'ORDER_CLOSED' })
  })

  it('is not a link: pay rejects with ORDER_CLOSED, and the payer’s page has none', async () => {
    const held = holdRequests('/pay', 'response')
    const testGateway = await createTestGateway({ wrapProvider: held.wrapProvider })
    const { gateway, sandbox } = testGateway
    const { payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM', merchantOrderId: ID })
    const paying = gateway.orders.pay(ID, { type: 'UPI_QR' }).catch((error: unknown) => error)
    await held.isHeld
    await sandbox.simulatePayment(ID, { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    held.release()
    expect(await paying).toMatchObject({ code: 'ORDER_CLOSED' })
    const headers = { authorization: `Bearer ${payerToken}` }
    const view = await gateway.fetch(new Request(`http://shop.localhost/orders/${ID}/status`, { headers }))
    expect(await view.json()).not.toHaveProperty('payment')
  })
})

describe('sendByMs', () => {
  it('is checked after the access token came: nothing is sent later, and the order can be started again', async () => {
    const { testGateway, started, release } = await startHeld('/token', 'request', { expireAfter: 1_200 })
    const { gateway, sandbox } = testGateway
    await sandbox.clock.advance(120_000)
    release()
    expect(await started).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    await expect(sandbox.order(ID)).rejects.toThrow()
    const again = await gateway.orders.start({ ...CART, expireAfter: 1_200, merchantOrderId: ID })
    expect(again.redirectUrl).toBeDefined()
    expect(sandbox.journal({ name: 'standardPay' })).toHaveLength(1)
  })

  it('leaves an order closed that was given up while its process was paused before sending', async () => {
    const { testGateway, started, release } = await startHeld('/token', 'request')
    const other = await testGateway.replica()
    await testGateway.sandbox.clock.advance(CLOSED_MS)
    await other.runPendingJobs()
    expect(await testGateway.gateway.orders.get(ID)).toMatchObject({ state: 'FAILED' })
    release()
    expect(await started).toMatchObject({ code: 'ORDER_CLOSED' })
    await expect(testGateway.sandbox.order(ID)).rejects.toThrow()
    expect((await testGateway.gateway.orders.get(ID))?.amount).toBe(AMOUNT)
  })

  it.each([
    ['later by the clock', 60_001, 0],
    ['later by the monotonic clock, while the clock was set back', -3_600_000, 60_001],
  ])('refuses to send %s', async (_, clockMs, monotonicMs) => {
    const database = createDatabase(openPool(await createTestDatabase(), () => {}))
    let elapsedMs = 0
    const context = createTestContext(database, { monotonicMs: () => elapsedMs })
    await seedOrder(database, { merchantOrderId: ID, state: 'CREATED' })
    const { nowMs, ...sendBy } = openingTimes(context)
    context.setNow(nowMs + clockMs)
    elapsedMs = monotonicMs
    let calls = 0
    const row = await readStored(context, ID)
    const result = await openOrder(context, { merchantOrderId: ID, ...sendBy }, row, async () => {
      calls += 1
      return { orderId: 'OMO1', expireAt: nowMs }
    })
    expect(result).toMatchObject({ outcome: 'refused', failure: { outcome: 'not-sent' } })
    expect(calls).toBe(0)
    expect(await readOrder(database, ID)).not.toHaveProperty('sentAtMs')
    await database.close()
  })
})
