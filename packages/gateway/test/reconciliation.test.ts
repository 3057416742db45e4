import type { Paise } from '@galla/contract/money'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { OrderResponse } from '../src/provider/responses.ts'
import { readReconciliation, reconcile, reconcileDue, startReconciliation } from '../src/services/finance/reconcile.ts'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { seedCallback, seedOrder, seedRefund } from './helpers/seed.ts'
import { createStubProvider, createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

const DAY_MS = 86_400_000
const AMOUNT = 49_900 as Paise

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const attempt = (transactionId: string, amount: Paise = AMOUNT) => ({
  transactionId,
  state: 'COMPLETED' as const,
  amount,
  paymentMode: 'UPI_QR',
  timestamp: T0,
})

type Reply = Partial<OrderResponse> | 'away'

/**
 * A context whose provider answers status checks of orders from `replies`, else with the state COMPLETED and one attempt, and knows no
 * refunds.
 */
function createContext(responses: Map<string, Reply> = new Map(), overrides: Partial<GatewayContext> = {}) {
  const asked: string[] = []
  let inFlight = 0
  let most = 0
  const getOrderStatus = async ({ merchantOrderId }: { merchantOrderId: string }): Promise<OrderResponse> => {
    asked.push(merchantOrderId)
    inFlight += 1
    most = Math.max(most, inFlight)
    await new Promise((resolve) => setImmediate(resolve))
    inFlight -= 1
    const response = responses.get(merchantOrderId) ?? {}
    if (response === 'away') throw Object.assign(new Error('no reply'), { outcome: 'unknown' })
    return {
      merchantOrderId,
      orderId: `OMO-${merchantOrderId}`,
      state: 'COMPLETED',
      amount: AMOUNT,
      paymentDetails: [attempt(`OM-${merchantOrderId}`)],
      ...response,
    } as OrderResponse
  }
  const getStatus = () =>
    Promise.reject(Object.assign(new Error('no such refund'), { outcome: 'rejected', code: 'REFUND_NOT_FOUND' }))
  const provider = createStubProvider({ standardCheckout: { getOrderStatus }, refunds: { getStatus } })
  const context = createTestContext(test.database, { provider, ...overrides })
  return { context, asked, mostInFlight: () => most, replies: responses }
}

/** A paid order that agrees with what the provider answers by default. */
const seedPaid = (merchantOrderId: string, more: object = {}) =>
  seedOrder(test.database, {
    merchantOrderId,
    state: 'COMPLETED',
    orderId: `OMO-${merchantOrderId}`,
    attempts: JSON.stringify([attempt(`OM-${merchantOrderId}`)]),
    ...more,
  })

const seedMany = (count: number) =>
  test.database.query({
    text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "orderId", "attempts", "request", "createdAtMs", "updatedAtMs", "sentAtMs")
      select 'o-' || lpad(n::text, 5, '0'), 'cart-' || n, 'STANDARD', 49900, 'COMPLETED', 'fulfil', 'OMO-o-' || lpad(n::text, 5, '0'),
        jsonb_build_array(jsonb_build_object('transactionId', 'OM-o-' || lpad(n::text, 5, '0'), 'state', 'COMPLETED', 'amount', 49900, 'paymentMode', 'UPI_QR')),
        '{}', $1, $1, $1 from generate_series(1, $2::int) n`,
    values: [T0, count],
  })

const orderState = async (id: string) =>
  (
    await test.database.query<{ state: string; reason: string | null }>({
      text: `select "state", "needsReview" ->> 'reason' as "reason" from galla.orders where "merchantOrderId" = $1`,
      values: [id],
    })
  ).rows[0]

describe('the daily reconciliation', () => {
  it('runs a day after the first order, then once a day', async () => {
    const { context, asked } = createContext()
    expect(await reconcileDue(context)).toBe(0)
    await seedPaid('one')
    context.setNow(T0 + DAY_MS - 1)
    expect(await reconcileDue(context)).toBe(0)
    context.setNow(T0 + DAY_MS)
    expect(await reconcileDue(context)).toBe(1)
    expect(await reconcileDue(context)).toBe(0)
    context.setNow(T0 + 2 * DAY_MS - 1)
    expect(await reconcileDue(context)).toBe(0)
    expect(asked).toEqual(['one'])
    expect(await readReconciliation(context)).toMatchObject({
      origin: 'daily',
      checked: 1,
      repaired: 0,
      counts: {},
      rows: [],
      finishedAtMs: T0 + DAY_MS,
    })
  })

  it('compares what changed since the clock was days ahead for a while', async () => {
    const { context, asked } = createContext()
    await seedPaid('first')
    for (const nowMs of [T0 + DAY_MS, T0 + 12 * DAY_MS, T0 + 14 * DAY_MS, T0 + DAY_MS + 60_000]) {
      context.setNow(nowMs)
      await reconcileDue(context)
    }
    await seedPaid('later', { createdAtMs: T0 + DAY_MS + 3_600_000 })
    asked.splice(0)
    for (const nowMs of [T0 + 2 * DAY_MS, T0 + 2 * DAY_MS + 60_000]) {
      context.setNow(nowMs)
      await reconcileDue(context)
    }
    expect(asked.sort()).toEqual(['first', 'later'])
  })

  it('finds a completed order whose second attempt was paid, and puts it in review', async () => {
    const twice = { paymentDetails: [attempt('OM-twice'), attempt('OM-again')] } as Partial<OrderResponse>
    const { context } = createContext(new Map([['twice', twice]]))
    await seedPaid('twice')
    await seedPaid('once')
    context.setNow(T0 + DAY_MS)
    await reconcileDue(context)
    expect(await orderState('twice')).toEqual({ state: 'COMPLETED', reason: 'paid-twice' })
    expect(await orderState('once')).toEqual({ state: 'COMPLETED', reason: null })
    expect(await readReconciliation(context)).toMatchObject({ repaired: 1, rows: [] })
  })

  it('puts an order in review that failed on both sides and has a completed payment', async () => {
    const failed = (paymentDetails: object[]) => ({ state: 'FAILED', paymentDetails }) as Partial<OrderResponse>
    const { transactionId: _, ...unnamed } = attempt('unnamed')
    const { context } = createContext(
      new Map([
        ['paid', failed([attempt('OM-paid')])],
        ['given-up', failed([attempt('OM-given-up')])],
        ['unnamed', failed([unnamed])],
        ['unpaid', failed([{ ...attempt('OM-unpaid'), state: 'FAILED' }])],
      ]),
    )
    for (const id of ['paid', 'unnamed', 'unpaid', 'given-up'])
      await seedOrder(test.database, {
        merchantOrderId: id,
        state: 'FAILED',
        opening: id === 'given-up' ? 'never-opened' : 'sent',
      })
    const { rows } = await reconcile(context, { fromMs: 0, toMs: T0 + DAY_MS })
    const theirs = { state: 'COMPLETED', amount: AMOUNT }
    const difference = { kind: 'attempt', reason: 'provider-ahead', ours: {}, theirs, repairable: true }
    expect(rows.sort((a, b) => (a.merchantOrderId < b.merchantOrderId ? -1 : 1))).toMatchObject([
      { merchantOrderId: 'given-up', transactionId: 'OM-given-up', ...difference },
      { merchantOrderId: 'paid', transactionId: 'OM-paid', ...difference },
      { merchantOrderId: 'unnamed', ...difference },
    ])
    context.setNow(T0 + DAY_MS)
    await reconcileDue(context)
    for (const id of ['paid', 'unnamed', 'given-up'])
      expect(await orderState(id)).toEqual({ state: 'FAILED', reason: 'contradiction' })
    expect(await orderState('unpaid')).toEqual({ state: 'FAILED', reason: null })
    expect(await readReconciliation(context)).toMatchObject({ repaired: 3, rows: [] })
  })

  it('leaves a failed order alone whose payment a person has seen', async () => {
    const paid = { state: 'FAILED', paymentDetails: [attempt('OM-seen')] } as Partial<OrderResponse>
    const { context } = createContext(new Map([['seen', paid]]))
    await seedOrder(test.database, { merchantOrderId: 'seen', state: 'FAILED' })
    context.setNow(T0 + DAY_MS)
    await reconcileDue(context)
    await resolveReview(context, 'seen', { note: 'paid back by hand' })
    context.setNow(T0 + 2 * DAY_MS)
    expect(await reconcileDue(context)).toBe(1)
    expect(await orderState('seen')).toEqual({ state: 'FAILED', reason: null })
    expect(await readReconciliation(context)).toMatchObject({ repaired: 0, rows: [] })
  })

  it('reopens an order that was given up and is open at the provider', async () => {
    const open = { state: 'PENDING', paymentDetails: [] } as Partial<OrderResponse>
    const { context } = createContext(new Map([['given-up', open]]))
    const seed = { state: 'FAILED', errorCode: 'NEVER_OPENED', opening: 'never-opened' }
    await seedOrder(test.database, { merchantOrderId: 'given-up', ...seed })
    context.setNow(T0 + DAY_MS)
    await reconcileDue(context)
    expect(await orderState('given-up')).toEqual({ state: 'PENDING', reason: null })
    expect(await readReconciliation(context)).toMatchObject({ repaired: 1, rows: [] })
  })

  it('repairs what a sync repairs and stores the rest, until a later run finds it gone', async () => {
    const responses = new Map<string, Reply>([
      ['dearer', { amount: 100 } as Partial<OrderResponse>],
      ['less', { paymentDetails: [] } as Partial<OrderResponse>],
      ['silent', 'away'],
    ])
    const { context } = createContext(responses)
    await seedOrder(test.database, { merchantOrderId: 'behind', orderId: 'OMO-behind' })
    for (const id of ['dearer', 'less', 'silent', 'same']) await seedPaid(id)
    context.setNow(T0 + DAY_MS)
    expect(await reconcileDue(context)).toBe(5)
    expect(await orderState('behind')).toMatchObject({ state: 'COMPLETED' })
    const { rows, counts, repaired } = await readReconciliation(context)
    expect(repaired).toBe(1)
    expect(counts).toEqual({ amount: 1, attempt: 1, unreadable: 1 })
    expect(rows).toEqual([
      {
        merchantOrderId: 'dearer',
        kind: 'amount',
        reason: 'amount-differs',
        ours: { amount: AMOUNT },
        theirs: { amount: 100 },
        repairable: false,
        foundAtMs: T0 + DAY_MS,
      },
      {
        merchantOrderId: 'less',
        transactionId: 'OM-less',
        kind: 'attempt',
        reason: 'provider-behind',
        ours: { state: 'COMPLETED', amount: AMOUNT },
        theirs: {},
        repairable: false,
        foundAtMs: T0 + DAY_MS,
      },
      {
        merchantOrderId: 'silent',
        kind: 'unreadable',
        reason: 'no-answer',
        ours: { state: 'COMPLETED' },
        theirs: {},
        repairable: false,
        foundAtMs: T0 + DAY_MS,
      },
    ])
    expect((await readReconciliation(context, 'attempt')).rows).toHaveLength(1)

    responses.clear()
    context.setNow(T0 + 4 * DAY_MS)
    await reconcileDue(context)
    expect(await readReconciliation(context)).toMatchObject({ counts: {}, rows: [] })
  })

  it('compares every order in pages, a few at a time, and goes on after a crash where it was', async () => {
    await seedMany(1_100)
    const crashing = createContext()
    crashing.context.setNow(T0 + DAY_MS)
    const stopAfter = (count: number) => ({ closing: () => crashing.asked.length >= count })
    await reconcileDue({ ...crashing.context, ...stopAfter(100) })
    const first = crashing.asked.length
    expect(first).toBeLessThan(200)
    // A process that died holds its lease until the lease ends.
    await test.database.query({
      text: `update galla.reconciliations set "leasedUntil" = clock_timestamp() + interval '1 hour'`,
    })
    const { context, asked, mostInFlight } = createContext()
    context.setNow(T0 + DAY_MS)
    expect(await reconcileDue(context)).toBe(0)
    await test.database.query({ text: 'update galla.reconciliations set "leasedUntil" = null' })
    for (let calls = 0; calls < 3; calls += 1) await reconcileDue(context)
    expect(asked.length + first).toBe(1_100)
    expect(new Set([...crashing.asked, ...asked]).size).toBe(1_100)
    expect(mostInFlight()).toBeLessThanOrEqual(4)
    expect(await readReconciliation(context)).toMatchObject({ checked: 1_100, finishedAtMs: T0 + DAY_MS })
  })

  it('is done once by several processes that start at the same time', async () => {
    await seedMany(60)
    const processes = [createContext(), createContext(), createContext()]
    for (const { context } of processes) context.setNow(T0 + DAY_MS)
    await Promise.all(processes.map(({ context }) => reconcileDue(context)))
    const asked = processes.flatMap((one) => one.asked)
    expect([asked.length, new Set(asked).size]).toEqual([60, 60])
  })

  it('waits for a provider that answers nothing, and goes on when it does', async () => {
    await seedMany(3)
    const away = new Map<string, Reply>(['o-00001', 'o-00002', 'o-00003'].map((id) => [id, 'away']))
    const { context, replies: responses } = createContext(away)
    context.setNow(T0 + DAY_MS)
    expect(await reconcileDue(context)).toBe(0)
    expect(await readReconciliation(context)).toMatchObject({ checked: 0, rows: [] })
    responses.clear()
    expect(await reconcileDue(context)).toBe(3)
    expect(await readReconciliation(context)).toMatchObject({ checked: 3, rows: [] })
  })

  it('lists orders as unreadable when the provider stays away', async () => {
    await seedMany(1)
    const { context } = createContext(new Map<string, Reply>([['o-00001', 'away']]))
    context.setNow(T0 + DAY_MS)
    for (let minute = 0; minute < 40; minute += 1) await reconcileDue(context)
    expect(await readReconciliation(context)).toMatchObject({ checked: 1, rows: [{ kind: 'unreadable' }] })
  })

  it('imports a refund that was made elsewhere, posts it, and corrects a refund that is behind', async () => {
    const getStatus = async ({ merchantRefundId }: { merchantRefundId: string }) =>
      ({ merchantRefundId, state: 'COMPLETED', amount: 10_000, refundId: `OMR-${merchantRefundId}` }) as never
    const { context } = createContext()
    await seedPaid('paid')
    await seedRefund(test.database, { merchantRefundId: 'behind', merchantOrderId: 'paid', refundId: 'OMR-behind' })
    await seedCallback(test.database, {
      merchantOrderId: 'paid',
      merchantRefundId: 'theirs',
      state: 'COMPLETED',
      receivedAtMs: T0 + 1,
    })
    context.setNow(T0 + DAY_MS)
    const provider = { ...context.provider, refunds: { ...context.provider.refunds, getStatus } }
    await reconcileDue({ ...context, provider })
    const { rows } = await test.database.query({
      text: 'select "availableAmount", "heldAmount", "refundedAmount" from galla.orders',
    })
    expect(rows).toEqual([{ availableAmount: 29_900, heldAmount: 0, refundedAmount: 20_000 }])
    expect(await readReconciliation(context)).toMatchObject({ repaired: 2, rows: [] })
  })
})

describe('a reconciliation of the console', () => {
  const span = { fromMs: T0, toMs: T0 + 1 }

  it('has no limit: it answers after the first orders, and the rest follows', async () => {
    await seedMany(2_100)
    const { context, asked } = createContext()
    const report = await startReconciliation(context, span)
    expect(report.finishedAtMs).toBeUndefined()
    expect(report.checked).toBeGreaterThanOrEqual(500)
    for (let calls = 0; calls < 3; calls += 1) await reconcileDue(context)
    expect(await readReconciliation(context)).toMatchObject({ origin: 'console', checked: 2_100 })
    expect(new Set(asked).size).toBe(2_100)
  }, 120_000)

  it('repairs nothing', async () => {
    await seedOrder(test.database, { merchantOrderId: 'behind', orderId: 'OMO-behind' })
    const { context } = createContext()
    const { rows } = await reconcile(context, span)
    expect(rows).toMatchObject([{ kind: 'state', reason: 'provider-ahead', repairable: true }])
    expect(await orderState('behind')).toMatchObject({ state: 'PENDING' })
  })

  it('replaces an unfinished one', async () => {
    await seedMany(30)
    const { context } = createContext()
    await reconcile(context, span, 1)
    expect((await reconcile(context, { fromMs: 0, toMs: 1 })).checked).toBe(0)
    expect(await reconcileDue({ ...context, clock: { now: () => T0 } })).toBe(0)
  })
})
