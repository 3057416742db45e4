import { serveSandbox } from '@galla/sandbox'
import { Galla } from '@galla/sdk'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { createGateway } from '../../src/index.ts'
import { freeLeases } from '../helpers/free-leases.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CALLBACK_URL, CART, CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { setupChildProcesses } from './children.ts'

const { createTestDatabase } = setupDatabases()
const { start, errors } = setupChildProcesses()
const DAY_MS = 86_400_000

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** A shop with an order that was paid two days ago. With `settles` the days are closed, and the provider has paid the order out. */
async function openShop({ settles }: { settles: boolean }) {
  const database = await createTestDatabase()
  const pool = new Pool({ ...database, max: 4 }).on('error', () => {})
  await pool.query('create table told ("subject" text)')
  const startMs = Date.now() - 2 * DAY_MS
  let deliver: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const sandbox = await serveSandbox({
    clock: { frozen: true, startMs },
    tokenLifeSec: 315_360_000,
    callbacks: { url: CALLBACK_URL, mode: 'classic', ...SECRET },
    deliver: (url, init) => deliver(new Request(url, init)),
  })
  const gateway = await createGateway({
    ...CLIENT,
    client: ({ tokenStore }) => new Galla({ ...CLIENT, clientVersion: 1, hosts: sandbox.url, tokenStore }),
    callbackCredentials: SECRET,
    clock: sandbox.clock,
    database,
  })
  deliver = (request) => gateway.fetch(request)
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await sandbox.idle()
  await gateway.runPendingJobs()
  await sandbox.setReceiver({ url: '' })
  await sandbox.clock.advance(2 * DAY_MS)
  if (settles) {
    await gateway.dayCloses.closeDue()
    const { settlementId } = await sandbox.settle()
    await sandbox.simulateSettlement(settlementId, { outcome: 'SUCCESS' })
  }
  await gateway.stop()
  const rows = async <Row extends object>(text: string): Promise<Row[]> => (await pool.query<Row>(text)).rows
  return {
    rows,
    /** Starts a process whose periodic jobs are due. */
    async launch(seed: number) {
      await freeLeases(pool)
      await rows(`delete from galla.meta where "key" like 'last run: %'`)
      const clock = { startMs, speed: 1 }
      const child = start({
        ...{ database, provider: sandbox.url, clock, seed, client: CLIENT, secret: SECRET, tells: true },
      })
      expect(await child.ready, errors.join('')).toBeDefined()
      return child
    },
    /** Lets writes to a table wait, until the returned function is called. */
    async block(table: string) {
      const blocker = await pool.connect()
      await blocker.query(`begin; lock table ${table} in share mode`)
      return async () => {
        await blocker.query('commit')
        blocker.release()
        // The server notices now that the process is gone.
        await until(async () => (await writing(rows, '%')).length === 0)
      }
    },
    waits: (text: string) => until(async () => (await writing(rows, text)).length > 0),
    async close() {
      await sandbox.close()
      await pool.end()
    },
  }
}

/** Transactions that wait to write to a table, or with `%` all that write. */
const writing = (rows: (text: string) => Promise<object[]>, text: string) =>
  rows(`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and (wait_event_type = 'Lock' or '${text}' = '%') and query ilike '%insert into ${text}%'`)

/** Subjects of the stored facts. The list of the provider names a settlement with its state; the payout is known by its amount. */
const FACTS = {
  'settlement.processed': `select "settlementId" as "subject" from galla.settlements where "state" = 'PROCESSED' and "amount" is not null`,
  'day.closed': `select "day" as "subject" from galla.day_closes order by "day"`,
} as const

it.each([
  ['settlement.processed', true],
  ['day.closed', false],
] as const)(
  'the event %s is told once after kill -9 before its commit, and kill -9 in its handler',
  async (event, settles) => {
    const { rows, launch, block, waits, close } = await openShop({ settles })
    const facts = () => rows<{ subject: string }>(FACTS[event])
    const events = () => rows(`select from galla.events where "event" = '${event}'`)

    const allowEvents = await block('galla.events')
    const first = await launch(1)
    await waits('galla.events')
    await first.kill()
    await allowEvents()
    expect(await facts()).toEqual([])
    expect(await events()).toEqual([])

    const allowHandlers = await block('told')
    const second = await launch(2)
    await waits('told')
    await second.kill()
    await allowHandlers()
    expect(await rows('select from told')).toEqual([])

    const third = await launch(3)
    await until(async () => {
      const open = await rows(`select from galla.deliveries where "state" = 'waiting'`)
      return open.length === 0 && (await facts()).length === (settles ? 1 : 2)
    })
    expect(await third.terminate()).toBe(0)
    expect(await events()).toHaveLength(settles ? 1 : 2)
    expect(await rows('select "subject" from told order by 1')).toEqual(await facts())
    await close()
  },
  120_000,
)
