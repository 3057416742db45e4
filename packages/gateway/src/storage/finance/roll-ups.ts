import { FAILURE_GROUP_CODES } from '@galla/contract/gateway-api/failures'
import type { Queries } from '../database.ts'
import { FAILURE } from '../orders/order-list.ts'
import { sumOf } from './sums.ts'

/** Orders and calls are counted by half hours. Milliseconds. */
export const BUCKET_MS = 1_800_000
/** Buckets that one transaction fills, and how many of changes it counts: those of a day. */
const MAX_FILLED = 48
const MAX_CHANGES_MS = MAX_FILLED * BUCKET_MS
/**
 * Delay until a change is visible at the latest, because of a slow transaction or of a replica whose clock is behind. Changes of so
 * long are counted again by the next run, and read from the orders until then. Milliseconds.
 */
const OVERLAP_MS = 900_000

/** Progress of the counts. Epoch milliseconds. */
export interface RollUp {
  /** Buckets before it are counted. */
  readonly filledToMs: number
  /** Changes before it are in the counts. */
  readonly changedToMs: number
}

/** Start of the half hour of a time. */
export const bucketOf = (atMs: number): number => Math.floor(atMs / BUCKET_MS) * BUCKET_MS

/** SQL of the bucket of a time. */
export const bucketAt = (column: string): string => `${column} / ${BUCKET_MS} * ${BUCKET_MS}`

/** SQL: the payment counts. Unpaid orders are in no total: a caller may write any amount into them. The provider returns what proves a mandate. */
const PAID = `"resolution" is not distinct from 'fulfil' and "checkout" <> 'MANDATE_CHECK'`

/** SQL of the columns by which orders are counted. */
const COUNTED_BY = `coalesce("paymentMode", 'not chosen') as "paymentMode", "state", ${PAID} as "paid",
  case when "state" = 'FAILED' then ${FAILURE} else '' end as "failure"`

/** SQL: the provider lists the attempt `a`. One that is known without an id says nothing about its payment mode. */
const IS_LISTED = `coalesce(a.value ->> 'transactionId', '') not like all ('{order:%,unnamed:%}')`

/** SQL of what is counted of orders, and of the amount that was paid. */
const COUNTS = `count(*) as "count", ${sumOf('"amount"', PAID)} as "amount", count(*) filter (where "sentAtMs" is not null) as "opened",
  count(*) filter (where exists (select from jsonb_array_elements("attempts") a where ${IS_LISTED})) as "attempted", 0::bigint as "attempts", 0::bigint as "paidAttempts"`

/** SQL: the payer cancelled the attempt, or began another one in its place, so that it says nothing about its payment mode. */
const CANCELLED = `coalesce(a ->> 'detailedErrorCode', a ->> 'errorCode') = any ('{${FAILURE_GROUP_CODES.CANCELLED.join(',')}}')`

/**
 * SQL of the rows that count attempts, by their own payment mode: an order paid by net banking after its card was declined twice has two
 * failed attempts by card. They count no order, and their state is that of none.
 */
const ATTEMPTS = `coalesce(a ->> 'paymentMode', 'not chosen'), 'ATTEMPTS', false, '', 0, 0, 0, 0,
  count(*) filter (where a ->> 'state' = 'COMPLETED' or a ->> 'state' = 'FAILED' and ${CANCELLED} is not true),
  count(*) filter (where a ->> 'state' = 'COMPLETED')`

/** SQL that counts the orders of a span, and their attempts, by `bucket`, an expression of their creation time. Binds nothing itself. */
export const countsOf = (bucket: string, start: string, end: string): string => {
  const created = `"createdAtMs" >= ${start} and "createdAtMs" < ${end}`
  return `select ${bucket}, ${COUNTED_BY}, ${COUNTS} from galla.orders where ${created} group by 1, 2, 3, 4, 5
    union all select ${bucket}, ${ATTEMPTS} from galla.orders, jsonb_array_elements("attempts") a where ${created} and ${IS_LISTED} group by 1, 2`
}

/** Orders whose bucket may differ from its counts have changed since then. */
const changedSince = ({ changedToMs }: RollUp): number => changedToMs - OVERLAP_MS

/**
 * Limits the counts to those that can be right at this time. A database whose clock was ahead has counted half hours that were not over,
 * and changes that were still to come. They are counted again.
 */
export const upToNow = ({ filledToMs, changedToMs }: RollUp, nowMs: number): RollUp => ({
  filledToMs: Math.min(filledToMs, bucketOf(nowMs - OVERLAP_MS)),
  changedToMs: Math.min(changedToMs, nowMs),
})

