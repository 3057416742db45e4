import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { describe, expect, it } from 'vitest'
import { CALLBACK_URL, CART, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()

/** Holds back what the provider answers to one kind of call. */
function heldBack(path: RegExp) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const arrived = new Promise<void>((resolve) => {
    reached = resolve
  })
  return {
    arrived,
    release: () => release(),
    wire: (provider: (...args: never[]) => Promise<Response>) =>
      (async (...args: never[]) => {
        const reply = await provider(...args)
        if (path.test(String(args[0]))) {
          reached()
          await held
        }
        return reply
      }) as never,
  }
}

describe('stop', () => {
  it('waits for a start whose reply is on its way, and takes no other', async () => {
    const line = heldBack(/\/pay$/)
    const shop = await open({ wire: line.wire })
    const other = await shop.replica()
    const starting = shop.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await line.arrived
    const stopped = shop.gateway.stop()
    await expect(shop.gateway.orders.start({ ...CART, reference: 'late' })).rejects.toMatchObject({
      code: 'SHUTTING_DOWN',
    })
    const turnedAway = await shop.gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body: '{}' }))
    expect(turnedAway.status).toBe(503)
    expect(turnedAway.headers.get('retry-after')).toBe('5')

    line.release()
    expect(await starting).toMatchObject({ order: { state: 'PENDING' }, redirectUrl: expect.any(String) })
    await stopped
    expect(await other.orders.get('one')).toMatchObject({ state: 'PENDING', orderId: expect.any(String) })
    expect(await other.orders.list({ reference: 'late' })).toMatchObject({ rows: [] })
  })

  it('ends although there is always more to do', async () => {
    const shop = await open({ sandbox: { callbacks: { url: 'http://nobody.localhost/', mode: 'classic' } } })
    // Minutes pass between one look at the clock and the next, so that every order is due again at once.
    let nowMs = shop.sandbox.clock.now()
    const gateway = await shop.replica({
      clock: {
        now: () => {
          nowMs += 60_000
          return nowMs
        },
      },
    })
    for (let n = 0; n < 30; n += 1) await gateway.orders.start({ ...CART, reference: `cart-${n}` })
    await shop.sandbox.setFaults({ rules: [{ kind: 'status', status: 503, endpoints: ['standardOrderStatus'] }] })
    const reads = () => shop.sandbox.journal({ name: 'standardOrderStatus', limit: '1000' }).length
    const busy = gateway.runPendingJobs()
    while (reads() < 60) await new Promise((resolve) => setTimeout(resolve, 5))
    await gateway.stop()
    await busy
    const before = reads()
    await expect(gateway.runPendingJobs()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' })
    expect(reads()).toBe(before)
  })

  it('ends although the database is gone, and does not come back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galla-gone-'))
    const server = await startPostgres({ folder, durable: false, temporary: true })
    const shop = await open()
    const gateway = await shop.replica({ database: { ...server.connection } })
    await gateway.start()
    await gateway.orders.start(CART)
    await server.stop()
    expect(await gateway.isReady()).toBe(false)
    await gateway.stop()
  }, 60_000)
})
