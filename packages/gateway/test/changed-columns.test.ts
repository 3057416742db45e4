import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type Database } from '../src/storage/database.ts'
import { lockOrder, readOrder } from '../src/storage/orders/orders.ts'
import { openPool } from '../src/storage/pool.ts'
import { seedOrder } from './helpers/seed.ts'
import { setupDatabases } from './helpers/template-databases.ts'

const { createTestDatabase } = setupDatabases()
let replica: Database
let migrator: Database
beforeAll(async () => {
  const connection = await createTestDatabase()
  // One connection: every statement below is prepared on it and used again.
  replica = createDatabase(openPool({ ...connection, max: 1 }, () => {}))
  migrator = createDatabase(openPool({ ...connection, max: 1 }, () => {}))
  await seedOrder(migrator, { merchantOrderId: 'order-1' })
})
afterAll(async () => {
  await replica.close()
  await migrator.close()
})

const readIt = () => readOrder(replica, 'order-1')
const lockIt = () => replica.transaction((tx) => lockOrder(tx, 'order-1'))
const alter = (change: string) => migrator.query({ text: `alter table galla.orders ${change}` })

describe('a replica that prepared its statements before a table changed', () => {
  it('reads the same columns when the table has more', async () => {
    const before = [await readIt(), await lockIt()]
    await alter(`add column "added" text not null default 'by a newer release'`)
    expect([await readIt(), await lockIt()]).toEqual(before)
  })

  it('repeats a single statement whose column changed its type', async () => {
    await readIt()
    await alter('alter column "version" type bigint')
    expect(await readIt()).toMatchObject({ version: 1 })
  })

  it('replaces the connection on which a transaction failed for this reason', async () => {
    await lockIt()
    await alter('alter column "version" type integer')
    await expect(lockIt()).rejects.toMatchObject({ code: '0A000' })
    expect(await lockIt()).toMatchObject({ row: { version: 1 } })
  })

  it('prepares them again when a function has deallocated them', async () => {
    await readIt()
    await lockIt()
    await replica.query({ text: 'deallocate all' })
    expect(await readIt()).toMatchObject({ version: 1 })
    await lockIt()
    await replica.query({ text: 'deallocate all' })
    await expect(lockIt()).rejects.toMatchObject({ code: '26000' })
    expect(await lockIt()).toMatchObject({ row: { version: 1 } })
  })
})
