import { describe, expect, it } from 'vitest'
import type { Handlers } from '../src/index.ts'
import { CART, type TestGateway, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()

async function pay(shop: TestGateway, merchantOrderId = 'one'): Promise<void> {
  await shop.gateway.orders.start({ ...CART, merchantOrderId })
  await shop.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await shop.processAll()
}

const PARCELS = 'create table parcels ("deliveryId" text primary key)'

/** A shop whose handler books a parcel and then does what the test wants. */
async function withHandler(then: (run: number) => Promise<void> | void, policy = {}) {
  let runs = 0
  const on: Handlers = {
    'order.completed': async ({ deliveryId, tx }) => {
      runs += 1
      await tx.query('insert into parcels values ($1)', [deliveryId])
      await then(runs)
    },
  }
  const shop = await open({ gateway: { on, policy } })
  await shop.rows(PARCELS)
  return { shop, runs: () => runs, parcels: () => shop.rows('select * from parcels') }
}

const effect = async (shop: TestGateway) =>
  (await shop.rows('select "state", "attempts", "lastError" from galla.deliveries'))[0]

describe('a handler', () => {
  it('that throws leaves nothing behind, and is tried again with pauses', async () => {
    const { shop, runs, parcels } = await withHandler((run) => {
      if (run < 3) throw new Error('the printer is out of paper')
    })
    await pay(shop)
    expect(await shop.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect(await parcels()).toEqual([])
    expect(await effect(shop)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastError: 'Error: the printer is out of paper',
    })
    await shop.gateway.runPendingJobs()
    expect(runs()).toBe(1)
    await shop.advance(1_000)
    expect(runs()).toBe(2)
    await shop.advance(5_000)
    expect(runs()).toBe(3)
    expect(await parcels()).toHaveLength(1)
    expect(await effect(shop)).toMatchObject({ state: 'done', attempts: 3, lastError: null })
    await shop.advance(3_600_000)
    expect(runs()).toBe(3)
  })

  it('that never succeeds is needsReview in the end', async () => {
    const { shop, runs, parcels } = await withHandler(() => {
      throw new Error('never')
    })
    await pay(shop)
    for (let hour = 0; hour < 12; hour += 1) await shop.advance(3_600_000)
    expect(await effect(shop)).toMatchObject({ state: 'failed' })
    expect(runs()).toBe(8)
    expect(await parcels()).toEqual([])
  })

  it('that hangs is let go of, with all that it wrote', async () => {
    const { shop, runs, parcels } = await withHandler((run) => (run === 1 ? new Promise(() => {}) : undefined), {
      handlerLimitMs: 100,
    })
    await pay(shop)
    expect(await effect(shop)).toMatchObject({
      state: 'waiting',
      lastError: 'Error: The handler did not return within 100 ms',
    })
    expect(await parcels()).toEqual([])
    await shop.advance(1_000)
    expect(runs()).toBe(2)
    expect(await parcels()).toHaveLength(1)
  })

  it('that hangs in the database is let go of too', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('select pg_sleep(60)')
      },
    }
    const shop = await open({ gateway: { on, policy: { handlerLimitMs: 100 } } })
    await pay(shop)
    expect(await effect(shop)).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  it('cannot end the transaction that it runs in', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('  COMMIT')
      },
    }
    const shop = await open({ gateway: { on } })
    await pay(shop)
    expect(await effect(shop)).toMatchObject({
      state: 'waiting',
      lastError: expect.stringContaining('transaction already'),
    })
  })

  it('that swallows an error of the database has failed all the same', async () => {
    const on: Handlers = {
      'order.completed': async ({ tx }) => {
        await tx.query('select * from nowhere').catch(() => {})
      },
    }
    const shop = await open({ gateway: { on } })
    await pay(shop)
    expect(await shop.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect(await effect(shop)).toMatchObject({ state: 'waiting', attempts: 1 })
  })
})

describe('a notifier', () => {
  it('is told at least once, under the same id, without holding up the database', async () => {
    const told: string[] = []
    const shop = await open({
      gateway: {
        notifiers: [
          {
            name: 'pigeon',
            kinds: ['order.completed'],
            notify: async ({ notificationId, order }) => {
              told.push(`${notificationId} ${order.state}`)
              if (told.length === 1) throw new Error('no wind')
            },
          },
        ],
      },
    })
    await pay(shop)
    expect(told).toEqual(['one:completed:pigeon COMPLETED'])
    await shop.advance(1_000)
    await shop.advance(600_000)
    expect(told).toEqual(Array(2).fill('one:completed:pigeon COMPLETED'))
  })
})
