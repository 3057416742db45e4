import type { Queries } from './database.ts'
import { readMeta, saveMeta } from './meta.ts'

/** Progress of retention: rows older than these times are skipped until the next full pass. */
export interface RetentionProgress {
  readonly callbacksMs: number
  readonly ordersMs: number
  /** When the last full pass started. */
  readonly wholeAtMs: number
}

const KEY = 'payer retention'

export async function readProgress(on: Queries): Promise<RetentionProgress> {
  const stored = await readMeta(on, KEY)
  return stored === undefined
    ? { callbacksMs: 0, ordersMs: 0, wholeAtMs: 0 }
    : (JSON.parse(stored) as RetentionProgress)
}

export function saveProgress(on: Queries, progress: RetentionProgress): Promise<void> {
  return saveMeta(on, KEY, JSON.stringify(progress))
}

export interface AgeRange {
  readonly fromMs: number
  readonly beforeMs: number
  readonly limit: number
}

export interface Erased {
  readonly count: number
  /** Everything older is erased, apart from rows that are still in progress. */
  readonly erasedUntilMs: number
}

/** Erases bodies, headers and content of callbacks that are no longer due, oldest first. */
export function eraseCallbacks(on: Queries, old: AgeRange): Promise<Erased> {
  return erase(on, old, {
    find: `select "callbackId" as "id", "receivedAtMs" as "atMs" from galla.callbacks
      where "receivedAtMs" >= $1 and "receivedAtMs" < $2 and "dueAtMs" is null and "body" is not null order by "receivedAtMs" limit $3`,
    update: `update galla.callbacks set "body" = null, "headers" = '{}', "content" = null where "callbackId" in (select "id" from old)`,
  })
}

/** Erases masked payer addresses and merchant notes of orders that are no longer polled, oldest first. */
export function eraseOrders(on: Queries, old: AgeRange): Promise<Erased> {
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
  { fromMs, beforeMs, limit }: AgeRange,
  { find, update }: { find: string; update: string },
): Promise<Erased> {
  const { rows } = await on.query<{ count: number; lastMs: number | null }>({
    text: `with old as materialized (${find}), erased as (${update}) select count(*) as "count", max("atMs") as "lastMs" from old`,
    values: [fromMs, beforeMs, limit],
  })
  const { count = 0, lastMs = null } = rows[0] ?? {}
  return { count, erasedUntilMs: count < limit || lastMs === null ? Math.max(fromMs, beforeMs) : lastMs }
}
