import type { Pool, PoolClient } from 'pg'
import { up as baseline } from './migrations/001-baseline.ts'

/** In order. A released migration never changes; a later one follows it. */
const MIGRATIONS: readonly { readonly name: string; readonly up: string }[] = [{ name: '001-baseline', up: baseline }]

/** Migrates the gateway's schema. Replicas may call it at the same time; one migrates, the others wait. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    // A session lock: the server releases it if this process dies.
    await client.query(`select pg_advisory_lock(hashtextextended('galla migrations', 0))`)
    await apply(client)
    await client.query(`select pg_advisory_unlock(hashtextextended('galla migrations', 0))`)
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release()
}

async function apply(client: PoolClient): Promise<void> {
  await client.query('begin')
  await client.query('create schema if not exists galla')
  await client.query(
    'create table if not exists galla.migrations ("name" text primary key, "appliedAt" timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select "name" from galla.migrations')
  const applied = new Set(rows.map(({ name }) => name))
  for (const { name } of rows) {
    if (!MIGRATIONS.some((one) => one.name === name)) {
      throw new Error(`The database was migrated to ${name} by a newer version of this package: update the package`)
    }
  }
  for (const { name, up } of MIGRATIONS) {
    if (applied.has(name)) continue
    await client.query(up)
    await client.query('insert into galla.migrations ("name") values ($1)', [name])
  }
  await client.query('commit')
}
