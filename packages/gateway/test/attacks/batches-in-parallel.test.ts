import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertAccepted } from '../../src/storage/callbacks/received-callbacks.ts'
import { insertOrder, type NewOrder } from '../../src/storage/orders/new-orders.ts'
import { orderBatches } from '../../src/storage/orders/order-batches.ts'
import { T0 } from '../helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const waits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await test.database.query({
        text: `select from pg_locks l join pg_stat_activity a using ("pid") where not "granted" and "datname" = current_database()`,
      })
      expect(rows).toHaveLength(1)
    },
    { interval: 5, timeout: 10_000 },
  )

// Two batches of one process, or of two, run at the same time and may hold the same rows in another order.
describe('batches that write the same rows in another order do not deadlock', () => {
  const callback = (digest: string) => ({
    receivedAtMs: T0,
    event: 'checkout.order.completed',
    headers: {},
    body: {},
    content: { kind: 'unknown' } as const,
    digest,
  })

  it('of callbacks that the provider repeats', async () => {
    const { database } = test
    const later = await database.transaction(async (tx) => {
      await insertAccepted(tx, [callback('d-1')])
      const batch = insertAccepted(database, [callback('d-2'), callback('d-1'), callback('d-3')])
      await waits()
      const [own] = await insertAccepted(tx, [callback('d-2')])
      expect(own?.verdict).toBe('accepted')
      return { batch }
    })
    const verdicts = (await later.batch).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['duplicate', 'duplicate', 'accepted'])
  })

  it('of first orders that want the same ids for other references', async () => {
    const { database } = test
    const order = (merchantOrderId: string, reference: string): NewOrder => ({
      merchantOrderId,
      reference,
      checkout: 'STANDARD',
      amount: 49_900 as NewOrder['amount'],
      request: { redirectUrl: 'https://shop.example/thanks' },
      createdAtMs: T0,
      expiresAtMs: T0 + 900_000,

      opening: 'sending' as const,
      sentAtMs: T0,
      sendByMs: T0 + 60_000,
      nextPollAtMs: T0 + 20_000,
      startFingerprint: {},
    })
    // A batch that the database refuses, as the loser of a deadlock is, is written again, item by item.
    const query = vi.fn(database.query)
    const batches = orderBatches({ ...database, query: query as typeof database.query }, () => T0)
    const later = await database.transaction(async (tx) => {
      await insertOrder(tx, order('one', 'cart-1'))
      const batch = Promise.all(
        [order('two', 'cart-12'), order('one', 'cart-11'), order('three', 'cart-13')].map(batches.insertFirst),
      )
      await waits()
      await insertOrder(tx, order('two', 'cart-2'))
      return { batch }
    })
    expect(await later.batch).toEqual([false, false, true])
    expect(query).toHaveBeenCalledTimes(1)
  })
})
