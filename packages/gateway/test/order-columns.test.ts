import { afterAll, beforeAll, expect, it } from 'vitest'
import { ORDER_TYPES } from '../src/storage/orders/order-columns.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())

/** Columns that no change of an order writes: erasure and leases do. */
const OTHERS = { erasedAtMs: 'bigint', leaseToken: 'bigint', leasedUntil: 'timestamp with time zone' }

it('the columns of orders are those of the table that writes them, with the same types', async () => {
  const { rows } = await test.database.query<{ name: string; type: string }>({
    text: `select column_name as "name", data_type as "type" from information_schema.columns
      where table_schema = 'galla' and table_name = 'orders'`,
  })
  expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual({ ...ORDER_TYPES, ...OTHERS })
})
