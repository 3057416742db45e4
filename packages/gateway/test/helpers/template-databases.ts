import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FreshDatabase, type RunningPostgres, startPostgres, templateDatabase } from '@galla/postgres'
import { dropDatabases, sharedServer } from '@galla/testkit/shared-postgres'
import { afterAll, beforeAll } from 'vitest'
import { migratedTemplate } from './migrated-template.ts'

/**
 * Databases of a test file; each call of a function returns a new one. They are on the PostgreSQL that all files share, or, when
 * `durable` is true, on one that only this file uses: it may be killed.
 */
export function setupDatabases({ durable = false }: { durable?: boolean } = {}) {
  let own: RunningPostgres | undefined
  let folder = ''
  const created: string[] = []
  const running = async () => own ?? (await sharedServer())
  const keep = ({ connection }: FreshDatabase) => {
    created.push(connection.database)
    return connection
  }

  beforeAll(async () => {
    if (durable) {
      folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
      // Also removed when the test run is killed.
      own = await startPostgres({ folder, temporary: true, settings: { max_connections: 200 } })
    }
    await migratedTemplate((await running()).connection)
  }, 60_000)
  afterAll(async () => {
    if (!own) return dropDatabases((await sharedServer()).connection, created)
    // Databases go with the server: dropping each first costs more than the stop.
    await own.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  return {
    /** A database without the schema. */
    async createEmptyDatabase(): Promise<FreshDatabase['connection']> {
      const { connection } = await running()
      return keep(await (await templateDatabase(connection, { name: 'bare', prepare: async () => {} })).fresh())
    },
    /** A database with the migrated schema. */
    async createTestDatabase(): Promise<FreshDatabase['connection']> {
      return keep(await (await migratedTemplate((await running()).connection)).fresh())
    },
  }
}
