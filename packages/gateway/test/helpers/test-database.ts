import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@galla/postgres'
import { createDatabase, type Database } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'

export interface TestDatabase {
  database: Database
  /** Empties every table. */
  clear(): Promise<void>
  end(): Promise<void>
}

/** An empty migrated database on a PostgreSQL server that only this test file uses. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
  const server = await startPostgres({ folder, durable: false, temporary: true })
  const pool = openPool({ ...server.connection, max: 6 }, () => {})
  await migrate(pool)
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
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
