// @ts-check
import { END_MS, hashBelow, SPAN_MS } from './facts.mjs'

/**
 * @import { RefundOrigin } from '@galla/contract/gateway-api/refunds'
 * @import { SeededTables, Sql } from './row-types.ts'
 */

/** @type {(text: string) => Sql} */
const sql = (text) => ({ $sql: text })

const id = sql('id')
const amount = sql('amount')
const state = sql('state')
const mode = sql('mode')

/** @param {string} transactionId @param {Sql | 'FAILED'} attemptState */
const attempt = (transactionId, attemptState) => ({
  transactionId: sql(transactionId),
  state: attemptState,
  amount,
  paymentMode: mode,
  timestamp: sql('at + 60000'),
  instrument: 'ACCOUNT',
  rail: 'UPI',
  utr: sql('utr'),
  payerVpa: sql('vpa'),
})
const payment = attempt('payment', state)

/** Limits an expression to final orders. @param {string} expression */
const ifFinal = (expression) => ({ $if: `state <> 'PENDING'`, is: sql(expression) })

/** SQL of the time at which an order is paid in the ledger, whose entries are those of a year. */
const IN_YEAR = `at - n % 12 * ${SPAN_MS}::bigint`
const KIND_OF_STEP = sql(`(array['capture', 'refund-hold', 'refund-posted'])[step]`)

/** @satisfies {RefundOrigin} */
const BY_API = 'api'

/**
 * The rows of an order in each table, in the order of their references; `step` numbers several rows of one order. The types are those of the
 * gateway: a column or a field that it reads differently does not compile.
 * @param {number} orders
 * @returns {SeededTables}
 */
