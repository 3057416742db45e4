import { Client, type PoolConfig } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { migrate } from '../src/storage/migrate.ts'
import { longLocksOf } from '../src/storage/migrations/lock-rules.ts'
import { MIGRATIONS, type Migration, type Step } from '../src/storage/migrations/migrations.ts'
import { openMigrationPool } from '../src/storage/pool.ts'
import { setupDatabases } from './helpers/template-databases.ts'

const { createTestDatabase } = setupDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const ROWS = Number(process.env.GALLA_MIGRATION_ROWS ?? 1_000_000)
const WRITERS = 4

/** Each kind of step, on the whole table except for the rows that are filled. */
const STEPS: readonly Step[] = [
  { sql: `alter table galla.many add column "fee" bigint not null default 0, add column "copy" bigint` },
  { index: 'manyByText', on: 'galla.many ("text")' },
  { index: 'manyToCopy', on: 'galla.many ("id") where "copy" is null and "id" <= 100000' },
  {
    batch: `update galla.many set "copy" = "id" where "id" in (select "id" from galla.many
      where "copy" is null and "id" <= 100000 order by "id" limit 5000 for no key update skip locked)`,
  },
  {
    sql: `alter table galla.many add constraint "textIsKnown" check ("text" is not null) not valid,
      add constraint "feeIsPositive" check ("fee" >= 0) not valid`,
  },
  { validate: 'textIsKnown', on: 'galla.many' },
  { validate: 'feeIsPositive', on: 'galla.many' },
  { sql: 'alter table galla.many alter column "text" set not null' },
  { sql: 'alter table galla.many drop constraint "textIsKnown"' },
]

async function connect(connection: PoolConfig): Promise<Client> {
  const client = new Client(connection)
  await client.connect()
  closing.push(() => client.end())
  return client
}

/** Writes single rows until `stop`. The server refuses a write that waits for a lock for a second. */
async function startWriter(connection: PoolConfig, seed: number) {
  const client = await connect(connection)
  await client.query(`set lock_timeout = '1s'`)
  let runs = true
  let longestMs = 0
  const writing = (async () => {
    for (let n = seed; runs; n = (n * 48_271) % 2_147_483_647) {
      const startedMs = performance.now()
      await client.query('update galla.many set "writes" = "writes" + 1 where "id" = $1', [1 + (n % ROWS)])
      longestMs = Math.max(longestMs, performance.now() - startedMs)
    }
  })()
  // The error of a write is reported by `stop`, also when the migration has failed before.
  writing.catch(() => {})
  const stop = async () => {
    runs = false
    await writing
    return longestMs
  }
  closing.push(() => stop().catch(() => {}))
  return { stop }
}

it(`a migration with each kind of step on ${ROWS} rows makes no write wait for a lock for a second`, {
  timeout: 900_000,
}, async () => {
  const connection = await createTestDatabase()
  const client = await connect(connection)
  await client.query(
    `create table galla.many as select n::bigint as "id", md5(n::text) as "text", 0 as "writes" from generate_series(1, ${ROWS}) n`,
  )
  await client.query('alter table galla.many add primary key ("id")')
  const next = { version: MIGRATIONS.length + 1, name: 'next', compatibleFrom: 1, steps: STEPS }
  const migrations: readonly Migration[] = [...MIGRATIONS, next]
  expect(longLocksOf(migrations)).toEqual([])

  const writers = await Promise.all(Array.from({ length: WRITERS }, (_, n) => startWriter(connection, n + 1)))
  const pool = openMigrationPool(connection, () => {})
  const startedMs = performance.now()
  await migrate(pool, { migrations }).finally(() => pool.end())
  const tookMs = performance.now() - startedMs
  const longestMs = Math.max(...(await Promise.all(writers.map(({ stop }) => stop()))))

  const { rows } = await client.query<{ writes: number; copied: number }>(
    `select sum("writes")::int as "writes", count("copy")::int as "copied" from galla.many`,
  )
  expect(rows[0]?.copied).toBe(Math.min(ROWS, 100_000))
  expect(rows[0]?.writes).toBeGreaterThan(STEPS.length)
  if (process.env.GALLA_MIGRATION_ROWS)
    console.log(
      `${ROWS} rows: ${(tookMs / 1_000).toFixed(1)} s, ${rows[0]?.writes} writes beside, the longest took ${longestMs.toFixed(0)} ms`,
    )
})
