import { type PostgresConnection, templateDatabase } from '@galla/postgres'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'

/** The schema, migrated once per server. */
export const migratedTemplate = (connection: PostgresConnection) =>
  templateDatabase(connection, {
    name: 'migrated',
    prepare: async (database) => {
      const pool = openPool(database, () => {})
      await migrate(pool)
      await pool.end()
    },
  })
