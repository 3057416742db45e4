import type { Paise } from '@galla/contract/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOverview } from '../src/storage/finance/overview.ts'
import { seedCall, seedOrder } from './helpers/seed.ts'
import { T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())

const HOUR_MS = 3_600_000
const SPAN = { fromMs: T0, toMs: T0 + 4 * HOUR_MS, nowMs: T0 + 4 * HOUR_MS }
/** Some of the times lie outside `SPAN`. */
const atMs = fc.integer({ min: T0 - HOUR_MS, max: T0 + 5 * HOUR_MS })

const orderRows = fc.array(
  fc.record({
    createdAtMs: atMs,
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    state: fc.constantFrom('CREATED', 'PENDING', 'FAILED', 'COMPLETED'),
    paid: fc.boolean(),
    paymentMode: fc.constantFrom(null, 'UPI_QR', 'CARD'),
    attempts: fc.array(
      fc.record({
        state: fc.constantFrom('FAILED', 'COMPLETED', 'PENDING'),
        paymentMode: fc.constantFrom('UPI_QR', 'CARD', 'NET_BANKING'),
        detailedErrorCode: fc.constantFrom(null, 'ZM', 'ORDER_CANCELLED_BY_USER'),
      }),
      { maxLength: 3 },
    ),
    detailedErrorCode: fc.constantFrom(null, 'ZM', 'ORDER_EXPIRED', 'ZA'),
  }),
  { minLength: 5, maxLength: 20 },
)
/** Many calls in few steps, so that percentiles have several values. */
const callRows = fc.array(
  fc.record({
    atMs: fc.integer({ min: T0 - 60_000, max: T0 + 540_000 }),
    tookMs: fc.option(fc.integer({ min: 1, max: 8 })),
    errorKind: fc.constantFrom(null, null, 'timeout'),
  }),
  { minLength: 20, maxLength: 50 },
)

const inSpan = (time: number) => time >= SPAN.fromMs && time < SPAN.toMs
/** A cancelled attempt, such as a QR code that was shown until the payer chose a card, is none of its payment mode. */
const isFinished = ({ state, detailedErrorCode }: { state: string; detailedErrorCode: string | null }) =>
  state === 'COMPLETED' || (state === 'FAILED' && detailedErrorCode !== 'ORDER_CANCELLED_BY_USER')
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

/** Nearest-rank percentile: the smallest value that at least `share` of the values do not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

describe('readOverview', () => {
  it('has nothing of what proves a mandate in the gross volume: the provider returns the amount', async () => {
    await test.clear()
    const paid = { createdAtMs: T0, state: 'COMPLETED' }
    await seedOrder(test.database, { merchantOrderId: 'o-1', ...paid, amount: 18_000, checkout: 'MANDATE' })
    await seedOrder(test.database, { merchantOrderId: 'o-2', ...paid, amount: 200, checkout: 'MANDATE_CHECK' })
    expect(await readOverview(test.database, SPAN)).toMatchObject({ completed: 2, grossVolume: 18_000 })
  })

  it('returns the counts, sums and percentiles that a loop over all orders and calls computes', async () => {
    await fc.assert(
      fc.asyncProperty(orderRows, callRows, async (orders, calls) => {
        await test.clear()
        for (const [at, { paid, attempts, ...rest }] of orders.entries()) {
          const order = { ...rest, attempts: JSON.stringify(attempts) }
          const resolution = order.state !== 'COMPLETED' ? {} : { resolution: paid ? 'fulfil' : 'late-refund' }
          await seedOrder(test.database, { merchantOrderId: `o-${at}`, ...order, ...resolution })
        }
        for (const call of calls) await seedCall(test.database, call)

        const { series, provider, byPaymentMode, stepMs, ...totals } = await readOverview(test.database, SPAN)
        const ordersInSpan = orders.filter(({ createdAtMs }) => inSpan(createdAtMs))
        const of = (state: string) => ordersInSpan.filter((order) => order.state === state)
        const grossVolume = sum(of('COMPLETED'), ({ paid, amount }) => (paid ? amount : 0)) as Paise
        expect(totals).toMatchObject({
          orders: ordersInSpan.length,
          completed: of('COMPLETED').length,
          failed: of('FAILED').length,
          pending: of('CREATED').length + of('PENDING').length,
          grossVolume,
        })
        const failedWith = (code: string | null) =>
          of('FAILED').filter(({ detailedErrorCode }) => detailedErrorCode === code).length
        const ended = ordersInSpan.flatMap(({ attempts }) => attempts.filter(isFinished))
        expect(totals).toMatchObject({
          expired: failedWith('ORDER_EXPIRED'),
          cancelled: failedWith('ZA'),
          opened: ordersInSpan.length,
          attempted: ordersInSpan.filter(({ attempts }) => attempts.length > 0).length,
          attempts: ended.length,
          paidAttempts: ended.filter(({ state }) => state === 'COMPLETED').length,
        })
        expect(new Map(totals.failures.map(({ code, orders }) => [code, orders]))).toEqual(
          new Map(
            ['ZM', 'ORDER_EXPIRED', 'ZA', null]
              .map((code): [string, number] => [code ?? '', failedWith(code)])
              .filter(([, count]) => count > 0),
          ),
        )
        expect(sum(byPaymentMode, ({ attempts }) => attempts)).toBe(ended.length)
        expect(sum(series, ({ amount }) => amount)).toBe(grossVolume)
        expect(sum(byPaymentMode, ({ amount }) => amount)).toBe(grossVolume)
        for (const { paymentMode, completed, failed, pending, attempts, paidAttempts } of byPaymentMode) {
          const endedBy = ended.filter((attempt) => attempt.paymentMode === paymentMode)
          expect([attempts, paidAttempts]).toEqual([
            endedBy.length,
            endedBy.filter(({ state }) => state === 'COMPLETED').length,
          ])
          const name = paymentMode === 'not chosen' ? null : paymentMode
          expect(completed + failed + pending).toBe(ordersInSpan.filter((order) => order.paymentMode === name).length)
        }
        for (const { atMs, completed, failed } of series) {
          const step = ordersInSpan.filter(({ createdAtMs }) => createdAtMs >= atMs && createdAtMs < atMs + stepMs)
          expect([completed, failed]).toEqual([
            step.filter(({ state }) => state === 'COMPLETED').length,
            step.filter(({ state }) => state === 'FAILED').length,
          ])
        }
        expect(sum(provider, (point) => point.calls)).toBe(calls.filter((call) => inSpan(call.atMs)).length)
        for (const point of provider) {
          const step = calls.filter(
            (call) => inSpan(call.atMs) && call.atMs >= point.atMs && call.atMs < point.atMs + stepMs,
          )
          const times = step.flatMap(({ tookMs }) => tookMs ?? [])
          expect(point).toEqual({
            atMs: point.atMs,
            calls: step.length,
            errors: step.filter(({ errorKind }) => errorKind !== null).length,
            medianMs: percentile(times, 0.5),
            p95Ms: percentile(times, 0.95),
          })
        }
      }),
      { numRuns: 15 },
    )
  })
})
