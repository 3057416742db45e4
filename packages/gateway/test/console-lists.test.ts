import type { ListOrders, Page } from '@galla/contract/gateway-api/orders'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listCallbacks } from '../src/storage/callbacks/callbacks.ts'
import { listCalls } from '../src/storage/calls.ts'
import { listDeliveries } from '../src/storage/events/deliveries.ts'
import { allOrders, type FiledOrder, listOrders, totalsOfOrders } from '../src/storage/orders/order-list.ts'
import { listRefunds, totalsOfRefunds } from '../src/storage/refunds/refunds.ts'
import { seedCall, seedCallback, seedDelivery, seedOrder, seedRefund } from './helpers/seed.ts'
import { T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
})
afterAll(() => test.end())
beforeEach(() => test.clear())

type FileField = Exclude<keyof FiledOrder, 'attempts' | 'request'>

/** Every field of an order in a file. */
const FILE: { readonly [Name in FileField]: true } = {
  merchantOrderId: true,
  reference: true,
  checkout: true,
  state: true,
  resolution: true,
  amount: true,
  refundedAmount: true,
  paymentMode: true,
  instrument: true,
  payerVpa: true,
  orderId: true,
  transactionId: true,
  utr: true,
  errorCode: true,
  detailedErrorCode: true,
  needsReview: true,
  createdAtMs: true,
  completedAtMs: true,
  updatedAtMs: true,
}

/** Few distinct times and amounts, so that the id often decides the order. */
const orderRows = fc.uniqueArray(
  fc.record({
    merchantOrderId: fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/),
    createdAtMs: fc.integer({ min: T0, max: T0 + 4 }),
    updatedAtMs: fc.integer({ min: T0, max: T0 + 4 }),
    amount: fc.integer({ min: 100, max: 103 }),
    state: fc.constantFrom('CREATED', 'PENDING', 'FAILED', 'COMPLETED'),
    paymentMode: fc.constantFrom(null, 'UPI_QR', 'CARD'),
    needsReview: fc.constantFrom(null, {
      reason: 'paid-twice',
      findings: [{ code: 'paid-twice', payments: 2 }],
      sinceMs: T0,
    }),
  }),
  { selector: ({ merchantOrderId }) => merchantOrderId, minLength: 10, maxLength: 25 },
)

/** Reads all pages, and asserts that each page but the last is full. */
async function readAllPages<Row>(limit: number, readPage: (after?: string) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  let after: string | undefined
  do {
    const page = await readPage(after)
    if (page.next !== undefined) expect(page.rows.length).toBe(limit)
    all.push(...page.rows)
    after = page.next
  } while (after !== undefined)
  return all
}

const compareDescending =
  <Row>(...keys: ((row: Row) => number | string)[]) =>
  (a: Row, b: Row) => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)]
      if (left !== right) return left < right ? 1 : -1
    }
    return 0
  }

