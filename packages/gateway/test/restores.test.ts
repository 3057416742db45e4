import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@galla/postgres'
import { createSandbox, type Sandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createContext, type GatewayRuntime } from '../src/create-context.ts'
import { createGateway, type Gateway, type GatewaySettings, migrateDatabase } from '../src/index.ts'
import { compareRestored } from '../src/services/finance/reconcile.ts'
import { createDatabase } from '../src/storage/database.ts'
import { openPool } from '../src/storage/pool.ts'
import { readPlace } from '../src/storage/restores.ts'
import { AMOUNT, CART, CLIENT, SECRET } from './helpers/test-gateway.ts'

const MINUTE_MS = 60_000
let folder: string
let postgres: RunningPostgres
let sandbox: Sandbox
let names = 0
const opened: { stop(): Promise<void> }[] = []
/** Paths of the calls to the provider, and what it answers instead. */
const calls: string[] = []
let replaced: (path: string) => Response | undefined = () => undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galla-restores-'))
  postgres = await startPostgres({ folder, durable: false })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop()
  await sandbox?.close()
})

const connectionTo = (database: string) => ({ ...postgres.connection, database })

async function sql<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new Client(connectionTo(database))
  await client.connect()
  return client.query<Row>(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

/** An empty database with the schema, and a provider of its own. */
async function newShop(): Promise<string> {
  names += 1
  const database = `shop${names}`
  await sql('postgres', `create database ${database}`)
  await migrateDatabase({ database: connectionTo(database) })
  sandbox = createSandbox({
    tokenLifeSec: 315_360_000,
    clock: { frozen: true, startMs: Date.now() },
    refundTiming: false,
  })
  calls.splice(0)
  replaced = () => undefined
  return database
}

/** A copy of a database that nobody uses: as one that is restored from its dump. */
async function copyOf(database: string): Promise<string> {
  names += 1
  await sql('postgres', `create database restored${names} template ${database}`)
  return `restored${names}`
}

const settingsOf = (database: string): GatewaySettings => ({
  ...CLIENT,
  client: ({ tokenStore }) =>
    new Galla({
      ...CLIENT,
      clientVersion: 1,
      tokenStore,
      fetch: async (url, init) => {
        const { pathname } = new URL(String(url))
        calls.push(pathname)
        return replaced(pathname) ?? sandbox.fetch(url, init)
      },
    }),
  callbackCredentials: SECRET,
  clock: sandbox.clock,
  database: connectionTo(database),
  migrate: false,
})

async function open(database: string, more: Partial<GatewaySettings> = {}): Promise<Gateway> {
  const gateway = await createGateway({ ...settingsOf(database), ...more })
  opened.push(gateway)
  return gateway
}

async function openContext(database: string): Promise<GatewayRuntime['context']> {
  const runtime = await createContext(settingsOf(database))
  opened.push(runtime)
  return runtime.context
}

const runsOf = (database: string) =>
  sql<{ isOver: boolean; checked: string }>(
    database,
    `select "finishedAtMs" is not null as "isOver", "checked" from galla.reconciliations where "origin" = 'restore'`,
  )

/** A database with paid orders, each of a cart of its own, that is restored. */
async function restoredWith(ids: readonly string[]): Promise<string> {
  const database = await newShop()
  const gateway = await open(database)
  for (const merchantOrderId of ids) {
    await gateway.orders.start({ ...CART, reference: `cart of ${merchantOrderId}`, merchantOrderId })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await gateway.orders.sync(merchantOrderId)
  }
  await gateway.stop()
  return copyOf(database)
}

const restoreCheck = async (gateway: Gateway) => (await gateway.health()).checks.find(({ name }) => name === 'restore')

const busy = () => new Response('busy', { status: 503 })

describe('a database that is opened', () => {
  it('is marked as restored by one of several gateways when it is another one than before', async () => {
    const database = await newShop()
    await Promise.all([open(database), open(database)])
    expect(await runsOf(database)).toEqual([])
    for (const one of opened.splice(0)) await one.stop()
    const restored = await copyOf(database)
    await Promise.all(Array.from({ length: 4 }, () => open(restored)))
    expect(await runsOf(restored)).toHaveLength(1)
    await open(restored)
    expect(await runsOf(restored)).toHaveLength(1)
  })

  it('is marked when a dump made its tables again in the same database', async () => {
    const database = await newShop()
    await (await open(database)).stop()
    await sql(database, 'create table galla.copied (like galla.meta including all)')
    await sql(database, 'insert into galla.copied select * from galla.meta')
    await sql(database, 'drop table galla.meta')
    await sql(database, 'alter table galla.copied rename to meta')
    await open(database)
    expect(await runsOf(database)).toHaveLength(1)
  })

  it('tells a plain role its cluster, timeline and object ids, and a role that may not ask the object ids', async () => {
    const database = await newShop()
    await sql(
      database,
      `create role clerk${names} login; grant usage on schema galla to clerk${names};
      grant select on all tables in schema galla to clerk${names}`,
    )
    const pool = openPool({ ...connectionTo(database), user: `clerk${names}`, max: 1 }, () => {})
    const { here } = await readPlace(createDatabase(pool))
    expect(here).toMatch(/^\d{15,}\/0000000\d\/\d+\/\d+$/)
    await sql(database, 'revoke execute on function pg_control_system() from public')
    expect((await readPlace(createDatabase(pool))).here).toBe(here.split('/').slice(2).join('/'))
    await pool.end()
  })
})

it('a database that two roles open, of which one may not ask for the cluster, is not marked as restored, and notices its restore', async () => {
  const database = await newShop()
  await sql(
    database,
    `create role teller${names} login; grant usage, create on schema galla to teller${names}; grant all on all tables in schema galla to teller${names};
    grant all on all sequences in schema galla to teller${names}; revoke execute on function pg_control_system() from public`,
  )
  const asTeller = (name: string) =>
    open(name, { database: { ...connectionTo(name), user: `teller${database.slice(4)}` } })
  for (const openIt of [asTeller, () => open(database), asTeller, () => open(database)]) await openIt(database)
  expect(await runsOf(database)).toEqual([])
  const [place] = await sql<{ value: string }>(database, `select "value" from galla.meta where "key" = 'place'`)
  expect(place?.value.split('/')).toHaveLength(4)
  for (const one of opened.splice(0)) await one.stop()
  const restored = await copyOf(database)
  await asTeller(restored)
  expect(await runsOf(restored)).toHaveLength(1)
})

/** A restored database that holds one order, which was paid since and whose payment was refunded as late. */
async function restoredBeforeRefund(on: GatewaySettings['on'] = {}): Promise<Gateway> {
  const database = await newShop()
  await (await open(database)).orders.start({ ...CART, merchantOrderId: 'one' })
  for (const one of opened.splice(0)) await one.stop()
  const restored = await copyOf(database)
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await client.refunds.create({ merchantRefundId: 'one-late', originalMerchantOrderId: 'one', amount: AMOUNT })
  await client.close()
  await sandbox.simulateRefund('one-late', { outcome: 'SUCCESS' })
  return open(restored, { ...(on && { on }) })
}

it.each<[string, object]>([
  ['about another refund', { merchantRefundId: 'x-late', originalMerchantOrderId: 'x', state: 'COMPLETED' }],
  ['about another order', { merchantRefundId: undefined, originalMerchantOrderId: 'x', state: 'COMPLETED' }],
  [
    'with a state that is not known',
    { merchantRefundId: 'one-late', originalMerchantOrderId: 'one', state: 'SETTLING' },
  ],
])('an answer %s does not say that a payment from before a restore was not refunded', async (_, answer) => {
  const fulfilled: string[] = []
  const gateway = await restoredBeforeRefund({
    'order.completed': ({ order }) => void fulfilled.push(order.merchantOrderId),
  })
  let odd = 2
  replaced = (path) => {
    if (!path.includes('/refund/') || odd === 0) return undefined
    odd -= 1
    return Response.json({ ...answer, refundId: 'OMR-x', amount: AMOUNT })
  }
  for (let n = 0; n < 6; n += 1) {
    await gateway.runPendingJobs()
    await sandbox.clock.advance(2 * MINUTE_MS)
  }
  expect(odd).toBe(0)
  expect(fulfilled).toEqual([])
  expect(await gateway.orders.get('one')).toMatchObject({ resolution: 'late-refund', refundedAmount: AMOUNT })
})

it('a restore within ten minutes of two payments of a cart does not fulfil the one that was refunded', async () => {
  const database = await newShop()
  const before = await open(database)
  for (const merchantOrderId of ['one', 'two']) await before.orders.start({ ...CART, merchantOrderId })
  await before.stop()
  const restored = await copyOf(database)
  const lost = await open(database)
  for (const id of ['one', 'two']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
  await lost.orders.sync('one')
  await lost.orders.sync('two')
  await lost.runPendingJobs()
  await sandbox.simulateRefund('two-dup', { outcome: 'SUCCESS' })
  await lost.stop()
  await sandbox.clock.advance(4 * MINUTE_MS)
  const gateway = await open(restored)
  await gateway.orders.sync('two')
  await gateway.orders.sync('one')
  for (let minute = 0; minute < 5; minute += 1) {
    await gateway.runPendingJobs()
    await sandbox.clock.advance(MINUTE_MS)
  }
  expect(await gateway.orders.get('two')).toMatchObject({ resolution: 'duplicate-refund', refundedAmount: AMOUNT })
  expect(await gateway.orders.get('one')).toMatchObject({ resolution: 'fulfil', refundedAmount: 0 })
  for (const id of ['one', 'two']) expect((await gateway.orders.get(id))?.needsReview).toBeUndefined()
  expect((await sandbox.order('one')).refundedAmount).toBe(0)
})

it('asks about both orders of a cart that are stored at the moment of a restore', async () => {
  const gateway = await open(await newShop())
  for (const merchantOrderId of ['one', 'two']) {
    await gateway.orders.start({ ...CART, merchantOrderId })
    await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  }
  await gateway.markRestored()
  for (const id of ['one', 'two']) await gateway.orders.sync(id)
  for (const id of ['one', 'two']) expect(calls.some((path) => path.endsWith(`/refund/${id}-late/status`))).toBe(true)
})

it('an order that is started after a restore costs one status call when it is found paid late', async () => {
  const gateway = await open(await restoredWith(['one']))
  await gateway.runPendingJobs()
  await sandbox.clock.advance(MINUTE_MS)
  await gateway.orders.start({ ...CART, merchantOrderId: 'new' })
  await sandbox.simulatePayment('new', { outcome: 'SUCCESS' })
  await sandbox.clock.advance(11 * MINUTE_MS)
  calls.splice(0)
  await gateway.orders.sync('new')
  expect(await gateway.orders.get('new')).toMatchObject({ resolution: 'fulfil' })
  expect(calls.map((path) => path.replace(/^.*\/(order|refund)\//, '$1/'))).toEqual(['order/new/status'])
})

describe('the comparison after a restore', () => {
  it('takes over an automatic refund that the database lost, and is over', async () => {
    const restored = await restoredWith(['one'])
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    await client.refunds.create({ merchantRefundId: 'one-late', originalMerchantOrderId: 'one', amount: AMOUNT })
    await client.close()
    const gateway = await open(restored)
    expect(await restoreCheck(gateway)).toMatchObject({ ok: false, compared: 0, restoredAtMs: expect.any(Number) })
    await gateway.runPendingJobs()
    expect(await gateway.orders.get('one')).toMatchObject({ refundableAmount: 0 })
    expect(await restoreCheck(gateway)).toEqual({ name: 'restore', ok: true })
    calls.splice(0)
    await gateway.runPendingJobs()
    expect(calls).toEqual([])
  })

  it.each([
    ['an order', '/order/two/status'],
    ['an automatic refund', '/refund/two-late/status'],
  ])('is not over while the provider does not answer for %s', async (_, unanswered) => {
    const gateway = await open(await restoredWith(['one', 'two', 'three']))
    replaced = (path) => (path.endsWith(unanswered) ? busy() : undefined)
    for (let hour = 0; hour < 3; hour += 1) {
      await gateway.runPendingJobs()
      await sandbox.clock.advance(60 * MINUTE_MS)
    }
    expect(await restoreCheck(gateway)).toMatchObject({ ok: false })
    replaced = () => undefined
    for (let pass = 0; pass < 2; pass += 1) {
      await gateway.runPendingJobs()
      await sandbox.clock.advance(60 * MINUTE_MS)
    }
    expect(await restoreCheck(gateway)).toEqual({ name: 'restore', ok: true })
  })

  it('leaves out orders whose payer data is erased by age', async () => {
    const restored = await restoredWith(['one'])
    await sandbox.clock.advance(31 * 24 * 60 * MINUTE_MS)
    const context = await openContext(restored)
    calls.splice(0)
    await compareRestored({ ...context, policy: { ...context.policy, erasePayerAfterDays: 30 } })
    expect(calls).toEqual([])
    expect(await runsOf(restored)).toMatchObject([{ isOver: true, checked: '0' }])
  })

  it('goes on in another process where the first one ended, and asks for no order twice', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `order-${at}`)
    const restored = await restoredWith(ids)
    const [first, second] = [await openContext(restored), await openContext(restored)]
    calls.splice(0)
    const checked = () => calls.filter((path) => path.includes('/order/'))
    // The process ends between two pages; the progress of each page is stored.
    await compareRestored({ ...first, closing: () => checked().length >= 24 })
    expect(checked()).toHaveLength(24)
    expect(await runsOf(restored)).toMatchObject([{ isOver: false, checked: '24' }])
    await Promise.all([compareRestored(first), compareRestored(second)])
    expect(await runsOf(restored)).toMatchObject([{ isOver: true, checked: '60' }])
    expect(checked()).toHaveLength(60)
    expect(new Set(checked()).size).toBe(60)
  })

  it('begins again when the database is marked once more, and the process that compares it loses its turn', async () => {
    const restored = await restoredWith(['one', 'two'])
    const [first, second] = [await openContext(restored), await openContext(restored)]
    let isMarked = false
    const marking = {
      ...first,
      restores: first.restores,
      closing: () => false,
      provider: {
        ...first.provider,
        standardCheckout: {
          ...first.provider.standardCheckout,
          getOrderStatus: async (request: { merchantOrderId: string }) => {
            if (!isMarked) {
              isMarked = true
              await second.restores.mark()
            }
            return first.provider.standardCheckout.getOrderStatus(request)
          },
        },
      },
    } as typeof first
    await compareRestored(marking)
    expect(await runsOf(restored)).toHaveLength(1)
    expect(await runsOf(restored)).toMatchObject([{ isOver: true, checked: '2' }])
    expect(calls.filter((path) => path.endsWith('/order/one/status')).length).toBeGreaterThan(2)
  })
})
