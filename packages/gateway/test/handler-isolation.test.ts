import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Gateway, type GatewaySettings, type Handlers, notifyBy } from '../src/index.ts'
import { completeOrder, delivery, parcels } from './helpers/handled-orders.ts'
import { CALLBACK_URL, CART, SECRET, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const create = (on: Handlers, gateway: Partial<GatewaySettings> = {}) =>
  createTestGateway({ gateway: { on, ...gateway } })

describe('a handler that ends its own connection', () => {
  it.each([
    ['and throws', false],
    ['and swallows the error', true],
  ])('%s costs an attempt each time and never the payment', async (_, swallow) => {
    let runs = 0
    const testGateway = await create({
      'order.completed': async ({ tx }) => {
        runs += 1
        const ended = tx.query('select pg_terminate_backend(pg_backend_pid())')
        await (swallow ? ended.catch(() => {}) : ended)
      },
    })
    await completeOrder(testGateway, 'one')
    for (let round = 0; round < 19; round += 1) {
      await testGateway.gateway.runPendingJobs()
      expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
      const { attempts = 0 } = (await delivery(testGateway)) ?? {}
      expect(attempts).toBe(Math.min(round + 1, 8))
      await testGateway.sandbox.clock.advance(6 * 3_600_000)
    }
    expect(runs).toBe(8)
    expect(await delivery(testGateway)).toMatchObject({ state: 'failed', attempts: 8 })
  })
})

describe('a handler that calls the gateway', () => {
  it('refunds, reads and syncs its own order, and runs the pending jobs', async () => {
    let gateway: Gateway | undefined
    const states: unknown[] = []
    const testGateway = await create({
      'order.completed': async ({ order: { merchantOrderId, amount }, tx }) => {
        // The foreign key takes a lock on the order's row.
        await tx.query('insert into parcels values ($1)', [merchantOrderId])
        await gateway?.refunds.request({ merchantRefundId: 'at-once', merchantOrderId, amount })
        states.push((await gateway?.orders.sync(merchantOrderId))?.state)
        await gateway?.runPendingJobs()
        states.push((await gateway?.refunds.get('at-once'))?.state)
      },
    })
    gateway = testGateway.gateway
    await testGateway.rows('create table parcels ("merchantOrderId" text references galla.orders)')
    await completeOrder(testGateway, 'one')
    await gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({ state: 'done', attempts: 1, lastError: null })
    expect(states).toEqual(['COMPLETED', expect.stringMatching(/PENDING|CONFIRMED|COMPLETED/)])
  })
})

describe('24 handlers that hang', () => {
  it('delay no callback, no status check and no refund', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const testGateway = await create(
      { 'order.completed': () => held, 'refund.completed': () => held },
      { policy: { handlerLimitMs: 60_000 } },
    )
    const { gateway } = testGateway
    for (let n = 0; n < 24; n += 1) await completeOrder(testGateway, `hanging-${n}`)
    let ended = false
    const first = gateway.runPendingJobs().then(() => {
      ended = true
    })
    await waitUntil(async () => {
      const [row] = await testGateway.rows<{ n: number }>(
        `select count(*)::int as n from galla.orders where "state" = 'COMPLETED'`,
      )
      return row?.n === 24
    })
    await gateway.refunds.request({ merchantRefundId: 'r', merchantOrderId: 'hanging-0', amount: CART.amount })
    await completeOrder(testGateway, 'next')
    const body = JSON.stringify({
      event: 'checkout.order.completed',
      payload: { merchantOrderId: 'next', state: 'COMPLETED' },
    })
    const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
    const headers = { 'content-type': 'application/json', authorization }
    const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers, body }))
    expect(response.status).toBe(200)
    const second = gateway.runPendingJobs()
    await waitUntil(async () => (await gateway.orders.get('next'))?.state === 'COMPLETED')
    await waitUntil(async () => (await gateway.refunds.get('r'))?.state !== 'REQUESTED')
    expect(ended).toBe(false)
    release()
    await Promise.all([first, second])
    const [open] = await testGateway.rows<{ n: number }>(
      `select count(*)::int as n from galla.deliveries where "state" <> 'done'`,
    )
    expect(open).toEqual({ n: 0 })
  })
})

describe('a notifier that hangs', () => {
  it('delays no handler and no other notifier', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const received: string[] = []
    const testGateway = await create(
      { 'order.completed': ({ order }) => void received.push(`handler ${order.merchantOrderId}`) },
      {
        notifiers: [
          { name: 'slow', kinds: ['order.completed'], notify: () => held },
          notifyBy('fast', ['order.completed'], ({ order }) => void received.push(`fast ${order.merchantOrderId}`)),
        ],
      },
    )
    const ids = Array.from({ length: 12 }, (_, n) => `order-${n}`)
    for (const id of ids) await completeOrder(testGateway, id)
    const running = testGateway.gateway.runPendingJobs()
    await waitUntil(() => Promise.resolve(received.length === 24))
    release()
    await running
    expect(received.sort()).toEqual(ids.flatMap((id) => [`fast ${id}`, `handler ${id}`]).sort())
  })
})

describe('what a handler cannot do', () => {
  it.each([
    ['of a server that takes no writes', Object.assign(new Error('cannot execute UPDATE'), { code: '25006' })],
    ['of a server that does not answer', new Error('Query read timeout')],
  ])('is closing the connections of the gateway with an error of its own database, %s', async (_, error) => {
    const testGateway = await create({
      'order.completed': () => {
        throw error
      },
    })
    const connections = () =>
      testGateway.rows<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() order by pid',
      )
    await completeOrder(testGateway, 'one')
    const before = await connections()
    await testGateway.gateway.runPendingJobs()
    expect(await delivery(testGateway)).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining(error.message),
    })
    expect(await connections()).toEqual(expect.arrayContaining(before))
  })

  it('is committing after its limit, even when it blocked the process meanwhile', async () => {
    let runs = 0
    const testGateway = await create(
      {
        'order.completed': async ({ deliveryId, tx }) => {
          await tx.query('insert into parcels values ($1)', [deliveryId])
          runs += 1
          const blockedUntil = performance.now() + 150
          while (runs === 1 && performance.now() < blockedUntil);
        },
      },
      { policy: { handlerLimitMs: 100 } },
    )
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    expect(await parcels(testGateway)).toBe(0)
    expect(await delivery(testGateway)).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('within 100 ms'),
    })
    await testGateway.advance(1_000)
    expect(await parcels(testGateway)).toBe(1)
  })

  it('is writing through tx after it was aborted', async () => {
    let late: Promise<unknown> | undefined
    let release = () => {}
    const testGateway = await create(
      {
        'order.completed': ({ deliveryId, tx }) => {
          const waiting = new Promise<void>((resolve) => {
            release = resolve
          })
          late ??= waiting.then(() => tx.query('insert into parcels values ($1)', [deliveryId]))
          return waiting
        },
      },
      { policy: { handlerLimitMs: 100 } },
    )
    await testGateway.rows('create table parcels ("deliveryId" text)')
    await completeOrder(testGateway, 'one')
    await testGateway.gateway.runPendingJobs()
    release()
    await expect(late).rejects.toThrow(/has ended/)
    expect(await parcels(testGateway)).toBe(0)
  })
})

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
