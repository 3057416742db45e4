import { fileURLToPath } from 'node:url'
import { serveSandbox } from '@galla/sandbox'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { type Child, setupChildProcesses } from '../crash/children.ts'
import { fastClock } from '../crash/fast-clock.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { CLIENT, SECRET } from '../helpers/test-gateway.ts'
import { MIGRATIONS as NEXT_MIGRATIONS } from './next-migrations.ts'

const { createTestDatabase } = setupDatabases({ durable: true })
const current = setupChildProcesses()
const next = setupChildProcesses({ migrations: fileURLToPath(new URL('next-migrations.ts', import.meta.url)) })

/** Orders that each phase starts at least. */
const ORDERS = 8
const PAYERS = 3
const AMOUNT = 10_000

describe('two releases on one database', () => {
  it('take payments, refunds and callbacks while the next release migrates, side by side, and after it is rolled back', async () => {
    const database = await createTestDatabase()
    const pool = new Pool({ ...database, max: 3 })
    await pool.query('create table fulfilments ("deliveryId" text, "reference" text)')
    // Not faster: the limits of requests are as many times shorter, and a busy machine would miss them.
    const clock = { startMs: Date.now(), speed: 20 }
    /** Replicas that take requests, by name. */
    const replicas = new Map<string, string>()
    let turn = 0
    const nextReplica = () => {
      turn += 1
      return [...replicas][turn % replicas.size] ?? ['none', '']
    }
    const sandbox = await serveSandbox({
      clock: { startMs: clock.startMs, wall: fastClock(clock) },
      tokenLifeSec: 315_360_000,
      callbacks: { url: 'http://shop.localhost/callbacks', mode: 'classic', ...SECRET },
      deliver: async (_url, init) => {
        const response = await fetch(`${nextReplica()[1]}/callbacks`, init)
        if (!response.ok) failures.push(`a callback was answered ${response.status}`)
        return response
      },
    })
    const startRelease = async (release: typeof current, name: string): Promise<Child> => {
      const child = release.start({ database, provider: sandbox.url, clock, seed: 0, client: CLIENT, secret: SECRET })
      const url = await child.ready
      expect(url, release.errors.join('')).toBeDefined()
      replicas.set(name, url ?? '')
      return child
    }
    const stopRelease = async (child: Child, name: string): Promise<void> => {
      replicas.delete(name)
      expect(await child.terminate()).toBe(0)
    }

    const failures: string[] = []
    const started = new Map<string, Set<string>>()
    const refunds: string[] = []
    const post = async (path: string, body: object): Promise<{ order: { merchantOrderId: string } } | undefined> => {
      const [name, url] = nextReplica()
      const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
      const json = (await response.json()) as { order: { merchantOrderId: string } }
      if (!response.ok) {
        failures.push(`${name} ${path}: ${JSON.stringify(json)}`)
        return undefined
      }
      if (path === '/start') started.set(name, (started.get(name) ?? new Set()).add(json.order.merchantOrderId))
      return json
    }
    let open = true
    const takePayments = async (payer: number): Promise<void> => {
      for (let cart = 0; open; cart += 1) {
        const reference = `cart-${payer}-${cart}`
        const order = { reference, amount: AMOUNT, checkout: 'STANDARD', redirectUrl: 'https://shop.example/' }
        const merchantOrderId = (await post('/start', order))?.order.merchantOrderId
        if (merchantOrderId === undefined) continue
        await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
        if (cart % 2 === 1) continue
        await waitUntil(async () => (await stateOf(merchantOrderId)) === 'COMPLETED')
        const merchantRefundId = `${merchantOrderId}-r`
        if (await post('/refund', { merchantOrderId, merchantRefundId, amount: 1_000 })) refunds.push(merchantRefundId)
      }
    }
    const stateOf = async (id: string): Promise<string | undefined> =>
      (await pool.query('select "state" from galla.orders where "merchantOrderId" = $1', [id])).rows[0]?.state
    const schemaVersion = async (): Promise<unknown> =>
      (await pool.query('select max("version") as v from galla.migrations where "finishedAt" is not null')).rows[0]?.v
    const startedBy = (name: string) => started.get(name)?.size ?? 0
    const hasStarted = (name: string) => waitUntil(async () => startedBy(name) >= ORDERS)

    const before = await startRelease(current, 'before')
    const payers = Promise.all(Array.from({ length: PAYERS }, (_, n) => takePayments(n)))
    await hasStarted('before')
    expect(await schemaVersion()).toBe(NEXT_MIGRATIONS.length - 1)

    // Migrates while it starts, under the load on the other one.
    const upgraded = await startRelease(next, 'upgraded')
    expect(await schemaVersion()).toBe(NEXT_MIGRATIONS.length)
    const atMigration = startedBy('before')
    await hasStarted('upgraded')
    await waitUntil(async () => startedBy('before') >= atMigration + ORDERS)

    // The rollback: the newer release goes, the older one starts on the newer schema.
    const rolledBack = await startRelease(current, 'rolled back')
    await stopRelease(upgraded, 'upgraded')
    await stopRelease(before, 'before')
    await hasStarted('rolled back')
    open = false
    await payers

    const orders = [...started.values()].flatMap((ids) => [...ids])
    const undecided = async () => {
      const { rows } = await pool.query(
        `select "merchantOrderId" as id, "state" from galla.orders where "state" <> 'COMPLETED'
          union all select "merchantRefundId", "state" from galla.refunds where "state" <> 'COMPLETED'`,
      )
      return rows
    }
    await waitUntil(async () => (await undecided()).length === 0)
    const fulfilled = async () =>
      (await pool.query(`select "deliveryId" from fulfilments where "deliveryId" like '%:completed:%'`)).rows
    await waitUntil(async () => new Set((await fulfilled()).map(({ deliveryId }) => deliveryId)).size >= orders.length)
    await stopRelease(rolledBack, 'rolled back')

    expect(failures).toEqual([])
    expect(refunds.length).toBeGreaterThan(0)
    const stored = await pool.query('select "merchantOrderId" as id from galla.orders')
    expect(stored.rows.map(({ id }) => id).sort()).toEqual(orders.sort())
    const { rows: twice } = await pool.query('select "reference" from fulfilments group by 1 having count(*) > 1')
    expect(twice).toEqual([])
    await pool.end()
    await sandbox.close()
  })
})

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20))
}
