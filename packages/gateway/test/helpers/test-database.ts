import { sharedServer } from '@galla/testkit/shared-postgres'
import { createDatabase, type Database } from '../../src/storage/database.ts'
import { openPool } from '../../src/storage/pool.ts'
import { migratedTemplate } from './migrated-template.ts'

export interface TestDatabase {
  database: Database
  /** Empties every table. */
  clear(): Promise<void>
  end(): Promise<void>
}

/** An empty migrated database that only this test file uses. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const { connection } = await sharedServer()
  const { connection: own, drop } = await (await migratedTemplate(connection)).fresh()
  const pool = openPool({ ...own, max: 6 }, () => {})
  const database = createDatabase(pool)
  return {
    database,
    async clear() {
      const { rows } = await pool.query<{ name: string }>(
        `select format('galla.%I', tablename) as name from pg_tables where schemaname = 'galla' and tablename <> 'migrations'`,
      )
      // The ledger refuses to be emptied: its triggers do not fire for a replica.
      await pool.query(
        `set session_replication_role = replica; truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade;
        set session_replication_role = origin`,
      )
    },
    async end() {
      await database.close()
      await drop()
    },
  }
}
