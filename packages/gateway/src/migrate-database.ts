import { existsSync } from 'node:fs'
import type { Log } from './context.ts'
import { checkDatabaseOption } from './database-option.ts'
import type { GatewaySettings } from './options.ts'
import {
  type MigrateOptions,
  type MigrationReport,
  type MigrationStep,
  migrate,
  planMigration,
} from './storage/migrate.ts'
import { isFolder, openDatabase, openMigrationPool, waitUntilReady } from './storage/pool.ts'
import { refuseTransactionPooler } from './storage/pooler.ts'

/** Options of `migrateDatabase()`. */
export interface MigrateDatabaseOptions extends Pick<MigrateOptions, 'dryRun' | 'waitMs' | 'onStep'> {
  /** The same as for `createGateway()`: a folder, a `postgres://` URL, or the configuration of a `pg` pool. */
  readonly database: GatewaySettings['database']
}

/**
 * Brings the schema of a database to this release's version, for a deployment whose replicas have `migrate: false`. With `dryRun`, the
 * function only returns the steps.
 * @returns The versions before and after, and the steps. A current schema has no steps.
 * @throws Error when the schema belongs to a newer release that is not compatible with this release, when another process migrates for
 * longer than `waitMs`, or when a step fails. Completed steps are kept: the next call continues after these steps.
 * @example
 * const { steps } = await migrateDatabase({ database: 'postgres://owner@db/gateway?sslmode=verify-full', dryRun: true })
 * for (const { sql } of steps) console.log(sql)
 */
export async function migrateDatabase({ database, ...options }: MigrateDatabaseOptions): Promise<MigrationReport> {
  checkDatabaseOption(database)
  // Opening a folder creates it.
  if (options.dryRun && isFolder(database) && !existsSync(database)) return planMigration([])
  const server = await openDatabase(database)
  // A lost connection fails the statement that uses it.
  const pool = openMigrationPool(server.config, () => {})
  const second = openMigrationPool(server.config, () => {})
  try {
    await waitUntilReady(pool)
    await refuseTransactionPooler(pool, second)
    return await migrate(pool, options)
  } finally {
    await Promise.all([pool.end(), second.end()])
    await server.close()
  }
}

/** Logs each step, and each wait for a lock. */
export function logSteps(log: Log): (step: MigrationStep, error?: Error) => void {
  return ({ version, name, step, of }, error) => {
    const fields = { schemaVersion: version, migration: name, step, of }
    if (error) log.warn({ ...fields, error: error.message }, 'A migration step waits for a lock')
    else log.info(fields, 'Migrating the database')
  }
}
