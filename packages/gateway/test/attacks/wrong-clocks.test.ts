import { expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { checkHealth } from '../../src/observability/health.ts'
import { applyRetention } from '../../src/workers/privacy/retention.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { CALLBACK_URL, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS

/** A gateway whose clock is behind that of the provider, until `correct` is called. */
async function createGatewayBehind(behindMs: number) {
  let offsetMs = -behindMs
  let trueMs = () => Date.now()
  const testGateway = await createTestGateway({ gateway: { clock: { now: () => trueMs() + offsetMs } } })
  trueMs = testGateway.sandbox.clock.now
  return {
    ...testGateway,
    correct: () => {
      offsetMs = 0
    },
  }
}

async function payOrder({ gateway, sandbox, drainJobs }: TestGateway): Promise<void> {
  await gateway.orders.start({ ...CART, merchantOrderId: 'one', metaInfo: { udf1: 'For Susheela' } })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
}

const TABLES = ['orders', 'ledger', 'events', 'decisions', 'callbacks', 'calls', 'erasures']

async function countRows({ rows }: Pick<TestGateway, 'rows'>): Promise<{ [table: string]: number }> {
  const counts = TABLES.map((table) => `(select count(*)::int from galla.${table}) as "${table}"`)
  return (await rows<{ [table: string]: number }>(`select ${counts.join(', ')}`))[0] ?? {}
}

it('keeps an order that was paid while the clock was ten years behind', async () => {
  const testGateway = await createGatewayBehind(10 * YEAR_MS)
  await payOrder(testGateway)
  const { calls: _, erasures: __, ...before } = await countRows(testGateway)
  testGateway.correct()
  await testGateway.advance(60_000)
  expect(await countRows(testGateway)).toMatchObject({ ...before, orders: 1, ledger: 1, callbacks: 1 })
  await expect(testGateway.gateway.orders.start(CART)).rejects.toMatchObject({ code: 'REFERENCE_PAID' })
  await expect(testGateway.rows('delete from galla.ledger')).rejects.toThrow('append-only for eight years')
})

it('keeps the payer data of an order that was paid while the clock was 200 days behind, until the order is old', async () => {
  const testGateway = await createGatewayBehind(200 * DAY_MS)
  await payOrder(testGateway)
  const payerData = async () => {
    const found = await testGateway.rows<{ text: string }>(
      'select "request"::text as "text" from galla.orders union all select "body"::text from galla.callbacks',
    )
    return found.map(({ text }) => /Susheela/.test(text ?? '') || /merchantOrderId/.test(text ?? ''))
  }
  expect(await payerData()).toEqual([true, true])
  testGateway.correct()
  await testGateway.advance(60_000)
  expect(await payerData()).toEqual([true, true])
  await testGateway.gateway.payers.hold({ merchantOrderId: 'one', reason: 'a question', by: 'Meena' })
  await testGateway.gateway.payers.release('one')
  await testGateway.advance(178 * DAY_MS)
  expect(await payerData()).toEqual([true, true])
  await testGateway.advance(3 * DAY_MS)
  expect(await payerData()).toEqual([false, false])
})

it.each([
  ['ahead of', 10 * YEAR_MS],
  ['behind', -10 * YEAR_MS],
])(
  'deletes and erases nothing by age while the clock of the database is ten years %s that of the machine',
  async (_, offsetMs) => {
    const testGateway = await createTestGateway()
    await payOrder(testGateway)
    await testGateway.gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}' }))
    // The log of calls is written after the calls: of the start and of the status.
    await expect.poll(async () => (await countRows(testGateway)).calls, { timeout: 20_000 }).toBe(2)
    const before = await countRows(testGateway)
    await withProcesses(testGateway, 1, async ([process]) => {
      const context = process as GatewayContext
      const later = { now: () => testGateway.sandbox.clock.now() + 10 * YEAR_MS }
      const wrong: GatewayContext = { ...context, clock: later, clockOffsetMs: () => offsetMs }
      await applyRetention(wrong)
      expect(await countRows(testGateway)).toEqual(before)
      expect(await testGateway.rows('select 1 from galla.orders where "erasedAtMs" is not null')).toEqual([])
      expect((await checkHealth(wrong)).checks).toContainEqual({ name: 'clock', ok: false, offsetMs })
      // More repeated or refused callbacks than are kept are deleted whatever their age.
      await testGateway.rows(
        `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "headers") select $1, 'refused', '', '{}' from generate_series(1, 2010)`,
        [testGateway.sandbox.clock.now()],
      )
      await applyRetention(wrong)
      expect((await countRows(testGateway)).callbacks).toBe(2_001)
      expect((await checkHealth(context)).checks).toContainEqual({ name: 'clock', ok: true, offsetMs: 0 })
    })
  },
)
