import { Client, type PoolConfig } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createGateway, type GatewaySettings, type MigrationStep, migrateDatabase } from '../src/index.ts'
import { createDatabase } from '../src/storage/database.ts'
import { checkSchema, type MigrateOptions, migrate } from '../src/storage/migrate.ts'
import { MIGRATIONS, type Migration, type Step } from '../src/storage/migrations/migrations.ts'
import { openMigrationPool } from '../src/storage/pool.ts'
import { seedOrder } from './helpers/seed.ts'
import { setupDatabases } from './helpers/template-databases.ts'
import { createStubProvider } from './helpers/test-context.ts'
import { CLIENT } from './helpers/test-gateway.ts'

const { createTestDatabase, createEmptyDatabase } = setupDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const NEXT = (MIGRATIONS.at(-1)?.version ?? 0) + 1

/** The schema of a later release: today's and one more migration. */
const withNext = (steps: readonly Step[], more: Partial<Migration> = {}): readonly Migration[] => [
  ...MIGRATIONS,
  { version: NEXT, name: 'next', compatibleFrom: 1, steps, ...more },
]

async function connect(connection: PoolConfig): Promise<Client> {
  const client = new Client(connection)
  await client.connect()
  closing.push(() => client.end())
  return client
}

/** Migrates as another process does: over connections of its own. */
async function migrateAs(connection: PoolConfig, options: MigrateOptions = {}) {
  const pool = openMigrationPool(connection, () => {})
  try {
    return await migrate(pool, options)
  } finally {
    await pool.end()
  }
}

async function seedOrders(connection: PoolConfig, ...orders: Parameters<typeof seedOrder>[1][]): Promise<void> {
  const database = createDatabase(openMigrationPool(connection, () => {}))
  for (const order of orders) await seedOrder(database, order)
  await database.close()
}

async function openGateway(database: PoolConfig, more: Partial<GatewaySettings> = {}) {
  const gateway = await createGateway({ ...CLIENT, client: createStubProvider(), database, ...more })
  closing.push(() => gateway.stop())
  return gateway
}

