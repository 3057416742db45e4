import type { Pool } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { MIGRATIONS_FROM_OLD, restoreOldRelease, takeStep } from './old-release.ts'
import { oldReplica } from './old-replica.ts'

const { createEmptyDatabase } = setupDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Carts that each replica takes at least before, between and after the migrations that it runs beside. */
const CARTS = 8
const REPLICAS = 3

async function openOldRelease(): Promise<Pool> {
  const pool = openPool({ ...(await createEmptyDatabase()), max: REPLICAS + 2 }, () => {})
  closing.push(() => pool.end())
  await restoreOldRelease(pool)
  return pool
}

/** Carts after which a replica has sent each of its statements. */
const ALL_KINDS = 4

it('a replica of the release before sends each of its statements after any step before the contraction, and nothing is lost', async () => {
  const pool = await openOldRelease()
  const before = await sumsOf(pool, `l."merchantOrderId" not like 'load-%'`)
  const replica = oldReplica(pool, 'load-0')
  const { steps } = await migrate(pool, { migrations: MIGRATIONS_FROM_OLD, dryRun: true })
  for (const { version } of steps.filter(({ version }) => version < 4)) {
    for (let cart = 0; cart < (version === 2 ? ALL_KINDS : 1); cart += 1) await replica.takeCart()
    await takeStep(pool)
  }
  for (let cart = 0; cart < ALL_KINDS; cart += 1) await replica.takeCart()
  await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })
  await expectNothingLost(pool, [replica], before)
})

it('replicas of the release before take orders and refunds while the schema expands and is filled, and nothing of them is lost', async () => {
  const pool = await openOldRelease()
  const before = await sumsOf(pool, `l."merchantOrderId" not like 'load-%'`)

  const replicas = Array.from({ length: REPLICAS }, (_, at) => oldReplica(pool, `load-${at}`))
  let isOpen = true
  const running = Promise.all(
    replicas.map(async (replica) => {
      while (isOpen) await replica.takeCart()
    }),
  )
  const failed = running.then(() => new Promise<never>(() => {}))
  const takeMore = async () => {
    const until = replicas.map(({ carts }) => carts() + CARTS)
    while (replicas.some(({ carts }, at) => carts() < (until[at] ?? 0)))
      await Promise.race([failed, new Promise((next) => setTimeout(next, 5))])
  }
  try {
    await takeMore()
    for (const version of [2, 3]) {
      await Promise.race([failed, migrate(pool, { migrations: MIGRATIONS_FROM_OLD.slice(0, version) })])
      await takeMore()
    }
  } finally {
    isOpen = false
    await running
  }
  await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })

  await expectNothingLost(pool, replicas, before)
})

async function expectNothingLost(pool: Pool, replicas: readonly ReturnType<typeof oldReplica>[], before: object) {
  const taken = replicas.reduce((sum, { carts }) => sum + carts(), 0)
  const { rows: orders } = await pool.query(
    `select "merchantOrderId" as "id" from galla.orders where "merchantOrderId" like 'load-%'`,
  )
  expect(orders).toHaveLength(taken)
  const expected = replicas.reduce(
    (sum, { sums }) => ({
      paid: sum.paid + sums.paid,
      refunded: sum.refunded + sums.refunded,
      held: sum.held + sums.held,
    }),
    { paid: 0, refunded: 0, held: 0 },
  )
  expect(await sumsOf(pool, `l."merchantOrderId" like 'load-%'`)).toEqual(expected)
  expect(await sumsOf(pool, `l."merchantOrderId" not like 'load-%'`)).toEqual(before)

  const unlike =
    await pool.query(`select "merchantOrderId" as "id" from galla.orders o where galla."bookedAmount"("attempts")
    <> coalesce((select sum("amount") from galla.ledger l where l."merchantOrderId" = o."merchantOrderId" and l."kind" = 'capture'), 0)`)
  expect(unlike.rows).toEqual([])
  const refunds = await pool.query('select "id" from galla.refunds where galla."differsFromLedger"("id")')
  expect(refunds.rows).toEqual([])
  const without = await pool.query(
    `select "eventId" from galla.events where "event" like 'refund.%' and "refundKey" is null`,
  )
  expect(without.rows).toEqual([])
  // Those that left before the migration, and those that left while it ran.
  const underWay = await pool.query(
    `select "underWaySinceMs" as "at" from galla.refunds where "inDoubt" and "merchantRefundId" like 'load-%'`,
  )
  expect(underWay.rows.length).toBeGreaterThan(0)
  expect(underWay.rows.filter(({ at }) => at === null)).toEqual([])
}

/** Sums the payments, refunds and holds of the orders, in paise. */
async function sumsOf(pool: Pool, condition: string) {
  const { rows } =
    await pool.query(`select sum(case when l."debitAccount" = 'payments' then l."amount" else 0 end)::bigint as "paid",
      sum(case 'refunded' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end)::bigint as "refunded",
      sum(case 'held' when l."creditAccount" then l."amount" when l."debitAccount" then -l."amount" else 0 end)::bigint as "held"
    from galla.ledger l where ${condition}`)
  return rows[0]
}
