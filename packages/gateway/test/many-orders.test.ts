import type { ListOrders } from '@galla/contract/gateway-api/orders'
import { NEWEST_SEARCHED } from '@galla/contract/gateway-api/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCallbacks } from '../src/storage/callbacks/callbacks.ts'
import { listCalls } from '../src/storage/calls.ts'
import type { Queries, Statement } from '../src/storage/database.ts'
import { listDeliveries } from '../src/storage/events/deliveries.ts'
import { queueLengths } from '../src/storage/jobs.ts'
import { failedCards } from '../src/storage/orders/card-attempts.ts'
import { listOrders } from '../src/storage/orders/order-list.ts'
import { timelineOf } from '../src/storage/orders/timeline.ts'
import { listRefunds } from '../src/storage/refunds/refunds.ts'
import { search } from '../src/storage/search.ts'
import { countRowsRead } from './helpers/count-rows-read.ts'
import { T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

/** Upper limit of rows read: a page has 51 rows, each with its refunds; a search returns up to 20 hits of each kind. */
const MAX_ROWS_READ = 250

const ORDERS = 20_000

let test: TestDatabase
beforeAll(async () => {
  test = await startTestDatabase()
  const { database } = test
  await database.query({
    text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "errorCode", "orderId", "attempts",
        "utr", "payerVpa", "paymentMode", "request", "createdAtMs", "updatedAtMs")
      select 'o-' || n, 'cart-' || n, 'STANDARD', 100 * (n % 50 + 1), case when n % 3 = 0 then 'FAILED' else 'COMPLETED' end,
        case when n % 3 <> 0 then 'fulfil' end, case when n % 3 = 0 then 'ZM' end, 'OMO' || n,
        jsonb_build_array(jsonb_build_object('transactionId', 'E' || n), jsonb_build_object('transactionId', 'T' || n)), 'utr-' || n,
        'su****' || chr(97 + n % 26) || '@ybl', 'UPI_QR', '{}', $1::bigint + n, $1::bigint + n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  // Their transfers are not read here.
  await database.query({ text: 'alter table galla.refunds disable trigger "postedWhenStored"' })
  await database.query({
    text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "refundId", "utr", "createdAtMs", "updatedAtMs")
      select 'r-' || n, 'o-' || n, 100, 'COMPLETED', 'api', 'OMR' || n, 'rutr-' || n, $1::bigint + n, $1::bigint from generate_series(1, 4000) n`,
    values: [T0],
  })
  await database.query({
    text: `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "headers", "body")
      select $1::bigint + n, 'accepted', 'checkout.order.completed', 'o-' || n, '{}', '{}' from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({
    text: `insert into galla.calls ("atMs", "endpoint", "method", "path", "attempts", "merchantOrderId")
      select $1::bigint + n, 'standardPay', 'POST', '/', 1, 'o-' || n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({
    text: `with recorded as (
        insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs")
        select 'order:o-' || n || ':completed', 'order.completed', 'o-' || n, $1::bigint + n from generate_series(1, ${ORDERS}) n returning *)
      insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "state", "createdAtMs", "doneAtMs")
      select "eventId", 'handlers', "event", "merchantOrderId", 'done', "createdAtMs", "createdAtMs" from recorded`,
    values: [T0],
  })
  await database.query({
    text: `insert into galla.audit ("atMs", "who", "what", "kind", "id") select $1::bigint + n, 'console', 'revealed', 'order', 'o-' || n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({ text: 'vacuum (analyze)' })
})
afterAll(() => test.end())

const read = (run: (on: Queries) => Promise<unknown>) => countRowsRead(test.database, run)

it('countRowsRead counts rows that are read and filtered out', async () => {
  const fullScan = (on: Queries) => on.query({ text: `select count(*) from galla.orders where "checkout" = 'CUSTOM'` })
  expect(await read(fullScan)).toBe(ORDERS)
})

describe(`rows read for one page of ${ORDERS} orders`, () => {
  it.each<[string, ListOrders]>([
    ['newest first', {}],
    ['by amount', { sort: 'amount' }],
    ['by update time', { sort: 'updated' }],
    ['with a state', { state: 'FAILED' }],
    ['with a state that no order has', { state: 'PENDING' }],
    ['with a failure code', { failure: 'ZM' }],
    ['with a failure code that no order has', { failure: 'Z9' }],
    ['with a payment mode', { paymentMode: 'UPI_QR' }],
    ['with a payment mode that no order has', { paymentMode: 'CARD' }],
    ['with one amount', { minAmount: 1500, maxAmount: 1500 }],
    ['with an amount that no order has', { minAmount: 1501, maxAmount: 1501 }],
    ['with a range of amounts, by amount', { minAmount: 1000, maxAmount: 3000, sort: 'amount' }],
    ['with a time range', { fromMs: T0 + 500, toMs: T0 + 9_000 }],
    ['in review', { needsReview: true }],
  ])(`orders, %s: fewer than ${MAX_ROWS_READ}`, async (_, query) => {
    expect(await read((on) => listOrders(on, query, T0))).toBeLessThan(MAX_ROWS_READ)
  })

  it.each<[string, (on: Queries) => Promise<unknown>]>([
    ['calls of one order', (on) => listCalls(on, { id: 'o-77' })],
    ['failed calls', (on) => listCalls(on, { outcome: 'failed' })],
    ['rejected calls', (on) => listCalls(on, { outcome: 'rejected' })],
    ['calls of an endpoint without calls', (on) => listCalls(on, { endpoint: 'createRefund' })],
    ['callbacks of one order', (on) => listCallbacks(on, { id: 'o-77' })],
    ['refused callbacks', (on) => listCallbacks(on, { verdict: 'refused' })],
    ['callbacks of an event without callbacks', (on) => listCallbacks(on, { event: 'pg.refund.failed' })],
    ['failed deliveries', (on) => listDeliveries(on, { needsReview: true }, T0)],
    ['unclaimed deliveries', (on) => listDeliveries(on, { state: 'unclaimed' }, T0 + 86_400_000)],
    ['failed refunds', (on) => listRefunds(on, { state: 'FAILED' })],
    ['the lengths of all queues', (on) => queueLengths(on, T0)],
    ['failed attempts with a card since the last hundred orders', (on) => failedCards(on, T0 + ORDERS - 99)],
    ['the timeline of an order', (on) => timelineOf(on, 'o-77')],
  ])(`%s: fewer than ${MAX_ROWS_READ}`, async (_, query) => {
    expect(await read(query)).toBeLessThan(MAX_ROWS_READ)
  })
})

describe(`rows read for a search in ${ORDERS} orders`, () => {
  it.each([
    ['merchantOrderId', 'o-77', 1],
    ['orderId', 'OMO77', 1],
    ['transactionId of the successful attempt', 'T77', 1],
    ['transactionId of an earlier attempt', 'E77', 1],
    ['reference', 'cart-77', 1],
    ['UTR', 'utr-77', 1],
    ['the end of a VPA', 'z@ybl', 20],
    ['the handle of a VPA', '@ybl', 20],
    ['a whole VPA', 'susheelaz@ybl', 20],
    ['merchantRefundId', 'r-77', 1],
    ['refundId', 'OMR77', 1],
    ['UTR of a refund', 'rutr-77', 1],
    ['the start of a reference', 'cart-', 20],
    ['the end of an order id', '-9999', 1],
    ['the end of a reference', 't-9999', 1],
    ['an order id that is shortened', 'o-1… 999', 11],
    ['the end of a refund id', 'r-3999', 1],
    ['an amount', '₹37', 6],
    ['a failure code', 'ZM', 6],
  ])('finds by %s and reads few rows', async (_, text, hits) => {
    expect(await search(test.database, text)).toHaveLength(hits)
    // A search by handle alone reads the newest orders of every letter that can precede the handle.
    expect(await read((on) => search(on, text))).toBeLessThan(text.startsWith('@') ? 40 * 20 : MAX_ROWS_READ)
  })

  it.each([
    ['a text without a match', 'nothing-77', 0],
    ['the middle of an id of the provider', 'MO1999', 10],
  ])('reads the newest orders and refunds only for %s', async (_, text, hits) => {
    expect(await search(test.database, text)).toHaveLength(hits)
    expect(await read((on) => search(on, text))).toBeLessThan(2 * NEWEST_SEARCHED + MAX_ROWS_READ)
  })

  it.each(['o-77', 'cart-1999', '9999', 'z@ybl', '₹37', 'ZM', 'o-1… 999', 'nothing-77'])(
    'reads no table from its start to its end for %s',
    async (text) => {
      const statements: Statement[] = []
      const recording: Queries = {
        dataKeys: test.database.dataKeys,
        query(statement) {
          statements.push(statement)
          return test.database.query(statement)
        },
      }
      await search(recording, text)
      for (const { text, values } of statements) {
        const explain = { text: `explain ${text}`, ...(values ? { values } : {}) }
        const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(explain)
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan).not.toMatch(/Seq Scan on (?:orders|refunds|callbacks)/)
      }
    },
  )

  it('returns the newest orders first for the end of a VPA', async () => {
    const hits = await search(test.database, 'Z@YBL')
    const newest = Array.from({ length: 20 }, (_, at) => `o-${19_993 - at * 26}`)
    expect(hits.map(({ id }) => id)).toEqual(newest)
  })
})
