import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { createGateway, type GatewaySettings } from '../src/index.ts'
import { reconcile, repairDiscrepancies } from '../src/services/finance/reconcile.ts'
import { runPendingJobs } from '../src/workers/jobs.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

let folder: string
const fulfilled: string[] = []
let discardCallbacks = true
const sandbox = createSandbox({
  tokenLifeSec: 315_360_000,
  clock: { frozen: true, startMs: Date.now() },
  callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
  // Between backup and restore, callbacks are acknowledged but not stored.
  deliver: async (url, init) => (discardCallbacks ? new Response('ok') : gateway.fetch(new Request(url, init))),
})
let gateway: Awaited<ReturnType<typeof createGateway>>

const settings = (): GatewaySettings => ({
  ...CLIENT,
  client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
  callbackCredentials: SECRET,
  clock: sandbox.clock,
  database: join(folder, 'database'),
  on: { 'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId) },
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-backup-'))
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true, force: true })
})

const cart = (merchantOrderId: string) => ({ ...CART, reference: `cart-of-${merchantOrderId}`, merchantOrderId })
const copy = (from: string, to: string) =>
  cp(join(folder, from), join(folder, to), { recursive: true, verbatimSymlinks: true })

describe('a gateway restored from a copy of its PostgreSQL folder', () => {
  it('restores the copied state, and reconciliation, callbacks and repeated requests bring it up to date with the provider', async () => {
    gateway = await createGateway(settings())
    for (const id of ['paid-before', 'open', 'failed-since']) await gateway.orders.start(cart(id))
    await sandbox.simulatePayment('paid-before', { outcome: 'SUCCESS' })
    await gateway.orders.sync('paid-before')
    await gateway.runPendingJobs()
    await gateway.stop()
    await copy('database', 'backup')

    // Changes after the backup, which the restore loses: two orders decided, a new order paid, one refund.
    const overwritten = await createGateway(settings())
    await overwritten.orders.start(cart('new'))
    for (const id of ['open', 'new']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    await sandbox.simulatePayment('failed-since', { outcome: 'FAILURE' })
    const refund = { merchantRefundId: 'cup', merchantOrderId: 'paid-before', amount: CART.amount }
    await overwritten.refunds.request(refund)
    await overwritten.runPendingJobs()
    await sandbox.clock.advance(60_000)
    await overwritten.runPendingJobs()
    expect((await overwritten.refunds.get('cup'))?.state).toBe('COMPLETED')
    await overwritten.stop()

    await rm(join(folder, 'database'), { recursive: true })
    await copy('backup', 'database')
    fulfilled.length = 0
    const { context, stop } = await createContext(settings())
    // The folder came back as the same place, so somebody has to say it.
    await context.restores.mark()
    const day = { fromMs: 0, toMs: sandbox.clock.now() + 1 }
    const report = await reconcile(context, day)
    expect(report.rows.map(({ merchantOrderId, kind }) => `${merchantOrderId} ${kind}`).sort()).toEqual([
      'failed-since state',
      'open state',
    ])
    const repaired = await repairDiscrepancies(context, ['failed-since', 'open'])
    expect(repaired.rows).toEqual([])
    await runPendingJobs(context)
    expect(fulfilled).toEqual(['open'])
    await stop()

    discardCallbacks = false
    gateway = await createGateway(settings())
    // An order created after the backup is known from its callback only; starting it again with the same id recovers it.
    await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: 'new' })
    await gateway.runPendingJobs()
    const after = await createContext(settings())
    const unknownOrders = await reconcile(after.context, day)
    expect(unknownOrders.rows).toMatchObject([{ merchantOrderId: 'new', kind: 'missing-here' }])
    await after.stop()
    await gateway.orders.start(cart('new')).catch(() => {})
    expect(await gateway.orders.sync('new')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
    await gateway.runPendingJobs()
    expect(fulfilled).toEqual(['open', 'new'])

    // The same refund id is the same refund at the provider, although the restored database does not contain it.
    await gateway.refunds.request(refund)
    await gateway.runPendingJobs()
    await sandbox.clock.advance(60_000)
    await gateway.runPendingJobs()
    expect(await gateway.refunds.get('cup')).toMatchObject({ state: 'COMPLETED' })
    expect((await sandbox.order('paid-before')).refundedAmount).toBe(CART.amount)
    for (const id of ['paid-before', 'open', 'new', 'failed-since']) {
      const providerOrder = await sandbox.order(id)
      expect(await gateway.orders.get(id)).toMatchObject({
        state: providerOrder.state,
        refundedAmount: providerOrder.refundedAmount,
      })
    }
    await gateway.stop()
  })
})
