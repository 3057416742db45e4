import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { NewDiscrepancy } from '../../src/domain/finance/reconciliation.ts'
import { listDiscrepancies, replaceDiscrepancies } from '../../src/storage/finance/discrepancies.ts'
import { startTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())

const waiting = async () =>
  (
    await test.database.query<{ waiting: number }>({
      text: `select count(*) as "waiting" from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`,
    })
  ).rows[0]?.waiting

it('two comparisons that found the same orders in another order do not deadlock', async () => {
  const ids = ['one', 'two', 'three', 'four', 'five']
  const found = ids.map((merchantOrderId): NewDiscrepancy => {
    return { merchantOrderId, kind: 'unreadable', reason: 'check-failed', ours: {}, theirs: {}, repairable: false }
  })
  const { database } = test
  await replaceDiscrepancies(database, ids, found, 1)
  let comparing: Promise<unknown> = Promise.resolve()
  await database.transaction(async (tx) => {
    await tx.query({ text: `select from galla.discrepancies where "merchantOrderId" = 'three' for update` })
    comparing = Promise.all([
      replaceDiscrepancies(database, ids, found, 2),
      replaceDiscrepancies(database, ids, found.toReversed(), 2),
    ])
    await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 20_000 })
  })
  await comparing
  expect(await listDiscrepancies(database)).toHaveLength(5)
})