describe('listOrders', () => {
  it('returns, over all pages, the rows that a filter and sort in memory returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        orderRows,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('created', 'amount', 'updated'),
        // Some runs have no filter: combined filters often match no row.
        fc.option(
          fc.record(
            {
              state: fc.constantFrom('PENDING', 'COMPLETED'),
              paymentMode: fc.constantFrom('UPI_QR', 'CARD'),
              needsReview: fc.constant(true),
              fromMs: fc.constantFrom(T0 + 1, T0 + 2),
              toMs: fc.constantFrom(T0 + 3, T0 + 4),
              minAmount: fc.constantFrom(101, 102),
              maxAmount: fc.constantFrom(102, 103),
            },
            { requiredKeys: [] },
          ),
          { nil: {}, freq: 2 },
        ),
        async (orders, limit, sort, filter: ListOrders) => {
          await test.clear()
          for (const order of orders) await seedOrder(test.database, order)
          const column = { created: 'createdAtMs', amount: 'amount', updated: 'updatedAtMs' }[sort] as
            | 'createdAtMs'
            | 'amount'
            | 'updatedAtMs'
          const wanted = orders
            .filter(
              (row) =>
                (filter.state === undefined || row.state === filter.state) &&
                (filter.paymentMode === undefined || row.paymentMode === filter.paymentMode) &&
                (filter.needsReview === undefined || row.needsReview !== null) &&
                (filter.fromMs === undefined || row.createdAtMs >= Number(filter.fromMs)) &&
                (filter.toMs === undefined || row.createdAtMs < Number(filter.toMs)) &&
                (filter.minAmount === undefined || row.amount >= Number(filter.minAmount)) &&
                (filter.maxAmount === undefined || row.amount <= Number(filter.maxAmount)),
            )
            .sort(
              compareDescending(
                (row) => row[column],
                // Equal amounts: newest first.
                (row) => (column === 'amount' ? row.createdAtMs : 0),
                (row) => row.merchantOrderId,
              ),
            )
            .map(({ merchantOrderId }) => merchantOrderId)
          const query: ListOrders = { ...(filter as ListOrders), sort, limit }
          const listed = await readAllPages(limit, (after) =>
            listOrders(test.database, after === undefined ? query : { ...query, after }, T0),
          )
          expect(listed.map(({ merchantOrderId }) => merchantOrderId)).toEqual(wanted)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('skips and repeats no order while new orders are inserted', async () => {
    for (let at = 0; at < 20; at += 1)
      await seedOrder(test.database, { merchantOrderId: `old-${at}`, createdAtMs: T0 + at })
    let more = 0
    const listed = await readAllPages(3, async (after) => {
      more += 1
      await seedOrder(test.database, { merchantOrderId: `new-${more}`, createdAtMs: T0 + 1_000 + more })
      return listOrders(test.database, { limit: 3, ...(after === undefined ? {} : { after }) }, T0)
    })
    expect(listed.filter(({ merchantOrderId }) => merchantOrderId.startsWith('old')).length).toBe(20)
    expect(new Set(listed.map(({ merchantOrderId }) => merchantOrderId)).size).toBe(listed.length)
  })

  it('allOrders yields each order once over many pages', async () => {
    await test.database.query({
      text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs")
        select 'o-' || n, 'r', 'STANDARD', 100, 'PENDING', '{}', $1, $1, $1, $1 from generate_series(1, 1234) n`,
      values: [T0],
    })
    const ids = new Set<string>()
    let count = 0
    for await (const page of allOrders(test.database, {}, T0)) {
      for (const { merchantOrderId } of page) ids.add(merchantOrderId)
      count += page.length
    }
    expect([ids.size, count]).toEqual([1234, 1234])
  })

  it('allOrders shows each field of an order as the list shows it, also when the column of the payer holds a digest', async () => {
    const attempt = { amount: 49_900, paymentMode: 'UPI_QR', timestamp: T0 + 5, payerVpa: 'as****a@ybl' }
    const attempts = (state: string) => JSON.stringify([{ ...attempt, transactionId: `T-${state}`, state }])
    const request = { redirectUrl: 'https://shop.example/thanks', payerVpa: 'ra****i@okaxis' }
    const digest = `${'a'.repeat(24)}#@${'b'.repeat(24)}`
    const needsReview = { reason: 'amount-mismatch', findings: [{ code: 'amount-mismatch', key: 'a:1' }], sinceMs: T0 }
    const paid = { state: 'COMPLETED', utr: '1234', instrument: 'ACCOUNT', payerVpa: digest }
    const rows = [
      {},
      { state: 'CREATED', sentAtMs: null },
      { request, payerVpa: 'ra****i@okaxis' },
      { request, payerVpa: digest },
      { ...paid, attempts: attempts('COMPLETED') },
      { ...paid, completedAtMs: T0 + 1 },
      { state: 'FAILED', attempts: attempts('FAILED'), errorCode: 'ZM', detailedErrorCode: 'ZM9', needsReview },
      { needsReview: { reason: 1 } },
    ]
    for (const [n, row] of rows.entries())
      await seedOrder(test.database, { merchantOrderId: `order-${n}`, createdAtMs: T0 + n, ...row })
    const refund = { merchantRefundId: 'r', merchantOrderId: 'order-4', state: 'COMPLETED', nextPollAtMs: null }
    await seedRefund(test.database, refund)
    const listed = await listOrders(test.database, {}, T0)
    for await (const filed of allOrders(test.database, {}, T0)) {
      const names = Object.keys(FILE) as FileField[]
      const shown = (order: Pick<FiledOrder, FileField>) => Object.fromEntries(names.map((name) => [name, order[name]]))
      expect(filed.map(shown)).toEqual(listed.rows.map(shown))
      expect(filed.map(({ payerVpa }) => payerVpa)).toContain('ra****i@okaxis')
    }
  })

  it('subtracts completed and open refunds from refundableAmount', async () => {
    await seedOrder(test.database, {
      merchantOrderId: 'order-1',
      state: 'COMPLETED',
      amount: 1_000,
    })
    await seedRefund(test.database, {
      merchantRefundId: 'r-1',
      merchantOrderId: 'order-1',
      amount: 300,
      state: 'COMPLETED',
    })
    await seedRefund(test.database, {
      merchantRefundId: 'r-2',
      merchantOrderId: 'order-1',
      amount: 200,
      state: 'REQUESTED',
    })
    await seedRefund(test.database, {
      merchantRefundId: 'r-3',
      merchantOrderId: 'order-1',
      amount: 400,
      state: 'FAILED',
    })
    const { rows } = await listOrders(test.database, {}, T0)
    expect(rows).toMatchObject([{ refundedAmount: 300, refundableAmount: 500 }])
  })
})

describe('listRefunds, listDeliveries, listCallbacks and listCalls', () => {
  const times = fc.array(fc.integer({ min: T0, max: T0 + 3 }), { maxLength: 15 })
  const limits = fc.integer({ min: 1, max: 5 })
  const pageBy = (limit: number, after?: string) => ({
    limit,
    ...(after === undefined ? {} : { after }),
  })

  it('return each row once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(times, limits, async (atMs, limit) => {
        await test.clear()
        const { database } = test
        await seedOrder(database, { merchantOrderId: 'order-1' })
        const expected = {
          refunds: [] as [number, string][],
          callbacks: [] as [number, string][],
          calls: [] as [number, string][],
          deliveries: [] as [number, string][],
        }
        for (const [at, time] of atMs.entries()) {
          const name = `x-${(at * 7) % 16}-${at}`
          await seedRefund(database, { merchantRefundId: name, merchantOrderId: 'order-1', createdAtMs: time })
          await seedDelivery(database, { eventId: `order:${name}`, merchantOrderId: 'order-1', createdAtMs: time })
          expected.refunds.push([time, String(at)])
          expected.deliveries.push([time, `order:${name}:handlers`])
          expected.callbacks.push([time, await seedCallback(database, { receivedAtMs: time })])
          expected.calls.push([time, await seedCall(database, { atMs: time })])
        }
        const byText = (rows: [number, string][]) =>
          rows
            .sort(
              compareDescending(
                ([time]) => time,
                ([, id]) => id,
              ),
            )
            .map(([, id]) => id)
        const byNumber = (rows: [number, string][]) =>
          rows
            .sort(
              compareDescending(
                ([time]) => time,
                ([, id]) => Number(id),
              ),
            )
            .map(([, id]) => id)

        const refunds = await readAllPages(limit, (after) => listRefunds(database, pageBy(limit, after)))
        // By their own keys, so in the order in which they were stored.
        const stored = refunds.map(({ merchantRefundId }) => merchantRefundId.split('-').at(-1))
        expect(stored).toEqual(byNumber(expected.refunds))
        const deliveries = await readAllPages(limit, (after) => listDeliveries(database, pageBy(limit, after), T0))
        expect(deliveries.map(({ deliveryId }) => deliveryId)).toEqual(byText(expected.deliveries))
        const callbacks = await readAllPages(limit, (after) => listCallbacks(database, pageBy(limit, after)))
        expect(callbacks.map(({ callbackId }) => callbackId)).toEqual(byNumber(expected.callbacks))
        const calls = await readAllPages(limit, (after) => listCalls(database, pageBy(limit, after)))
        expect(calls.map(({ callId }) => callId)).toEqual(byNumber(expected.calls))
      }),
      { numRuns: 12 },
    )
  })

  it('apply their filters', async () => {
    const { database } = test
    await seedOrder(database, { merchantOrderId: 'order-1' })
    await seedRefund(database, { merchantRefundId: 'r-1', merchantOrderId: 'order-1', state: 'FAILED' })
    await seedRefund(database, { merchantRefundId: 'r-2', merchantOrderId: 'order-1', state: 'COMPLETED' })
    expect((await listRefunds(database, { state: 'FAILED' })).rows.map((row) => row.merchantRefundId)).toEqual(['r-1'])
    await seedDelivery(database, { eventId: 'order:1', merchantOrderId: 'order-1', state: 'failed' })
    await seedDelivery(database, { eventId: 'order:2', merchantOrderId: 'order-1', subscriber: 'email' })
    const deliveriesAt = async (nowMs: number, query: Parameters<typeof listDeliveries>[1]) =>
      (await listDeliveries(database, query, nowMs)).rows.map(({ deliveryId, unclaimed }) => [deliveryId, unclaimed])
    const soon = T0 + 60_000
    expect(await deliveriesAt(soon, { needsReview: true })).toEqual([['order:1:handlers', undefined]])
    expect(await deliveriesAt(soon, { state: 'waiting' })).toEqual([['order:2:email', undefined]])
    expect(await deliveriesAt(soon, { state: 'unclaimed' })).toEqual([])
    const later = soon + 300_000
    expect(await deliveriesAt(later, { state: 'unclaimed' })).toEqual([['order:2:email', true]])
    expect(await deliveriesAt(later, {})).toEqual([
      ['order:2:email', true],
      ['order:1:handlers', undefined],
    ])
    const refused = await seedCallback(database, {
      verdict: 'refused',
      reason: 'wrong-authorization',
      merchantOrderId: 'order-1',
    })
    await seedCallback(database, { merchantRefundId: 'r-1', event: 'pg.refund.failed' })
    const { rows } = await listCallbacks(database, { verdict: 'refused' })
    expect(rows).toMatchObject([{ callbackId: refused, reason: 'wrong-authorization' }])
    expect((await listCallbacks(database, { id: 'r-1' })).rows.length).toBe(1)
    expect((await listCallbacks(database, { event: 'pg.refund.failed' })).rows.length).toBe(1)
    const unrecognized = await seedCallback(database, {
      event: 'pg.new.thing',
      content: JSON.stringify({ kind: 'unknown' }),
    })
    const failed = await seedCallback(database, { error: 'Error: the printer is jammed' })
    await seedCallback(database, { error: 'Error: retry', dueAtMs: 1_700_000_060_000 })
    const unknown = await listCallbacks(database, { unknownEvent: true })
    expect(unknown.rows.map(({ callbackId, unknownEvent }) => [callbackId, unknownEvent])).toEqual([
      [unrecognized, true],
    ])
    const waiting = await listCallbacks(database, { needsReview: true })
    expect(waiting.rows.map(({ callbackId, needsReview }) => [callbackId, needsReview])).toEqual([[failed, true]])
    const plain = (await listCallbacks(database, { event: 'pg.refund.failed' })).rows[0]
    expect(plain).not.toHaveProperty('needsReview')
    expect(plain).not.toHaveProperty('unknownEvent')
    await seedCall(database, { errorKind: 'timeout', outcome: 'unknown', merchantOrderId: 'order-1' })
    await seedCall(database, { endpoint: 'refund', httpStatus: 200 })
    expect((await listCalls(database, { outcome: 'ok' })).rows.map((row) => row.endpoint)).toEqual(['refund'])
    expect((await listCalls(database, { outcome: 'failed' })).rows.map((row) => row.errorKind)).toEqual(['timeout'])
    expect((await listCalls(database, { outcome: 'unknown' })).rows.length).toBe(1)
    expect((await listCalls(database, { id: 'order-1' })).rows.length).toBe(1)
    await seedCall(database, { errorKind: 'bad-request', outcome: 'rejected', code: 'BAD_REQUEST' })
    expect((await listCalls(database, { errorKind: 'timeout' })).rows.length).toBe(1)
    expect((await listCalls(database, { code: 'BAD_REQUEST' })).rows.map((row) => row.errorKind)).toEqual([
      'bad-request',
    ])
    const slow = await seedCall(database, { tookMs: 900, atMs: T0 })
    const fast = await seedCall(database, { tookMs: 3, atMs: T0 + 1 })
    const slowest = await readAllPages(1, (after) => listCalls(database, { ...pageBy(1, after), sort: 'duration' }))
    expect(slowest.map(({ callId }) => callId)).toEqual([slow, fast])
  })
})