export async function readRollUp(on: Queries): Promise<RollUp | undefined> {
  const { rows } = await on.query<RollUp>({
    name: 'read-roll-up',
    text: `select "filledToMs", "changedToMs" from galla.roll_ups where "name" = 'overview'`,
  })
  return rows[0]
}

/**
 * Counts the buckets whose orders have changed, and fills buckets that are over: a day of each. A transaction of its own.
 * @returns whether there is more to count; false also while another process counts
 */
export async function fillCounts(tx: Queries, nowMs: number): Promise<boolean> {
  const stored = await lockRollUp(tx, nowMs)
  if (!stored) return false
  const rollUp = upToNow(stored, nowMs)
  const { filledToMs, changedToMs } = rollUp
  const untilMs = Math.max(Math.min(changedToMs + MAX_CHANGES_MS, nowMs), changedToMs)
  const overMs = bucketOf(nowMs - OVERLAP_MS)
  const nextMs = Math.max(Math.min(filledToMs + MAX_FILLED * BUCKET_MS, overMs), filledToMs)
  // Each range has a statement of its own with its bounds as values: joined with a list of ranges, PostgreSQL would read the whole table.
  for (const bucketMs of await changedBuckets(tx, rollUp, untilMs))
    await countOrders(tx, bucketMs, bucketMs + BUCKET_MS)
  await countOrders(tx, filledToMs, nextMs)
  await countCalls(tx, filledToMs, nextMs)
  await tx.query({
    text: `update galla.roll_ups set "filledToMs" = $1, "changedToMs" = $2 where "name" = 'overview'`,
    values: [nextMs, untilMs],
  })
  return nextMs < overMs || untilMs < nowMs
}

/** Undefined while another process has it. The first run begins with the oldest order or call. */
async function lockRollUp(tx: Queries, nowMs: number): Promise<RollUp | undefined> {
  await tx.query({
    text: `insert into galla.roll_ups ("name", "filledToMs", "changedToMs")
      select 'overview', ${bucketAt(`least((select min("createdAtMs") from galla.orders), (select min("atMs") from galla.calls), $1::bigint)`)}, $1::bigint
      where not exists (select from galla.roll_ups where "name" = 'overview') on conflict do nothing`,
    values: [nowMs],
  })
  const { rows } = await tx.query<RollUp>({
    text: `select "filledToMs", "changedToMs" from galla.roll_ups where "name" = 'overview' for update skip locked`,
  })
  return rows[0]
}

/** Counted buckets of which an order has changed since the last run. */
export async function changedBuckets(
  tx: Queries,
  rollUp: RollUp,
  untilMs = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const { rows } = await tx.query<{ bucketMs: number }>({
    text: `select distinct ${bucketAt('"createdAtMs"')} as "bucketMs" from galla.orders where "updatedAtMs" >= $1 and "updatedAtMs" < $2 and "createdAtMs" < $3`,
    values: [changedSince(rollUp), untilMs, rollUp.filledToMs],
  })
  return rows.map(({ bucketMs }) => bucketMs)
}

async function countOrders(tx: Queries, fromMs: number, toMs: number): Promise<void> {
  const values = [fromMs, toMs]
  await tx.query({ text: 'delete from galla.order_counts where "bucketMs" >= $1 and "bucketMs" < $2', values })
  await tx.query({
    text: `insert into galla.order_counts ("bucketMs", "paymentMode", "state", "paid", "failure", "count", "amount", "opened", "attempted", "attempts", "paidAttempts")
      ${countsOf(bucketAt('"createdAtMs"'), '$1', '$2')}`,
    values,
  })
}

/** A call is stored within seconds and never changes. */
async function countCalls(tx: Queries, fromMs: number, toMs: number): Promise<void> {
  const values = [fromMs, toMs]
  await tx.query({ text: 'delete from galla.call_counts where "bucketMs" >= $1 and "bucketMs" < $2', values })
  await tx.query({
    text: `insert into galla.call_counts ("bucketMs", "tookMs", "calls", "errors")
      select ${bucketAt('"atMs"')}, case when "tookMs" is null then -1 when "tookMs" < 100 then "tookMs"
          else round("tookMs"::numeric, 2 - length("tookMs"::text))::integer end, count(*), count("errorKind")
      from galla.calls where "atMs" >= $1 and "atMs" < $2 group by 1, 2`,
    values,
  })
}
