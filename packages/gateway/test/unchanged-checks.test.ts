import { Client } from 'pg'
import { expect, it } from 'vitest'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

/** A paid order, two hours later: its first check after its completion is due. */
async function withPaidOrder(testGateway: TestGateway): Promise<void> {
  const { gateway, sandbox, drainJobs } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  await sandbox.clock.advance(2 * HOUR_MS)
}

/** A gateway on the same database, and the names of the statements that it sends. */
async function recordingGateway({ replica, settings }: TestGateway) {
  const names: string[] = []
  class Recording extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's methods have many overloads, and every argument is passed on
    override query(...given: any[]): any {
      if (given[0]?.name) names.push(given[0].name)
      return (super.query as (...all: unknown[]) => unknown).apply(this, given)
    }
  }
  const gateway = await replica({ database: { ...(settings.database as object), Client: Recording } })
  return { gateway, names }
}

/** The statements that read, lock and save orders. */
const ofOrders = (names: readonly string[]) =>
  names.filter((name) => /^(read-order|lock-order|save-order|save-next-poll|save-next-poll-of)$/.test(name))

const nextPoll = ({ rows }: TestGateway) =>
  rows<{ planned: number; version: number; lease: string | null }>(
    'select "nextPollAtMs"::float8 as planned, "version", "leasedUntil" as lease from galla.orders',
  )

it('a check that finds a completed order as it is takes no lock, and plans the next check', async () => {
  const testGateway = await createTestGateway()
  await withPaidOrder(testGateway)
  const [before] = await nextPoll(testGateway)
  const { gateway, names } = await recordingGateway(testGateway)
  await gateway.runPendingJobs()
  const [after] = await nextPoll(testGateway)
  expect(after?.planned).toBeGreaterThan(Number(before?.planned) + 24 * HOUR_MS)
  expect(after).toMatchObject({ version: before?.version, lease: null })
  expect(ofOrders(names)).toEqual(['save-next-poll-of'])
})

it('a check that finds an open order as it is takes no lock, reads the order once, with the claim, and plans the next check', async () => {
  const testGateway = await createTestGateway()
  const { gateway, sandbox } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  const [before] = await nextPoll(testGateway)
  await sandbox.clock.advance(Number(before?.planned) - sandbox.clock.now())
  const recording = await recordingGateway(testGateway)
  await recording.gateway.runPendingJobs()
  const [after] = await nextPoll(testGateway)
  expect(after?.planned).toBeGreaterThan(sandbox.clock.now())
  expect(after).toMatchObject({ version: before?.version, lease: null })
  expect(ofOrders(recording.names)).toEqual(['save-next-poll-of'])
})

it('a check of an open order notices that one of its payments counts for another order, although nothing else changed', async () => {
  const testGateway = await createTestGateway()
  await withPaidOrder(testGateway)
  const { gateway, sandbox, rows, advance } = testGateway
  await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'two' })
  await sandbox.simulatePayment('two', { outcome: 'PENDING' })
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject({ state: 'PENDING' })
  // The provider gives the attempt, which was stored while both were open, to the other order.
  await rows(`update galla.orders o set "attempts" = o."attempts" || jsonb_build_array(jsonb_build_object('transactionId', t."transactionId", 'state', 'FAILED'))
    from galla.orders t where o."merchantOrderId" = 'two' and t."merchantOrderId" = 'one'`)
  await advance(60_000)
  expect(await gateway.orders.get('two')).toMatchObject({ needsReview: { reason: 'wrong-order' } })
})

it('a check of a completed order notices that one of its payments counts for another order, although nothing else changed', async () => {
  const testGateway = await createTestGateway()
  await withPaidOrder(testGateway)
  const { gateway, sandbox, rows } = testGateway
  await gateway.orders.start({ ...CART, reference: 'cart-8', merchantOrderId: 'two' })
  await sandbox.simulatePayment('two', { outcome: 'SUCCESS' })
  await sandbox.idle()
  await rows(`update galla.orders set "nextPollAtMs" = "nextPollAtMs" + $1 where "merchantOrderId" = 'one'`, [HOUR_MS])
  await gateway.runPendingJobs()
  // As stored while the order was open, before the provider gave the payment to the other order.
  await rows(`update galla.orders o set "attempts" = o."attempts" || jsonb_build_array(jsonb_build_object('transactionId', t."transactionId", 'state', 'FAILED'))
    from galla.orders t where o."merchantOrderId" = 'one' and t."merchantOrderId" = 'two'`)
  await testGateway.advance(2 * HOUR_MS)
  expect(await gateway.orders.get('one')).toMatchObject({ needsReview: { reason: 'wrong-order' } })
})

it('a check whose order has changed since it was read decides again under the lock', async () => {
  let beforeReply = async (): Promise<unknown> => undefined
  const testGateway = await createTestGateway({
    wrapProvider: (provider) => async (url, init) => {
      const response = await provider(url, init)
      if (String(url).endsWith('/status?details=true')) await beforeReply()
      return response
    },
  })
  await withPaidOrder(testGateway)
  const { gateway, names } = await recordingGateway(testGateway)
  beforeReply = () => testGateway.rows('update galla.orders set "version" = "version" + 1')
  await gateway.runPendingJobs()
  expect(ofOrders(names)).toEqual(['save-next-poll-of', 'lock-order', 'save-next-poll'])
})
