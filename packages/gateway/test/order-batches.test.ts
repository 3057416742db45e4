import { paise } from '@galla/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Observation, PaymentAttempt } from '../src/domain/orders/order.ts'
import { applyObservations, applyToRow } from '../src/services/orders/sync-order.ts'
import { lockReference } from '../src/storage/advisory-locks.ts'
import { registerSubscribers } from '../src/storage/events/subscriptions.ts'
import { ledgerOfOrder } from '../src/storage/finance/ledger.ts'
import { decisionsOf } from '../src/storage/orders/decisions.ts'
import { type NewOrder, newOrderRow } from '../src/storage/orders/new-orders.ts'
import { type OrderBatches, orderBatches } from '../src/storage/orders/order-batches.ts'
import type { OrderRow } from '../src/storage/orders/order-row.ts'
import { readOrder } from '../src/storage/orders/orders.ts'
import { seedOrder } from './helpers/seed.ts'
import { createTestContext, T0 } from './helpers/test-context.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'

let test: TestDatabase
let batches: OrderBatches
beforeAll(async () => {
  test = await startTestDatabase()
  batches = orderBatches(test.database, () => T0)
})
beforeEach(() => test.clear())
afterAll(() => test.end())

const AMOUNT = paise(49_900)
const NEW: NewOrder = {
  merchantOrderId: 'one',
  reference: 'cart-1',
  checkout: 'STANDARD',
  amount: AMOUNT,
  request: { redirectUrl: 'https://shop.example/thanks', metaInfo: { udf1: 'ñ "quoted" \\ 日本' } },
  createdAtMs: T0,
  expiresAtMs: T0 + 900_000,
  opening: 'sending',
  sentAtMs: T0,
  sendByMs: T0 + 60_000,
  nextPollAtMs: T0 + 20_000,
  startFingerprint: { '': 'key', amount: 'digest' },
}
const new_ = (merchantOrderId: string, reference = `cart-of-${merchantOrderId}`): NewOrder => ({
  ...NEW,
  merchantOrderId,
  reference,
})
const read = async (id: string): Promise<OrderRow> => {
  const row = await readOrder(test.database, id)
  if (!row) throw new Error(`There is no ${id}`)
  return row
}

/** Runs `work` while another transaction holds the lock of the reference. */
const whileLocked = <Result>(reference: string, work: () => Promise<Result>): Promise<Result> =>
  test.database.transaction(async (tx) => {
    await lockReference(tx, reference)
    return work()
  })

describe('the first order of a reference', () => {
  it('is stored with the row that the caller gets', async () => {
    expect(await batches.insertFirst(NEW)).toBe(true)
    expect(await read('one')).toEqual(newOrderRow(NEW))
  })

  it('is stored with others of the same moment, one of each reference', async () => {
    const orders = [new_('a'), new_('b', 'shared'), new_('c', 'shared'), new_('d')]
    expect(await Promise.all(orders.map(batches.insertFirst))).toEqual([true, true, false, true])
    expect(await readOrder(test.database, 'c')).toBeUndefined()
  })

  it('is stored once when two references want one id in the same moment', async () => {
    const orders = [new_('same', 'cart-1'), new_('same', 'cart-2')]
    expect(await Promise.all(orders.map(batches.insertFirst))).toEqual([true, false])
    expect((await read('same')).reference).toBe('cart-1')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['the id is taken', () => seedOrder(test.database, { merchantOrderId: 'one' })],
    ['an open order exists', () => seedOrder(test.database, { merchantOrderId: 'x', reference: 'cart-1' })],
    [
      'a closed order exists',
      () => seedOrder(test.database, { merchantOrderId: 'x', reference: 'cart-1', state: 'FAILED' }),
    ],
    [
      'a paid order exists',
      () => seedOrder(test.database, { merchantOrderId: 'x', reference: 'cart-1', state: 'COMPLETED' }),
    ],
  ])('is left to a transaction of its own when %s', async (_, seed) => {
    await seed()
    expect(await batches.insertFirst(NEW)).toBe(false)
  })

  it('does not wait for a locked reference', async () => {
    const stored = await whileLocked('cart-1', () => Promise.all([NEW, new_('b')].map(batches.insertFirst)))
    expect(stored).toEqual([false, true])
  })

  it('that the database refuses fails alone', async () => {
    const bad = { ...new_('bad'), amount: paise(0) }
    const [first, refused, last] = await Promise.allSettled([new_('a'), bad, new_('c')].map(batches.insertFirst))
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled'])
    // The server tells an error a moment before it releases the locks of the statement: then the order is left to a transaction.
    for (const id of ['a', 'c']) while (!(await readOrder(test.database, id))) await batches.insertFirst(new_(id))
    if (refused?.status === 'fulfilled') expect(refused.value).toBe(false)
    const isLeft = () => batches.insertFirst(bad).catch((error: Error) => error.message)
    let outcome = await isLeft()
    while (outcome === false) outcome = await isLeft()
    expect(outcome).toMatch(/amount/)
    expect(await readOrder(test.database, 'bad')).toBeUndefined()
  })
})

