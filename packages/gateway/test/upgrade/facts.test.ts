import { Client, type Pool } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkAudit } from '../../src/storage/access/audit.ts'
import { createDatabase, type Database } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { readOrders } from '../../src/storage/orders/orders.ts'
import { openPool } from '../../src/storage/pool.ts'
import { dataKeys } from '../../src/storage/privacy/data-keys.ts'
import { refundsOfOrders } from '../../src/storage/refunds/refunds.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { describeSchema } from './describe-schema.ts'
import { MIGRATIONS_FROM_OLD, OLD_KEY, rebindRefunds, restoreOldRelease } from './old-release.ts'

const { createTestDatabase, createEmptyDatabase } = setupDatabases()

const DAY_MS = 86_400_000

type Row = { readonly [column: string]: unknown }
type Rows = { readonly [query: string]: readonly Row[] }

const reader = (pool: Pool) => async (text: string) => (await pool.query<Row>(text)).rows

async function readAll(pool: Pool, queries: { readonly [query: string]: string }): Promise<Rows> {
  const read = reader(pool)
  const found: { [query: string]: readonly Row[] } = {}
  for (const [name, text] of Object.entries(queries)) found[name] = await read(text)
  return found
}

/** Sums of the accounts over all transfers. */
const ACCOUNTS = `select "account", sum("amount")::bigint as "sum" from (
    select "debitAccount" as "account", -"amount" as "amount" from galla.ledger union all select "creditAccount", "amount" from galla.ledger) t
  group by 1 order by 1`
const TRANSFERS = `select "transferKey", "entryId", "atMs", "paidAtMs", "valueAtMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId",
  "transactionId", "origin" from galla.ledger order by "transferKey"`
/** Returns a query for the money of each order: paid, refundable, and the other balances. */
const money = (
  paid: string,
) => `select "merchantOrderId" as "id", "reference", "state", "resolution", "amount", ${paid} as "paid",
  case "state" when 'COMPLETED' then "availableAmount" else 0 end as "refundable", "availableAmount" as "available", "heldAmount" as "held",
  "refundedAmount" as "refunded", "version", "updatedAtMs" from galla.orders order by 1`
/**
 * The sum that the ledger has captured, which was the rule of an order without a review. In review, further payments and taken-back ones
 * differed.
 */
const CAPTURED = `coalesce((select sum(l."amount") from galla.ledger l where l."merchantOrderId" = orders."merchantOrderId" and l."kind" = 'capture'), 0)::bigint`
const PAID_BEFORE = `case when "needsReview" is not null or "state" <> 'COMPLETED' then ${CAPTURED}
  else galla."paidAmount"("amount", "attempts", "doublePaymentSeen") end`

const REVIEWS = `select "merchantOrderId" as "id", "needsReview" ->> 'reason' as "reason", "needsReview" -> 'sinceMs' as "sinceMs",
    jsonb_path_query_array("needsReview", '$.findings[*].code') as "codes"
  from galla.orders where "needsReview" is not null order by 1`
/** By the id that everybody knows a refund by. */
const SHOWN = `coalesce("merchantRefundId", 'external:' || "refundId")`
const REFUNDS = `select ${SHOWN} as "shown", "merchantOrderId", "amount", "state", "origin", "inDoubt", "attempts", "approval", "approveByMs", "eventCount",
  "errorCode", "utr", "createdAtMs", "updatedAtMs", "version", "needsReview" #- '{theirs,message}' as "review" from galla.refunds order by 1`
const POLLS = `select "merchantOrderId" as "id", "nextPollAtMs", "unansweredPolls", "sendByMs" from galla.orders where "nextPollAtMs" is not null
  union all select ${SHOWN}, "nextPollAtMs", "attempts", null from galla.refunds where "nextPollAtMs" is not null order by 1`

