import type { FinanceReport } from '@galla/contract/gateway-api/finance'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { financeEntries, financeReport } from '../src/services/finance/finance.ts'
import { postCaptures, postRefund } from '../src/services/finance/ledger.ts'
import { addUpLedger } from '../src/services/finance/roll-ups.ts'
import { dayTotals, moveToDays } from '../src/storage/finance/finance.ts'
import { readOrder } from '../src/storage/orders/orders.ts'
import { type RefundRow, readRefund } from '../src/storage/refunds/refunds.ts'
import { seedOrder, seedRefund } from './helpers/seed.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { createTestContext } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const DAY_MS = 86_400_000
/** Midnight in India. */
const TODAY_MS = Date.parse('2026-11-22T00:00:00+05:30')
const NOW_MS = TODAY_MS + DAY_MS / 2
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

function contextAt(nowMs = NOW_MS) {
  const context = createTestContext(test.database)
  context.setNow(nowMs)
  return context
}

/** An order that was paid at a time, and of which the gateway learned when it was posted. */
async function seedPaid(
  merchantOrderId: string,
  row: { paidAtMs: number; postedAtMs?: number; [column: string]: unknown },
) {
  const { paidAtMs, postedAtMs = paidAtMs, amount = 10_000, resolution = 'fulfil', ...columns } = row
  const attempts = [
    { transactionId: `t-${merchantOrderId}`, state: 'COMPLETED', amount, paymentMode: 'CARD', timestamp: paidAtMs },
  ]
  const createdAtMs = paidAtMs - 60_000
  await seedOrder(test.database, {
    merchantOrderId,
    amount,
    createdAtMs,
    attempts: JSON.stringify(attempts),
    ...columns,
  })
  await test.database.query({
    text: `update galla.orders set "state" = 'COMPLETED', "resolution" = $2, "nextPollAtMs" = null,
      "attempts" = jsonb_set("attempts", '{0,booked}', to_jsonb("amount")) where "merchantOrderId" = $1`,
    values: [merchantOrderId, resolution],
  })
  const order = await readOrder(test.database, merchantOrderId)
  if (order) await postCaptures(test.database, order, order, postedAtMs)
}

const inTail = async (): Promise<number> =>
  (await test.database.query<{ count: number }>({ text: 'select count(*) as "count" from galla.ledger_tail' })).rows[0]
    ?.count ?? 0

describe('the totals of days', () => {
  it('are those of the ledger, whenever entries were posted, added up, or the run was cut off', async () => {
    const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
    const ofLedger = async () =>
      (
        await test.database.query<object>({
          text: `select ("valueAtMs" + 19800000) / 86400000 * 86400000 - 19800000 as "dayMs", "kind", coalesce("origin", '') as "origin",
              count(*) as "entries", sum("amount")::bigint as "amount"
            from galla.ledger where "kind" in ('capture', 'refund-posted', 'refund-reversed') group by 1, 2, 3`,
        })
      ).rows
    const ofDays = async () =>
      (await dayTotals(test.database, ALL)).map(({ dayMs, kind, origin, entries, amount }) => ({
        dayMs,
        kind,
        origin,
        entries,
        amount,
      }))

    const step = fc.oneof(
      fc.record({
        do: fc.constant('pay' as const),
        paidAtMs: fc.integer({ min: TODAY_MS - 3 * DAY_MS, max: NOW_MS + DAY_MS }),
        lateMs: fc.constantFrom(-DAY_MS, 0, 1_000, 2 * DAY_MS),
        amount: fc.integer({ min: 1, max: 100_000 }),
      }),
      fc.record({
        do: fc.constant('refund' as const),
        state: fc.constantFrom('COMPLETED', 'FAILED', 'PENDING'),
        origin: fc.constantFrom('api', 'duplicate', 'external'),
      }),
      fc.record({ do: fc.constant('run' as const), commits: fc.boolean() }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        await test.clear()
        let paid: string | undefined
        for (const [at, one] of steps.entries()) {
          if (one.do === 'pay') {
            const id = `o-${at}`
            const { paidAtMs, lateMs, amount } = one
            await seedPaid(id, { paidAtMs, amount, postedAtMs: paidAtMs + lateMs })
            paid = id
          } else if (one.do === 'refund' && paid !== undefined) {
            const { state, origin } = one
            const refund = {
              merchantRefundId: `r-${at}`,
              merchantOrderId: paid,
              amount: 1,
              state,
              origin,
              createdAtMs: NOW_MS,
            }
            await seedRefund(test.database, refund).catch(() => undefined)
          } else if (one.do === 'run') {
            // What a killed process did is rolled back; a read meanwhile sees neither half.
            const cutOff = new Error('cut off')
            const run = test.database.transaction(async (tx) => {
              await moveToDays(tx)
              expect(sorted(await ofDays())).toEqual(sorted(await ofLedger()))
              if (!one.commits) throw cutOff
            })
            await run.catch((error: unknown) => expect(error).toBe(cutOff))
          }
          expect(sorted(await ofDays())).toEqual(sorted(await ofLedger()))
        }
        await addUpLedger(contextAt())
        expect(await inTail()).toBe(0)
        expect(sorted(await ofDays())).toEqual(sorted(await ofLedger()))
      }),
      { numRuns: 40 },
    )
  })

  it('count an entry once that was posted before a run and commits after it', async () => {
    const posted = test.database.transaction(async (tx) => {
      await seedOrder(tx, { merchantOrderId: 'slow', state: 'COMPLETED', createdAtMs: NOW_MS })
      await seedPaid('fast', { paidAtMs: NOW_MS })
      await addUpLedger(contextAt(NOW_MS + DAY_MS))
    })
    await posted
    expect(await inTail()).toBe(1)
    await Promise.all([1, 2, 3].map(() => addUpLedger(contextAt(NOW_MS + DAY_MS))))
    expect(await dayTotals(test.database, ALL)).toEqual([
      { dayMs: TODAY_MS, kind: 'capture', origin: '', entries: 2, amount: 59_900 },
    ])
  })
})

