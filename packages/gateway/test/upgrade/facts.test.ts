import { Client, Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { migrate } from '../../src/storage/migrate.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { describeSchema } from './describe-schema.ts'
import { MIGRATIONS_FROM_OLD, restoreOldRelease } from './old-release.ts'

const { createTestDatabase, createEmptyDatabase } = setupDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openOldRelease(): Promise<Pool> {
  const pool = new Pool({ ...(await createEmptyDatabase()), max: 4 })
  closing.push(() => pool.end())
  await restoreOldRelease(pool)
  return pool
}

const migrateAll = (pool: Pool) => migrate(pool, { migrations: MIGRATIONS_FROM_OLD })

describe('a database of the release before', () => {
  it('has the schema of the baseline once it is migrated', async () => {
    const pool = await openOldRelease()
    await migrateAll(pool)
    const baseline = new Client(await createTestDatabase())
    await baseline.connect()
    closing.push(() => baseline.end())
    expect(await describeSchema(pool as never)).toEqual(await describeSchema(baseline))
  })
})
