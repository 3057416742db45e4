import type { Overview } from '@galla/contract/books/console-routes'
import type { Queries } from './books.ts'
import { OPEN, STUCK, stuckBefore } from './open-orders.ts'

/** Points of a series, at most: a chart has no more room. */
const MOST_POINTS = 48

/** Steps that people count in; a series of days begins where its span does. Milliseconds. */
const STEPS_MS = [1, 5, 15, 30, 60, 120, 360, 720, 1_440, 10_080, 20_160].map((minutes) => minutes * 60_000)
const LONGEST_STEP_MS = 28 * 86_400_000

export interface Span {
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
}

/** Orders are counted by when they were made, takings too: what is counted, is counted in one place. */
export async function readOverview(on: Queries, { fromMs, toMs, nowMs }: Span): Promise<Overview> {
  const stepMs = STEPS_MS.find((ms) => ms * MOST_POINTS >= toMs - fromMs) ?? LONGEST_STEP_MS
  const [sums, refunds, modes, series, provider] = await Promise.all([
    one(on, SUMS, [fromMs, toMs, stuckBefore(nowMs)]),
    one(on, REFUNDS, [fromMs, toMs]),
    all<Overview['byPaymentMode'][number]>(on, BY_MODE, [fromMs, toMs]),
    all<Overview['series'][number]>(on, SERIES, [fromMs, toMs, stepMs]),
    all<Overview['provider'][number]>(on, PROVIDER, [fromMs, toMs, stepMs]),
  ])
  return { fromMs, toMs, stepMs, ...sums, ...refunds, byPaymentMode: modes, series, provider } as Overview
}

const PAID = `"state" = 'COMPLETED' and "settlement" = 'fulfil'`
const COUNTS = `count(*) filter (where "state" = 'COMPLETED') as "completed", count(*) filter (where "state" = 'FAILED') as "failed"`

const SUMS = `select coalesce(sum("amount") filter (where ${PAID}), 0)::bigint as "takings", count(*) as "orders", ${COUNTS},
    count(*) filter (where ${OPEN}) as "pending",
    (select count(*) from galla.orders where ${STUCK} "expiresAtMs" < $3) as "stuck",
    (select count(*) from galla.orders where "parked" is not null) as "parked"
  from galla.orders where "createdAtMs" >= $1 and "createdAtMs" < $2`

const REFUNDS = `select coalesce(sum("amount") filter (where "state" = 'COMPLETED' and "createdAtMs" >= $1 and "createdAtMs" < $2), 0)::bigint as "refunded",
    count(*) filter (where "state" not in ('COMPLETED', 'FAILED')) as "refundsOpen"
  from galla.refunds where ("createdAtMs" >= $1 and "createdAtMs" < $2) or "state" not in ('COMPLETED', 'FAILED')`

const BY_MODE = `select coalesce("paymentMode", 'not chosen') as "paymentMode", ${COUNTS}, count(*) filter (where ${OPEN}) as "pending",
    coalesce(sum("amount") filter (where ${PAID}), 0)::bigint as "amount"
  from galla.orders where "createdAtMs" >= $1 and "createdAtMs" < $2 group by 1 order by count(*) desc, 1`

const SERIES = `select $1::bigint + ("createdAtMs" - $1::bigint) / $3::bigint * $3::bigint as "atMs", ${COUNTS},
    coalesce(sum("amount") filter (where ${PAID}), 0)::bigint as "amount"
  from galla.orders where "createdAtMs" >= $1 and "createdAtMs" < $2 group by 1 order by 1`

const PROVIDER = `select $1::bigint + ("atMs" - $1::bigint) / $3::bigint * $3::bigint as "atMs", count(*) as "calls",
    count(*) filter (where "errorKind" is not null) as "errors",
    coalesce(round(percentile_cont(0.5) within group (order by "tookMs")), 0)::bigint as "medianMs",
    coalesce(round(percentile_cont(0.95) within group (order by "tookMs")), 0)::bigint as "p95Ms"
  from galla.calls where "atMs" >= $1 and "atMs" < $2 group by 1 order by 1`

async function all<Row extends object>(on: Queries, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await on.query<Row>({ text, values })).rows
}

async function one(on: Queries, text: string, values: readonly unknown[]): Promise<object> {
  return (await all<object>(on, text, values))[0] ?? {}
}