describe('the finance report', () => {
  const report = (query: { from?: string; to?: string } = {}): Promise<FinanceReport> =>
    financeReport(contextAt(), query)

  it('says how much of what was collected was paid late or twice', async () => {
    await seedPaid('before', { paidAtMs: TODAY_MS - 40 * DAY_MS, resolution: 'late-refund' })
    await seedPaid('fulfilled', { paidAtMs: NOW_MS - 1_000, amount: 40_000 })
    await seedPaid('late', { paidAtMs: NOW_MS - 1_000, amount: 20_000, resolution: 'late-refund' })
    await seedPaid('twice', { paidAtMs: NOW_MS - 1_000, amount: 3_000, resolution: 'duplicate-refund' })
    expect(await report()).toMatchObject({ totals: { collected: 63_000 }, lateOrTwice: 23_000 })
    const { rows } = await financeEntries(contextAt(), { group: 'late-or-twice' })
    expect(rows.map(({ merchantOrderId, amount }) => [merchantOrderId, amount])).toEqual([
      ['twice', 3_000],
      ['late', 20_000],
    ])
  })

  it('has the sums of each day of payment, the balances around the span, and an entry list of every sum', async () => {
    await seedPaid('before', { paidAtMs: TODAY_MS - 40 * DAY_MS })
    // Paid a second before midnight; the gateway learned of it after.
    await seedPaid('late-news', { paidAtMs: TODAY_MS - 1_000, postedAtMs: TODAY_MS + 5_000, amount: 20_000 })
    await seedPaid('today', { paidAtMs: NOW_MS - 1_000, amount: 40_000 })
    const done = { state: 'COMPLETED', createdAtMs: NOW_MS, nextPollAtMs: null }
    await seedRefund(test.database, { merchantRefundId: 'r-1', merchantOrderId: 'today', amount: 3_000, ...done })
    await seedRefund(test.database, {
      merchantRefundId: 'r-2',
      merchantOrderId: 'today',
      amount: 500,
      ...done,
      origin: 'duplicate',
    })
    const answer = await report()
    const none = { refunded: 0, refunds: 0, automatic: 0, automaticRefunds: 0 }
    expect(answer).toMatchObject({
      from: '2026-10-24',
      to: '2026-11-22',
      openingBalance: 10_000,
      closingBalance: 66_500,
      totals: { collected: 60_000, payments: 2, refunded: 3_500, refunds: 2, automatic: 500, automaticRefunds: 1 },
      days: [
        { day: '2026-11-22', collected: 40_000, payments: 1, refunded: 3_500, automatic: 500, balance: 66_500 },
        { day: '2026-11-21', collected: 20_000, payments: 1, ...none, balance: 30_000 },
      ],
    })
    await addUpLedger(contextAt())
    expect(await report()).toEqual(answer)
    const sumOf = async (group: 'collected' | 'refunded' | 'automatic', day: string) => {
      const { rows } = await financeEntries(contextAt(), { group, from: day, to: day })
      return rows.reduce((sum, { amount }) => sum + amount, 0)
    }
    for (const { day, collected, refunded, automatic } of answer.days) {
      expect(await sumOf('collected', day)).toBe(collected)
      expect(await sumOf('refunded', day)).toBe(refunded)
      expect(await sumOf('automatic', day)).toBe(automatic)
    }
  })

  it('subtracts a refund that turned out not to be paid', async () => {
    await seedPaid('paid', { paidAtMs: NOW_MS - 2_000 })
    const refund = { merchantRefundId: 'r', merchantOrderId: 'paid', amount: 3_000, createdAtMs: NOW_MS }
    await seedRefund(test.database, { ...refund, state: 'COMPLETED', nextPollAtMs: null })
    await test.database.transaction(async (tx) => {
      await tx.query({ text: `update galla.refunds set "state" = 'FAILED'` })
      await postRefund(tx, (await readRefund(tx, 'r')) as RefundRow, NOW_MS)
    })
    expect((await report()).totals).toMatchObject({ refunded: 0, refunds: 2 })
    expect((await report()).closingBalance).toBe(10_000)
  })

  it('has no time of a payment that cannot be right', async () => {
    await seedPaid('in-seconds', { paidAtMs: 1_795_000_000, createdAtMs: NOW_MS - 5_000, postedAtMs: NOW_MS })
    await seedPaid('tomorrow', { paidAtMs: NOW_MS + DAY_MS, createdAtMs: NOW_MS - 5_000, postedAtMs: NOW_MS })
    expect((await report()).days.map(({ day, payments }) => [day, payments])).toEqual([['2026-11-22', 2]])
  })

  it('groups open refunds and owed money by age, as their lists do', async () => {
    await seedPaid('fulfilled', { paidAtMs: TODAY_MS - 20 * DAY_MS })
    for (const [at, age] of [0, 1, 2, 4, 5, 9, 10, 19].entries())
      await seedRefund(test.database, {
        merchantRefundId: `r-${at}`,
        merchantOrderId: 'fulfilled',
        amount: 100 + at,
        createdAtMs: TODAY_MS - age * DAY_MS,
      })
    const late = { resolution: 'late-refund' }
    await seedPaid('late', { paidAtMs: TODAY_MS - 3 * DAY_MS, ...late })
    await seedPaid('late-done', { paidAtMs: TODAY_MS - 3 * DAY_MS, ...late })
    const done = { state: 'COMPLETED', nextPollAtMs: null, amount: 10_000 }
    await seedRefund(test.database, { merchantRefundId: 'whole', merchantOrderId: 'late-done', ...done })
    await seedPaid('twice', { paidAtMs: TODAY_MS - 30 * DAY_MS })
    await test.database.query({
      text: `update galla.orders set "needsReview" = '{"reason":"paid-twice","findings":[{"code":"paid-twice","payments":2}],"sinceMs":1}', "attempts" = "attempts" || jsonb_build_array(("attempts" -> 0) - 'booked') where "merchantOrderId" = 'twice'`,
    })
    const { pendingRefunds, owedToPayers } = await report()
    expect(pendingRefunds).toEqual([
      { from: '2026-11-21', minDays: 0, maxDays: 1, count: 2, amount: 201 },
      { from: '2026-11-18', to: '2026-11-20', minDays: 2, maxDays: 4, count: 2, amount: 205 },
      { from: '2026-11-13', to: '2026-11-17', minDays: 5, maxDays: 9, count: 2, amount: 209 },
      { to: '2026-11-12', minDays: 10, count: 2, amount: 213 },
    ])
    expect(owedToPayers.map(({ count, amount }) => [count, amount])).toEqual([
      [0, 0],
      [1, 10_000],
      [0, 0],
      [1, 10_000],
    ])
    const { json } = await createTestConsole(contextAt(), await testPassword())
    const listed = async (path: string) => ((await json(path)) as { rows: object[] }).rows.length
    expect(await listed('/api/orders?owed=true')).toBe(2)
    expect(await listed(`/api/orders?owed=true&toMs=${TODAY_MS - 9 * DAY_MS}`)).toBe(1)
    expect(await listed(`/api/refunds?state=OPEN&fromMs=${TODAY_MS - DAY_MS}`)).toBe(2)
  })

  it('streams the days and the entries of a sum as CSV, in rupees and paise', async () => {
    await seedPaid('paid', { paidAtMs: TODAY_MS - 1_000, postedAtMs: TODAY_MS + 5_000, amount: 123_405 })
    const { request } = await createTestConsole(contextAt(), await testPassword())
    const textOf = async (path: string) => (await request(path)).text()
    expect(await textOf('/api/finance.csv?from=2026-11-21&to=2026-11-22')).toBe(
      'day,collectedPaise,collectedRupees,refundedPaise,refundedRupees,automaticPaise,automaticRupees,balancePaise,balanceRupees,payments,refunds,automaticRefunds\r\n' +
        '2026-11-21,123405,1234.05,0,0.00,0,0.00,123405,1234.05,1,0,0\r\n',
    )
    const entries = '/api/ledger.csv?from=2026-11-21&to=2026-11-21'
    expect(await textOf(`${entries}&by=value&group=collected`)).toContain(
      '1,2026-11-21,2026-11-22T00:00:05.000+05:30,2026-11-21T23:59:59.000+05:30,capture,payments,available,123405,1234.05,paid',
    )
    expect((await textOf(entries)).split('\r\n')).toHaveLength(2)
    expect((await request('/api/finance.csv?from=2026-11-31')).status).toBe(400)
    expect((await request('/api/finance?from=2024-11-21&to=2026-11-21')).status).toBe(400)
    expect((await request('/api/ledger?group=all')).status).toBe(400)
  })

  it('is for finance and admins', async () => {
    const { as } = await createTestConsole(contextAt(), await testPassword())
    for (const [role, status] of [
      ['viewer', 403],
      ['support', 403],
      ['developer', 403],
      ['finance', 200],
      ['admin', 200],
    ] as const) {
      const { request } = await as(role)
      for (const path of ['/api/finance', '/api/ledger', '/api/finance.csv'])
        expect([role, path, (await request(path)).status]).toEqual([role, path, status])
    }
  })
})
