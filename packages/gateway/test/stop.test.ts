import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { describe, expect, it, vi } from 'vitest'
import { delayResponses } from './helpers/delay-responses.ts'
import { CALLBACK_URL, CART, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

describe('gateway.stop', () => {
  it('waits for a running orders.start, and rejects new orders with SHUTTING_DOWN and callbacks with 503', async () => {
    const delayed = delayResponses(/\/pay$/)
    const testGateway = await createTestGateway({ wrapProvider: delayed.wrapProvider })
    const other = await testGateway.replica()
    const starting = testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await delayed.arrived
    const stopped = testGateway.gateway.stop()
    await expect(testGateway.gateway.orders.start({ ...CART, reference: 'late' })).rejects.toMatchObject({
      code: 'SHUTTING_DOWN',
    })
    const rejectedCallback = await testGateway.gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}' }))
    expect(rejectedCallback.status).toBe(503)
    expect(rejectedCallback.headers.get('retry-after')).toBe('5')

    delayed.release()
    expect(await starting).toMatchObject({ order: { state: 'PENDING' }, redirectUrl: expect.any(String) })
    await stopped
    expect(await other.orders.get('one')).toMatchObject({ state: 'PENDING', orderId: expect.any(String) })
    expect(await other.orders.list({ reference: 'late' })).toMatchObject({ rows: [] })
  })

  it('leaves no asynchronous context behind once no handler runs: the context would cost every promise of the process', async () => {
    const run = vi.spyOn(AsyncLocalStorage.prototype, 'run')
    const disable = vi.spyOn(AsyncLocalStorage.prototype, 'disable')
    let waiting: (() => void)[] = []
    let disabledWhileHandling = 0
    const testGateway = await createTestGateway({
      gateway: {
        on: {
          // Both handlers run at the same time, and end one after the other.
          'order.completed': async () => {
            await new Promise<void>((resolve) => {
              waiting.push(resolve)
              if (waiting.length === 2) waiting.shift()?.()
            })
            disabledWhileHandling += disable.mock.calls.length
            setImmediate(() => {
              for (const resolve of waiting) resolve()
              waiting = []
            })
          },
        },
      },
    })
    for (const merchantOrderId of ['one', 'two']) {
      await testGateway.gateway.orders.start({ ...CART, reference: merchantOrderId, merchantOrderId })
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    }
    await testGateway.drainJobs()
    const used = new Set(run.mock.contexts)
    expect(used.size).toBe(1)
    expect(disable.mock.contexts).toEqual([...used])
    expect(disabledWhileHandling).toBe(0)
    await testGateway.gateway.stop()
    vi.restoreAllMocks()
  })

  it('resolves while jobs are always due, and sends no further status check', async () => {
    const testGateway = await createTestGateway({
      sandbox: { callbacks: { url: 'http://unreachable.localhost/', mode: 'classic' } },
    })
    // After the starts, each clock read advances by a minute, so every order is due again at once.
    let nowMs = testGateway.sandbox.clock.now()
    let stepMs = 0
    const gateway = await testGateway.replica({
      clock: {
        now: () => {
          nowMs += stepMs
          return nowMs
        },
      },
    })
    for (let n = 0; n < 30; n += 1) await gateway.orders.start({ ...CART, reference: `cart-${n}` })
    stepMs = 60_000
    await testGateway.sandbox.setFaults({
      rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }],
    })
    const reads = () => testGateway.sandbox.journal({ name: 'standardOrderStatus', limit: '1000' }).length
    const running = gateway.runPendingJobs()
    while (reads() < 60) await new Promise((resolve) => setTimeout(resolve, 5))
    await gateway.stop()
    await running
    const before = reads()
    await expect(gateway.runPendingJobs()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
    expect(reads()).toBe(before)
  })

  it('resolves when the database is stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galla-gone-'))
    const server = await startPostgres({ folder, durable: false, temporary: true })
    const testGateway = await createTestGateway()
    const gateway = await testGateway.replica({ database: { ...server.connection } })
    await gateway.start()
    await gateway.orders.start(CART)
    await server.stop()
    expect(await gateway.isReady()).toBe(false)
    await gateway.stop()
  })
})
