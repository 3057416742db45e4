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
      // Rows are deleted: TRUNCATE waits for each reader, and a stream or job of an earlier test may still read.
      // The ledger refuses to be emptied: its triggers do not fire for a replica.
      const { rows } = await pool.query<{ statement: string }>(
        `select format('delete from galla.%I', tablename) as statement from pg_tables
          where schemaname = 'galla' and tablename <> 'migrations'
        union all
        select format('select setval(%L, %s, false)', format('galla.%I', sequencename), start_value) from pg_sequences
          where schemaname = 'galla' and last_value is not null`,
      )
      const statements = rows.map(({ statement }) => statement)
      await pool.query(
        ['set session_replication_role = replica', ...statements, 'set session_replication_role = origin'].join(';\n'),
      )
    },
    async end() {
      await database.close()
      await drop()
    },
  }
}
