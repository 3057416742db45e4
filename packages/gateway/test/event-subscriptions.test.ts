import { describe, expect, it, vi } from 'vitest'
import { orderEvent } from '../src/domain/events/events.ts'
import { type Handlers, type Notifier, notifyBy } from '../src/index.ts'
import { insertEvent } from '../src/storage/events/events.ts'
import { deleteSubscription, registerSubscribers } from '../src/storage/events/subscriptions.ts'
import { saveHeartbeat } from '../src/storage/jobs.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { startTestDatabase } from './helpers/test-database.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()

const HOUR_MS = 3_600_000

async function payOrder({ gateway, sandbox }: TestGateway, merchantOrderId: string): Promise<void> {
  await gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
  await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await sandbox.idle()
  await gateway.runPendingJobs()
}

/** Handlers that record the order of each event. */
function recording() {
  const received: string[] = []
  const on: Handlers = {
    'order.completed': ({ order }) => void received.push(order.merchantOrderId),
  }
  return { received, on }
}

const chat = (received: string[], name = 'chat'): Notifier => ({
  ...notifyBy('chat', ['order.completed'], ({ order }) => void received.push(order.merchantOrderId)),
  name,
})

const deliveries = ({ rows }: TestGateway) =>
  rows<{ subscriber: string; event: string; state: string; attempts: number }>(
    'select "subscriber", "event", "state", "attempts" from galla.deliveries order by "subscriber", "event"',
  )

