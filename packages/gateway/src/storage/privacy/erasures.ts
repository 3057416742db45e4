import type { Queries } from '../database.ts'
import { ERASED_TABLES, erasureOf } from './personal-data.ts'
import { type Batch, billsLive, inUse, isHeld, isProcessed, namesOrder, onHold, RELATED_TABLES } from './retention.ts'

const DAY_MS = 86_400_000

/** Rows that an erasure changed, by table. */
export type ErasedRows = { readonly [table: string]: number }

/** Tells whether personal data of the order was erased. */
export async function isErasedOrder(on: Queries, merchantOrderId: string): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'is-erased-order',
    text: `select 1 from galla.orders where "merchantOrderId" = $1 and "erasedAtMs" is not null`,
    values: [merchantOrderId],
  })
  return rowCount === 1
}

/**
 * Requests the erasure of orders: as soon as each is final and not held, and again every day until `repeatUntilMs`. Of a bill, also until its
 * subscription has ended: before, the payer's data of the subscription is in use.
 */
export async function requestErasure(
  on: Queries,
  merchantOrderIds: readonly string[],
  { nowMs, repeatUntilMs }: { nowMs: number; repeatUntilMs: number },
): Promise<void> {
  await on.query({
    text: `insert into galla.erasures ("merchantOrderId", "dueAtMs", "repeatUntilMs") select unnest($1::text[]), $2, $3
      on conflict ("merchantOrderId") do update set "dueAtMs" = excluded."dueAtMs", "repeatUntilMs" = excluded."repeatUntilMs"`,
    values: [merchantOrderIds, nowMs, repeatUntilMs],
  })
}

/**
 * Erases the orders of `galla.erasures` that are due, final and not held, with everything about them: at most `limit` orders, or
 * those of `only`. Returns the orders and the changed rows of each table.
 */
export async function eraseDueOrders(
  tx: Queries,
  { nowMs, limit }: Omit<Batch, 'beforeMs'>,
  only?: readonly string[],
): Promise<{ readonly orders: readonly string[]; readonly rows: ErasedRows }> {
  const { rows } = await tx.query<{ merchantOrderId: string }>({
    text: `select o."merchantOrderId" from galla.erasures e join galla.orders o on o."merchantOrderId" = e."merchantOrderId"
      where e."dueAtMs" <= $1 and ($3::text[] is null or e."merchantOrderId" = any($3)) and not ${inUse('$1')}
        and not ${onHold('o."merchantOrderId"')} order by e."dueAtMs", e."merchantOrderId" limit $2 for no key update of e, o skip locked`,
    values: [nowMs, limit, only],
  })
  const orders = rows.map(({ merchantOrderId }) => merchantOrderId)
  if (orders.length === 0) return { orders, rows: {} }
  const erased: { [table: string]: number } = {}
  // What names the order by the provider's ids only must be found before those ids are gone.
  const unnamed = await eraseUnnamedCallbacks(tx, orders, nowMs)
  for (const table of ERASED_TABLES) {
    const { set, present } = erasureOf(table)
    const isOrders = table === 'orders'
    const also = isOrders ? ', "erasedAtMs" = coalesce(t."erasedAtMs", $2::bigint)' : ''
    const isCallbacks = table === 'callbacks'
    const processed = isCallbacks ? `and ${isProcessed('$2')}` : ''
    const { rowCount } = await tx.query({
      text: `update galla.${table} t set ${set}${also} where ${isOrders ? 't."merchantOrderId" = any($1)' : RELATED_TABLES[table]?.ofOrders}
        and (${present}${isOrders ? ' or t."erasedAtMs" is null' : ''}) ${processed}`,
      values: isOrders || isCallbacks ? [orders, nowMs] : [orders],
    })
    erased[table] = (rowCount ?? 0) + (unnamed[table] ?? 0)
  }
  await tx.query({
    text: `with repeated as (select e."merchantOrderId" as id from galla.erasures e where e."merchantOrderId" = any($1)
        and e."repeatUntilMs" is not null and (e."repeatUntilMs" > $2 or ${billsLive('e."merchantOrderId"')})),
      again as (update galla.erasures set "dueAtMs" = $2::bigint + ${DAY_MS} where "merchantOrderId" in (select id from repeated))
      delete from galla.erasures where "merchantOrderId" = any($1) and "merchantOrderId" not in (select id from repeated)`,
    values: [orders, nowMs],
  })
  return { orders, rows: erased }
}

/** Callbacks that name an order or a payment of it in their body only, by an index of the few that have no id of ours, and the notes about them. */
async function eraseUnnamedCallbacks(tx: Queries, orders: readonly string[], nowMs: number): Promise<ErasedRows> {
  const { set, present } = erasureOf('callbacks')
  const notes = erasureOf('audit')
  const { rows } = await tx.query<{ callbacks: number; audit: number }>({
    text: `with found as materialized (select t."callbackId" as id from galla.callbacks t
        where ${namesOrder('t', 'select unnest($1::text[])')} and ${isProcessed('$2')} and not ${isHeld('callbacks')}),
      callbacks as (update galla.callbacks set ${set} where "callbackId" in (select id from found) and (${present}) returning 1),
      notes as (update galla.audit set ${notes.set} where "kind" = 'callback' and "id" in (select id::text from found) and (${notes.present}) returning 1)
      select (select count(*)::int from callbacks) as "callbacks", (select count(*)::int from notes) as "audit"`,
    values: [orders, nowMs],
  })
  return { ...rows[0] }
}
