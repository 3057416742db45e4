import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { apply, createMigrationsTable } from './migration-steps.ts'
import { MIGRATIONS, type Migration, sqlOf } from './migrations/migrations.ts'
import { type PendingStep, pendingSteps, type StoredMigration, versionOf } from './schema-version.ts'

/** One step of a migration, for a person to read. */
export interface MigrationStep {
  /** Schema version that the migration leads to. */
  readonly version: number
  /** Name of the migration. */
  readonly name: string
  /** Number of the step, from 1. */
  readonly step: number
  /** Number of steps of the migration. */
  readonly of: number
  /** The SQL text of the step. */
  readonly sql: string
}

/** The steps that a migration did, or would do. */
export interface MigrationReport {
  /** Schema version before. 0: the database had no schema. */
  readonly from: number
  /** Schema version after. Higher than the version of this release if a newer release has migrated the database. */
  readonly to: number
  /** The steps in order; empty when the schema is current. */
  readonly steps: readonly MigrationStep[]
}

export interface MigrateOptions {
  /** Returns the steps without applying them. @default false */
  readonly dryRun?: boolean
  /** Time limit of the wait for another process that migrates this database, in milliseconds. @default 60 000 */
  readonly waitMs?: number
  /** Called before each step. Called again with `error` when a lock was not free and the step is repeated. */
  readonly onStep?: (step: MigrationStep, error?: Error) => void
  /** Tests pass those of another release. @default those of this release */
  readonly migrations?: readonly Migration[]
}

const WAIT_MS = 60_000

/**
 * Brings the gateway's schema to this release's version. Replicas may call it at the same time: one migrates, the
 * others wait. A schema of a newer release that this one can run beside stays as it is.
 * @throws Error when the schema is too new, when another process migrates for longer than `waitMs`, or when a step fails.
 */
export async function migrate(pool: Pool, options: MigrateOptions = {}): Promise<MigrationReport> {
  const { dryRun = false, waitMs = WAIT_MS, onStep, migrations = MIGRATIONS } = options
  const client = await pool.connect()
  try {
    // Without the lock: a restarted replica whose schema is there does not wait for the migration of a newer release.
    const report = planMigration(await readMigrations(client), migrations)
    if (dryRun) return report
    if (report.steps.length > 0) {
      await lock(client, waitMs)
      // Read again: another process may have migrated meanwhile.
      const stored = await readMigrations(client)
      if (stored.length === 0) await createMigrationsTable(client)
      for (const pending of pendingSteps(stored, migrations)) {
        const step = describeStep(pending)
        onStep?.(step)
        await apply(client, pending, (error) => onStep?.(step, error))
      }
    }
    return report
  } finally {
    // Closed, not reused: the server releases the lock, and the settings of the steps end with the connection.
    client.release(true)
  }
}

/**
 * Compares the schema with this release and changes nothing.
 * @throws Error when a step is pending, or when the schema is too new.
 */
export async function checkSchema(pool: Pool, migrations: readonly Migration[] = MIGRATIONS): Promise<MigrationReport> {
  const report = await migrate(pool, { dryRun: true, migrations })
  if (report.steps.length === 0) return report
  throw new Error(
    `The database has schema version ${report.from}, this release needs ${report.to}, and the option migrate is false: run \`galla gateway migrate\` first`,
  )
}

/** Returns the steps that a database with these migrations still needs. @throws Error when its schema is too new */
export function planMigration(
  stored: readonly StoredMigration[],
  migrations: readonly Migration[] = MIGRATIONS,
): MigrationReport {
  const finished = stored.filter((one) => one.finished)
  return {
    from: versionOf(finished),
    to: Math.max(versionOf(migrations), versionOf(finished)),
    steps: pendingSteps(stored, migrations).map(describeStep),
  }
}

function describeStep({ migration, at, step }: PendingStep): MigrationStep {
  return {
    version: migration.version,
    name: migration.name,
    step: at + 1,
    of: migration.steps.length,
    sql: sqlOf(step),
  }
}

/** Empty when the database has no schema. */
async function readMigrations(client: PoolClient): Promise<StoredMigration[]> {
  const { rows: tables } = await client.query(`select 1 where to_regclass('galla.migrations') is not null`)
  if (tables.length === 0) return []
  const { rows } = await client.query<StoredMigration>(
    `select "version", "name", "compatibleFrom", "steps", "finishedAt" is not null as "finished" from galla.migrations order by "version"`,
  )
  return rows
}

const LOCK = `hashtextextended('galla migrations', 0)`
const RETRY_DELAY_MS = 200

/**
 * A session lock, which the server releases when this process dies. It is asked for again and again instead of waited for: a statement
 * that waits holds a snapshot, and `create index concurrently` waits for every older snapshot, so both would wait indefinitely.
 */
async function lock(client: PoolClient, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "locked"`)
    if (rows[0]?.locked) return
    if (performance.now() >= deadline) break
    await sleep(RETRY_DELAY_MS)
  }
  const { rows } = await client.query<{ pid: number; since: string }>(
    `select l."pid", to_char(a."backend_start" at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as "since"
      from pg_locks l join pg_stat_activity a on a."pid" = l."pid" join pg_database d on d."oid" = l."database"
      where l."locktype" = 'advisory' and l."granted" and d."datname" = current_database()
        and ((l."classid"::bigint << 32) | l."objid"::bigint) = ${LOCK}`,
  )
  const holder = rows[0] ? ` (backend ${rows[0].pid}, connected since ${rows[0].since})` : ''
  throw new Error(
    `Another process${holder} is migrating the database; gave up after ${Math.round(waitMs / 1_000)} s. Start again later`,
  )
}