describe('two processes with different code on one database', () => {
  it('deliver an event to the handler and the notifier of the other process than the one that applied the payment', async () => {
    const testGateway = await createTestGateway()
    const { received, on } = recording()
    const notified: string[] = []
    const withCode = await testGateway.replica({ on, notifiers: [chat(notified)] })
    await payOrder(testGateway, 'one')
    expect(await testGateway.gateway.orders.get('one')).toMatchObject({ state: 'COMPLETED' })
    expect([received, notified]).toEqual([[], []])
    await withCode.runPendingJobs()
    expect([received, notified]).toEqual([['one'], ['one']])
  })

  it('deliver an event of which each has a part of the handlers', async () => {
    const first = recording()
    const testGateway = await createTestGateway({ gateway: { on: first.on } })
    const failed: string[] = []
    const other = await testGateway.replica({
      on: { 'order.failed': ({ order }) => void failed.push(order.merchantOrderId) },
    })
    await payOrder(testGateway, 'paid')
    await other.orders.start({ ...CART, reference: 'another', merchantOrderId: 'refused', expireAfter: 300 })
    await testGateway.advance(400_000)
    await other.runPendingJobs()
    expect([first.received, failed]).toEqual([['paid'], ['refused']])
  })

  it('share the deliveries of a handler that both have, and run each once', async () => {
    const { received, on } = recording()
    const testGateway = await createTestGateway({ gateway: { on } })
    const other = await testGateway.replica({ on })
    for (const id of ['a', 'b', 'c', 'd']) {
      await other.orders.start({ ...CART, reference: id, merchantOrderId: id })
      await testGateway.sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    }
    await testGateway.sandbox.idle()
    await Promise.all([testGateway.gateway.runPendingJobs(), other.runPendingJobs(), other.runPendingJobs()])
    expect(received.sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('a handler that was registered before', () => {
  it('gets the events of the time in which no process had its code', async () => {
    const testGateway = await createTestGateway()
    const { received, on } = recording()
    await (await testGateway.replica({ on })).stop()
    await payOrder(testGateway, 'one')
    const restarted = await testGateway.replica({ on })
    await restarted.runPendingJobs()
    expect(received).toEqual(['one'])
  })

  it('raises an alert when no process has its code any more, and none while its deliveries are fresh', async () => {
    const testGateway = await createTestGateway()
    const { on } = recording()
    await (await testGateway.replica({ on })).stop()
    await payOrder(testGateway, 'one')
    const unclaimed = async () => {
      const { checks, queues } = await testGateway.gateway.health()
      const waiting = queues.find(({ name }) => name === 'unclaimed deliveries')?.waiting
      return { check: checks.find(({ name }) => name === 'subscriptions'), waiting }
    }
    expect(await unclaimed()).toMatchObject({ check: { ok: true }, waiting: 0 })
    await testGateway.advance(HOUR_MS)
    expect(await unclaimed()).toMatchObject({
      check: { ok: false, unclaimed: [{ subscriber: 'handlers', event: 'order.completed' }] },
      waiting: 1,
    })
    expect(await deliveries(testGateway)).toMatchObject([{ subscriber: 'handlers', state: 'waiting', attempts: 0 }])
  })

  it('is removed with its waiting deliveries, and gets no further ones', async () => {
    const testGateway = await createTestGateway()
    const { received, on } = recording()
    await (await testGateway.replica({ on, notifiers: [chat(received)] })).stop()
    await payOrder(testGateway, 'one')
    await testGateway.advance(HOUR_MS)
    const { eventSubscriptions: subscriptions } = testGateway.gateway
    expect(await subscriptions.list()).toMatchObject([
      { subscriber: 'chat', event: 'order.completed', waiting: 1, here: false },
      { subscriber: 'handlers', event: 'order.completed', waiting: 1, here: false },
    ])
    expect(await subscriptions.remove({ subscriber: 'handlers', event: 'order.completed' })).toEqual({ cancelled: 1 })
    expect(await subscriptions.remove({ subscriber: 'chat', event: 'order.completed' })).toEqual({ cancelled: 1 })
    expect(await subscriptions.list()).toEqual([])
    await payOrder(testGateway, 'two')
    expect(await deliveries(testGateway)).toMatchObject([
      { subscriber: 'chat', state: 'cancelled' },
      { subscriber: 'handlers', state: 'cancelled' },
    ])
    expect((await testGateway.gateway.health()).checks.find(({ name }) => name === 'subscriptions')?.ok).toBe(true)
    expect(received).toEqual([])
  })

  it('stays listed while a delivery waits that was recorded during its removal', async () => {
    const testGateway = await createTestGateway()
    await (await testGateway.replica({ on: recording().on })).stop()
    const { orders, eventSubscriptions: subscriptions } = testGateway.gateway
    const key = { subscriber: 'handlers', event: 'order.completed' } as const
    await orders.start({ ...CART, merchantOrderId: 'one' })
    await withProcesses(testGateway, 1, async ([context]) => {
      await context?.database.transaction(async (tx) => {
        await insertEvent(tx, orderEvent('order.completed', 'one'), context.clock.now())
        expect(await subscriptions.remove(key)).toEqual({ cancelled: 0 })
      })
    })
    await testGateway.advance(HOUR_MS)
    expect(await subscriptions.list()).toMatchObject([{ ...key, waiting: 1, unclaimed: 1, here: false }])
    expect(await subscriptions.remove(key)).toEqual({ cancelled: 1 })
    expect(await subscriptions.list()).toEqual([])
  })

  it('is not removed by a process that has its code, nor when it does not exist', async () => {
    const { on } = recording()
    const testGateway = await createTestGateway({ gateway: { on } })
    const { eventSubscriptions: subscriptions } = testGateway.gateway
    await expect(subscriptions.remove({ subscriber: 'handlers', event: 'order.completed' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'subscriber',
    })
    await expect(subscriptions.remove({ subscriber: 'chat', event: 'order.completed' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('a handler whose code a running process has', () => {
  const key = { subscriber: 'handlers', event: 'order.completed' } as const

  it('is not removed by a process without it, and gets its events', async () => {
    const testGateway = await createTestGateway()
    const { received, on } = recording()
    const shop = await testGateway.replica({ on })
    await shop.start()
    await expect(testGateway.gateway.eventSubscriptions.remove(key)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'subscriber',
      message: expect.stringContaining('1 process has it'),
    })
    expect(await testGateway.gateway.eventSubscriptions.list()).toMatchObject([{ ...key, here: false, running: 1 }])
    await payOrder(testGateway, 'one')
    await shop.runPendingJobs()
    expect(received).toEqual(['one'])
  })

  it('counts every running process, those of a rolling deployment too, until the last one has stopped', async () => {
    const testGateway = await createTestGateway()
    const { on } = recording()
    const old = [await testGateway.replica({ on }), await testGateway.replica({ on })]
    for (const process of old) await process.start()
    const { eventSubscriptions: subscriptions } = testGateway.gateway
    await expect(subscriptions.remove(key)).rejects.toThrow('2 processes have it')
    await old[0]?.stop()
    await expect(subscriptions.remove(key)).rejects.toThrow('1 process has it')
    await old[1]?.stop()
    expect(await subscriptions.remove(key)).toEqual({ cancelled: 0 })
    expect(await subscriptions.list()).toEqual([])
  })

  it('is not removed while the heartbeat of a process with its code is being committed', async () => {
    const { database, end } = await startTestDatabase()
    const subscription = { subscriber: 'handlers', event: 'order.completed' } as const
    const subscribers = [{ subscriber: 'handlers', events: [subscription.event] }] as const
    await registerSubscribers(database, subscribers, 1)
    const removing = await database.transaction(async (tx) => {
      await saveHeartbeat(tx, 'worker', { subscribers, refundControls: '' })
      const removal = database.transaction((other) => deleteSubscription(other, subscription))
      await untilEndedOrWaiting(removal, async (text) => (await database.query<object>({ text })).rows)
      return { removal }
    })
    expect(await removing.removal).toEqual({ running: 1 })
    await end()
  })

  it('is not removed under a process that never starts its workers, and only runs pending jobs', async () => {
    const testGateway = await createTestGateway()
    const { on } = recording()
    const cron = await testGateway.replica({ on })
    const { eventSubscriptions: subscriptions } = testGateway.gateway
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await cron.runPendingJobs()
      await expect(subscriptions.remove(key)).rejects.toThrow('1 process has it')
      const beats = () => testGateway.rows<{ at: string }>('select "heartbeatAtMs" as "at" from galla.workers')
      await testGateway.rows('update galla.workers set "heartbeatAtMs" = 0')
      await vi.advanceTimersByTimeAsync(10_000)
      while (Number((await beats())[0]?.at) === 0) await new Promise(setImmediate)
    } finally {
      vi.useRealTimers()
    }
    await cron.start()
    expect(await subscriptions.list()).toMatchObject([{ ...key, running: 1 }])
    await cron.stop()
    expect(await subscriptions.remove(key)).toEqual({ cancelled: 0 })
  })

  it('is removed when the heartbeats of its last process ended long ago, and registered again by its next one', async () => {
    const testGateway = await createTestGateway()
    const { received, on } = recording()
    const paused = await testGateway.replica({ on })
    await testGateway.rows(
      `insert into galla.workers ("workerId", "startedAtMs", "heartbeatAtMs", "subscriptions")
       values ('dead', 0, (extract(epoch from clock_timestamp()) * 1000)::bigint - 36000, '[{"subscriber": "handlers", "events": ["order.completed"]}]')`,
    )
    expect(await testGateway.gateway.eventSubscriptions.remove(key)).toEqual({ cancelled: 0 })
    await paused.start()
    expect(await testGateway.gateway.eventSubscriptions.list()).toMatchObject([{ ...key, running: 1 }])
    await payOrder(testGateway, 'one')
    await paused.runPendingJobs()
    expect(received).toEqual(['one'])
  })
})

describe('events', () => {
  it('of an order and of a refund with the same id do not collide', async () => {
    const received: string[] = []
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          'order.completed': ({ deliveryId }) => void received.push(deliveryId),
          'refund.completed': ({ deliveryId }) => void received.push(deliveryId),
        },
      },
    })
    await payOrder(testGateway, 'same')
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'same',
      merchantOrderId: 'same',
      amount: CART.amount,
    })
    await testGateway.advance(60_000)
    await testGateway.advance(HOUR_MS)
    expect(await testGateway.gateway.refunds.get('same')).toMatchObject({ state: 'COMPLETED' })
    expect(received).toHaveLength(2)
    expect(new Set(received).size).toBe(2)
    expect(await testGateway.rows('select "eventId" from galla.events order by 1')).toEqual([
      { eventId: 'order:same:completed' },
      { eventId: 'refund:same:completed' },
    ])
  })

  it('of a refund are delivered to each subscriber', async () => {
    const notified: string[] = []
    const testGateway = await createTestGateway({
      gateway: {
        on: { 'refund.completed': () => {} },
        notifiers: [
          notifyBy('chat', ['refund.completed'], ({ refund }) => void notified.push(refund?.merchantRefundId ?? '')),
        ],
      },
    })
    await payOrder(testGateway, 'one')
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: 'one',
      amount: CART.amount,
    })
    await testGateway.advance(60_000)
    await testGateway.advance(HOUR_MS)
    const done = { event: 'refund.completed', state: 'done', attempts: 1 }
    expect(await deliveries(testGateway)).toEqual([
      { subscriber: 'chat', ...done },
      { subscriber: 'handlers', ...done },
    ])
    expect(notified).toEqual(['r-1'])
  })

  it('are recorded when nobody subscribes to them', async () => {
    const testGateway = await createTestGateway()
    await payOrder(testGateway, 'one')
    expect(await testGateway.rows('select "eventId", "event" from galla.events')).toEqual([
      { eventId: 'order:one:completed', event: 'order.completed' },
    ])
    expect(await deliveries(testGateway)).toEqual([])
  })
})

describe('the names of notifiers', () => {
  it.each([
    [[chat([], 'handlers')], /handlers/],
    [[chat([]), chat([])], /chat/],
    [[chat([], 'Chat room')], /lower-case/],
    [[{ ...chat([]), kinds: ['order.payed'] as never }], /order\.payed.*order\.failed|order\.payed/],
  ])('are refused when reserved, repeated or malformed, like unknown events', async (notifiers, message) => {
    await expect(createTestGateway({ gateway: { notifiers } })).rejects.toThrow(message)
  })
})