const attempt = (transactionId: string, state: PaymentAttempt['state'], more: object = {}): PaymentAttempt => ({
  transactionId,
  state,
  amount: AMOUNT,
  paymentMode: 'UPI_QR',
  timestamp: T0 + 500,
  instrument: 'ACCOUNT',
  rail: 'UPI',
  utr: '516600000077',
  payerVpa: 'su****a@ybl',
  ...more,
})
type Status = Extract<Observation, { kind: 'status' }>['status']
const status = (state: Status['state'], attempts: PaymentAttempt[], more: Partial<Status> = {}): Observation => ({
  kind: 'status',
  atMs: T0 + 900,
  status: { state, orderId: 'OMO1', amount: AMOUNT, expireAt: T0 + 800_000, attempts, ...more },
})
const REPLY: Observation = { kind: 'response', atMs: T0 + 900, orderId: 'OMO1', expireAt: T0 + 800_000 }
const PAID = status('COMPLETED', [attempt('t1', 'FAILED', { errorCode: 'TXN' }), attempt('t2', 'COMPLETED')])
const CREATED = { state: 'CREATED', sendByMs: T0 + 60_000 }
/** With ids of the order's own at the provider: each, and each payment, is that of one order. */
const owned = <Value>(value: Value, id: string): Value =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('OMO1', `OMO-${id}`)
      .replaceAll(/"transactionId":"(\w+)"/g, `"transactionId":"$1-${id}"`),
  )
const CUSTOM = { checkout: 'CUSTOM', paymentMode: 'UPI_INTENT' }

/** Everything that is stored of an order, without what differs from order to order. */
async function storedOf(id: string): Promise<string> {
  const about = { values: [id] }
  const { rows: events } = await test.database.query({
    ...about,
    text: `select "eventId", "event", "createdAtMs" from galla.events where "merchantOrderId" = $1`,
  })
  const { rows: deliveries } = await test.database.query({
    ...about,
    text: `select "deliveryId", "subscriber", "event", "state", "nextAttemptAtMs" from galla.deliveries where "merchantOrderId" = $1`,
  })
  const { rows: columns } = await test.database.query({
    ...about,
    text: `select "version", "leasedUntil", "payFingerprint", "linkDigests", "availableAmount" from galla.orders where "merchantOrderId" = $1`,
  })
  const decisions = (await decisionsOf(test.database, id)).map(({ decisionId: _, ...decision }) => decision)
  const ledger = (await ledgerOfOrder(test.database, id)).map(({ entryId: _, ...entry }) => entry)
  return JSON.stringify({ row: await read(id), columns, decisions, ledger, events, deliveries }, null, 1).replaceAll(
    id,
    'ID',
  )
}

