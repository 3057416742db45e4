import type { Database, Queries } from '../database.ts'
import { readMeta, saveMeta } from '../meta.ts'
import { isOfYounger, isYounger, payerDataSince } from '../orders/order-age.ts'
import { erasureOf } from './personal-data.ts'

const DAY_MS = 86_400_000

/** Handlers and notifiers get the order as it is: for this long, a delivery that waits puts its erasure off. Milliseconds. */
const DELIVERY_WAIT_MS = 30 * DAY_MS

/** SQL that is true while a person has put the order on legal hold. */
export const onHold = (merchantOrderId: string) =>
  `exists (select 1 from galla.legal_holds h where h."merchantOrderId" = ${merchantOrderId})`

/** A callback in review may be replayed for this long before it no longer puts an erasure off. Milliseconds. */
const REVIEW_WAIT_MS = 30 * DAY_MS

/** SQL that is true of a callback whose content has not taken effect: an attempt follows, or it needs review, and a person may replay it. */
const waits = (callback: string, nowMs: string) =>
  `(${callback}."dueAtMs" is not null or (${callback}."error" is not null and ${callback}."receivedAtMs" > ${nowMs}::bigint - ${REVIEW_WAIT_MS}))`

/** SQL that is true of the callbacks `t` that may lose what they reported. */
export const isProcessed = (nowMs: string) => `not ${waits('t', nowMs)}`

/** SQL that is true while the order `o` needs its payer data: it is not final, or a callback or an event of it waits. */
export const inUse = (nowMs: string) => `(o."state" not in ('COMPLETED', 'FAILED')
  or exists (select 1 from galla.callbacks c where c."merchantOrderId" = o."merchantOrderId" and ${waits('c', nowMs)})
  or exists (select 1 from galla.deliveries d where d."merchantOrderId" = o."merchantOrderId" and d."state" = 'waiting'
    and d."createdAtMs" > ${nowMs}::bigint - ${DELIVERY_WAIT_MS}))`

/** SQL that is true of an order of a subscription that has not ended: a bill, or the setup of a mandate. */
export const billsLive = (
  merchantOrderId: string,
) => `exists (select from galla.plan_subscriptions s where s."endedAtMs" is null
  and s."subscriptionId" in (select m."subscriptionId" from galla.mandates m where m."setupOrderId" = ${merchantOrderId}
    union all select d."subscriptionId" from galla.debits d where d."merchantOrderId" = ${merchantOrderId}))`

/** SQL that selects every `id` by which the body of a callback may name an order: its own, and those of its payments and refunds. */
function idsOf(orders: string): string {
  return `select "merchantOrderId" as id from galla.orders where "merchantOrderId" in (${orders})
    union select "orderId" from galla.orders where "merchantOrderId" in (${orders}) and "orderId" is not null
    union select attempt.value ->> 'transactionId' from galla.orders, jsonb_array_elements("attempts") attempt
      where "merchantOrderId" in (${orders}) and attempt.value ? 'transactionId'
    union select "refundId" from galla.refunds where "merchantOrderId" in (${orders}) and "refundId" is not null`
}

/**
 * SQL that is true of a callback without an id of ours whose body names one of the orders, which `orders` selects: a text of the body is an id.
 * The ids are read and hashed once for a statement, so that the cost does not depend on their number: callbacks about the pauses of mandates have
 * no id of ours either.
 */
export function namesOrder(callback: string, orders: string): string {
  return `(${callback}."merchantOrderId" is null and ${callback}."merchantRefundId" is null and ${callback}."verdict" <> 'refused'
    and exists (select 1 from jsonb_path_query(${callback}."body", '$.** ? (@.type() == "string")') found(value)
      where found.value #>> '{}' in (${idsOf(orders)})))`
}

/** Rows about orders, besides the orders themselves. `t` is the row, `$1` a list of order ids. */
interface RelatedTable {
  readonly key: string
  /** Epoch milliseconds: when the row was written. */
  readonly time: string
  /** The id of the order that the row is about. */
  readonly order: string
  /** SQL that is true of a row which is about an order on hold that it does not name by an id of ours. */
  readonly heldUnnamed?: string
  /** The rows of the orders `$1`, by index. */
  readonly ofOrders: string
}

const orderOfRefund = (id: string) =>
  `(select r."merchantOrderId" from galla.refunds r where r."merchantRefundId" = ${id})`
const orderOf = (row: string) => `coalesce(${row}."merchantOrderId", ${orderOfRefund(`${row}."merchantRefundId"`)})`
const namesHeldOrder = (callback: string) => namesOrder(callback, 'select h."merchantOrderId" from galla.legal_holds h')
const REFUNDS_OF_ORDERS = `array(select r."merchantRefundId" from galla.refunds r where r."merchantOrderId" = any($1))`
const byOrder = { order: `t."merchantOrderId"`, ofOrders: `t."merchantOrderId" = any($1)` }
const byOrderOrRefund = {
  order: orderOf('t'),
  ofOrders: `(t."merchantOrderId" = any($1) or t."merchantRefundId" = any(${REFUNDS_OF_ORDERS}))`,
}

