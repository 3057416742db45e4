import type { Database, Queries } from './database.ts'
import { readMeta, saveMeta } from './meta.ts'
import { erasureOf } from './personal-data.ts'

const DAY_MS = 86_400_000

/** Handlers and notifiers get the order as it is: for this long, a delivery that waits puts its erasure off. Milliseconds. */
const DELIVERY_WAIT_MS = 30 * DAY_MS

/** SQL that is true while a person has put the order on legal hold. */
export const onHold = (merchantOrderId: string) =>
  `exists (select 1 from galla.legal_holds h where h."merchantOrderId" = ${merchantOrderId})`

/** SQL that is true while the order `o` needs its payer data: it is not final, or a callback or an event of it waits. */
export const inUse = (nowMs: string) => `(o."state" not in ('COMPLETED', 'FAILED')
  or exists (select 1 from galla.callbacks c where c."merchantOrderId" = o."merchantOrderId" and c."dueAtMs" is not null)
  or exists (select 1 from galla.deliveries d where d."merchantOrderId" = o."merchantOrderId" and d."state" = 'waiting'
    and d."createdAtMs" > ${nowMs}::bigint - ${DELIVERY_WAIT_MS}))`

/** Rows about orders, besides the orders themselves. `t` is the row, `$1` a list of order ids. */
interface RelatedTable {
  readonly key: string
  /** Epoch milliseconds: when the row was written. */
  readonly time: string
  /** The order of the row. */
  readonly order: string
  /** The rows of the orders `$1`, by index. */
  readonly ofOrders: string
}

const ORDER_OF_REFUND = `(select r."merchantOrderId" from galla.refunds r where r."merchantRefundId" = `
const REFUNDS_OF_ORDERS = `array(select r."merchantRefundId" from galla.refunds r where r."merchantOrderId" = any($1))`
const byOrder = { order: `t."merchantOrderId"`, ofOrders: `t."merchantOrderId" = any($1)` }
const byOrderOrRefund = {
  order: `coalesce(t."merchantOrderId", ${ORDER_OF_REFUND}t."merchantRefundId"))`,
  ofOrders: `(t."merchantOrderId" = any($1) or t."merchantRefundId" = any(${REFUNDS_OF_ORDERS}))`,
}

/** Every table with personal columns, except `orders`. */
export const RELATED_TABLES: { readonly [table: string]: RelatedTable } = {
  refunds: { key: 'merchantRefundId', time: 'createdAtMs', ...byOrder },
  deliveries: { key: 'deliveryId', time: 'createdAtMs', ...byOrder },
  callbacks: { key: 'callbackId', time: 'receivedAtMs', ...byOrderOrRefund },
  calls: { key: 'callId', time: 'atMs', ...byOrderOrRefund },
  audit: {
    key: 'auditId',
    time: 'atMs',
    order: `case t."kind" when 'order' then t."id" when 'refund' then ${ORDER_OF_REFUND}t."id") end`,
    ofOrders: `((t."kind" = 'order' and t."id" = any($1)) or (t."kind" = 'refund' and t."id" = any(${REFUNDS_OF_ORDERS})))`,
  },
}

function related(table: string): RelatedTable {
  const found = RELATED_TABLES[table]
  if (!found) throw new Error(`${table} is not in RELATED_TABLES`)
  return found
}

/** One batch. Rows that another transaction has locked are left to a later run. */
export interface Batch {
  /** Rows that are older, epoch milliseconds. */
  readonly beforeMs: number
  readonly nowMs: number
  /** At most this many rows. */
  readonly limit: number
}