it('counts the orders and the refunds of a filter with what was paid and returned, and says when there are more than 10,000', async () => {
  for (const [at, state] of ['COMPLETED', 'COMPLETED', 'FAILED', 'PENDING'].entries())
    await seedOrder(test.database, { merchantOrderId: `order-${at}`, state, createdAtMs: T0 + at })
  for (const [at, state] of ['COMPLETED', 'PENDING', 'FAILED'].entries())
    await seedRefund(test.database, { merchantRefundId: `refund-${at}`, merchantOrderId: 'order-0', state })
  // A refunded amount was paid all the same.
  expect(await totalsOfOrders(test.database, {}, T0)).toEqual({ count: 4, amount: 99_800 })
  expect(await totalsOfOrders(test.database, { fromMs: T0 + 1, sort: 'amount' }, T0)).toEqual({
    count: 3,
    amount: 49_900,
  })
  expect(await totalsOfRefunds(test.database, {})).toEqual({ count: 3, amount: 10_000, openAmount: 10_000 })
  expect(await totalsOfRefunds(test.database, { merchantOrderId: 'order-1' })).toEqual({
    count: 0,
    amount: 0,
    openAmount: 0,
  })
  await test.database.query({
    text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "errorCode", "request", "createdAtMs", "updatedAtMs")
      select 'more-' || n, 'more-' || n, 'STANDARD', 100, 'FAILED', 'X', '{}', n, n from generate_series(1, 9997) n`,
  })
  expect(await totalsOfOrders(test.database, {}, T0)).toEqual({ moreThan: 10_000 })
  expect(await totalsOfOrders(test.database, { fromMs: 2 }, T0)).toEqual({ count: 10_000, amount: 99_800 })
})