/** Every table with personal columns, except `orders`. */
export const RELATED_TABLES: { readonly [table: string]: RelatedTable } = {
  refunds: { key: 'id', time: 'createdAtMs', ...byOrder },
  refund_file_rows: { key: 'rowId', time: 'createdAtMs', ...byOrder },
  // Before the deliveries, which they reference.
  delivery_attempts: {
    key: 'leaseToken',
    time: 'createdAtMs',
    order: byOrder.order,
    ofOrders: `t."deliveryId" = any(array(select d."deliveryId" from galla.deliveries d where d."merchantOrderId" = any($1)))`,
  },
  deliveries: { key: 'deliveryId', time: 'createdAtMs', ...byOrder },
  callbacks: {
    key: 'callbackId',
    time: 'receivedAtMs',
    ...byOrderOrRefund,
    heldUnnamed: namesHeldOrder('t'),
  },
  calls: { key: 'callId', time: 'atMs', ...byOrderOrRefund },
  // The payer's data is in use until the subscription has ended.
  plan_subscriptions: {
    key: 'subscriptionId',
    time: 'endedAtMs',
    order: `(select m."setupOrderId" from galla.mandates m where m."merchantSubscriptionId" = t."merchantSubscriptionId")`,
    ofOrders: `(t."endedAtMs" is not null and t."subscriptionId" = any(array(select m."subscriptionId" from galla.mandates m where m."setupOrderId" = any($1)
      union all select d."subscriptionId" from galla.debits d where d."merchantOrderId" = any($1))))`,
  },
  audit: {
    key: 'auditId',
    time: 'atMs',
    order: `case t."kind" when 'order' then t."id" when 'refund' then ${orderOfRefund('t."id"')}
      when 'callback' then (select ${orderOf('c')} from galla.callbacks c where c."callbackId" = t."id"::bigint) end`,
    heldUnnamed: `case t."kind" when 'callback' then exists (select 1 from galla.callbacks c
      where c."callbackId" = t."id"::bigint and ${namesHeldOrder('c')}) else false end`,
    ofOrders: `((t."kind" = 'order' and t."id" = any($1)) or (t."kind" = 'refund' and t."id" = any(${REFUNDS_OF_ORDERS}))
      or (t."kind" = 'callback' and t."id" = any(array(select c."callbackId"::text from galla.callbacks c
        where c."merchantOrderId" = any($1) or c."merchantRefundId" = any(${REFUNDS_OF_ORDERS})))))`,
  },
}

function related(table: string): RelatedTable {
  const found = RELATED_TABLES[table]
  if (!found) throw new Error(`${table} is not in RELATED_TABLES`)
  return found
}

/** SQL that is true of a row `t` about an order on hold. */
export function isHeld(table: string): string {
  const { order, heldUnnamed } = related(table)
  return heldUnnamed === undefined ? onHold(order) : `(${onHold(order)} or ${heldUnnamed})`
}

/** One batch. Rows that another transaction has locked are left to a later run. */
export interface Batch {
  /** Rows that are older, epoch milliseconds. */
  readonly beforeMs: number
  readonly nowMs: number
  /** At most this many rows. */
  readonly limit: number
}

const LOCK = `hashtextextended('galla retention', 0)`

/** Runs one batch in a transaction of its own, unless another process runs one; then returns 0. */
export function runBatch(database: Database, work: (tx: Queries) => Promise<number>): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ locked: boolean }>({
      text: `select pg_try_advisory_xact_lock(${LOCK}) as "locked"`,
    })
    return rows[0]?.locked ? work(tx) : 0
  })
}

/** Waits for a batch that is in progress, and keeps others out until the transaction ends. */
export async function lockRetention(tx: Queries): Promise<void> {
  await tx.query({ text: `select pg_advisory_xact_lock(${LOCK})` })
}

/** Progress of the erasure of a table: up to this row. */
interface Position {
  readonly atMs: number
  readonly id: string
}

async function readPosition(on: Queries, table: string, first: string): Promise<Position> {
  const stored = await readMeta(on, `erased ${table}`)
  return stored === undefined ? { atMs: 0, id: first } : (JSON.parse(stored) as Position)
}

interface OldRow {
  readonly atMs: number
  readonly id: string
}

async function savePosition(on: Queries, table: string, passed: readonly OldRow[]): Promise<number> {
  const last = passed.at(-1)
  if (last) await saveMeta(on, `erased ${table}`, JSON.stringify(last))
  return passed.length
}

