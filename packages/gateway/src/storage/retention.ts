import type { Queries } from './database.ts'

/** How far the database were gone through: what is older was seen and is not read again before the next whole pass. */
export interface RetentionProgress {
  readonly callbacksMs: number
  readonly ordersMs: number
  /** When the last pass through all of them began. */
  readonly wholeAtMs: number
}

const KEY = 'payers forgotten'

export async function readProgress(on: Queries): Promise<RetentionProgress> {
  const { rows } = await on.query<{ value: string }>({
    text: 'select "value" from galla.meta where "key" = $1',
    values: [KEY],
  })
  return rows[0] ? (JSON.parse(rows[0].value) as RetentionProgress) : { callbacksMs: 0, ordersMs: 0, wholeAtMs: 0 }
}

export async function saveProgress(on: Queries, passed: RetentionProgress): Promise<void> {
  await on.query({
    text: 'insert into galla.meta ("key", "value") values ($1, $2) on conflict ("key") do update set "value" = excluded."value"',
    values: [KEY, JSON.stringify(passed)],
  })
}

export interface Old {
  readonly fromMs: number
  readonly beforeMs: number
  readonly most: number
}

export interface Erased {
  readonly count: number
  /** Nothing older than this is left but what is still being worked on. */
  readonly passedMs: number
}

/** Bodies, headers and facts of callbacks that nobody waits for, oldest first. */
export function eraseCallbacks(on: Queries, old: Old): Promise<Erased> {
  return erase(on, old, {
    find: `select "callbackId" as "id", "receivedAtMs" as "atMs" from galla.callbacks
      where "receivedAtMs" >= $1 and "receivedAtMs" < $2 and "dueAtMs" is null and "body" is not null order by "receivedAtMs" limit $3`,
    update: `update galla.callbacks set "body" = null, "headers" = '{}', "facts" = null where "callbackId" in (select "id" from old)`,
  })
}

/** Masked addresses and what the merchant wrote beside orders that are looked at no more, oldest first. */
export function eraseOrders(on: Queries, old: Old): Promise<Erased> {
  return erase(on, old, {
    find: `select "merchantOrderId" as "id", "createdAtMs" as "atMs" from galla.orders
      where "createdAtMs" >= $1 and "createdAtMs" < $2 and "nextPollAtMs" is null
        and ("payerVpa" is not null or "request" ?| array['metaInfo', 'message', 'merchantUserId']) order by "createdAtMs" limit $3`,
    update: `update galla.orders set "payerVpa" = null,
        "attempts" = (select coalesce(jsonb_agg(one - 'payerVpa'), '[]') from jsonb_array_elements("attempts") one),
        "request" = "request" - 'metaInfo' - 'message' - 'merchantUserId'
      where "merchantOrderId" in (select "id" from old)`,
  })
}

async function erase(
  on: Queries,
  { fromMs, beforeMs, most }: Old,
  { find, update }: { find: string; update: string },
): Promise<Erased> {
  const { rows } = await on.query<{ count: number; lastMs: number | null }>({
    text: `with old as materialized (${find}), erased as (${update}) select count(*) as "count", max("atMs") as "lastMs" from old`,
    values: [fromMs, beforeMs, most],
  })
  const { count = 0, lastMs = null } = rows[0] ?? {}
  return { count, passedMs: count < most || lastMs === null ? Math.max(fromMs, beforeMs) : lastMs }
}
