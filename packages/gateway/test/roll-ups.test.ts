import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rollUpOverview } from '../src/services/finance/roll-ups.ts'
import { readOverview } from '../src/storage/finance/overview.ts'
import { BUCKET_MS, fillCounts, readRollUp } from '../src/storage/finance/roll-ups.ts'
import { claimPeriod } from '../src/storage/jobs.ts'
import { seedCall, seedOrder } from './helpers/seed.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Midnight in India. */
const START_MS = Date.parse('2026-11-22T00:00:00+05:30')
const NOW_MS = START_MS + 20 * HOUR_MS
const SPAN = { fromMs: START_MS, toMs: START_MS + DAY_MS, nowMs: NOW_MS }

const fill = (nowMs: number) => test.database.transaction((tx) => fillCounts(tx, nowMs))

/** The overview with the roll-ups, and as counted from the orders alone. */
async function bothOverviews(span = SPAN) {
  const counted = await readOverview(test.database, span)
  await test.database.query({ text: 'delete from galla.roll_ups' })
  return { counted, live: await readOverview(test.database, span) }
}

/** Number of orders in the counts, whatever is stored of the orders. */
const inCounts = async (): Promise<number> => {
  const text = 'select coalesce(sum("count"), 0)::bigint as "count" from galla.order_counts'
  return (await test.database.query<{ count: number }>({ text })).rows[0]?.count ?? 0
}

const atMs = fc.integer({ min: START_MS - HOUR_MS, max: NOW_MS })
const orders = fc.array(
  fc.record({
    createdAtMs: atMs,
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    paymentMode: fc.constantFrom(null, 'UPI_QR', 'CARD'),
    attempts: fc.array(
      fc.record({
        state: fc.constantFrom('FAILED', 'COMPLETED', 'PENDING'),
        paymentMode: fc.constantFrom('UPI_QR', 'NET_BANKING'),
      }),
      { maxLength: 2 },
    ),
    sentAtMs: fc.option(fc.constant(1)),
    failed: fc.option(fc.constantFrom(null, 'ZM', 'ORDER_EXPIRED')),
    /** When it is completed. */
    paidAtMs: fc.option(atMs),
  }),
  { maxLength: 12 },
)
const calls = fc.array(
  fc.record({ atMs, tookMs: fc.option(fc.integer({ min: 1, max: 99 })), errorKind: fc.constantFrom(null, 'timeout') }),
  { maxLength: 12 },
)

