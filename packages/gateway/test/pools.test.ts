import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { shareConnections } from '../src/storage/pool.ts'
import { CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways({ ownSessions: true })
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

const postCallback = ({ gateway }: TestGateway, merchantOrderId: string) =>
  gateway.fetch(
    new Request(CALLBACK_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ event: 'checkout.order.completed', payload: { merchantOrderId, state: 'COMPLETED' } }),
    }),
  )

const COUNT = 'select count(*) as n from pg_stat_activity where datname = current_database() and application_name'

describe('shareConnections', () => {
  it.each([
    [undefined, { main: 7, callbacks: 2, handlers: 3, reads: 3 }],
    [16, { main: 7, callbacks: 2, handlers: 3, reads: 3 }],
    [40, { main: 31, callbacks: 2, handlers: 3, reads: 3 }],
    [8, { main: 3, callbacks: 2, handlers: 1, reads: 1 }],
    [5, { main: 1, callbacks: 1, handlers: 1, reads: 1 }],
    [1, { main: 1, callbacks: 1, handlers: 1, reads: 1 }],
    [0.5, { main: 1, callbacks: 1, handlers: 1, reads: 1 }],
  ])('shares %s connections, one of them for the live channel', (max, pools) => {
    expect(shareConnections(max)).toEqual(pools)
  })
})

describe('connections of a gateway', () => {
  it('starts and completes a payment with max: 1', async () => {
    const testGateway = await createTestGateway()
    const small = await testGateway.replica({ database: { ...(testGateway.settings.database as object), max: 1 } })
    await small.start()
    await small.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.sandbox.idle()
    await small.runPendingJobs()
    expect(await small.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
  })

  it('reads an order while a handler runs, with max: 1', async () => {
    let start = () => {}
    let end = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const handler = () => {
      start()
      return ended
    }
    const testGateway = await createTestGateway()
    const database = { ...(testGateway.settings.database as object), max: 1 }
    const small = await testGateway.replica({ database, on: { 'order.completed': handler } })
    await small.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await small.orders.sync('one')
    const running = small.runPendingJobs()
    await started
    const read = await small.orders.get('one').finally(end)
    await running
    expect(read).toMatchObject({ state: 'COMPLETED' })
  })

  it('stores and answers a callback while every other connection waits for a lock', async () => {
    const testGateway = await createTestGateway()
    const blocker = new Client(testGateway.settings.database)
    await blocker.connect()
    await blocker.query('begin; lock table galla.orders in access exclusive mode')
    let waiting = 40
    const reads = Promise.all(
      Array.from({ length: waiting }, async (_, n) => {
        await testGateway.gateway.orders.get(`order-${n}`)
        waiting -= 1
      }),
    )
    const response = await postCallback(testGateway, 'order-1')
    expect([response.status, waiting]).toEqual([200, 40])
    expect(await testGateway.rows('select "verdict" from galla.callbacks')).toEqual([{ verdict: 'accepted' }])
    await blocker.query('rollback')
    await blocker.end()
    await reads
  })

  it('tries again after a start that failed', async () => {
    const testGateway = await createTestGateway()
    await testGateway.rows('alter table galla.workers rename to "workersAway"')
    await expect(testGateway.gateway.start()).rejects.toThrow(/workers/)
    await testGateway.rows('alter table galla."workersAway" rename to workers')
    await testGateway.gateway.start()
    await vi.waitFor(async () => expect((await testGateway.gateway.health()).workers).toHaveLength(1), {
      timeout: 20_000,
    })
  })

  it('limits statements, locks and idle transactions on every connection, and probes the other end', async () => {
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          'order.completed': async ({ tx }) => {
            const settings = [
              'statement_timeout',
              'lock_timeout',
              'idle_in_transaction_session_timeout',
              'tcp_keepalives_count',
            ]
            for (const name of settings) shown.push(Object.values((await tx.query(`show ${name}`)).rows[0] ?? {})[0])
          },
        },
      },
    })
    const shown: unknown[] = []
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(shown.slice(0, 3).every((value) => value !== '0')).toBe(true)
    expect(shown).toHaveLength(4)
  })

  it('opens at most 16 connections while every pool is busy', async () => {
    const testGateway = await createTestGateway()
    const database = { ...(testGateway.settings.database as object), application_name: 'replica' }
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let handlers = 0
    const handler = () => {
      handlers += 1
      return released
    }
    const replica = await testGateway.replica({ database, on: { 'order.completed': handler } })
    const ids = Array.from({ length: 6 }, (_, n) => `paid-${n}`)
    for (const id of ids) {
      await replica.orders.start({ ...CART, reference: id, merchantOrderId: id })
      await testGateway.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    }
    await replica.start()
    await testGateway.sandbox.idle()
    const { payerToken } = await replica.orders.start({ ...CART, reference: 'live', merchantOrderId: 'live' })
    const headers = { authorization: `Bearer ${payerToken}` }
    const stream = await replica.fetch(new Request('http://shop.localhost/orders/live/live', { headers }))
    const connections = async () => Number((await testGateway.rows<{ n: string }>(`${COUNT} = 'replica'`))[0]?.n)
    await vi.waitFor(() => expect(handlers).toBe(3), { timeout: 20_000 })
    const blocker = new Client(testGateway.settings.database)
    await blocker.connect()
    await blocker.query(`begin; select pg_advisory_xact_lock(hashtextextended('cart-0', 0))`)
    const cart = { ...CART, reference: 'cart-0', merchantOrderId: 'cart-0' }
    const starts = Promise.all(Array.from({ length: 40 }, () => replica.orders.start(cart)))
    await vi.waitFor(async () => expect(await connections()).toBeGreaterThanOrEqual(11), { timeout: 20_000 })
    for (let n = 0; n < 50; n += 1) expect(await connections()).toBeLessThanOrEqual(16)
    await blocker.query('rollback')
    await blocker.end()
    release()
    await starts
    await stream.body?.cancel()
  })

  it('logs a callback that cannot be stored once per cause, counts every one, and says when it works again', async () => {
    const lines: { level: string; fields: object; message: string }[] = []
    const write = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
    const testGateway = await createTestGateway({
      gateway: { log: { info: write('info'), warn: write('warn'), error: write('error') } },
    })
    await testGateway.rows('alter table galla.callbacks rename to "callbacksAway"')
    for (let n = 0; n < 5; n += 1) expect((await postCallback(testGateway, `order-${n}`)).status).toBe(503)
    await testGateway.rows('alter table galla."callbacksAway" rename to callbacks')
    expect((await postCallback(testGateway, 'order-9')).status).toBe(200)
    expect(lines.filter(({ message }) => /stored/.test(message))).toMatchObject([
      { level: 'error', fields: { reason: '42P01' }, message: 'A callback may not have been stored' },
      { level: 'warn', fields: { count: 5 }, message: 'Callbacks are stored again' },
    ])
  })
})