describe('migrate', () => {
  it('applies all migrations to an empty database, records them, and has nothing to do afterwards', async () => {
    const connection = await createEmptyDatabase()
    const seen: MigrationStep[] = []
    const first = await migrateAs(connection, { onStep: (step) => void seen.push(step) })
    expect([first.from, first.to]).toEqual([0, MIGRATIONS.length])
    expect(seen).toEqual(first.steps)
    expect(await migrateAs(connection)).toEqual({ from: NEXT - 1, to: NEXT - 1, steps: [] })
    const { rows } = await (await connect(connection)).query(
      'select "version", "compatibleFrom", "steps", "finishedAt" is not null as "finished" from galla.migrations',
    )
    expect(rows).toEqual(
      MIGRATIONS.map(({ version, compatibleFrom, steps }) => ({
        version,
        compatibleFrom,
        steps: steps.length,
        finished: true,
      })),
    )
  })

  it('with dryRun returns the SQL and changes nothing', async () => {
    const connection = await createEmptyDatabase()
    const { from, steps } = await migrateAs(connection, { dryRun: true })
    expect([from, steps[0]?.sql]).toEqual([0, expect.stringContaining('create table galla.orders')])
    const { rows } = await (await connect(connection)).query(`select to_regnamespace('galla') as "schema"`)
    expect(rows).toEqual([{ schema: null }])
  })

  it('continues a migration at the step that failed', async () => {
    const connection = await createTestDatabase()
    const added: Step = { sql: 'alter table galla.orders add column "fee" bigint' }
    const broken = withNext([added, { sql: 'alter table galla.nowhere add column "fee" bigint' }])
    await expect(migrateAs(connection, { migrations: broken })).rejects.toThrow(
      `Step 2 of migration ${NEXT} (next) failed: error: relation "galla.nowhere" does not exist`,
    )
    const fixed = withNext([added, { sql: 'alter table galla.refunds add column "fee" bigint' }])
    const { from, steps } = await migrateAs(connection, { migrations: fixed })
    expect([from, steps.map(({ step }) => step)]).toEqual([NEXT - 1, [2]])
    expect((await migrateAs(connection, { migrations: fixed })).steps).toEqual([])
  })

  it('repeats a step for rows in batches, each committed by itself, and continues after the last one that was done', async () => {
    const connection = await createTestDatabase()
    const client = await connect(connection)
    await seedOrders(connection, ...[1, 2, 3, 4, 5].map((n) => ({ merchantOrderId: `order-${n}` })))
    await client.query('alter table galla.orders add column "fee" bigint')
    const filled = async () =>
      (
        await client.query(
          'select count("fee")::int as "orders", count(distinct xmin::text)::int as "batches" from galla.orders',
        )
      ).rows[0]
    const fill = (fee: string): Step => ({
      batch: `update galla.orders set "fee" = ${fee} where "merchantOrderId" in (
        select "merchantOrderId" from galla.orders where "fee" is null order by 1 limit 2)`,
    })
    const broken = fill(`1 / (case "merchantOrderId" when 'order-4' then 0 else 1 end)`)
    await expect(migrateAs(connection, { migrations: withNext([broken]) })).rejects.toThrow(/division by zero/)
    expect((await filled()).orders).toBe(2)
    await migrateAs(connection, { migrations: withNext([fill('1')]) })
    expect(await filled()).toEqual({ orders: 5, batches: 3 })
    expect((await migrateAs(connection, { migrations: withNext([fill('1')]) })).steps).toEqual([])
  })

  it('gives way to the statements behind it while a table is locked, and repeats the step', async () => {
    const connection = await createTestDatabase()
    const client = await connect(connection)
    const other = await connect(connection)
    await seedOrders(connection, { merchantOrderId: 'order-1' })
    await client.query('begin')
    await client.query('select "amount" from galla.orders')
    const repeated: string[] = []
    const steps: Step[] = [{ sql: 'alter table galla.orders add column "fee" bigint' }]
    await migrateAs(connection, {
      migrations: withNext(steps),
      onStep: async (_, error) => {
        if (!error) return
        repeated.push(error.message)
        // Does not wait: the migration is not queued for the table between two tries.
        await other.query('update galla.orders set "version" = "version" + 1')
        await client.query('commit')
      },
    })
    expect(repeated).toEqual(['canceling statement due to lock timeout'])
    const { rows } = await client.query('select "version", "fee" from galla.orders')
    expect(rows).toEqual([{ version: 2, fee: null }])
  })

  it.each([
    ['rewrites its table', 'alter table galla.orders add column "waited" text default pg_sleep(60)::text'],
    ['has several statements', 'lock table galla.orders; select pg_sleep(0.7); select pg_sleep(0.7)'],
  ])('ends a step that %s for longer than a second, with its lock and without effect', async (_, sql) => {
    const connection = await createTestDatabase()
    await seedOrders(connection, { merchantOrderId: 'order-1' })
    await expect(migrateAs(connection, { migrations: withNext([{ sql }]) })).rejects.toThrow(
      `Step 1 of migration ${NEXT} (next) failed: error: canceling statement due to statement timeout`,
    )
    const client = await connect(connection)
    await client.query('update galla.orders set "version" = "version" + 1')
    const { rows } = await client.query(
      `select "attname" from pg_attribute where "attrelid" = 'galla.orders'::regclass and "attname" = 'waited'`,
    )
    expect(rows).toEqual([])
  })

  it('builds an index without a transaction, and replaces one that an interrupted build left invalid', async () => {
    const connection = await createTestDatabase()
    const client = await connect(connection)
    await seedOrders(
      connection,
      { merchantOrderId: 'a', reference: 'same' },
      { merchantOrderId: 'b', reference: 'same' },
    )
    const migrations = withNext([{ index: 'ordersByReferenceOnce', on: 'galla.orders ("reference")', unique: true }])
    const validity = async () =>
      (
        await client.query(
          `select i."indisvalid" as "valid" from pg_index i where i."indexrelid" = to_regclass('galla."ordersByReferenceOnce"')`,
        )
      ).rows
    await expect(migrateAs(connection, { migrations })).rejects.toThrow(/could not create unique index/)
    expect(await validity()).toEqual([{ valid: false }])
    await client.query(`update galla.orders set "reference" = "merchantOrderId"`)
    // Several at once: those that wait for their turn must not hold up the build.
    await Promise.all([1, 2, 3].map(() => migrateAs(connection, { migrations })))
    expect(await validity()).toEqual([{ valid: true }])
    expect((await migrateAs(connection, { migrations })).steps).toEqual([])
  })

  it('names the process that migrates when it waited too long, and needs no turn when nothing is pending', async () => {
    const connection = await createTestDatabase()
    const holder = await connect(connection)
    const { rows } = await holder.query<{ pid: number }>(
      `select pg_backend_pid() as pid, pg_advisory_lock(hashtextextended('galla migrations', 0))`,
    )
    const migrations = withNext([{ sql: 'select 1' }])
    await expect(migrateAs(connection, { migrations, waitMs: 0 })).rejects.toThrow(
      new RegExp(`^Another process \\(backend ${rows[0]?.pid}, connected since .* UTC\\) is migrating the database`),
    )
    expect((await migrateAs(connection, { waitMs: 0 })).steps).toEqual([])
  })
})

