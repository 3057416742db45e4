import { join } from 'node:path'
import type { PostgresConnection } from '@galla/postgres'
import { type ForgetfulProxy, forgetfulProxy } from '@galla/testkit/forgetful-proxy'
import { sharedServer } from '@galla/testkit/shared-postgres'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type Database, type Queries } from '../src/storage/database.ts'
import { openPools } from '../src/storage/pool.ts'
import { migratedTemplate } from './helpers/migrated-template.ts'

let proxy: ForgetfulProxy
let pools: ReturnType<typeof openPools>
let database: Database
let own: PostgresConnection
let drop: () => Promise<void>

beforeEach(async () => {
  const { connection } = await sharedServer()
  const fresh = await (await migratedTemplate(connection)).fresh()
  drop = fresh.drop
  own = fresh.connection
  proxy = await forgetfulProxy({ path: join(connection.host, `.s.PGSQL.${connection.port}`) })
  pools = openPools({ ...own, host: '127.0.0.1', port: proxy.port }, 10_000, () => {})
  database = createDatabase(pools.main)
  await database.query({ text: 'create table public.cups ("name" text)' })
  // Several connections, all idle for less than the pool asks about.
  await Promise.all([1, 2, 3].map(() => database.query({ text: 'select pg_sleep(0.05)' })))
})
afterEach(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
  await proxy[Symbol.asyncDispose]()
  await drop()
})

const insert = (on: Queries, name: string) => on.query({ text: 'insert into public.cups values ($1)', values: [name] })
/** As the server has them. */
const cups = async () => {
  const client = new Client(own)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select * from public.cups')
  await client.end()
  return rows
}

describe('a connection that died a moment ago, which the process has not noticed', () => {
  it.each(['forgot', 'fin', 'rst'] as const)('costs no transaction, because its begin is repeated: %s', async (how) => {
    let runs = 0
    proxy.lose(how)
    await database.transaction(async (tx) => {
      runs += 1
      await insert(tx, 'one')
    })
    expect(runs).toBe(1)
    expect(await cups()).toEqual([{ name: 'one' }])
  })

  it('fails a statement that may have been received, which is not repeated', async () => {
    proxy.lose('forgot')
    await expect(insert(database, 'one')).rejects.toThrow('ECONNRESET')
    expect(await cups()).toEqual([])
  })

  it.each([
    ['statement', (tx: Queries) => insert(tx, 'two')],
    ['commit', async () => {}],
  ])('fails a transaction after its begin, which is not repeated: at its %s', async (_what, then) => {
    let runs = 0
    const transaction = database.transaction(async (tx) => {
      runs += 1
      await insert(tx, 'one')
      proxy.lose('forgot')
      await then(tx)
    })
    await expect(transaction).rejects.toThrow('ECONNRESET')
    expect(runs).toBe(1)
    expect(await cups()).toEqual([])
  })
})
