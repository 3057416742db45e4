import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../src/storage/database.ts'
import { seedDelivery, seedOrder, seedRefund } from './helpers/seed.ts'
import { startTestDatabase, type TestDatabase } from './helpers/test-database.ts'
import { untilEndedOrWaiting } from './helpers/until-waiting.ts'

const AT_MS = 1_700_000_000_000
const CHECK = '23514'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const RESTRICT = '23001'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await startTestDatabase()
  database = test.database
  const links = { redirectUrl: 'page', intentUrl: 'link', qrData: 'code', token: 'token' }
  await seedOrder(database, { merchantOrderId: 'open', orderId: 'OMO1', linkDigests: links })
  await seedOrder(database, { merchantOrderId: 'other' })
  await seedOrder(database, { merchantOrderId: 'paid', reference: 'cart-7', state: 'COMPLETED', transactionId: 'T1' })
  await seedRefund(database, { merchantRefundId: 'r-1', merchantOrderId: 'paid', refundId: 'OMR1' })
  await seedRefund(database, { merchantRefundId: 'r-2', merchantOrderId: 'paid', state: 'REQUESTED' })
  await seedRefund(database, { merchantRefundId: 'r-3', merchantOrderId: 'paid', state: 'COMPLETED' })
  await seedRefund(database, { merchantRefundId: 'r-4', merchantOrderId: 'paid', state: 'FAILED', nextPollAtMs: null })
  const made = { merchantOrderId: 'paid', origin: 'external', refundId: 'OMR5', amount: 500 }
  await seedRefund(database, { ...made, merchantRefundId: 'r-5' })
  await seedDelivery(database, { eventId: 'order:paid:completed', merchantOrderId: 'paid' })
  await database.query({ text: attempt(7) })
  await database.query({
    text: `insert into galla.refund_files ("fileId", "name", "digest", "uploadedBy", "createdAtMs")
      values ('file', 'refunds.csv', repeat('0', 64), 'asha', ${AT_MS})`,
  })
})
afterAll(() => test.end())

const order = (columns: string, values: string) =>
  `insert into galla.orders ("merchantOrderId", "checkout", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs", ${columns})
    values ('new', 'STANDARD', '{}', ${AT_MS}, ${AT_MS}, ${AT_MS}, ${AT_MS}, ${values})`
const refund = (columns: string, values: string) =>
  `insert into galla.refunds ("state", "createdAtMs", "updatedAtMs", "nextPollAtMs", ${columns})
    values ('REQUESTED', ${AT_MS}, ${AT_MS}, ${AT_MS}, ${values})`
const transfer = (transferKey: string, merchantOrderId: string) =>
  `insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
    values ('${transferKey}', ${AT_MS}, 'refund-hold', 'available', 'held', 1, '${merchantOrderId}', 1)`
function attempt(leaseToken: number): string {
  return `insert into galla.delivery_attempts ("leaseToken", "deliveryId", "merchantOrderId", "createdAtMs", "attempt", "startedAtMs", "tookMs", "result")
    select ${leaseToken}, "deliveryId", 'paid', ${AT_MS}, 1, ${AT_MS}, 1, 'done' from galla.deliveries`
}
/** A deferred trigger looks at what the transaction leaves. */
const atCommit = (statements: string) => `${statements}; set constraints all immediate`
const sameLink = (name: string) =>
  change(
    'orders',
    'other',
    `"linkDigests" = (select jsonb_build_object('${name}', "linkDigests" -> '${name}') from galla.orders where "merchantOrderId" = 'open')`,
  )
const withoutTriggers = (set: string) =>
  `set local session_replication_role = replica; ${change('orders', 'paid', set)}`
const change = (table: string, id: string, set: string) => {
  const key = { orders: 'merchantOrderId', refunds: 'merchantRefundId', refund_files: 'fileId' }[table]
  return `update galla.${table} set ${set} where "${key}" = '${id}'`
}

