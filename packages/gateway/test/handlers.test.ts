import { describe, expect, it } from 'vitest'
import { type Handlers, notifyBy } from '../src/index.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

async function payOrder(testGateway: TestGateway, merchantOrderId = 'one'): Promise<void> {
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId })
  await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await testGateway.drainJobs()
}

const PARCELS = 'create table parcels ("deliveryId" text primary key)'

/** A gateway whose handler inserts a parcel and then calls `then` with the number of the run. */
async function createGatewayWithHandler(then: (run: number) => Promise<void> | void, policy = {}) {
  let runs = 0
  const on: Handlers = {
    'order.completed': async ({ deliveryId, tx }) => {
      runs += 1
      await tx.query('insert into parcels values ($1)', [deliveryId])
      await then(runs)
    },
  }
  const testGateway = await createTestGateway({ gateway: { on, policy } })
  await testGateway.rows(PARCELS)
  return { testGateway, runs: () => runs, parcels: () => testGateway.rows('select * from parcels') }
}

const readDelivery = async (testGateway: TestGateway) =>
  (await testGateway.rows('select "state", "attempts", "lastError" from galla.deliveries'))[0]

describe('event handler', () => {
  it('rolls back the writes of a handler that throws, and retries it after a delay', async () => {
    const { testGateway, runs, parcels } = await createGatewayWithHandler((run) => {
      if (run < 3) throw new Error('the printer is out of paper')
    })
    await payOrder(testGateway)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect(await parcels()).toEqual([])
    expect(await readDelivery(testGateway)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: 'Error: the printer is out of paper',
    })
    await testGateway.gateway.runPendingJobs()
    expect(runs()).toBe(1)
    await testGateway.advance(1_000)
    expect(runs()).toBe(2)
    await testGateway.advance(5_000)
    expect(runs()).toBe(3)
    expect(await parcels()).toHaveLength(1)
    expect(await readDelivery(testGateway)).toMatchObject({ state: 'done', attempts: 3, lastError: null })
    await testGateway.advance(3_600_000)
    expect(runs()).toBe(3)
  })

  it('sets the delivery to failed after 8 failed attempts', async () => {
    const { testGateway, runs, parcels } = await createGatewayWithHandler(() => {
      throw new Error('never')
    })
    await payOrder(testGateway)
    for (let hour = 0; hour < 12; hour += 1) await testGateway.advance(3_600_000)
    expect(await readDelivery(testGateway)).toMatchObject({ state: 'failed' })
    expect(runs()).toBe(8)
    expect(await parcels()).toEqual([])
  })

  it('aborts a handler after handlerLimitMs, rolls back its writes and retries it', async () => {
    const { testGateway, runs, parcels } = await createGatewayWithHandler(
      (run) => (run === 1 ? new Promise(() => {}) : undefined),
      {
        handlerLimitMs: 100,
      },
    )
    await payOrder(testGateway)
    expect(await readDelivery(testGateway)).toMatchObject({
      state: 'waiting',
      lastError: 'Error: The handler did not return within 100 ms',
    })
    expect(await parcels()).toEqual([])
    await testGateway.advance(1_000)
    expect(runs()).toBe(2)
    expect(await parcels()).toHaveLength(1)
  })

  it('aborts a handler whose query takes longer than handlerLimitMs', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('select pg_sleep(60)')
      },
    }
    const testGateway = await createTestGateway({ gateway: { on, policy: { handlerLimitMs: 100 } } })
    await payOrder(testGateway)
    expect(await readDelivery(testGateway)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('rejects COMMIT in a handler', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('  COMMIT')
      },
    }
    const testGateway = await createTestGateway({ gateway: { on } })
    await payOrder(testGateway)
    expect(await readDelivery(testGateway)).toMatchObject({
      state: 'waiting',
      lastError: expect.stringContaining('transaction already'),
    })
  })

  it('counts an attempt as failed when the handler swallows a database error', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('select * from nowhere').catch(() => {})
      },
    }
    const testGateway = await createTestGateway({ gateway: { on } })
    await payOrder(testGateway)
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect(await readDelivery(testGateway)).toMatchObject({ state: 'waiting', attempts: 1 })
  })
})

describe('notifier', () => {
  it('retries a failed notification with the same id', async () => {
    const notifications: string[] = []
    const testGateway = await createTestGateway({
      gateway: {
        notifiers: [
          notifyBy('chat', ['order.completed'], ({ notificationId, order }) => {
            notifications.push(`${notificationId} ${order.state}`)
            if (notifications.length === 1) throw new Error('not reachable')
          }),
        ],
      },
    })
    await payOrder(testGateway)
    expect(notifications).toEqual(['order:one:completed:chat COMPLETED'])
    await testGateway.advance(1_000)
    await testGateway.advance(600_000)
    expect(notifications).toEqual(Array(2).fill('order:one:completed:chat COMPLETED'))
  })
})