const UNCHANGED = {
  accounts: ACCOUNTS,
  transfers: TRANSFERS,
  events: 'select "eventId", "event", "merchantOrderId", "createdAtMs" from galla.events order by 1',
  deliveries:
    'select "deliveryId", "state", "attempts", "nextAttemptAtMs", "doneAtMs" from galla.deliveries order by 1',
  callbacks: 'select to_jsonb(c) as "row" from galla.callbacks c order by "callbackId"',
  decisions: 'select to_jsonb(d) as "row" from galla.decisions d order by "decisionId"',
  audit: 'select to_jsonb(a) as "row" from galla.audit a order by "auditId"',
  files: 'select to_jsonb(r) as "row" from galla.refund_file_rows r order by "rowId"',
  users: 'select to_jsonb(u) as "row" from galla.users u order by "userId"',
  keys: 'select to_jsonb(k) - \'allowedNetworks\' as "row" from galla.api_keys k order by "keyId"',
  holds: 'select to_jsonb(h) as "row" from galla.legal_holds h order by 1',
  tail: 'select to_jsonb(t) as "row" from galla.ledger_tail t order by "entryId"',
}
const OF_REFUND = (shown: string) =>
  `select "eventId", ${shown} as "shown" from galla.events where "event" like 'refund.%' order by 1`

