import { paise } from '@galla/contract/money'
import type { PaymentAttempt } from '../../src/domain/orders/order.ts'
import { orderItself } from '../../src/domain/orders/payments.ts'
import { postCaptures, postRefund } from '../../src/services/finance/ledger.ts'
import type { Database, Queries } from '../../src/storage/database.ts'
import { readOrder } from '../../src/storage/orders/orders.ts'
import { readRefund } from '../../src/storage/refunds/refunds.ts'

/** Inserts a row into `galla.orders`, and its capture into the ledger; columns that the test leaves out get a default. */
export async function seedOrder(on: Queries, row: { merchantOrderId: string; [column: string]: unknown }) {
  const createdAtMs = (row.createdAtMs as number | undefined) ?? 1_700_000_000_000
  await insert(on, 'orders', {
    reference: `cart-of-${row.merchantOrderId}`,
    checkout: 'STANDARD',
    amount: 49_900,
    state: 'PENDING',
    request: { redirectUrl: 'https://shop.example/thanks' },
    createdAtMs,
    updatedAtMs: createdAtMs,
    sentAtMs: createdAtMs,
    expiresAtMs: createdAtMs + 900_000,
    // An order that is not final must have one.
    ...(row.state === 'COMPLETED' || row.state === 'FAILED' ? {} : { nextPollAtMs: Number.MAX_SAFE_INTEGER }),
    ...(row.state === 'CREATED' ? { opening: 'sending' } : {}),
    ...(row.state === 'COMPLETED' ? { resolution: 'fulfil', completedAtMs: createdAtMs + 60_000 } : {}),
    ...row,
    ...(row.state === 'COMPLETED' ? { attempts: JSON.stringify(bookedAttempts(row)) } : {}),
  })
  const order = await readOrder(on, row.merchantOrderId)
  if (order) await postCaptures(on, order, order, createdAtMs)
}

/** The attempts of a paid order, with its payment booked as a decision does it. */
function bookedAttempts(row: { merchantOrderId: string; attempts?: unknown; amount?: unknown }): PaymentAttempt[] {
  const { merchantOrderId, attempts = '[]' } = row
  const booked = paise(Number(row.amount ?? 49_900))
  const listed: PaymentAttempt[] = JSON.parse(String(attempts))
  const payment = listed.find(({ state }) => state === 'COMPLETED')
  if (payment) {
    const transactionId = payment.transactionId || `of-${merchantOrderId}`
    return listed.map((one) => (one === payment ? { ...one, transactionId, booked: one.booked ?? booked } : one))
  }
  return [...listed, { ...orderItself({ merchantOrderId, amount: booked }), booked }]
}

/** Inserts a row into `galla.refunds`, and its transfers into the ledger as far as the order is paid. */
export async function seedRefund(
  on: Queries,
  row: { merchantRefundId: string; merchantOrderId: string; [column: string]: unknown },
) {
  const seed = (tx: Queries) => seedRefundAndTransfers(tx, row)
  return 'transaction' in on ? (on as Database).transaction(seed) : seed(on)
}

async function seedRefundAndTransfers(
  on: Queries,
  row: { merchantRefundId: string; merchantOrderId: string; [column: string]: unknown },
) {
  // An order that is not paid has nothing to post.
  await on.query({ text: 'set local session_replication_role = replica' })
  await insert(on, 'refunds', {
    amount: 10_000,
    state: 'PENDING',
    origin: 'api',
    createdAtMs: 1_700_000_100_000,
    updatedAtMs: 1_700_000_100_000,
    nextPollAtMs: 1_700_000_110_000,
    ...row,
  })
  await on.query({ text: 'set local session_replication_role = origin' })
  const refund = await readRefund(on, row.merchantRefundId)
  if (refund) await postRefund(on, refund, refund.createdAtMs)
}

export async function seedCallback(on: Queries, row: { [column: string]: unknown }): Promise<string> {
  return insert(
    on,
    'callbacks',
    {
      receivedAtMs: 1_700_000_050_000,
      verdict: 'accepted',
      event: 'checkout.order.completed',
      headers: {},
      body: JSON.stringify({}),
      ...row,
    },
    'callbackId',
  )
}

/** Inserts an event of an order that exists, and its delivery to the subscriber, `handlers` unless the test says otherwise. */
export async function seedDelivery(
  on: Queries,
  row: { eventId: string; merchantOrderId: string; [column: string]: unknown },
) {
  const event = { event: 'order.completed', createdAtMs: 1_700_000_060_000, ...row }
  const { eventId, merchantOrderId, createdAtMs } = event
  await insert(on, 'events', { eventId, event: event.event, merchantOrderId, createdAtMs })
  const waiting = (row.state ?? 'waiting') === 'waiting' ? { nextAttemptAtMs: createdAtMs } : {}
  await insert(on, 'deliveries', { subscriber: 'handlers', ...event, ...waiting, ...row })
}

export async function seedCall(on: Queries, row: { [column: string]: unknown }): Promise<string> {
  const defaults = {
    atMs: 1_700_000_000_100,
    endpoint: 'standardPay',
    method: 'POST',
    path: '/checkout/v2/pay',
    attempts: 1,
  }
  return insert(on, 'calls', { ...defaults, ...row }, 'callId')
}

export async function seedDecision(on: Queries, row: { merchantOrderId: string; [column: string]: unknown }) {
  await insert(on, 'decisions', {
    atMs: 1_700_000_060_000,
    rule: 'completed-by-status',
    from: 'PENDING',
    to: 'COMPLETED',
    observations: JSON.stringify([{ kind: 'status', state: 'COMPLETED', amount: 49_900, atMs: 1_700_000_060_000 }]),
    events: JSON.stringify(['order:order-1:completed']),
    ...row,
  })
}

async function insert(
  on: Queries,
  table: string,
  row: { [column: string]: unknown },
  returning = '1',
): Promise<string> {
  const names = Object.keys(row)
  const { rows } = await on.query<{ id: unknown }>({
    text: `insert into galla.${table} (${names.map((name) => `"${name}"`).join(', ')})
      values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning ${returning === '1' ? '1' : `"${returning}"`} as id`,
    values: Object.values(row),
  })
  return String(rows[0]?.id)
}
