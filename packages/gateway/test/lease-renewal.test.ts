import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { notifyBy } from '../src/index.ts'
import type { Queries } from '../src/storage/database.ts'
import { claimDueOrders } from '../src/storage/orders/orders.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { seedOrder } from './helpers/seed.ts'
import { startTestDatabase } from './helpers/test-database.ts'
import { CART, setupTestGateways } from './helpers/test-gateway.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const createTestGateway = setupTestGateways()

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** A busy machine may stop a process for seconds. */
const LEASE_MS = 5_000

it('renews the leases of long deliveries, without waiting for the locks of running handlers', async () => {
  const end = gate()
  const handled: string[] = []
  const notified: string[] = []
  const code = {
    on: {
      'order.completed': async ({
        order,
        tx,
      }: {
        order: { merchantOrderId: string }
        tx: { query(text: string): Promise<unknown> }
      }) => {
        handled.push(order.merchantOrderId)
        await tx.query('select 1')
        await end.opened
      },
    },
    notifiers: [
      notifyBy('slow', ['order.completed'], async ({ order }) => {
        notified.push(order.merchantOrderId)
        await end.opened
      }),
    ],
    policy: { leaseMs: LEASE_MS, handlerLimitMs: 60_000 },
  }
  const warnings: string[] = []
  const log = { info() {}, warn: (_: object, message: string) => void warnings.push(message), error() {} }
  const testGateway = await createTestGateway({ gateway: { ...code, log } })
  // One connection for everything but callbacks and handlers.
  const small = { ...(testGateway.settings.database as object), max: 4, application_name: 'small' }
  const gateway = await testGateway.replica({ database: small })
  const other = await testGateway.replica()
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await testGateway.sandbox.idle()
  const running = gateway.runPendingJobs()
  while (handled.length + notified.length < 2) await pause(10)
  const waits: number[] = []
  for (const endsAt = performance.now() + 1.5 * LEASE_MS; performance.now() < endsAt; ) {
    const startedMs = performance.now()
    await gateway.orders.get('one')
    waits.push(performance.now() - startedMs)
    await other.runPendingJobs()
    await pause(50)
  }
  const leases = await testGateway.rows<{ free: boolean }>(
    `select "leasedUntil" <= clock_timestamp() as "free" from galla.deliveries where "subscriber" = 'slow'`,
  )
  end.open()
  await running
  expect(leases).toEqual([{ free: false }])
  expect([handled, notified]).toEqual([['one'], ['one']])
  expect(Math.max(...waits)).toBeLessThan(LEASE_MS)
  expect(warnings).toEqual([])
  expect(await testGateway.rows('select "subscriber", "state", "attempts" from galla.deliveries order by 1')).toEqual([
    { subscriber: 'handlers', state: 'done', attempts: 1 },
    { subscriber: 'slow', state: 'done', attempts: 1 },
  ])
}, 120_000)

it('gives no token again when the database has lost the last numbers of its sequence in a crash', async () => {
  const testGateway = await createTestGateway()
  for (const reference of ['one', 'two']) await testGateway.gateway.orders.start({ ...CART, reference })
  await withProcesses(testGateway, 1, async ([context]) => {
    const { database } = context as GatewayContext
    const claimOne = async () => {
      const [order] = await claimDueOrders(database, { nowMs: Number.MAX_SAFE_INTEGER, leaseMs: 60_000, limit: 1 })
      return order?.leaseToken
    }
    const first = await claimOne()
    await testGateway.rows(`select setval('galla."leaseTokens"', 1, false)`)
    const tokens = [first, await claimOne()]
    expect(tokens).toEqual([expect.any(Number), expect.any(Number)])
    expect(new Set(tokens).size).toBe(2)
    expect(tokens.every(Number.isSafeInteger)).toBe(true)
  })
})

it('gives each of many rows that are claimed at once a token of its own', async () => {
  const { database, end } = await startTestDatabase()
  for (let at = 0; at < 20; at += 1) await seedOrder(database, { merchantOrderId: `order-${at}`, nextPollAtMs: 1 })
  const claimed = await claimDueOrders(database, { nowMs: 1, leaseMs: 60_000, limit: 20 })
  expect(new Set(claimed.map(({ leaseToken }) => leaseToken)).size).toBe(20)
  await end()
})

it('leaves a row that another process is claiming alone, without waiting for it', async () => {
  const { database, end } = await startTestDatabase()
  await seedOrder(database, { merchantOrderId: 'one', nextPollAtMs: 1 })
  const claim = (on: Queries) => claimDueOrders(on, { nowMs: 1, leaseMs: 60_000, limit: 1 })
  const { second } = await database.transaction(async (tx) => {
    expect(await claim(tx)).toHaveLength(1)
    const second = claim(database)
    await untilEndedOrWaiting(second, async (text) => (await database.query<object>({ text })).rows)
    return { second }
  })
  expect(await second).toEqual([])
  await end()
})