export const rowsOf = (orders) => ({
  orders: {
    merchantOrderId: id,
    reference: sql(`'cart-' || n`),
    checkout: 'STANDARD',
    amount,
    state,
    resolution: { $if: `state = 'COMPLETED'`, is: 'fulfil' },
    orderId: sql('provider_id'),
    attempts: {
      $if: `state = 'PENDING'`,
      is: [],
      otherwise: { $if: `${hashBelow(8, 12)} = 0`, is: [attempt('earlier', 'FAILED'), payment], otherwise: [payment] },
    },
    errorCode: { $if: `state = 'FAILED'`, is: 'TXN_CANCELLED' },
    needsReview: {
      $if: `n % ${orders / 100} = 0 and state <> 'COMPLETED'`,
      is: {
        reason: 'amount-mismatch',
        findings: [{ code: 'amount-mismatch', key: 'amount-mismatch:1', ours: amount, theirs: 1 }],
        sinceMs: sql('at + 60000'),
      },
    },
    request: { redirectUrl: 'https://shop.example/thanks', metaInfo: { udf1: 'cart-77' } },
    opened: { redirectUrl: sql(`'https://pay.example/transact/uat_v2?token=' || repeat('t', 160)`) },
    transactionId: ifFinal('payment'),
    paymentMode: ifFinal('mode'),
    instrument: ifFinal(`'ACCOUNT'`),
    rail: ifFinal(`'UPI'`),
    utr: ifFinal('utr'),
    payerVpa: ifFinal('vpa'),
    createdAtMs: sql('at'),
    updatedAtMs: sql('at + 60000'),
    expiresAtMs: sql('at + 900000'),
    completedAtMs: { $if: `state = 'COMPLETED'`, is: sql('at + 60000') },
    sentAtMs: sql('at'),
    nextPollAtMs: { $if: `state = 'PENDING'`, is: sql(`${END_MS}::bigint + 86400000`) },
    version: 3,
  },
  decisions: {
    merchantOrderId: id,
    atMs: sql('at + step * 30000'),
    rule: { $if: 'step = 1', is: 'opened', otherwise: 'completed-by-status' },
    from: { $if: 'step = 1', is: 'CREATED', otherwise: 'PENDING' },
    to: { $if: 'step = 1', is: 'PENDING', otherwise: state },
    observations: [{ kind: 'status', atMs: sql('at'), state, amount }],
    events: [],
  },
  callbacks: {
    receivedAtMs: sql('at + 60000'),
    verdict: { $if: 'n % 997 = 0', is: 'refused', otherwise: 'accepted' },
    event: { $if: `state = 'FAILED'`, is: 'checkout.order.failed', otherwise: 'checkout.order.completed' },
    merchantOrderId: id,
    state,
    verifiedBy: 'classic',
    headers: { host: 'shop.example', 'content-type': 'application/json', authorization: '****' },
    body: {
      event: 'checkout.order.completed',
      payload: { merchantOrderId: id, orderId: sql('provider_id'), state, amount, paymentDetails: [payment] },
    },
    content: {
      kind: 'order',
      mode: 'classic',
      status: { state, orderId: sql('provider_id'), amount, attempts: [payment] },
    },
    digest: sql('md5(id)'),
    processedAtMs: sql('at + 60500'),
    attempts: 1,
  },
  events: {
    eventId: sql(`'order:' || id || ':' || lower(state)`),
    event: sql(`'order.' || lower(state)`),
    merchantOrderId: id,
    createdAtMs: sql('at + 60500'),
  },
  deliveries: {
    eventId: sql(`'order:' || id || ':' || lower(state)`),
    subscriber: 'handlers',
    event: sql(`'order.' || lower(state)`),
    merchantOrderId: id,
    state: 'done',
    attempts: 1,
    createdAtMs: sql('at + 60500'),
    doneAtMs: sql('at + 60500'),
  },
  calls: {
    atMs: sql('at + step * 30000'),
    endpoint: { $if: 'step = 1', is: 'standardPay', otherwise: 'orderStatus' },
    method: { $if: 'step = 1', is: 'POST', otherwise: 'GET' },
    path: '/checkout/v2/pay',
    attempts: 1,
    httpStatus: { $if: 'n % 499 = 0', is: 503, otherwise: 200 },
    tookMs: sql(`40 + ${hashBelow(200, 13)}`),
    errorKind: { $if: 'n % 499 = 0', is: 'server-error' },
    outcome: { $if: 'n % 499 = 0', is: 'unknown' },
    merchantOrderId: id,
  },
  refunds: {
    // Below all that the sequence gives.
    id: sql('-n'),
    merchantRefundId: sql(`'r-' || n`),
    merchantOrderId: id,
    amount: sql('100'),
    state: { $if: 'n % 32 = 0', is: 'FAILED', otherwise: 'COMPLETED' },
    origin: BY_API,
    refundId: sql(`'OMR' || lpad(n::text, 22, '0')`),
    utr: sql(`'r' || utr`),
    createdAtMs: sql('at + 3600000'),
    updatedAtMs: sql('at + 3660000'),
  },
  ledger: {
    transferKey: sql('step || id'),
    atMs: sql(`${IN_YEAR} + 60500`),
    paidAtMs: { $if: 'step = 1', is: sql(`${IN_YEAR} + 60000`) },
    kind: KIND_OF_STEP,
    debitAccount: sql(`(array['payments', 'available', 'held'])[step]`),
    creditAccount: sql(`(array['available', 'held', 'refunded'])[step]`),
    amount: { $if: 'step = 1', is: amount, otherwise: 100 },
    merchantOrderId: id,
    refundKey: { $if: 'step > 1', is: sql('-n') },
    transactionId: { $if: 'step = 1', is: sql('payment') },
    origin: { $if: 'step > 1', is: BY_API },
  },
  // What the trigger of the ledger writes.
  ledger_tail: {
    entryId: sql('row_number() over ()'),
    dayMs: sql(`(${IN_YEAR} + 60000 + 19800000) / 86400000 * 86400000 - 19800000`),
    kind: KIND_OF_STEP,
    origin: { $if: 'step = 1', is: '', otherwise: BY_API },
    amount: { $if: 'step = 1', is: amount, otherwise: 100 },
  },
})

/** Epoch milliseconds from which on the pending orders become due, one after the other. */
export const POLLING_START_MS = END_MS
export const DUE_INTERVAL_MS = 1_000
/** An order that expired two hours ago is polled once and then not for a day, which is longer than any bench run. */
export const EXPIRED_AT_MS = POLLING_START_MS - 7_200_000

/** @satisfies {SeededTables['orders']} */
export const pendingOrder = {
  merchantOrderId: id,
  reference: sql(`'cart-' || n`),
  checkout: 'STANDARD',
  amount: sql('49900'),
  state: 'PENDING',
  orderId: sql(`'OMO-' || id`),
  request: { redirectUrl: 'https://shop.example/thanks' },
  createdAtMs: EXPIRED_AT_MS - 900_000,
  updatedAtMs: EXPIRED_AT_MS,
  expiresAtMs: EXPIRED_AT_MS,
  sentAtMs: EXPIRED_AT_MS - 900_000,
  nextPollAtMs: sql(`${POLLING_START_MS} + n * ${DUE_INTERVAL_MS}::bigint`),
  version: 2,
}