describe('a release on the schema of a newer one', () => {
  const expand: Step = { sql: 'alter table galla.orders add column "fee" bigint not null default 0' }

  it('starts when that schema is compatible with it, also after several releases', async () => {
    const connection = await createTestDatabase()
    const later = [
      ...withNext([expand]),
      { version: NEXT + 1, name: 'later', compatibleFrom: NEXT - 1, steps: [{ sql: 'select 1' }] },
    ]
    await migrateAs(connection, { migrations: later })
    await openGateway(connection)
    await openGateway(connection, { migrate: false })
    expect(await migrateAs(connection)).toEqual({ from: NEXT + 1, to: NEXT + 1, steps: [] })
  })

  it('is refused when that schema dropped what it uses, also while the migration is unfinished', async () => {
    const connection = await createTestDatabase()
    const contract = withNext([{ sql: 'select 1' }, { sql: 'select 1 / 0' }], { compatibleFrom: NEXT })
    await expect(migrateAs(connection, { migrations: contract })).rejects.toThrow(/division by zero/)
    const refusal = new RegExp(
      `^The database has schema version ${NEXT}, made by a newer release of @galla/gateway. It works with releases from schema version ${NEXT} on; this release has version ${NEXT - 1}. Deploy a newer release$`,
    )
    for (const migrateFirst of [true, false])
      await expect(openGateway(connection, { migrate: migrateFirst })).rejects.toThrow(refusal)
  })

  it('is refused when the same version has another name', async () => {
    const connection = await createTestDatabase()
    await migrateAs(connection, { migrations: withNext([expand]) })
    const fork = withNext([expand], { name: 'fork' })
    await expect(migrateAs(connection, { migrations: fork })).rejects.toThrow(/belong to different programs/)
  })
})

describe('createGateway({ migrate: false })', () => {
  it('refuses a database that is behind, changes nothing, and starts once it is migrated', async () => {
    const connection = await createEmptyDatabase()
    await expect(openGateway(connection, { migrate: false })).rejects.toThrow(
      /^The database has schema version 0, this release needs \d+, and the option migrate is false: run `galla gateway migrate` first$/,
    )
    expect((await migrateDatabase({ database: connection, dryRun: true })).from).toBe(0)
    await migrateDatabase({ database: connection })
    const gateway = await openGateway(connection, { migrate: false })
    expect(await gateway.isReady()).toBe(true)
    const pool = openMigrationPool(connection, () => {})
    closing.push(() => pool.end())
    await expect(checkSchema(pool, withNext([{ sql: 'select 1' }]))).rejects.toThrow(/this release needs/)
  })
})
