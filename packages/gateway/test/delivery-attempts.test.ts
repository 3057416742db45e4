import { describe, expect, it } from 'vitest'
import { type Handlers, jsonLog } from '../src/index.ts'
import {
  attemptsOf,
  claimDeliveries,
  type DeliveryTransaction,
  goesOn,
  lockDelivery,
  markDelivered,
  markFailed,
} from '../src/storage/events/deliveries.ts'
import { seedDelivery, seedOrder } from './helpers/seed.ts'
import { startTestDatabase } from './helpers/test-database.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000

describe('the attempts of a delivery', () => {
  it('are stored with their outcome, each with when the next one is due', async () => {
    let runs = 0
    const on: Handlers = {
      'order.completed': () => {
        runs += 1
        if (runs < 3) throw new Error('the printer is out of paper')
      },
    }
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.advance(1_000)
    await testGateway.advance(5_000)
    expect(runs).toBe(3)
    const stored = await testGateway.rows<{ startedAtMs: number; nextAttemptAtMs: number | null; tookMs: number }>(
      `select "attempt", "result", "error", "merchantOrderId", "startedAtMs", "tookMs", "nextAttemptAtMs"
        from galla.delivery_attempts order by "leaseToken"`,
    )
    const failed = { result: 'failed', error: 'Error: the printer is out of paper', merchantOrderId: 'one' }
    expect(stored).toMatchObject([
      { attempt: 1, ...failed },
      { attempt: 2, ...failed },
      { attempt: 3, result: 'done', error: null, merchantOrderId: 'one', nextAttemptAtMs: null },
    ])
    const delays = stored.map(
      ({ startedAtMs, tookMs, nextAttemptAtMs }) => Number(nextAttemptAtMs) - startedAtMs - tookMs,
    )
    expect(delays.slice(0, 2)).toEqual([1_000, 5_000])

    await expect(testGateway.rows(`update galla.delivery_attempts set "result" = 'done'`)).rejects.toThrow(
      'append-only',
    )
    // As long as API calls.
    await testGateway.advance(31 * DAY_MS)
    await testGateway.gateway.runPendingJobs()
    expect(await testGateway.rows('select 1 from galla.delivery_attempts')).toEqual([])
    expect(await testGateway.rows('select "state", "attempts" from galla.deliveries')).toEqual([
      { state: 'done', attempts: 3 },
    ])
  })

  it('are logged with the class of the error, its place and where the text is, which the log does not have', async () => {
    const lines: string[] = []
    const log = jsonLog({ level: 'warn', to: { write: (line) => void lines.push(line) } })
    const on: Handlers = {
      'order.completed': () => {
        throw new RangeError('the printer of Susheela is out of paper')
      },
    }
    const { gateway, sandbox, drainJobs } = await createTestGateway({ gateway: { on, log } })
    await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await drainJobs()
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      level: 'warn',
      time: expect.any(String),
      deliveryId: expect.stringContaining('one'),
      attempts: 1,
      needsReview: false,
      error: 'RangeError',
      at: expect.stringMatching(/delivery-attempts\.test\.ts:\d+:\d+$/),
      msg: 'order.completed to handlers failed. The text of the error is in the console under Event deliveries, and in galla.delivery_attempts',
    })
    expect(lines.join()).not.toContain('Susheela')
  })

  it('are those of claims that still hold the delivery', async () => {
    const { database, end } = await startTestDatabase()
    await seedOrder(database, { merchantOrderId: 'one' })
    await seedDelivery(database, { eventId: 'order:one', merchantOrderId: 'one' })
    const handlers = { subscriber: 'handlers', events: ['order.completed'] } as const
    const claim = async (nowMs: number) => {
      const [claimed] = await claimDeliveries(database, handlers, { nowMs, leaseMs: 0, limit: 1 })
      if (!claimed) throw new Error('nothing was claimed')
      return claimed
    }
    // The first worker is slower than its lease.
    const slow = await claim(2_000_000_000_000)
    const second = await claim(2_000_000_001_000)
    await markFailed(database, second, 'offline', 2_000_000_006_300, 2_000_000_001_300)
    expect(await markDelivered(database, slow, 2_000_000_002_000)).toBe(false)
    const third = await claim(2_000_000_006_300)
    // A clock that was set back.
    expect(await markDelivered(database, third, 2_000_000_006_000)).toBe(true)
    await markFailed(database, third, 'too late', undefined, 2_000_000_007_000)
    expect(await attemptsOf(database, second.deliveryId)).toEqual([
      { attempt: 3, startedAtMs: 2_000_000_006_300, tookMs: 0, result: 'done' },
      {
        attempt: 2,
        startedAtMs: 2_000_000_001_000,
        tookMs: 300,
        result: 'failed',
        error: 'offline',
        nextAttemptAtMs: 2_000_000_006_300,
      },
    ])
    await end()
  })

  it('begin and end for a claim that still holds the delivery, which no other process claims meanwhile', async () => {
    const { database, end } = await startTestDatabase()
    await seedOrder(database, { merchantOrderId: 'one' })
    await seedDelivery(database, { eventId: 'order:one', merchantOrderId: 'one' })
    const handlers = { subscriber: 'handlers', events: ['order.completed'] } as const
    // Each lease is over at once.
    const claim = () => claimDeliveries(database, handlers, { nowMs: 2_000_000_000_000, leaseMs: 0, limit: 1 })
    const [slow] = await claim()
    const [current] = await claim()
    if (!slow || !current) throw new Error('nothing was claimed')
    const lock = (delivery: typeof slow) => database.transaction((tx) => lockDelivery(tx, delivery))
    expect(await lock(slow)).toBeUndefined()
    await markFailed(database, slow, 'too late', undefined, 2_000_000_000_500)
    expect(await attemptsOf(database, slow.deliveryId)).toEqual([])
    let ended: DeliveryTransaction | undefined
    const committed = database.transaction(async (tx) => {
      ended = await lockDelivery(tx, current)
      expect(ended).toMatchObject({ pid: expect.any(Number) })
      expect(await goesOn(tx, ended as DeliveryTransaction)).toBe(true)
      expect(await claim()).toEqual([])
    })
    // The delivery is not done.
    await expect(committed).rejects.toThrow('transaction already')
    // A handler that ended the transaction would be in another one by now.
    expect(await goesOn(database, ended as unknown as DeliveryTransaction)).toBe(false)
    expect(await markDelivered(database, current, 2_000_000_000_800, ended)).toBe(false)
    expect(await markDelivered(database, current, 2_000_000_001_000)).toBe(true)
    expect(await lock(current)).toBeUndefined()
    await end()
  })
})