/** Runs `work` in one transaction, unless another process does; then returns 0. */
export function aloneIn(database: Database, work: (tx: Queries) => Promise<number>): Promise<number> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{ locked: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtextextended('galla retention', 0)) as "locked"`,
    })
    return rows[0]?.locked ? work(tx) : 0
  })
}

/** How far a table has been erased: up to this row. */
interface Position {
  readonly atMs: number
  readonly id: string
}

async function readPosition(on: Queries, table: string, first: string): Promise<Position> {
  const stored = await readMeta(on, `erased ${table}`)
  return stored === undefined ? { atMs: 0, id: first } : (JSON.parse(stored) as Position)
}

interface Passed {
  count: number
  atMs: number | null
  id: string | null
}

async function savePosition(on: Queries, table: string, passed: Passed | undefined): Promise<number> {
  const { count = 0, atMs = null, id = null } = passed ?? {}
  if (atMs !== null && id !== null) await saveMeta(on, `erased ${table}`, JSON.stringify({ atMs, id }))
  return count
}

/**
 * Erases the next orders of this age and returns how many were passed. Those that are in use, on hold or locked are put into
 * `galla.erasures`: no order is passed for good.
 */
export async function eraseOldOrders(tx: Queries, { beforeMs, nowMs, limit }: Batch): Promise<number> {
  const after = await readPosition(tx, 'orders', '')
  const { rows } = await tx.query<Passed>({
    text: `with old as materialized (
        select "merchantOrderId" as id, "createdAtMs" as at from galla.orders
        where ("createdAtMs", "merchantOrderId") > ($1::bigint, $2) and "createdAtMs" < $3 order by "createdAtMs", "merchantOrderId" limit $4),
      ready as materialized (select o."merchantOrderId" as id from galla.orders o join old on old.id = o."merchantOrderId"
        where not ${inUse('$5')} and not ${onHold('o."merchantOrderId"')} for no key update of o skip locked),
      erased as (update galla.orders set ${erasureOf('orders').set}, "erasedAtMs" = $5
        where "merchantOrderId" in (select id from ready) and "erasedAtMs" is null),
      queued as (insert into galla.erasures ("merchantOrderId", "dueAtMs")
        select id, $5 from old where not exists (select 1 from ready where ready.id = old.id) on conflict do nothing)
      select (select count(*) from old) as "count", last.at as "atMs", last.id
      from (select 1) as one left join (select at, id from old order by at desc, id desc limit 1) last on true`,
    values: [after.atMs, after.id, beforeMs, limit, nowMs],
  })
  return savePosition(tx, 'orders', rows[0])
}

/**
 * Erases the next callbacks of this age and returns how many were passed. Stops before one that is still due. Those of orders on hold
 * are passed: the end of the hold puts the order into `galla.erasures`.
 */
export async function eraseOldCallbacks(tx: Queries, { beforeMs, limit }: Batch): Promise<number> {
  const after = await readPosition(tx, 'callbacks', '0')
  const { set, present } = erasureOf('callbacks')
  const { rows } = await tx.query<Passed>({
    text: `with old as materialized (
        select "callbackId" as id, "receivedAtMs" as at from galla.callbacks
        where ("receivedAtMs", "callbackId") > ($1::bigint, $2::bigint) and "receivedAtMs" < least($3::bigint,
          (select min("receivedAtMs") from galla.callbacks where "dueAtMs" is not null and "receivedAtMs" < $3))
        order by "receivedAtMs", "callbackId" limit $4),
      erased as (update galla.callbacks t set ${set} where "callbackId" in (select id from old) and "dueAtMs" is null
        and (${present}) and not ${onHold(related('callbacks').order)})
      select (select count(*) from old) as "count", last.at as "atMs", last.id::text as "id"
      from (select 1) as one left join (select at, id from old order by at desc, id desc limit 1) last on true`,
    values: [after.atMs, after.id, beforeMs, limit],
  })
  return savePosition(tx, 'callbacks', rows[0])
}

/** Erases rows of this age that hold something personal, by a partial index of these few. Returns how many. */
export async function eraseOldTexts(
  tx: Queries,
  table: 'refunds' | 'deliveries' | 'audit',
  { beforeMs, limit }: Batch,
): Promise<number> {
  const { key, time, order } = related(table)
  const { set, present } = erasureOf(table)
  const { rowCount } = await tx.query({
    text: `update galla.${table} set ${set} where "${key}" in (select "${key}" from galla.${table} t
      where "${time}" < $1 and (${present}) and not ${onHold(order)} order by "${time}" limit $2 for no key update skip locked)`,
    values: [beforeMs, limit],
  })
  return rowCount ?? 0
}

/** Rows that are deleted when they are old. */
const EXPIRING = {
  calls: { key: 'callId', time: 'atMs', where: `not ${onHold(related('calls').order)}` },
  callbacks: { key: 'callbackId', time: 'receivedAtMs', where: `t."verdict" = 'refused'` },
  sessions: { key: 'digest', time: 'createdAtMs', where: 'true' },
  login_attempts: { key: 'who', time: 'startedAtMs', where: 'true' },
} as const

/** Deletes the oldest expired rows: of the API log, refused callbacks, sessions, login attempts. Returns how many. */
export async function deleteExpired(
  tx: Queries,
  table: keyof typeof EXPIRING,
  { beforeMs, limit }: Batch,
): Promise<number> {
  const { key, time, where } = EXPIRING[table]
  const { rowCount } = await tx.query({
    text: `delete from galla.${table} where "${key}" in (select "${key}" from galla.${table} t
      where t."${time}" < $1 and ${where} order by t."${time}" limit $2 for update skip locked)`,
    values: [beforeMs, limit],
  })
  return rowCount ?? 0
}