describe('the database refuses', () => {
  it.each([
    ['an open order without a next poll', CHECK, change('orders', 'open', '"nextPollAtMs" = null')],
    [
      'an undecided order without a next poll',
      CHECK,
      change('orders', 'open', `"needsReview" = '{"reason": "undecided"}', "nextPollAtMs" = null`),
    ],
    ['an order with a state that is not known', CHECK, change('orders', 'open', `"state" = 'LOST'`)],
    ['an open order that was not sent', CHECK, change('orders', 'open', '"sentAtMs" = null')],
    ['an open order that is fulfilled', CHECK, change('orders', 'open', `"resolution" = 'fulfil'`)],
    ['a paid order that is not resolved', CHECK, change('orders', 'paid', `"resolution" = null`)],
    ['an order of no amount', CHECK, order('"reference", "amount", "state"', `'cart-8', 0, 'PENDING'`)],
    [
      'a second fulfilled order of a reference',
      UNIQUE,
      order('"reference", "amount", "state", "resolution"', `'cart-7', 1, 'COMPLETED', 'fulfil'`),
    ],
    ['a second order with an id of the provider', UNIQUE, change('orders', 'other', `"orderId" = 'OMO1'`)],
    [
      'a second order that a payment completes',
      UNIQUE,
      order(
        '"reference", "amount", "state", "resolution", "transactionId"',
        `'cart-8', 1, 'COMPLETED', 'fulfil', 'T1'`,
      ),
    ],
    ['a second order with the same redirectUrl', UNIQUE, sameLink('redirectUrl')],
    ['a second order with the same intentUrl', UNIQUE, sameLink('intentUrl')],
    ['a second order with the same qrData', UNIQUE, sameLink('qrData')],
    ['a second order with the same token', UNIQUE, sameLink('token')],
    ['an open refund without a next poll', CHECK, change('refunds', 'r-1', '"nextPollAtMs" = null')],
    ['a refund with a state that is not known', CHECK, change('refunds', 'r-1', `"state" = 'LOST'`)],
    ['a refund in doubt that the provider has reported', CHECK, change('refunds', 'r-1', '"inDoubt" = true')],
    [
      'a refund of no amount',
      CHECK,
      refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'r-9', 'paid', 0, 'duplicate'`),
    ],
    [
      'a refund of no order',
      FOREIGN_KEY,
      refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'r-9', 'nobody', 100, 'api'`),
    ],
    [
      'an open order whose review is the null of JSON',
      CHECK,
      change('orders', 'open', `"needsReview" = 'null', "nextPollAtMs" = null`),
    ],
    [
      'an open refund whose review is the null of JSON',
      CHECK,
      change('refunds', 'r-1', `"needsReview" = 'null', "nextPollAtMs" = null`),
    ],
    [
      'a refund that is another row of itself',
      CHECK,
      change('refunds', 'r-5', '"merchantRefundId" = null, "refundId" = null, "joinedTo" = "id"'),
    ],
    [
      'a refund with an empty id of ours',
      CHECK,
      refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'', 'paid', 100, 'api'`),
    ],
    ['a refund with an empty id of the provider', CHECK, change('refunds', 'r-2', `"refundId" = ''`)],
    ['another id of ours', RESTRICT, change('refunds', 'r-2', `"merchantRefundId" = 'r-9'`)],
    ['another id of the provider', RESTRICT, change('refunds', 'r-1', `"refundId" = 'OMR9'`)],
    ['a refund that loses its id of the provider', RESTRICT, change('refunds', 'r-1', '"refundId" = null')],
    ['another key of a refund', RESTRICT, change('refunds', 'r-5', '"id" = 99')],
    ['a second refund with an id of the provider', UNIQUE, change('refunds', 'r-2', `"refundId" = 'OMR1'`)],
    [
      'a second refund with an id of ours',
      UNIQUE,
      refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'r-1', 'paid', 100, 'api'`),
    ],
    [
      'an id of ours that looks like none',
      CHECK,
      refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'external:OMR1', 'paid', 100, 'api'`),
    ],
    ['a refund without any id', CHECK, refund('"merchantOrderId", "amount", "origin"', `'paid', 100, 'external'`)],
    [
      'a refund without our id that was requested here',
      CHECK,
      refund('"refundId", "merchantOrderId", "amount", "origin"', `'OMR9', 'paid', 100, 'api'`),
    ],
    [
      'a refund without our id that was sent',
      CHECK,
      refund('"refundId", "merchantOrderId", "amount", "origin", "attempts"', `'OMR9', 'paid', 100, 'external', 1`),
    ],
    ['a refund that is another one and has an id of its own', CHECK, change('refunds', 'r-4', '"joinedTo" = 1')],
    [
      'a refund that is another one and open',
      CHECK,
      change('refunds', 'r-5', '"merchantRefundId" = null, "refundId" = null, "joinedTo" = 1'),
    ],
    [
      'a refund that is another one, which is not there',
      FOREIGN_KEY,
      change(
        'refunds',
        'r-4',
        '"merchantRefundId" = null, "refundId" = null, "origin" = \'external\', "joinedTo" = 99',
      ),
    ],
    ['the deletion of an open refund', FOREIGN_KEY, `delete from galla.refunds where "merchantRefundId" = 'r-1'`],
    ['the deletion of a completed refund', FOREIGN_KEY, `delete from galla.refunds where "merchantRefundId" = 'r-3'`],
    ['a transfer of no refund', FOREIGN_KEY, transfer('key', 'paid').replace(`'paid', 1)`, `'paid', 99)`)],
    [
      'an open refund that is failed without freeing what it holds',
      CHECK,
      atCommit(change('refunds', 'r-1', `"state" = 'FAILED', "nextPollAtMs" = null`)),
    ],
    [
      'an open refund that is completed without its transfer',
      CHECK,
      atCommit(change('refunds', 'r-1', `"state" = 'COMPLETED', "nextPollAtMs" = null`)),
    ],
    [
      'a completed refund that is open again without its transfers',
      CHECK,
      atCommit(change('refunds', 'r-3', `"state" = 'PENDING', "nextPollAtMs" = 1`)),
    ],
    [
      'a failed refund that is open again without a hold',
      CHECK,
      atCommit(change('refunds', 'r-4', `"state" = 'REQUESTED', "nextPollAtMs" = 1`)),
    ],
    [
      'a refund in review that is completed without its transfer',
      CHECK,
      atCommit(change('refunds', 'r-1', `"state" = 'COMPLETED', "needsReview" = '{}'`)),
    ],
    [
      'a refund in review of another amount than was paid out',
      CHECK,
      atCommit(
        `${atCommit(change('refunds', 'r-3', `"needsReview" = '{}'`))}; ${change('refunds', 'r-3', '"amount" = 9999')}`,
      ),
    ],
    [
      'a refund in review that pays out what another one holds',
      CHECK,
      `set local session_replication_role = replica;
        insert into galla.refunds ("merchantRefundId", "merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs", "needsReview")
          values ('r-9', 'paid', 100, 'COMPLETED', 'api', 1, 1, '{}');
        set local session_replication_role = origin;
        insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
          select 'key', 1, 'refund-posted', 'held', 'refunded', 100, 'paid', "id" from galla.refunds where "merchantRefundId" = 'r-9'`,
    ],
    [
      'a refund of another amount than it holds',
      CHECK,
      atCommit(
        `${change('refunds', 'r-2', `"needsReview" = '{}'`)}; ${change('refunds', 'r-2', `"amount" = 9999, "needsReview" = null`)}`,
      ),
    ],
    [
      'a failed refund that needs no review any more and still holds its amount',
      CHECK,
      atCommit(
        `${atCommit(change('refunds', 'r-1', `"state" = 'FAILED', "needsReview" = '{}'`))}; ${change('refunds', 'r-1', '"needsReview" = null')}`,
      ),
    ],
    [
      'a refund that is stored without a hold',
      CHECK,
      atCommit(refund('"merchantRefundId", "merchantOrderId", "amount", "origin"', `'r-9', 'paid', 100, 'api'`)),
    ],
    ['a refund that waits for nobody’s approval', CHECK, change('refunds', 'r-2', `"approval" = 'waiting'`)],
    [
      'an approval by who requested the refund',
      CHECK,
      change(
        'refunds',
        'r-2',
        `"approval" = 'approved', "approveByMs" = 1, "requestedById" = 'u1', "decidedById" = 'u1'`,
      ),
    ],
    [
      'an approval by nobody',
      CHECK,
      change('refunds', 'r-2', `"approval" = 'approved', "approveByMs" = 1, "requestedById" = 'u1'`),
    ],
    [
      'a refund that is sent before its approval',
      CHECK,
      change('refunds', 'r-2', `"approval" = 'waiting', "approveByMs" = 1, "requestedById" = 'u1', "attempts" = 1`),
    ],
    [
      'a day of refunds above its limit',
      CHECK,
      `insert into galla.refund_days ("day", "role", "amount", "dailyLimit") values ('2026-11-22', 'finance', 2, 1)`,
    ],
    [
      'a file of refunds that is started and not due',
      CHECK,
      change('refund_files', 'file', `"startedAtMs" = 1, "startedById" = 'u1'`),
    ],
    ['a balance availableAmount below 0, where no trigger runs', CHECK, withoutTriggers('"availableAmount" = -1')],
    ['a balance heldAmount below 0, where no trigger runs', CHECK, withoutTriggers('"heldAmount" = -1')],
    ['a balance refundedAmount below 0, where no trigger runs', CHECK, withoutTriggers('"refundedAmount" = -1')],
    ['a balance overdrawnAmount below 0, where no trigger runs', CHECK, withoutTriggers('"overdrawnAmount" = -1')],
    [
      'a transfer between other accounts than those of its kind',
      CHECK,
      transfer('key', 'paid').replace("'refund-hold', 'available', 'held'", "'refund-posted', 'payments', 'payments'"),
    ],
    ['a transfer of no order', FOREIGN_KEY, transfer('key', 'nobody')],
    [
      'a transfer that is posted already',
      UNIQUE,
      `${transfer('key', 'paid')}, ('key', ${AT_MS}, 'refund-hold', 'available', 'held', 1, 'paid', 1)`,
    ],
    [
      'a second capture of a payment',
      UNIQUE,
      `insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "transactionId")
        values ('one', 1, 'capture', 'payments', 'available', 1, 'paid', 'T9'), ('two', 1, 'capture', 'payments', 'available', 1, 'other', 'T9')`,
    ],
    ['an event whose id is of another kind', CHECK, `update galla.events set "eventId" = 'refund:paid:completed'`],
    [
      'a second delivery of an event to a subscriber',
      UNIQUE,
      `insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "nextAttemptAtMs")
        values ('order:paid:completed', 'handlers', 'order.completed', 'paid', 1, 1)`,
    ],
    ['a delivery that waits without a next attempt', CHECK, 'update galla.deliveries set "nextAttemptAtMs" = null'],
    [
      'a delivery that is done at no time',
      CHECK,
      `update galla.deliveries set "state" = 'done', "nextAttemptAtMs" = null`,
    ],
    ['a second attempt of one claim of a delivery', UNIQUE, attempt(7)],
    ['a number that JavaScript cannot hold', CHECK, change('orders', 'open', '"nextPollAtMs" = 9007199254740992')],
    ['a resolution that is not known', CHECK, change('orders', 'paid', `"resolution" = 'lost'`)],
    [
      'an approval that is not known',
      CHECK,
      change('refunds', 'r-2', `"approval" = 'perhaps', "approveByMs" = 1, "requestedById" = 'u1'`),
    ],
    [
      'a callback with a verdict that is not known',
      CHECK,
      `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "headers", "body") values (1, 'lost', 'e', '{}', '{}')`,
    ],
    [
      'a delivery with a state that is not known',
      CHECK,
      `update galla.deliveries set "state" = 'lost', "nextAttemptAtMs" = null`,
    ],
    [
      'a day of refunds below 0',
      CHECK,
      `insert into galla.refund_days ("day", "role", "amount", "dailyLimit") values ('2026-11-22', 'finance', -1, 1)`,
    ],
    [
      'a transfer of a refund with the time of a payment',
      CHECK,
      `set local session_replication_role = replica;
        insert into galla.refunds ("id", "merchantRefundId", "merchantOrderId", "amount", "state", "origin", "createdAtMs", "updatedAtMs", "nextPollAtMs")
          values (77, 'r-9', 'paid', 1, 'REQUESTED', 'duplicate', 1, 1, 1);
        set local session_replication_role = origin;
        insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "paidAtMs", "amount", "merchantOrderId", "refundKey")
          values ('key', ${AT_MS}, 'refund-hold', 'available', 'held', 1, 1, 'paid', 77)`,
    ],
    [
      'an event of no order',
      FOREIGN_KEY,
      `insert into galla.events ("eventId", "event", "merchantOrderId", "createdAtMs")
        values ('order:nobody:completed', 'order.completed', 'nobody', 1)`,
    ],
    [
      'a delivery of no event',
      FOREIGN_KEY,
      `insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "createdAtMs", "nextAttemptAtMs")
        values ('order:paid:failed', 'handlers', 'order.failed', 'paid', 1, 1)`,
    ],
    [
      'the deletion of a payment of this year that a wrong clock posted long ago',
      RESTRICT,
      `set local session_replication_role = replica;
        insert into galla.ledger ("transferKey", "atMs", "paidAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "transactionId")
          values ('old', 1, extract(epoch from clock_timestamp()) * 1000, 'capture', 'payments', 'available', 1, 'paid', 'T8');
        set local session_replication_role = origin;
        delete from galla.ledger where "transferKey" = 'old'`,
    ],
    ['a time that JavaScript cannot hold', CHECK, change('refunds', 'r-1', '"nextPollAtMs" = -9007199254740992')],
    ['a later time that JavaScript cannot hold', CHECK, change('refunds', 'r-1', '"nextPollAtMs" = 9007199254740992')],
    ['a change of an attempt of a delivery', RESTRICT, `update galla.delivery_attempts set "result" = 'failed'`],
  ] as [string, string, string][])('%s', async (_what, code, text) => {
    const refused = database.transaction(async (tx) => {
      await tx.query({ text })
      throw new Error(`The statement was not refused: ${text}`)
    })
    await expect(refused).rejects.toMatchObject({ code })
  })
})

it('the database bounds each bigint of each table to what JavaScript holds exactly', async () => {
  const { rows } = await database.query<{ column: string; bounded: boolean }>({
    text: `select c.relname || '.' || a.attname as "column",
        coalesce(bool_or(a.attnum = any(k.conkey) and pg_get_constraintdef(k.oid) ~
          '^CHECK \\(\\(\\(GREATEST\\(([^()]*)\\) <= ''9007199254740991''::bigint\\) AND \\(LEAST\\(\\1\\) >= ''-9007199254740991''::bigint\\)\\)\\)$'), false) as "bounded"
      from pg_class c join pg_attribute a on a.attrelid = c.oid
        left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.convalidated
      where c.relnamespace = 'galla'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
      group by 1 order by 1`,
  })
  expect(rows.map(({ column }) => column)).toContain('orders.amount')
  expect(rows.filter(({ bounded }) => !bounded)).toEqual([])
})

it('two admins who disable each other at the same moment do not both succeed', async () => {
  await database.query({
    text: `insert into galla.users ("userId", "name", "role", "passwordHash", "createdAtMs")
      values ('u1', 'asha', 'admin', 'x', 1), ('u2', 'ravi', 'admin', 'x', 1)`,
  })
  const disable = (userId: string) => ({
    text: `update galla.users set "disabledAtMs" = 1 where "userId" = '${userId}'`,
  })
  const { second } = await database.transaction(async (tx) => {
    await tx.query(disable('u1'))
    const second = database.query(disable('u2')).catch(({ code }: { code: string }) => code)
    await untilEndedOrWaiting(second, async (text) => (await database.query<object>({ text })).rows)
    return { second }
  })
  expect(await second).toBe(CHECK)
})