describe('the counts of the overview', () => {
  it('agree with the orders and calls, whenever they were made and whatever changed since', async () => {
    const runs = fc.array(atMs, { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(orders, calls, runs, async (orderRows, callRows, runsAtMs) => {
        await test.clear()
        const steps: [number, () => Promise<unknown>][] = [
          ...runsAtMs.map((runAtMs): [number, () => Promise<unknown>] => [runAtMs, () => fill(runAtMs)]),
          ...callRows.map((call): [number, () => Promise<unknown>] => [call.atMs, () => seedCall(test.database, call)]),
          ...orderRows.flatMap(({ paidAtMs, failed, attempts, ...rest }, at): [number, () => Promise<unknown>][] => {
            const merchantOrderId = `o-${at}`
            const isFailed = failed !== null || rest.sentAtMs === null
            const state = isFailed ? { state: 'FAILED', errorCode: 'TXN', detailedErrorCode: failed } : {}
            const order = { ...rest, ...state, attempts: JSON.stringify(attempts) }
            const pay = () =>
              test.database.query({
                text: `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "paymentMode" = 'UPI_INTENT', "updatedAtMs" = $2
                  where "merchantOrderId" = $1`,
                values: [merchantOrderId, paidAtMs],
              })
            return [
              [order.createdAtMs, () => seedOrder(test.database, { merchantOrderId, ...order })],
              ...(paidAtMs !== null && paidAtMs > order.createdAtMs ? [[paidAtMs, pay] as [number, typeof pay]] : []),
            ]
          }),
        ]
        for (const [, run] of steps.sort(([a], [b]) => a - b)) await run()
        const { counted, live } = await bothOverviews()
        expect({ ...counted, series: new Set(counted.series) }).toEqual({ ...live, series: new Set(live.series) })
      }),
      { numRuns: 25 },
    )
  })

  it.each([false, true])(
    'agree after the clock was a day ahead for a while, and is right again (counted since: %s)',
    async (since) => {
      await fill(START_MS)
      await fill(NOW_MS + DAY_MS)
      await fill(NOW_MS + DAY_MS)
      await fill(START_MS + 60_000)
      await seedOrder(test.database, { merchantOrderId: 'paid', state: 'COMPLETED', createdAtMs: NOW_MS - 2 * HOUR_MS })
      await seedCall(test.database, { atMs: NOW_MS - 2 * HOUR_MS })
      if (since) await fill(NOW_MS)
      const { counted, live } = await bothOverviews()
      expect(counted).toEqual(live)
    },
  )

  it('are read instead of the orders, except for what has changed since', async () => {
    for (const [at, createdAtMs] of [START_MS, START_MS + HOUR_MS, NOW_MS].entries())
      await seedOrder(test.database, { merchantOrderId: `o-${at}`, createdAtMs })
    await fill(NOW_MS)
    expect(await inCounts()).toBe(2)
    // Nothing tells that these have changed, so the counts are shown; a payment sets "updatedAtMs".
    await test.database.query({ text: `update galla.order_counts set "count" = 100` })
    expect((await readOverview(test.database, SPAN)).orders).toBe(201)
    await test.database.query({
      text: `update galla.orders set "updatedAtMs" = $1 where "merchantOrderId" = 'o-0'`,
      values: [NOW_MS],
    })
    expect((await readOverview(test.database, SPAN)).orders).toBe(102)
    await fill(NOW_MS + 60_000)
    expect((await readOverview(test.database, SPAN)).orders).toBe(102)
  })

  it('are not read for a span that has steps shorter than a half hour', async () => {
    await seedOrder(test.database, { merchantOrderId: 'one', createdAtMs: START_MS + 60_000 })
    await fill(NOW_MS)
    await test.database.query({ text: `update galla.order_counts set "count" = 100` })
    expect(await readOverview(test.database, { ...SPAN, toMs: START_MS + 12 * HOUR_MS })).toMatchObject({ orders: 1 })
  })

  it.each([
    ['12 hours', START_MS + 12 * HOUR_MS + BUCKET_MS],
    ['400 days', START_MS + 400 * DAY_MS],
  ])('are read for every span longer than 12 hours, which starts with its half hour: %s', async (_, toMs) => {
    await seedOrder(test.database, { merchantOrderId: 'one', createdAtMs: START_MS + 60_000 })
    await fill(NOW_MS)
    await test.database.query({ text: `update galla.order_counts set "count" = 100` })
    const span = { ...SPAN, fromMs: START_MS + BUCKET_MS - 1, toMs }
    expect(await readOverview(test.database, span)).toMatchObject({ orders: 100, fromMs: START_MS, toMs })
  })

  it('round durations to two digits', async () => {
    for (const tookMs of [7, 99, 104, 2_449, null]) await seedCall(test.database, { atMs: START_MS, tookMs })
    await fill(NOW_MS)
    const { rows } = await test.database.query({ text: 'select "tookMs", "calls" from galla.call_counts order by 1' })
    expect(rows).toEqual([-1, 7, 99, 100, 2_400].map((tookMs) => ({ tookMs, calls: 1 })))
    const { counted, live } = await bothOverviews()
    expect(counted.provider).toMatchObject([{ calls: 5, medianMs: 99, p95Ms: 2_400 }])
    expect(live.provider).toMatchObject([{ calls: 5, medianMs: 99, p95Ms: 2_449 }])
  })

  it('are filled a day in each transaction, up to the last half hour that is over for a while', async () => {
    await seedOrder(test.database, { merchantOrderId: 'old', createdAtMs: START_MS - 3 * DAY_MS })
    const context = createTestContext(test.database)
    context.setNow(NOW_MS)
    await rollUpOverview(context)
    expect(await readRollUp(test.database)).toEqual({ filledToMs: NOW_MS - BUCKET_MS, changedToMs: NOW_MS })
    expect(await inCounts()).toBe(1)
  })

  it('are made by one process at a time', async () => {
    await seedOrder(test.database, { merchantOrderId: 'old', createdAtMs: START_MS - 3 * DAY_MS })
    await fill(NOW_MS)
    await test.database.transaction(async (tx) => {
      await fillCounts(tx, NOW_MS)
      expect(await fill(NOW_MS)).toBe(false)
    })
  })
})

it('a periodic job that ran while the clock was a day ahead does not wait for that day', async () => {
  const runs = async (nowMs: number) => claimPeriod(test.database, 'roll-ups', { nowMs, everyMs: 60_000 })
  expect(await runs(NOW_MS + DAY_MS)).toBe(true)
  expect(await runs(NOW_MS)).toBe(true)
  expect(await runs(NOW_MS + 59_000)).toBe(false)
  expect(await runs(NOW_MS - 59_000)).toBe(false)
  expect(await runs(NOW_MS + 60_000)).toBe(true)
})
