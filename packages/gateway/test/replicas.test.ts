import { describe, expect, it } from 'vitest'
import type { Handlers } from '../src/index.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

describe('several replicas', () => {
  it('three replicas poll each order once, and share one access token', async () => {
    const testGateway = await createTestGateway({ gateway: {} })
    const others = [await testGateway.replica(), await testGateway.replica()]
    const gateways = [testGateway.gateway, ...others]
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => gateways[n % 3]?.orders.start({ ...CART, reference: `cart-${n}` })),
    )
    await testGateway.sandbox.clock.advance(20_000)
    await Promise.all(gateways.map((one) => one.runPendingJobs()))
    const reads = testGateway.sandbox.journal({ kind: 'api' }).filter(({ name }) => /status/i.test(name))
    expect(reads).toHaveLength(30)
    expect(new Set(reads.map(({ merchantOrderId }) => merchantOrderId)).size).toBe(30)
    // All three start without a token, so each may request one; later ones are shared.
    expect(testGateway.sandbox.journal({ name: 'token' }).length).toBeLessThanOrEqual(3)
    const late = await testGateway.replica()
    await late.orders.start({ ...CART, reference: 'late' })
    expect(testGateway.sandbox.journal({ name: 'token' }).length).toBeLessThanOrEqual(3)
  })

  it('three replicas send as many status checks per order as one replica', async () => {
    const countStatusChecks = async (replicas: number): Promise<readonly [string, number][]> => {
      const statusChecks = new Map<string, number>()
      const testGateway = await createTestGateway({
        gateway: { policy: { erasePayerAfterDays: undefined } },
        wrapProvider: (provider) => async (url, init) => {
          const [, id] = /order\/([\w-]+)\/status/.exec(String(url)) ?? []
          if (id) statusChecks.set(id, (statusChecks.get(id) ?? 0) + 1)
          return provider(url, init)
        },
      })
      await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
      const gateways = [testGateway.gateway]
      while (gateways.length < replicas) gateways.push(await testGateway.replica())
      for (const id of ['never-paid', 'paid-late', 'paid-soon']) {
        await testGateway.gateway.orders.start({ ...CART, reference: id, merchantOrderId: id, expireAfter: 300 })
      }
      await testGateway.sandbox.simulatePayment('paid-soon', { outcome: 'SUCCESS' })
      const steps = [
        ...Array<number>(40).fill(8_000),
        ...Array<number>(6).fill(3_600_000),
        ...Array<number>(4).fill(86_400_000),
      ]
      for (const [at, ms] of steps.entries()) {
        await testGateway.sandbox.clock.advance(ms)
        if (at === 20) await testGateway.sandbox.simulatePayment('paid-late', { outcome: 'SUCCESS' })
        // All replicas run all due jobs at the same time.
        await Promise.all(gateways.flatMap((one) => [one.runPendingJobs(), one.runPendingJobs()]))
      }
      return [...statusChecks].sort()
    }
    const alone = await countStatusChecks(1)
    expect(alone.map(([id]) => id)).toEqual(['never-paid', 'paid-late', 'paid-soon'])
    expect(new Map(alone).get('never-paid')).toBeGreaterThan(10)
    expect(await countStatusChecks(3)).toEqual(alone)
  }, 120_000)

  it('the handler runs once when six syncs and three job runs find the payment at the same time', async () => {
    const on: Handlers = {
      'order.completed': async ({ deliveryId, tx }) => {
        await tx.query('insert into parcels values ($1)', [deliveryId])
      },
    }
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.rows('create table parcels ("deliveryId" text)')
    const gateways = [testGateway.gateway, await testGateway.replica(), await testGateway.replica()]
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.sandbox.idle()
    await Promise.all([
      ...gateways.flatMap((one) => [one.orders.sync('one'), one.orders.sync('one'), one.runPendingJobs()]),
    ])
    expect(await testGateway.rows('select * from parcels')).toHaveLength(1)
  })

  it('a live stream on one replica sends a change that another replica applied', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    const { order, payerToken } = await testGateway.gateway.orders.start(CART)
    const { merchantOrderId } = order
    const stream = await other.fetch(
      new Request(`http://shop.localhost/orders/${merchantOrderId}/live`, {
        headers: { authorization: `Bearer ${payerToken}` },
      }),
    )
    const reader = stream.body?.getReader()
    const waitUntil = async (text: string): Promise<void> => {
      for (let received = ''; !received.includes(text); ) {
        const { value } = (await reader?.read()) ?? {}
        received += new TextDecoder().decode(value)
      }
    }
    await waitUntil('"state":"PENDING"')
    // The replica subscribes asynchronously: wait until PostgreSQL shows its LISTEN.
    for (;;) {
      const listeners = await testGateway.rows(
        `select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'`,
      )
      if (listeners.length > 0) break
    }
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await waitUntil('"state":"COMPLETED"')
    await reader?.cancel()
  })

  it('fulfils one of two orders of a reference that two replicas complete at the same time, and refunds the other', async () => {
    const testGateway = await createTestGateway()
    const other = await testGateway.replica()
    for (let cart = 0; cart < 10; cart += 1) {
      const ids = [`a-${cart}`, `b-${cart}`]
      for (const merchantOrderId of ids) {
        await testGateway.gateway.orders.start({ ...CART, reference: `cart-${cart}`, merchantOrderId })
        await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      }
      const both = await Promise.all([testGateway.gateway.orders.sync(`a-${cart}`), other.orders.sync(`b-${cart}`)])
      expect(both.map(({ resolution }) => resolution).sort()).toEqual(['duplicate-refund', 'fulfil'])
    }
  })
})