/**
 * Erases the next orders of this age and returns how many were passed. Those that are in use, on hold or locked are put into
 * `galla.erasures`: no order is passed for good. So are those that are younger by the provider's clock, until they have the age; a time
 * of the provider that is yet to come counts as now.
 */
export async function eraseOldOrders(tx: Queries, { beforeMs, nowMs, limit }: Batch): Promise<number> {
  const after = await readPosition(tx, 'orders', '')
  const { rows: old } = await tx.query<OldRow>({
    text: `select "createdAtMs" as "atMs", "merchantOrderId" as "id" from galla.orders
      where ("createdAtMs", "merchantOrderId") > ($1::bigint, $2) and "createdAtMs" < $3 order by "createdAtMs", "merchantOrderId" limit $4`,
    values: [after.atMs, after.id, beforeMs, limit],
  })
  if (old.length === 0) return 0
  await tx.query({
    text: `with ready as materialized (select o."merchantOrderId" as id from galla.orders o where o."merchantOrderId" = any($1)
        and not ${inUse('$2')} and not ${onHold('o."merchantOrderId"')} and not ${isYounger('o', '$3')} for no key update of o skip locked),
      erased as (update galla.orders set ${erasureOf('orders').set}, "erasedAtMs" = $2
        where "merchantOrderId" in (select id from ready) and "erasedAtMs" is null)
      insert into galla.erasures ("merchantOrderId", "dueAtMs")
        select o."merchantOrderId", case when ${isYounger('o', '$3')} then least(${payerDataSince('o')}, $2) + $2 - $3::bigint else $2 end
        from galla.orders o where o."merchantOrderId" = any($1) and not exists (select 1 from ready where ready.id = o."merchantOrderId") on conflict do nothing`,
    values: [old.map(({ id }) => id), nowMs, beforeMs],
  })
  return savePosition(tx, 'orders', old)
}

/**
 * Erases the next callbacks of this age and returns how many were passed. Stops before one that is still due. Those in review, and
 * those of orders on hold, are passed: their orders are in `galla.erasures` until the review or the hold has ended.
 */
export async function eraseOldCallbacks(tx: Queries, { beforeMs, nowMs, limit }: Batch): Promise<number> {
  const after = await readPosition(tx, 'callbacks', '0')
  const { rows: old } = await tx.query<OldRow>({
    text: `select "receivedAtMs" as "atMs", "callbackId"::text as "id" from galla.callbacks
      where ("receivedAtMs", "callbackId") > ($1::bigint, $2::bigint) and "receivedAtMs" < least($3::bigint,
        (select min("receivedAtMs") from galla.callbacks where "dueAtMs" is not null and "replayedAtMs" is null and "receivedAtMs" < $3),
        (select min("receivedAtMs") from galla.callbacks where "dueAtMs" is not null and "replayedAtMs" is not null and "receivedAtMs" < $3))
      order by "receivedAtMs", "callbackId" limit $4`,
    values: [after.atMs, after.id, beforeMs, limit],
  })
  if (old.length === 0) return 0
  const { set, present } = erasureOf('callbacks')
  await tx.query({
    text: `update galla.callbacks t set ${set} where "callbackId" = any($1::bigint[]) and ${isProcessed('$2')} and (${present})
      and not ${isHeld('callbacks')} and not ${isOfYounger(related('callbacks').order, '$3')}`,
    values: [old.map(({ id }) => id), nowMs, beforeMs],
  })
  return savePosition(tx, 'callbacks', old)
}

type TableOfTexts = 'refunds' | 'refund_file_rows' | 'deliveries' | 'delivery_attempts' | 'plan_subscriptions' | 'audit'

/** SQL that selects the rows older than `$1` that hold something personal, by a partial index of these few, the oldest first. */
export function oldTexts(table: TableOfTexts): string {
  const { key, time, order } = related(table)
  const { present, filled } = erasureOf(table)
  return `select "${key}" from galla.${table} t
    where "${time}" < $1 and (${filled}) and (${present}) and not ${isHeld(table)} and not ${isOfYounger(order, '$1')} order by "${time}"`
}

/** Erases the oldest rows of `oldTexts`. Returns how many. */
export async function eraseOldTexts(tx: Queries, table: TableOfTexts, { beforeMs, limit }: Batch): Promise<number> {
  const { rowCount } = await tx.query({
    text: `update galla.${table} set ${erasureOf(table).set} where "${related(table).key}" in (${oldTexts(table)} limit $2 for no key update skip locked)`,
    values: [beforeMs, limit],
  })
  return rowCount ?? 0
}

/** SQL that is true of a file of refunds `t` without a row about an order on hold. Its other rows stay with one, so that the file stays as it was. */
export const NO_ROW_HELD = `not exists (select 1 from galla.refund_file_rows r where r."fileId" = t."fileId" and ${onHold('r."merchantOrderId"')})`

