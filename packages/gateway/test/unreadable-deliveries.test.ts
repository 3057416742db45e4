import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Gateway, type GatewaySettings, notifyBy } from '../src/index.ts'
import { checkHealth } from '../src/observability/health.ts'
import { retryDeliveries } from '../src/storage/events/deliveries.ts'
import { dataKeys } from '../src/storage/privacy/data-keys.ts'
import { decrypted } from '../src/storage/privacy/encrypted-columns.ts'
import { withProcesses } from './helpers/paid-order.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const KEY = `one:${randomBytes(32).toString('base64')}`
/** That of the older process: it can read nothing that the first key encrypted. */
const OTHER = `other:${randomBytes(32).toString('base64')}`
const META = { udf1: 'cart 7', udf2: 'gift' }
const MISSING = '[encrypted with the data key "one", which is missing]'
/** Longer than the delay before each attempt but the last two. */
const TEN_MINUTES_MS = 600_000

/** Code for events that records what it got. */
function recording() {
  const got: unknown[] = []
  const code: Partial<GatewaySettings> = {
    on: {
      'order.completed': ({ order }) => void got.push(order.metaInfo),
      'refund.completed': ({ refund }) => void got.push(refund.note),
    },
    notifiers: [notifyBy('chat', ['order.completed'], ({ order }) => void got.push(order.metaInfo))],
  }
  return { got, code }
}

/** Two processes of one shop, of which the older does not have the first data key of the other. The event of a paid order waits for either. */
async function createProcesses() {
  const [fresh, older] = [recording(), recording()]
  const testGateway = await createTestGateway({ gateway: { dataKeys: [OTHER], ...older.code } })
  const withKey = await testGateway.replica({ dataKeys: [KEY, OTHER], ...fresh.code })
  const { sandbox } = testGateway
  await withKey.orders.start({ ...CART, merchantOrderId: 'mine', metaInfo: META })
  await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
  await withKey.orders.sync('mine')
  return {
    ...testGateway,
    withKey,
    /** For the functions of the storage: a gateway of these settings opens the database. */
    withKeys: { ...testGateway, settings: { ...testGateway.settings, dataKeys: [KEY, OTHER] } },
    withoutKey: testGateway.gateway,
    gotWithKey: fresh.got,
    gotWithoutKey: older.got,
    async runWithKey() {
      await sandbox.clock.advance(TEN_MINUTES_MS)
      await withKey.runPendingJobs()
    },
  }
}

/** As a process with all keys reads them. */
async function deliveries({ rows }: TestGateway) {
  const stored = await rows<{ deliveryId: string; state: string; attempts: number; lastError: string | null }>(
    'select "deliveryId", "state", "attempts", "lastError" from galla.deliveries order by "deliveryId"',
  )
  return stored.map((row) => decrypted({ dataKeys: dataKeys([KEY, OTHER]) }, 'deliveries', row))
}

async function runUntilReview({ sandbox }: TestGateway, gateway: Gateway) {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await gateway.runPendingJobs()
    await sandbox.clock.advance(attempt < 5 ? TEN_MINUTES_MS : 6 * 3_600_000)
  }
  await gateway.runPendingJobs()
}

describe('a process without the data key of an order', () => {
  it('delivers nothing of it, and a process with the key delivers all of it', async () => {
    const processes = await createProcesses()
    await processes.withoutKey.runPendingJobs()
    expect(processes.gotWithoutKey).toEqual([])
    const failing = { state: 'waiting', attempts: 1, lastError: expect.stringContaining(MISSING) }
    expect(await deliveries(processes)).toMatchObject([failing, failing])
    await processes.runWithKey()
    expect(processes.gotWithKey).toEqual([META, META])
    expect(await deliveries(processes)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  it('delivers no refund whose note it cannot read, of an order that it can', async () => {
    const processes = await createProcesses()
    const { withKey, withoutKey, rows, sandbox } = processes
    await withoutKey.orders.start({ ...CART, reference: 'b', merchantOrderId: 'clear' })
    await sandbox.simulatePayment('clear', { outcome: 'SUCCESS' })
    await withoutKey.orders.sync('clear')
    const refund = { merchantRefundId: 'cup', merchantOrderId: 'clear', amount: CART.amount, note: 'a broken cup' }
    await withKey.refunds.request(refund)
    await processes.runWithKey()
    await sandbox.simulateRefund('cup', { outcome: 'SUCCESS' })
    await withoutKey.refunds.sync('cup')
    await withoutKey.runPendingJobs()
    expect(processes.gotWithoutKey).toEqual([])
    const refunded = await rows(`select "state", "attempts" from galla.deliveries where "event" = 'refund.completed'`)
    expect(refunded).toEqual([{ state: 'waiting', attempts: 1 }])
    await processes.runWithKey()
    expect(processes.gotWithKey).toContain('a broken cup')
  })

  it('delivers what it can read', async () => {
    const processes = await createProcesses()
    const { withoutKey, sandbox } = processes
    const metaInfo = { udf1: 'cart b' }
    await withoutKey.orders.start({ ...CART, reference: 'b', merchantOrderId: 'clear', metaInfo })
    await sandbox.simulatePayment('clear', { outcome: 'SUCCESS' })
    await withoutKey.orders.sync('clear')
    await withoutKey.runPendingJobs()
    expect(processes.gotWithoutKey).toEqual([metaInfo, metaInfo])
  })
})

it('a delivery that failed for another reason, and is retried by a person, waits for a process with the key', async () => {
  let isAway = true
  const processes = await createProcesses()
  const { withKey, withoutKey, sandbox } = processes
  await withKey.stop()
  const got: unknown[] = []
  const handled = await processes.replica({
    dataKeys: [KEY, OTHER],
    notifiers: [],
    on: {
      'order.completed': ({ order }) => {
        if (isAway) throw new Error('the warehouse is away')
        got.push(order.metaInfo)
      },
    },
  })
  await runUntilReview(processes, handled)
  isAway = false
  await withProcesses(processes.withKeys, 1, async ([context]) => {
    if (context) await retryDeliveries(context.database, 'all-failed', sandbox.clock.now())
  })
  await withoutKey.runPendingJobs()
  expect(processes.gotWithoutKey).toEqual([])
  await sandbox.clock.advance(TEN_MINUTES_MS)
  await handled.runPendingJobs()
  expect(got).toEqual([META])
})

describe('a data key that stays lost', () => {
  it('has deliveries in review after the last attempt, and a person retries them without what it encrypted', async () => {
    const processes = await createProcesses()
    const { withKey, withoutKey, sandbox } = processes
    await withKey.stop()
    await runUntilReview(processes, withoutKey)
    expect(processes.gotWithoutKey).toEqual([])
    expect(await deliveries(processes)).toMatchObject([
      { state: 'failed', attempts: 8 },
      { state: 'failed', attempts: 8 },
    ])
    await withProcesses(processes.withKeys, 1, async ([context]) => {
      if (!context) return
      const { checks } = await checkHealth(context)
      expect(checks).toContainEqual(
        expect.objectContaining({
          name: 'review',
          ok: false,
          waiting: [expect.objectContaining({ name: 'failed deliveries', waiting: 2 })],
        }),
      )
      await retryDeliveries(context.database, 'all-failed', sandbox.clock.now())
    })
    await withoutKey.runPendingJobs()
    expect(processes.gotWithoutKey).toEqual([{ udf1: MISSING }, { udf1: MISSING }])
    expect(await deliveries(processes)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })
})
