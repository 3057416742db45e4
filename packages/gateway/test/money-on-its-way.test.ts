import { afterAll, beforeAll, expect, it } from 'vitest'
import { payouts } from '../src/services/settlements/settlement-report.ts'
import { readOverview } from '../src/storage/finance/overview.ts'
import { saveSettlement } from '../src/storage/settlements/settlements.ts'
import { seedOrder, seedRefund } from './helpers/seed.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())

const DAY_MS = 86_400_000
const NOW_MS = Date.parse('2026-11-23T10:00:00+05:30')
const TODAY = { fromMs: NOW_MS - DAY_MS, toMs: NOW_MS, nowMs: NOW_MS }

it('the overview of a day counts the open refunds of all days, with their amount, and those that wait for approval', async () => {
  const createdAtMs = NOW_MS - 9 * DAY_MS
  await seedOrder(test.database, { merchantOrderId: 'tea', state: 'COMPLETED', amount: 50_000, createdAtMs })
  const refund = { merchantOrderId: 'tea', state: 'PENDING', createdAtMs, updatedAtMs: createdAtMs }
  await seedRefund(test.database, { merchantRefundId: 'old', amount: 7_700, ...refund })
  expect(await readOverview(test.database, TODAY)).toMatchObject({
    refundsOpen: 1,
    refundsOpenAmount: 7_700,
    refundsToApproveAmount: 0,
    refunded: 0,
  })
  await seedRefund(test.database, {
    ...refund,
    merchantRefundId: 'waits',
    state: 'REQUESTED',
    amount: 3_300,
    approval: 'waiting',
    approveByMs: NOW_MS,
    requestedById: 'program',
  })
  expect(await readOverview(test.database, TODAY)).toMatchObject({
    refundsOpen: 2,
    refundsOpenAmount: 11_000,
    refundsToApprove: 1,
    refundsToApproveAmount: 3_300,
  })
})

it('payouts are what became known as paid out in the span, and the settlements that are not', async () => {
  expect(await payouts(test, TODAY)).toEqual({ none: true, paidOut: 0, onTheWay: { count: 0, amount: 0 } })
  const save = (settlementId: string, state: string, amount: number, atMs: number) =>
    saveSettlement(
      test.database,
      { settlementId, state, utr: undefined, amount, failure: undefined, updatedAtMs: atMs },
      atMs,
    )
  await save('S-1', 'PROCESSED', 40_000, NOW_MS - 1)
  await save('S-2', 'PROCESSED', 90_000, NOW_MS - 2 * DAY_MS)
  await save('S-3', 'INITIATED', 30_000, NOW_MS - 1)
  expect(await payouts(test, TODAY)).toEqual({ paidOut: 40_000, onTheWay: { count: 1, amount: 30_000 } })
})