/** Rows that are deleted when they are old. */
const EXPIRING = {
  calls: { table: 'calls', key: 'callId', time: 'atMs', where: `not ${isHeld('calls')}` },
  deliveryAttempts: {
    table: 'delivery_attempts',
    key: 'leaseToken',
    time: 'startedAtMs',
    where: `not ${isHeld('delivery_attempts')}`,
  },
  callbacks: {
    table: 'callbacks',
    key: 'callbackId',
    time: 'receivedAtMs',
    // Those of a stored order go with it.
    where: `t."dueAtMs" is null and not ${isHeld('callbacks')}
      and not exists (select 1 from galla.orders o where o."merchantOrderId" = ${related('callbacks').order})`,
  },
  refusedCallbacks: { table: 'callbacks', key: 'callbackId', time: 'receivedAtMs', where: `t."verdict" = 'refused'` },
  previewedFiles: {
    table: 'refund_files',
    key: 'fileId',
    time: 'createdAtMs',
    where: `t."startedAtMs" is null and ${NO_ROW_HELD}`,
  },
  refundFiles: {
    table: 'refund_files',
    key: 'fileId',
    time: 'createdAtMs',
    where: `t."finishedAtMs" is not null and ${NO_ROW_HELD}`,
  },
  sessions: { table: 'sessions', key: 'digest', time: 'createdAtMs', where: 'true' },
  usedSignIns: { table: 'used_sign_ins', key: 'digest', time: 'usedAtMs', where: 'true' },
  loginAttempts: { table: 'login_attempts', key: 'who', time: 'startedAtMs', where: 'true' },
} as const

/** Deletes people's notes about callbacks with the callbacks: nothing else says which order a note is about. */
const WITH_NOTES = `, notes as (update galla.audit set "detail" = null
  where "kind" = 'callback' and "id" in (select "callbackId"::text from old) and "detail" is not null)`

/** SQL that selects the rows of a log that are older than `$1` and expire, the oldest first. */
export function expiredRows(rows: keyof typeof EXPIRING): string {
  const { table, key, time, where } = EXPIRING[rows]
  return `select "${key}" from galla.${table} t where t."${time}" < $1 and ${where} order by t."${time}"`
}

/** Deletes the oldest expired rows of a log. Returns how many. */
export async function deleteExpired(
  tx: Queries,
  rows: keyof typeof EXPIRING,
  { beforeMs, limit }: Batch,
): Promise<number> {
  const { table, key } = EXPIRING[rows]
  const { rowCount } = await tx.query({
    text: `with old as materialized (${expiredRows(rows)} limit $2 for update skip locked)${rows === 'callbacks' ? WITH_NOTES : ''}
      delete from galla.${table} where "${key}" in (select "${key}" from old)`,
    values: [beforeMs, limit],
  })
  return rowCount ?? 0
}

/** Callbacks that change nothing: an attacker, or a provider that repeats, may send any number of them. The newest of each are kept. */
const MAX_STORED = { refused: 2_000, duplicate: 5_000 } as const

/** SQL that selects refused or repeated callbacks beyond the number that is kept, whatever their age. */
export const surplusCallbacks = (verdict: keyof typeof MAX_STORED) =>
  `select "callbackId" from galla.callbacks where "verdict" = '${verdict}' order by "receivedAtMs" desc, "callbackId" desc offset ${MAX_STORED[verdict]}`

/** Deletes surplus callbacks. Returns how many. */
export async function deleteSurplusCallbacks(
  tx: Queries,
  verdict: keyof typeof MAX_STORED,
  { limit }: Pick<Batch, 'limit'>,
): Promise<number> {
  const { rowCount } = await tx.query({
    text: `delete from galla.callbacks where "callbackId" in (${surplusCallbacks(verdict)} limit $1)`,
    values: [limit],
  })
  return rowCount ?? 0
}

/** Rows that a step works on. */
export interface Selection {
  /** SQL that selects their ids. `$1` is `beforeMs`. */
  readonly rows: string
  /** Epoch milliseconds. */
  readonly beforeMs: number
}

/** Tells of each selection whether it has a row. One statement, because mostly none has. */
export async function haveRows(on: Queries, selections: readonly Selection[]): Promise<readonly boolean[]> {
  const isFound = selections.map(
    ({ rows }, at) => `(${rows.replaceAll('$1', `($1::bigint[])[${at + 1}]`)} limit 1) is not null`,
  )
  const { rows } = await on.query<{ found: boolean[] }>({
    text: `select array[${isFound.join(', ')}] as "found" where $1::bigint[] is not null`,
    values: [selections.map(({ beforeMs }) => beforeMs)],
  })
  return rows[0]?.found ?? []
}
