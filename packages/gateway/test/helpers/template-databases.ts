import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FreshDatabase,
  type RunningPostgres,
  startPostgres,
  type TemplateDatabase,
  templateDatabase,
} from '@galla/postgres'
import { afterAll, beforeAll } from 'vitest'
import { migrate } from '../../src/storage/migrate.ts'
import { openPool } from '../../src/storage/pool.ts'

/** One PostgreSQL server per test file. The schema is built once; each call of a function returns a new database. */
export function setupDatabases(options: { durable?: boolean } = {}) {
  let folder = ''
  let server: RunningPostgres
  let template: TemplateDatabase

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
    server = await startPostgres({
      folder,
      durable: options.durable ?? false,
      // Also removed when the test run is killed.
      temporary: true,
      settings: { max_connections: 200 },
    })
    template = await templateDatabase(server.connection, {
      name: 'migrated',
      prepare: async (connection) => {
        const pool = openPool(connection, () => {})
        await migrate(pool)
        await pool.end()
      },
    })
  }, 60_000)
  afterAll(async () => {
    // Databases go with the server: dropping each first costs more than the stop.
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  return {
    /** A database without the schema. */
    async createEmptyDatabase(): Promise<FreshDatabase['connection']> {
      const bare = await templateDatabase(server.connection, { name: 'bare', prepare: async () => {} })
      return (await bare.fresh()).connection
    },
    /** A database with the migrated schema. */
    async createTestDatabase(): Promise<FreshDatabase['connection']> {
      return (await template.fresh()).connection
    },
  }
}
