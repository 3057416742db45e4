import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { fillCounts } from '../src/storage/finance/roll-ups.ts'
import { readUsualFigures } from '../src/storage/finance/usual-figures.ts'
import { seedOrder } from './helpers/seed.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS
/** Midnight of a Monday in India. */
const MONDAY_MS = Date.parse('2026-11-23T00:00:00+05:30')
/** Ten minutes into a half hour. */
const NOW_MS = MONDAY_MS + 10 * HOUR_MS + 600_000
const TODAY = { fromMs: MONDAY_MS, toMs: MONDAY_MS + DAY_MS, nowMs: NOW_MS }

const attempt = (transactionId: string, state: string) => ({ transactionId, state, paymentMode: 'CARD' })

async function seed(id: string, createdAtMs: number, amount: number, state = 'COMPLETED') {
  const attempts = JSON.stringify([attempt(`T-${id}`, state)])
  await seedOrder(test.database, { merchantOrderId: id, createdAtMs, amount, state, attempts, paymentMode: 'CARD' })
}

async function fillAll() {
  while (await test.database.transaction((tx) => fillCounts(tx, NOW_MS))) {}
}

it('the usual figures are the average of the same weekday up to the same time, and the attempts of all weeks', async () => {
  await seed('first', MONDAY_MS - 2 * WEEK_MS + HOUR_MS, 40_000)
  await seed('failed', MONDAY_MS - 2 * WEEK_MS + HOUR_MS, 40_000, 'FAILED')
  await seed('second', MONDAY_MS - WEEK_MS + 10 * HOUR_MS, 20_000)
  await seed('in the begun half hour', MONDAY_MS - WEEK_MS + 10 * HOUR_MS + 500_000, 20_000)
  await seed('later that day', MONDAY_MS - WEEK_MS + 10 * HOUR_MS + 700_000, 90_000)
  await seed('on a Tuesday', MONDAY_MS - 6 * DAY_MS, 90_000)
  await fillAll()
  expect(await readUsualFigures(test.database, TODAY)).toEqual({
    weeks: 2,
    grossVolume: 40_000,
    orders: 2,
    completed: 2,
    byPaymentMode: [{ paymentMode: 'CARD', attempts: 4, paidAttempts: 3 }],
  })
})

it('the usual figures reach back four weeks', async () => {
  for (const week of [1, 2, 3, 4, 5, 6]) await seed(`w-${week}`, MONDAY_MS - week * WEEK_MS + 1, 10_000)
  await fillAll()
  expect(await readUsualFigures(test.database, TODAY)).toMatchObject({ weeks: 4, orders: 1 })
})

it('a week without an order lowers the usual figures, and a week before the first order does not', async () => {
  await seed('first', MONDAY_MS - 3 * WEEK_MS + HOUR_MS, 30_000)
  await fillAll()
  expect(await readUsualFigures(test.database, TODAY)).toMatchObject({ weeks: 3, grossVolume: 10_000 })
})

it('nothing is usual before the orders are counted', async () => {
  await seed('first', MONDAY_MS - WEEK_MS + HOUR_MS, 30_000)
  expect(await readUsualFigures(test.database, TODAY)).toMatchObject({ weeks: 0, grossVolume: 0 })
})
