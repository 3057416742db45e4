import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '../src/storage/orders/order-list.ts'
import { seedOrder } from './helpers/seed.ts'
import { T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
  const failed = { state: 'FAILED' }
  await seedOrder(test.database, { merchantOrderId: 'wrong-pin', ...failed, errorCode: 'X', detailedErrorCode: 'ZM' })
  await seedOrder(test.database, { merchantOrderId: 'no-reason', ...failed })
  await seedOrder(test.database, { merchantOrderId: 'expired', ...failed, detailedErrorCode: 'ORDER_EXPIRED' })
  await seedOrder(test.database, { merchantOrderId: 'never-sent', ...failed, errorCode: 'NOT_SENT' })
  await seedOrder(test.database, { merchantOrderId: 'by-payer', ...failed, detailedErrorCode: 'ZA' })
  await seedOrder(test.database, { merchantOrderId: 'by-code', ...failed, errorCode: 'CANCELLED' })
  await seedOrder(test.database, { merchantOrderId: 'paid-late', state: 'COMPLETED', errorCode: 'CANCELLED' })
})
afterAll(() => test.end())

describe('the filter for failures', () => {
  it.each([
    ['EXPIRED', ['expired', 'never-sent']],
    ['CANCELLED', ['by-code', 'by-payer']],
    ['DECLINED', ['no-reason', 'wrong-pin']],
    ['ZM', ['wrong-pin']],
    ['X', []],
    ['NOT_SENT', ['never-sent']],
  ])('%s finds %j', async (failure, found) => {
    const { rows } = await listOrders(test.database, { failure }, T0)
    expect(rows.map(({ merchantOrderId }) => merchantOrderId).sort()).toEqual(found)
  })

  it('is combined with other filters', async () => {
    expect((await listOrders(test.database, { failure: 'ZM', state: 'COMPLETED' }, T0)).rows).toEqual([])
  })
})
