import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGateway, type Gateway } from '../src/index.ts'
import { CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const TEN_MINUTES_MS = 600_000
const CUSTOM = { ...CART, checkout: 'CUSTOM', expireAfter: 300, merchantOrderId: 'mine' } as const

const gateways: Gateway[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const gateway of gateways.splice(0)) await gateway.stop()
})

/** A replica without a clock of the test, on a machine whose system clock is this far ahead. */
async function createSkewedReplica({ settings }: TestGateway, skewMs: number): Promise<Gateway> {
  const { clock: _, ...others } = settings
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs })
  const gateway = await createGateway(others)
  gateways.push(gateway)
  return gateway
}

describe('a replica whose clock is ten minutes ahead', () => {
  it('does not close an order that can still be paid', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(CUSTOM)
    const ahead = await createSkewedReplica(testGateway, TEN_MINUTES_MS)
    await ahead.runPendingJobs()
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'CREATED' })
    await ahead.orders.pay('mine', { type: 'UPI_QR' })
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'PENDING' })
  })

  it('does not poll what is not due', async () => {
    let reads = 0
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => (url, init) => {
        if (String(url instanceof Request ? url.url : url).includes('/status')) reads += 1
        return provider(url, init)
      },
    })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
    const ahead = await createSkewedReplica(testGateway, TEN_MINUTES_MS)
    await ahead.runPendingJobs()
    expect(reads).toBe(0)
  })
})

describe('a replica whose clock is ten minutes behind', () => {
  it('stores deadlines by the database’s clock, so that no other replica takes its request for over', async () => {
    const testGateway = await createTestGateway()
    const behind = await createSkewedReplica(testGateway, -TEN_MINUTES_MS)
    await behind.orders.start(CUSTOM)
    const [row] = await testGateway.rows<{ createdMs: number; expiresMs: number }>(
      `select (extract(epoch from now()) * 1000 - "createdAtMs")::float8 as "createdMs", (extract(epoch from now()) * 1000 - "expiresAtMs")::float8 as "expiresMs"
       from galla.orders`,
    )
    expect(Math.abs(row?.createdMs ?? Number.NaN)).toBeLessThan(TEN_MINUTES_MS / 2)
    expect(row?.expiresMs).toBeLessThan(0)
    await testGateway.gateway.runPendingJobs()
    expect(await behind.orders.get('mine')).toMatchObject({ state: 'CREATED' })
  })

  it('does not leave due work undone', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
    await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.sandbox.idle()
    const behind = await createSkewedReplica(testGateway, -TEN_MINUTES_MS)
    await behind.runPendingJobs()
    expect(await behind.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
  })
})

describe('a replica whose system clock is set right while it runs', () => {
  it('does not close an order that can still be paid: it was behind', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(CUSTOM)
    const corrected = await createSkewedReplica(testGateway, -TEN_MINUTES_MS)
    vi.useRealTimers()
    await corrected.runPendingJobs()
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'CREATED' })
  })

  it('posts to the ledger at the time of the database: it was ahead', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
    const corrected = await createSkewedReplica(testGateway, TEN_MINUTES_MS)
    vi.useRealTimers()
    await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await corrected.orders.sync('mine')
    const [posted] = await testGateway.rows<{ behindMs: number }>(
      `select (extract(epoch from now()) * 1000 - "atMs")::float8 as "behindMs" from galla.ledger`,
    )
    expect(Math.abs(posted?.behindMs ?? Number.NaN)).toBeLessThan(TEN_MINUTES_MS / 2)
  })
})

describe('a process whose machine was suspended', () => {
  it('posts no payment with a time from before, which an export may have passed', async () => {
    const testGateway = await createTestGateway()
    const { clock: _, ...settings } = testGateway.settings
    const replica = await createGateway(settings)
    gateways.push(replica)
    await replica.orders.start({ ...CART, merchantOrderId: 'mine' })
    await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    // The monotonic clock stood still. Within a second the process measures again; until then it is behind.
    const now = performance.now.bind(performance)
    const suspended = vi.spyOn(performance, 'now').mockImplementation(() => now() - 60_000)
    await replica.orders.sync('mine').catch(() => {})
    suspended.mockRestore()
    await vi.waitFor(async () => expect(await replica.orders.sync('mine')).toMatchObject({ state: 'COMPLETED' }), {
      timeout: 20_000,
    })
    const ages = await testGateway.rows<{ ageMs: number }>(
      `select (extract(epoch from clock_timestamp()) * 1000 - "atMs")::float8 as "ageMs" from galla.ledger where "kind" = 'capture'`,
    )
    expect(ages).toHaveLength(1)
    expect(ages[0]?.ageMs).toBeLessThan(45_000)
  })
})
