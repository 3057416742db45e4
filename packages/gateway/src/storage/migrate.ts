import { runMigrations } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'
import { up as database } from './migrations/001-books.ts'
import { up as attempts } from './migrations/002-attempts.ts'
import { up as inbox } from './migrations/003-inbox.ts'
import { up as manyOrders } from './migrations/004-many-orders.ts'
import { up as guesses } from './migrations/005-guesses.ts'
import { up as said } from './migrations/006-said.ts'

/** In order, for ever: what was released is never changed, only followed by another one. */
const MIGRATIONS: readonly { readonly name: string; readonly up: string }[] = [
  { name: '001-books', up: database },
  { name: '002-attempts', up: attempts },
  { name: '003-inbox', up: inbox },
  { name: '004-many-orders', up: manyOrders },
  { name: '005-guesses', up: guesses },
  { name: '006-said', up: said },
]

/** Brings the schema up to date, and the job engine's beside it. Any number of replicas may do so at once; one does the work. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    // Held by the session, so that the engine's own connections are inside it as well; freed by the server if we die.
    await client.query(`select pg_advisory_lock(hashtextextended('galla migrations', 0))`)
    await apply(client)
    await runMigrations({ pgPool: pool })
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
      throw new Error(`The database was brought to ${name} by a newer version of this package: update the package`)
    }
  }
  for (const { name, up } of MIGRATIONS) {
    if (applied.has(name)) continue
    await client.query(up)
    await client.query('insert into galla.migrations ("name") values ($1)', [name])
  }
  await client.query('commit')
}
