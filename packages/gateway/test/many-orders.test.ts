import type { ListOrders } from '@galla/contract/gateway-api/orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCallbacks } from '../src/storage/callbacks.ts'
import { listCalls } from '../src/storage/calls.ts'
import type { Queries } from '../src/storage/database.ts'
import { listDeliveries } from '../src/storage/deliveries.ts'
import { listOrders } from '../src/storage/order-list.ts'
import { listRefunds } from '../src/storage/refunds.ts'
import { search } from '../src/storage/search.ts'
import { timelineOf } from '../src/storage/timeline.ts'
import { freshDatabase, type TestDatabase } from './helpers/fresh-database.ts'
import { rowsRead } from './helpers/rows-read.ts'
import { T0 } from './helpers/test-context.ts'

/** A page has 50 rows and one to know of more, each with a look at its refunds; a search looks for twenty of each kind. */
const FEW = 250

const ORDERS = 20_000

let test: TestDatabase
beforeAll(async () => {
  test = await freshDatabase()
  const { database } = test
  await database.query({
    text: `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "resolution", "orderId", "attempts",
        "utr", "payerVpa", "paymentMode", "request", "createdAtMs", "updatedAtMs")
      select 'o-' || n, 'cart-' || n, 'STANDARD', 100 * (n % 50 + 1), case when n % 3 = 0 then 'FAILED' else 'COMPLETED' end,
        case when n % 3 <> 0 then 'fulfil' end, 'OMO' || n,
        jsonb_build_array(jsonb_build_object('transactionId', 'E' || n), jsonb_build_object('transactionId', 'T' || n)), 'utr-' || n,
        'su****' || chr(97 + n % 26) || '@ybl', 'UPI_QR', '{}', $1::bigint + n, $1::bigint + n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({
    text: `insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "refundId", "utr", "createdAtMs", "updatedAtMs")
      select 'r-' || n, 'o-' || n, 1, 'COMPLETED', 'api', 'OMR' || n, 'rutr-' || n, $1::bigint + n, $1::bigint from generate_series(1, 4000) n`,
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
    text: `insert into galla.deliveries ("deliveryId", "event", "merchantOrderId", "state", "createdAtMs")
      select 'e-' || n, 'order.completed', 'o-' || n, 'done', $1::bigint + n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({
    text: `insert into galla.audit ("atMs", "what", "kind", "id") select $1::bigint + n, 'looked', 'order', 'o-' || n from generate_series(1, ${ORDERS}) n`,
    values: [T0],
  })
  await database.query({ text: 'vacuum (analyze)' })
}, 60_000)
afterAll(() => test.end())

const read = (ask: (on: Queries) => Promise<unknown>) => rowsRead(test.database, ask)

it('counts what is read and not shown', async () => {
  const all = (on: Queries) => on.query({ text: `select count(*) from galla.orders where "checkout" = 'CUSTOM'` })
  expect(await read(all)).toBe(ORDERS)
})

describe('of many orders a page reads what it shows', () => {
  it.each<[string, ListOrders]>([
    ['the newest', {}],
    ['by amount', { sort: 'amount' }],
    ['by change', { sort: 'updated' }],
    ['of a state', { state: 'FAILED' }],
    ['of a state without orders', { state: 'PENDING' }],
    ['of a mode', { paymentMode: 'UPI_QR' }],
    ['of a mode that nobody used', { paymentMode: 'CARD' }],
    ['of one amount', { minAmount: 1500, maxAmount: 1500 }],
    ['of an amount that nobody paid', { minAmount: 1501, maxAmount: 1501 }],
    ['of a span of amounts, by amount', { minAmount: 1000, maxAmount: 3000, sort: 'amount' }],
    ['of a time', { fromMs: T0 + 500, toMs: T0 + 9_000 }],
    ['that wait for a person', { needsReview: true }],
  ])('orders, %s', async (_, query) => {
    expect(await read((on) => listOrders(on, query, T0))).toBeLessThan(FEW)
  })

  it.each<[string, (on: Queries) => Promise<unknown>]>([
    ['calls about an order', (on) => listCalls(on, { id: 'o-77' })],
    ['calls that failed', (on) => listCalls(on, { outcome: 'failed' })],
    ['calls that were refused', (on) => listCalls(on, { outcome: 'rejected' })],
    ['calls of an endpoint that was never called', (on) => listCalls(on, { endpoint: 'createRefund' })],
    ['callbacks about an order', (on) => listCallbacks(on, { id: 'o-77' })],
    ['callbacks that were refused', (on) => listCallbacks(on, { verdict: 'refused' })],
    ['callbacks of an event that never came', (on) => listCallbacks(on, { event: 'pg.refund.failed' })],
    ['effects that wait for a person', (on) => listDeliveries(on, { needsReview: true })],
    ['refunds that failed', (on) => listRefunds(on, { state: 'FAILED' })],
    ["an order's whole story", (on) => timelineOf(on, 'o-77')],
  ])('%s', async (_, ask) => {
    expect(await read(ask)).toBeLessThan(FEW)
  })
})

describe('of many orders a search reads what it finds', () => {
  it.each([
    ['our id', 'o-77', 1],
    ["the provider's id", 'OMO77', 1],
    ['the attempt that paid', 'T77', 1],
    ['an earlier attempt', 'E77', 1],
    ['the reference', 'cart-77', 1],
    ['a UTR', 'utr-77', 1],
    ['the end of a VPA', 'z@ybl', 20],
    ['the handle of a VPA', '@ybl', 20],
    ['a whole VPA', 'susheelaz@ybl', 20],
    ["a refund's id", 'r-77', 1],
    ["a refund's id at the provider's", 'OMR77', 1],
    ["a refund's UTR", 'rutr-77', 1],
    ['what is nowhere', 'nothing-77', 0],
  ])('by %s', async (_, words, hits) => {
    expect(await search(test.database, words)).toHaveLength(hits)
    // A handle alone asks for the newest of every letter that may stand before it.
    expect(await read((on) => search(on, words))).toBeLessThan(words.startsWith('@') ? 40 * 20 : FEW)
  })

  it('by the end of a VPA the newest come first', async () => {
    const hits = await search(test.database, 'Z@YBL')
    const newest = Array.from({ length: 20 }, (_, at) => `o-${19_993 - at * 26}`)
    expect(hits.map(({ id }) => id)).toEqual(newest)
  })
})
