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

/** One PostgreSQL for a test file, with the schema built once; a database of its own for whoever asks. */
export function databases(options: { durable?: boolean } = {}) {
  let folder = ''
  let server: RunningPostgres
  let template: TemplateDatabase
  const open: FreshDatabase[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galla-books-'))
    server = await startPostgres({
      folder,
      durable: options.durable ?? false,
      // A run that is killed leaves nothing behind.
      temporary: true,
      settings: { max_connections: 200 },
    })
    template = await templateDatabase(server.connection, {
      name: 'books',
      prepare: async (connection) => {
        const pool = openPool(connection, () => {})
        await migrate(pool)
        await pool.end()
      },
    })
  }, 60_000)
  afterAll(async () => {
    for (const database of open) await database.drop()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  return {
    /** Without a schema: for those who make one. */
    async empty(): Promise<FreshDatabase['connection']> {
      const bare = await templateDatabase(server.connection, { name: 'bare', prepare: async () => {} })
      const database = await bare.fresh()
      open.push(database)
      return database.connection
    },
    async fresh(): Promise<FreshDatabase['connection']> {
      const database = await template.fresh()
      open.push(database)
      return database.connection
    },
  }
}
