import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createContext } from '../src/create-context.ts'
import { createGateway, type GatewaySettings } from '../src/index.ts'
import { reconcile, repairDiscrepancies } from '../src/services/reconcile.ts'
import { CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

let home: string
const fulfilled: string[] = []
let nowhere = true
const sandbox = createSandbox({
  tokenLifeSec: 315_360_000,
  clock: { frozen: true, startMs: Date.now() },
  callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
  // From the backup to the restore, what the provider tells goes into books that will be lost.
  deliver: async (url, init) => (nowhere ? new Response('ok') : database.fetch(new Request(url, init))),
})
let database: Awaited<ReturnType<typeof createGateway>>

const settings = (): GatewaySettings => ({
  ...CLIENT,
  client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch, tokenStore }),
  callbackCredentials: SECRET,
  clock: sandbox.clock,
  database: join(home, 'books'),
  on: { 'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId) },
})

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'galla-backup-'))
})
afterAll(async () => {
  await sandbox.close()
  await rm(home, { recursive: true, force: true })
})

const cart = (merchantOrderId: string) => ({ ...CART, reference: `cart-of-${merchantOrderId}`, merchantOrderId })
const copy = (from: string, to: string) =>
  cp(join(home, from), join(home, to), { recursive: true, verbatimSymlinks: true })

it('a folder that was copied while nobody used it is the database as they were, and the provider brings them up to date', async () => {
  database = await createGateway(settings())
  for (const id of ['paid-before', 'open', 'failed-since']) await database.orders.start(cart(id))
  await sandbox.simulatePayment('paid-before', { outcome: 'SUCCESS' })
  await database.orders.sync('paid-before')
  await database.stop()
  await copy('books', 'backup')

  // A day that will be lost: two orders decided, a new one paid, money given back.
  const lost = await createGateway(settings())
  await lost.orders.start(cart('new'))
  for (const id of ['open', 'new']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
  await sandbox.simulatePayment('failed-since', { outcome: 'FAILURE' })
  const refund = { merchantRefundId: 'cup', merchantOrderId: 'paid-before', amount: CART.amount }
  await lost.refunds.request(refund)
  await lost.runPendingJobs()
  await sandbox.clock.advance(60_000)
  await lost.runPendingJobs()
  expect((await lost.refunds.get('cup'))?.state).toBe('COMPLETED')
  await lost.stop()

  await rm(join(home, 'books'), { recursive: true })
  await copy('backup', 'books')
  fulfilled.length = 0
  const { context, stop } = await createContext(settings())
  const day = { fromMs: 0, toMs: sandbox.clock.now() + 1 }
  const report = await reconcile(context, day)
  expect(report.rows.map(({ merchantOrderId, kind }) => `${merchantOrderId} ${kind}`)).toEqual([
    'failed-since state',
    'open state',
  ])
  const repaired = await repairDiscrepancies(context, ['failed-since', 'open'])
  expect(repaired.rows).toEqual([])
  expect(fulfilled).toEqual(['open'])
  await stop()

  nowhere = false
  database = await createGateway(settings())
  // Of an order that is younger than the backup nothing is known but what a callback tells, and its own id asks for it.
  await sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: 'new' })
  await database.runPendingJobs()
  const after = await createContext(settings())
  const unknown = await reconcile(after.context, day)
  expect(unknown.rows).toMatchObject([{ merchantOrderId: 'new', kind: 'missing-here' }])
  await after.stop()
  await database.orders.start(cart('new')).catch(() => {})
  expect(await database.orders.sync('new')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  expect(fulfilled).toEqual(['open', 'new'])

  // The same refund again is the same refund, although these books have never seen it.
  await database.refunds.request(refund)
  await database.runPendingJobs()
  await sandbox.clock.advance(60_000)
  await database.runPendingJobs()
  expect(await database.refunds.get('cup')).toMatchObject({ state: 'COMPLETED' })
  expect((await sandbox.order('paid-before')).refundedAmount).toBe(CART.amount)
  for (const id of ['paid-before', 'open', 'new', 'failed-since']) {
    const theirs = await sandbox.order(id)
    expect(await database.orders.get(id)).toMatchObject({ state: theirs.state, refundedAmount: theirs.refundedAmount })
  }
  await database.stop()
}, 120_000)