describe('a database of the release before', () => {
  let pool: Pool
  let database: Database
  let before: Rows
  let after: Rows
  beforeAll(async () => {
    pool = openPool({ ...(await createEmptyDatabase()), max: 4 }, () => {})
    await restoreOldRelease(pool)
    database = createDatabase(pool, dataKeys([OLD_KEY]))
    before = await readAll(pool, {
      ...UNCHANGED,
      money: money(PAID_BEFORE),
      reviews: REVIEWS,
      refunds: REFUNDS.replaceAll(SHOWN, '"merchantRefundId"'),
      polls: POLLS.replaceAll(SHOWN, '"merchantRefundId"'),
      ofRefund: OF_REFUND('"merchantRefundId"'),
    })
    await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })
    await rebindRefunds(pool, [OLD_KEY])
    after = await readAll(pool, {
      ...UNCHANGED,
      money: money('galla."bookedAmount"("attempts")'),
      reviews: REVIEWS,
      refunds: REFUNDS,
      polls: POLLS,
      ofRefund: OF_REFUND(`(select ${SHOWN} from galla.refunds r where r."id" = "refundKey")`),
    })
    return () => pool.end()
  }, 30_000)
  const read = (text: string) => reader(pool)(text)

  it('has the schema of the baseline once it is migrated', async () => {
    const baseline = new Client(await createTestDatabase())
    await baseline.connect()
    const expected = await describeSchema(baseline)
    await baseline.end()
    expect(await describeSchema(pool)).toEqual(expected)
  })

  it('knows from the audit log who made links for whom', async () => {
    expect(
      await read(`select u."name" as "user", m."name" as "by" from galla.link_makers l
        join galla.users u using ("userId") join galla.users m on m."userId" = l."madeById" order by 1`),
    ).toEqual([
      { user: 'asha', by: 'admin' },
      { user: 'ravi', by: 'admin' },
    ])
  })

  it.each(Object.keys(UNCHANGED))('keeps its %s', (name) => {
    expect(before[name]?.length).toBeGreaterThan(0)
    expect(after[name]).toEqual(before[name])
  })

  it('keeps to the paisa what each order was paid, holds, has refunded and may refund', async () => {
    expect(before.money?.filter(({ paid }) => paid !== 0).length).toBeGreaterThan(60)
    expect(after.money).toEqual(before.money)
    expect(await read('select "merchantOrderId" from galla.orders where "overdrawnAmount" <> 0')).toEqual([])
  })

  it('keeps each refund, with those that were deleted by hand', () => {
    const byId = new Map(before.refunds?.map((row) => [row.shown, row]))
    const added = after.refunds?.filter(({ shown }) => !byId.has(shown))
    expect(after.refunds?.filter(({ shown }) => byId.has(shown))).toEqual(before.refunds)
    expect(added).toMatchObject([
      { shown: 'gone-done', amount: 20_000, state: 'COMPLETED', review: null },
      { shown: 'gone-open', amount: 20_000, state: 'REQUESTED', inDoubt: true, review: { reason: 'unreadable' } },
    ])
  })

  it('has in the ledger of each refund what its state says', async () => {
    expect(await read('select "merchantRefundId" from galla.refunds where galla."differsFromLedger"("id")')).toEqual([])
  })

  it('has keys of refunds above each id that reads as a number, because the keys of their transfers hold either', async () => {
    const [lowest] = await read(
      `select min("id") as "id", (select nextval('galla."refunds_id_seq"') > max("id") from galla.refunds) as "isNext" from galla.refunds`,
    )
    expect(Number(lowest?.id)).toBeGreaterThan(20_260_302)
    expect(lowest?.isNext).toBe(true)
  })

  it('tells of each event about a refund which refund it has become', () => {
    const refundIds = new Map(after.ofRefund?.map(({ eventId, shown }) => [eventId, shown]))
    const changed = before.ofRefund?.filter(({ eventId, shown }) => refundIds.get(eventId) !== shown)
    expect(
      changed?.map(({ eventId, shown }) => [String(shown).startsWith('external:OMR26'), refundIds.get(eventId)]),
    ).toEqual([
      [true, 'x-renamed'],
      [true, 'x-merged'],
    ])
  })

  it('keeps each review, and asks about the payments that were accepted and are in no ledger, and about those in doubt', () => {
    const byId = new Map(after.reviews?.map((row) => [row.id, row]))
    for (const row of before.reviews ?? []) expect(byId.get(row.id)).toEqual(row)
    const known = new Set(before.reviews?.map(({ id }) => id))
    expect(after.reviews?.filter(({ id }) => !known.has(id))).toMatchObject([
      { id: 'accepted-unnamed', codes: ['paid-twice'] },
      { id: 'accepted-unnamed-2', codes: ['paid-twice'] },
      { id: 'doubted-open', codes: ['undecided'] },
    ])
  })

  it('keeps each next check, and plans the comparisons of what is final', async () => {
    const byId = new Map(after.polls?.map((row) => [row.id, row]))
    expect(before.polls?.length).toBeGreaterThan(20)
    for (const row of before.polls ?? []) expect(byId.get(row.id)).toEqual(row)
    // Paid 22 days ago: 30 days after its expiry, which was ten minutes after its start.
    expect(byId.get('clear-done')?.nextPollAtMs).toBe(1_772_425_800_000 + 600_000 + 30 * DAY_MS)
    const unplanned = await read(
      `select "merchantOrderId" as "id" from galla.orders where "nextPollAtMs" is null and "needsReview" is null
        union all select ${SHOWN} from galla.refunds where "nextPollAtMs" is null and "needsReview" is null order by 1`,
    )
    expect(unplanned).toEqual(
      ['external:OMR-x1', 'given-up-cancelled', 'given-up-unsent', 'unsent'].map((id) => ({ id })),
    )
    // Paid out 22 days ago.
    expect(byId.get('clear-done-r')?.nextPollAtMs).toBe(1_772_425_800_000 + 30 * DAY_MS)
  })

  it('reads everything that is encrypted, and has an unbroken audit log', async () => {
    expect(await checkAudit(database)).toEqual({ entries: before.audit?.length, head: expect.any(String) })
    const ids = (await read('select "merchantOrderId" as "id" from galla.orders')).map(({ id }) => String(id))
    expect(JSON.stringify(await readOrders(database, ids))).not.toMatch(/galla1:|"unreadable":/)
    const refunds = await refundsOfOrders(database, ids)
    expect(JSON.stringify(refunds)).not.toContain('galla1:')
    const noted = refunds.filter(({ note }) => note !== undefined)
    expect(noted.length).toBeGreaterThan(20)
    for (const { note, merchantRefundId = '' } of noted)
      expect(note).toMatch(new RegExp(`${merchantRefundId}|^(row|run|never|broken|just|waits|surplus)`))
    expect(refunds.find(({ merchantRefundId }) => merchantRefundId === 'now-refused')?.refusal).toMatchObject({
      message: 'the tea is gone',
    })
    expect(await rebindRefunds(pool, [OLD_KEY])).toBe(0)
  })
})

it('a review that is the null of JSON stays a review, and an empty id is none, when somebody has written them by hand', async () => {
  const pool = openPool({ ...(await createEmptyDatabase()), max: 2 }, () => {})
  await restoreOldRelease(pool)
  await pool.query(`update galla.orders set "needsReview" = 'null' where "merchantOrderId" = 'held';
    update galla.refunds set "needsReview" = 'null', "refundId" = '' where "merchantRefundId" = 'r-done'`)
  await migrate(pool, { migrations: MIGRATIONS_FROM_OLD })
  const { rows } =
    await pool.query(`select "merchantOrderId" as "id", "needsReview" from galla.orders where "merchantOrderId" = 'held'
    union all select "merchantRefundId", "needsReview" from galla.refunds where "merchantRefundId" = 'r-done' and "refundId" is null`)
  expect(rows).toEqual([
    { id: 'held', needsReview: {} },
    { id: 'r-done', needsReview: {} },
  ])
  await pool.end()
})