const CASES: [string, object, Observation[], object?][] = [
  ['the reply', CREATED, [REPLY], { redirectUrl: 'https://pay.example/OMO1' }],
  [
    'the reply of a custom checkout',
    { ...CREATED, ...CUSTOM, payFingerprint: { '': 'k' } },
    [REPLY],
    { intentUrl: 'upi://pay?tr=OMO1', qrData: 'OMO1' },
  ],
  ['the reply of a mobile order', { ...CREATED, checkout: 'MOBILE' }, [REPLY], { token: 'ey.OMO1' }],
  ['a refusal', CREATED, [{ kind: 'response-failed', atMs: T0, outcome: 'rejected', code: 'BAD', duplicateId: false }]],
  [
    'a request that was not sent',
    { ...CREATED, ...CUSTOM, payFingerprint: { '': 'k' } },
    [{ kind: 'response-failed', atMs: T0, outcome: 'not-sent', duplicateId: false }],
  ],
  ['a lost reply', CREATED, [{ kind: 'response-failed', atMs: T0, outcome: 'unknown', duplicateId: false }]],
  ['a payment', { orderId: 'OMO1' }, [{ kind: 'redirect', atMs: T0 }, PAID]],
  ['a payment without its attempt', { orderId: 'OMO1', ...CUSTOM }, [status('COMPLETED', [])]],
  [
    'a payment in a mode that is not known',
    { orderId: 'OMO1', ...CUSTOM },
    [status('COMPLETED', [attempt('t', 'COMPLETED', { paymentMode: 'UNKNOWN' })])],
  ],
  [
    'a failed attempt',
    { orderId: 'OMO1', ...CUSTOM },
    [status('PENDING', [attempt('t', 'FAILED', { utr: undefined })])],
  ],
  ['a failure', { orderId: 'OMO1' }, [status('FAILED', [], { errorCode: 'E', detailedErrorCode: 'D' })]],
]

