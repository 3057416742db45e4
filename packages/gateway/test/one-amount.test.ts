import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { startOrder } from '../src/services/orders/start-order.ts'
import { withChangedStatus } from './helpers/changed-status.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()
const ONE_RUPEE = inr('1')
const CUSTOM = { ...CART, checkout: 'CUSTOM' } as const

describe('one reference has one amount', () => {
  it('refuses another amount while an order of the reference can be paid, and names that order and its expiry', async () => {
    const { gateway } = await createTestGateway()
    const { order } = await gateway.orders.start({ ...CART, merchantOrderId: 'first', amount: ONE_RUPEE })
    const refused = await gateway.orders.start(CART).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'DIFFERENT_AMOUNT', status: 409, field: 'amount' })
    const { message } = refused as Error
    expect(message).toContain('first')
    expect(message).toContain(new Date(order.expiresAtMs ?? 0).toISOString())
    expect((await gateway.orders.list({ reference: CART.reference })).rows).toHaveLength(1)
  })

  it('accepts another amount once the earlier order has failed', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'first', amount: ONE_RUPEE })
    await testGateway.sandbox.simulatePayment('first', { outcome: 'FAILURE' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.start(CART)).toMatchObject({ order: { amount: CART.amount } })
  })

  it('checks an order past its expiry before it refuses', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CUSTOM, expireAfter: 300, amount: ONE_RUPEE })
    await testGateway.gateway.orders.start({ ...CART, reference: 'b', expireAfter: 300, amount: ONE_RUPEE })
    await testGateway.sandbox.clock.advance(320_000)
    await testGateway.gateway.orders.start(CUSTOM)
    await testGateway.gateway.orders.start({ ...CART, reference: 'b' })
  })

  it('accepts another amount 72 h after the expiry of an order that the provider never decides, and refunds a payment of it then', async () => {
    let pending = true
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) =>
        pending && status.amount === ONE_RUPEE ? { ...status, state: 'PENDING', paymentDetails: [] } : status,
      ),
    })
    const { gateway, sandbox } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'stuck', amount: ONE_RUPEE, expireAfter: 300 })
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulatePayment('stuck', { outcome: 'SUCCESS' })
    const endMs = sandbox.clock.now() + 300_000 + 72 * 3_600_000
    for (let hour = 0; hour < 71; hour += 1) await testGateway.advance(3_600_000)
    await expect(gateway.orders.start(CART)).rejects.toMatchObject({
      code: 'DIFFERENT_AMOUNT',
      message: expect.stringContaining(`at the latest until ${new Date(endMs).toISOString()}`),
    })
    await testGateway.advance(2 * 3_600_000)
    expect(await gateway.orders.get('stuck')).toMatchObject({ state: 'PENDING', needsReview: { reason: 'undecided' } })
    const { order } = await gateway.orders.start({ ...CART, merchantOrderId: 'second' })
    expect(order).toMatchObject({ state: 'PENDING', amount: CART.amount })
    pending = false
    await gateway.orders.sync('stuck')
    expect(await gateway.orders.get('stuck')).toMatchObject({ state: 'COMPLETED', resolution: 'late-refund' })
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    expect(await gateway.orders.sync('second')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(await gateway.refunds.get('stuck-late')).toMatchObject({ amount: ONE_RUPEE })
  })

  it('decides under the lock of the reference: a start that comes while another one decides sees its order', async () => {
    const testGateway = await createTestGateway()
    const { gateway, rows } = testGateway
    // The reference has had an order, so its next one is decided in a transaction.
    await gateway.orders.start({ ...CUSTOM, merchantOrderId: 'closed' })
    await gateway.orders.cancel('closed')
    let second: Promise<unknown> | undefined
    const startSecond = async () => {
      second = gateway.orders.start({ ...CUSTOM, merchantOrderId: 'second', amount: ONE_RUPEE })
      await untilEndedOrWaiting(second, rows)
    }
    await withProcesses(testGateway, 1, async ([context]) => {
      const { database } = context as GatewayContext
      const pausing: GatewayContext = {
        ...(context as GatewayContext),
        database: {
          ...database,
          transaction: (work, queueKey) =>
            database.transaction(
              (tx) =>
                work({
                  ...tx,
                  async query(statement) {
                    const result = await tx.query<never>(statement)
                    // It has read which orders the reference has, and not stored its own.
                    if (statement.name === 'orders-to-start') await startSecond()
                    return result
                  },
                }),
              queueKey,
            ),
        },
      }
      expect(await startOrder(pausing, { ...CUSTOM, merchantOrderId: 'first' })).toMatchObject({
        order: { merchantOrderId: 'first' },
      })
    })
    await expect(second).rejects.toMatchObject({ code: expect.stringMatching(/^(DIFFERENT_AMOUNT|BUSY)$/) })
    expect(await gateway.orders.get('second')).toBeUndefined()
  })

  it('decides under the lock of the reference: of concurrent starts with two amounts one is stored', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    for (let round = 0; round < 5; round += 1) {
      const cart = { ...CUSTOM, reference: `cart-${round}` }
      const results = await Promise.allSettled([
        testGateway.gateway.orders.start({ ...cart, merchantOrderId: `a-${round}` }),
        other.orders.start({ ...cart, merchantOrderId: `b-${round}`, amount: ONE_RUPEE }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('refunds the payment of a given-up order that the provider turns out to have, when the reference has another amount by then', async () => {
    let lost = true
    const { receivedEvents, on } = recordingHandlers()
    const held: (() => Promise<Response>)[] = []
    const testGateway = await createTestGateway({
      gateway: { on, policy: { latePayment: 'fulfil' } },
      wrapProvider: (provider) => async (url, init) => {
        if (!lost || !String(url).endsWith('/pay')) return provider(url, init)
        held.push(() => provider(url, init))
        throw new TypeError('connection reset')
      },
    })
    const { gateway, sandbox } = testGateway
    // An id that the gateway has made: a request that arrives late under an id of the caller may be that of another shop.
    const old = { ...CART, merchantOrderId: 'o-0mk3v9x5c0123456789abcdef', amount: ONE_RUPEE, expireAfter: 300 }
    await expect(gateway.orders.start(old)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    await testGateway.advance(1_000_000)
    expect(await gateway.orders.get(old.merchantOrderId)).toMatchObject({ errorCode: 'NEVER_OPENED' })
    lost = false
    await gateway.orders.start({ ...CART, merchantOrderId: 'new' })
    for (const take of held) await take()
    await sandbox.simulatePayment(old.merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get(old.merchantOrderId)).toMatchObject({
      state: 'COMPLETED',
      resolution: 'late-refund',
    })
    await sandbox.simulatePayment('new', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await gateway.orders.get('new')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    expect(receivedEvents.filter((line) => line.startsWith('completed'))).toEqual(['completed new'])
  })
})

describe('orders.resume', () => {
  it('returns the payer’s access to a stored order, and no page once it is closed', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    const started = await gateway.orders.start({ ...CART, merchantOrderId: 'first' })
    expect(await gateway.orders.resume('first')).toEqual(started)
    await sandbox.simulatePayment('first', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const resumed = await gateway.orders.resume('first')
    expect(resumed).toMatchObject({ order: { state: 'COMPLETED' }, payerToken: started.payerToken })
    expect(resumed).not.toHaveProperty('redirectUrl')
    await expect(gateway.orders.resume('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('returns no page of an order in review, or of a reference that another order has paid', async () => {
    const { gateway, sandbox, drainJobs, rows } = await createTestGateway()
    for (const merchantOrderId of ['first', 'second']) await gateway.orders.start({ ...CART, merchantOrderId })
    await sandbox.simulatePayment('second', { outcome: 'SUCCESS' })
    await drainJobs()
    const unpaid = await gateway.orders.resume('first')
    expect(unpaid).toMatchObject({ order: { state: 'PENDING' } })
    expect(unpaid).not.toHaveProperty('redirectUrl')
    await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'third' })
    const needsReview = { reason: 'paid-twice', findings: [], sinceMs: 1 }
    await rows(`update galla.orders set "needsReview" = $1 where "merchantOrderId" = 'third'`, [needsReview])
    expect(await gateway.orders.resume('third')).not.toHaveProperty('redirectUrl')
  })
})

describe('orders.cancel', () => {
  it('closes an order whose payment was never started, without an event, and frees the reference’s amount', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    const { gateway } = testGateway
    await gateway.orders.start({ ...CUSTOM, merchantOrderId: 'first', amount: ONE_RUPEE })
    const cancelled = await gateway.orders.cancel('first')
    expect(cancelled).toMatchObject({ state: 'FAILED', errorCode: 'CANCELLED' })
    expect(cancelled).toMatchObject({ nextPollAtMs: expect.any(Number) })
    expect(await gateway.orders.cancel('first')).toEqual(cancelled)
    await expect(gateway.orders.pay('first', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
    await gateway.orders.start({ ...CUSTOM, merchantOrderId: 'second' })
    await testGateway.drainJobs()
    expect(receivedEvents).toEqual([])
  })

  it('refuses an order whose payment was started, is paid, or does not exist', async () => {
    const testGateway = await createTestGateway()
    const { gateway } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'started' })
    await expect(gateway.orders.cancel('started')).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS', status: 409 })
    await testGateway.sandbox.simulatePayment('started', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await expect(gateway.orders.cancel('started')).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
    await expect(gateway.orders.cancel('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('never cancels an order that a concurrent pay begins', async () => {
    const testGateway = await createTestGateway()
    const { gateway, sandbox } = testGateway
    for (let round = 0; round < 5; round += 1) {
      const merchantOrderId = `race-${round}`
      await gateway.orders.start({ ...CUSTOM, reference: merchantOrderId, merchantOrderId })
      const [paid, cancelled] = await Promise.allSettled([
        gateway.orders.pay(merchantOrderId, { type: 'UPI_QR' }),
        gateway.orders.cancel(merchantOrderId),
      ])
      expect([paid.status, cancelled.status].sort()).toEqual(['fulfilled', 'rejected'])
      const sent = await sandbox.order(merchantOrderId).then(
        () => true,
        () => false,
      )
      expect(sent).toBe(paid.status === 'fulfilled')
    }
  })
})