describe('a change of an order', () => {
  it.each(CASES)('stores what a locked transaction stores: %s', async (_, seed, observations, action) => {
    const context = createTestContext(test.database)
    await registerSubscribers(test.database, [{ subscriber: 'handlers', events: ['order.completed'] }], T0)
    for (const merchantOrderId of ['batched', 'locked--'])
      await seedOrder(test.database, { merchantOrderId, ...owned(seed, merchantOrderId) })
    const applied = await applyToRow(
      context,
      await read('batched'),
      owned(observations, 'batched'),
      action && owned(action, 'batched'),
    )
    const wokenByBatch = context.woken.splice(0)
    await applyObservations(context, 'locked--', owned(observations, 'locked--'), action && owned(action, 'locked--'))
    expect(applied.row).toEqual(await read('batched'))
    expect((await storedOf('batched')).replaceAll('ID', '')).toBe((await storedOf('locked--')).replaceAll('ID', ''))
    expect(wokenByBatch).toEqual(context.woken)
  })

  it.each<[string, Observation, object?]>([
    ['an id of the provider that another order has', PAID, CREATED],
    ['review', status('COMPLETED', [], { amount: paise(1) })],
    ['a refund', status('COMPLETED', [attempt('t', 'COMPLETED', { timestamp: T0 + 2 })], { expireAt: T0 + 1 })],
  ])('that leads to %s takes a locked transaction', async (_, observation, seed = { orderId: 'OMO1' }) => {
    const context = createTestContext(test.database)
    if (seed === CREATED) await seedOrder(test.database, { merchantOrderId: 'other', orderId: 'OMO1' })
    await seedOrder(test.database, { merchantOrderId: 'one', ...seed })
    const { row, order } = await applyToRow(context, await read('one'), [observation])
    expect(row).toBeUndefined()
    expect(await read('one')).toMatchObject({ state: order.state })
  })

  it('is computed again when the order has changed since it was read', async () => {
    const context = createTestContext(test.database)
    await seedOrder(test.database, { merchantOrderId: 'one', orderId: 'OMO1' })
    const stale = await read('one')
    await applyObservations(context, 'one', [status('FAILED', [], { errorCode: 'E' })])
    const late = status('PENDING', [attempt('t', 'FAILED')])
    const { order, row, rule } = await applyToRow(context, stale, [late])
    expect({ state: order.state, row, rule }).toEqual({ state: 'FAILED', row: undefined, rule: 'never-backwards' })
    expect(await read('one')).toMatchObject({ state: 'FAILED' })
  })

  it.each<[string, { [column: string]: unknown }, string]>([
    ['another order of the reference is paid', { state: 'COMPLETED' }, 'duplicate-refund'],
    ['a later order has another amount', { amount: 1, createdAtMs: T0 + 1 }, 'late-refund'],
  ])('is computed again when %s', async (_, other, resolution) => {
    const context = createTestContext(test.database)
    await seedOrder(test.database, { merchantOrderId: 'one', orderId: 'OMO1', reference: 'cart' })
    const row = await read('one')
    await seedOrder(test.database, { merchantOrderId: 'other', reference: 'cart', ...other })
    expect((await applyToRow(context, row, [PAID])).order).toMatchObject({ state: 'COMPLETED', resolution })
  })

  it('that moves no money does not run the triggers of the ledger', async () => {
    const context = createTestContext(test.database)
    await seedOrder(test.database, { merchantOrderId: 'one', ...CREATED })
    await test.database.query({
      text: `create function galla."refusePosting"() returns trigger language plpgsql as $$ begin raise exception 'A statement posts'; end $$;
        create trigger "refusePosting" after insert on galla.ledger for each statement execute function galla."refusePosting"()`,
    })
    try {
      expect((await applyToRow(context, await read('one'), [REPLY])).row).toMatchObject({ state: 'PENDING' })
      await expect(applyToRow(context, await read('one'), [PAID])).rejects.toThrow('A statement posts')
    } finally {
      await test.database.query({ text: 'drop function galla."refusePosting" cascade' })
    }
  })

  it('shares a statement with others that move money, and each has its own captures, events and deliveries', async () => {
    const context = createTestContext(test.database)
    await registerSubscribers(test.database, [{ subscriber: 'handlers', events: ['order.completed'] }], T0)
    for (const id of ['paid', 'failed']) await seedOrder(test.database, { merchantOrderId: id, orderId: `OMO-${id}` })
    await seedOrder(test.database, { merchantOrderId: 'opened', ...CREATED })
    const [paid, failed, opened] = await Promise.all(['paid', 'failed', 'opened'].map(read))
    if (!paid || !failed || !opened) throw new Error('An order is missing')
    await Promise.all([
      applyToRow(context, paid, owned([PAID], 'paid')),
      applyToRow(context, failed, owned([status('FAILED', [], { errorCode: 'E' })], 'failed')),
      applyToRow(context, opened, owned([REPLY], 'opened')),
    ])
    const { rows } = await test.database.query({
      text: `select "merchantOrderId" as "id", "state", (select count(*) from galla.ledger l where l."merchantOrderId" = o."merchantOrderId") as "captures",
        (select count(*) from galla.events e where e."merchantOrderId" = o."merchantOrderId") as "events",
        (select count(*) from galla.deliveries d where d."merchantOrderId" = o."merchantOrderId") as "deliveries"
        from galla.orders o order by 1`,
    })
    expect(rows).toEqual([
      { id: 'failed', state: 'FAILED', captures: 0, events: 1, deliveries: 0 },
      { id: 'opened', state: 'PENDING', captures: 0, events: 0, deliveries: 0 },
      { id: 'paid', state: 'COMPLETED', captures: 1, events: 1, deliveries: 1 },
    ])
  })

  it('of two orders of one reference in one moment fulfils one', async () => {
    const context = createTestContext(test.database)
    for (const merchantOrderId of ['a', 'b'])
      await seedOrder(test.database, { merchantOrderId, orderId: `OMO-${merchantOrderId}`, reference: 'cart' })
    const rows = await Promise.all(['a', 'b'].map(read))
    await Promise.all(rows.map((row) => applyToRow(context, row, owned([PAID], row.merchantOrderId))))
    const resolutions = (await Promise.all(['a', 'b'].map(read))).map(({ resolution }) => resolution)
    expect(resolutions.sort()).toEqual(['duplicate-refund', 'fulfil'])
  })

  it('of one order twice in one moment is saved once', async () => {
    const context = createTestContext(test.database)
    await seedOrder(test.database, { merchantOrderId: 'one', orderId: 'OMO1' })
    const row = await read('one')
    const rules = (await Promise.all([PAID, PAID].map((paid) => applyToRow(context, row, [paid])))).map(
      ({ rule }) => rule,
    )
    expect(rules.sort()).toEqual(['completed-by-status', 'nothing-new'])
    expect(await ledgerOfOrder(test.database, 'one')).toHaveLength(1)
  })

  it('waits only for its own reference', async () => {
    const context = createTestContext(test.database)
    for (const id of ['one', 'two']) await seedOrder(test.database, { merchantOrderId: id, orderId: `OMO-${id}` })
    const [one, two] = await Promise.all([read('one'), read('two')])
    const waiting = await whileLocked(one.reference, async () => {
      const first = applyToRow(context, one, owned([PAID], 'one'))
      expect((await applyToRow(context, two, owned([PAID], 'two'))).row).toMatchObject({ state: 'COMPLETED' })
      // Its batch was before.
      expect(await read('one')).toMatchObject({ state: 'PENDING' })
      return { first }
    })
    expect((await waiting.first).order.state).toBe('COMPLETED')
  })
})
