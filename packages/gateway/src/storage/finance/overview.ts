import type { FailureGroup } from '@galla/contract/gateway-api/failures'
import type { Overview } from '@galla/contract/gateway-api/overview'
import type { Paise } from '@galla/contract/money'
import { defined } from '../../domain/defined.ts'
import { failureGroup } from '../../domain/events/failure-group.ts'
import { failingCalls } from '../calls.ts'
import type { Queries } from '../database.ts'
import { NEEDS_ANSWER } from '../disputes/disputes.ts'
import { RETRYING } from '../events/deliveries.ts'
import { SETTLEMENT_FINDINGS_KEY } from '../meta.ts'
import { OWED_AMOUNT, OWED_WITHOUT_REFUND, STUCK, stuckBefore } from '../orders/order-list.ts'
import { BUCKET_MS, bucketOf, changedBuckets, countsOf, type RollUp, readRollUp, upToNow } from './roll-ups.ts'
import { addUp, sumOf } from './sums.ts'

/** Maximum number of points of a chart's series; one more where the start of the span was rounded. */
const MAX_POINTS = 48

/** Possible step sizes of a series, which starts at the start of its span. Milliseconds. */
const STEPS_MS = [1, 5, 15, 30, 60, 120, 360, 720, 1_440, 10_080, 20_160].map((minutes) => minutes * 60_000)
const LONGEST_STEP_MS = 28 * 86_400_000

export interface Span {
  readonly fromMs: number
  readonly toMs: number
  readonly nowMs: number
}

/**
 * Counts orders and their volume by creation time. A span with steps of half hours or longer starts with a half hour: half hours that are
 * over come from the roll-ups, and only what has changed since is counted from the orders, so that no long span reads single orders. A
 * shorter span is counted from the orders, to the millisecond.
 */
export async function readOverview(on: Queries, { fromMs: givenMs, toMs, nowMs }: Span): Promise<Overview> {
  const stepMs = STEPS_MS.find((ms) => ms * MAX_POINTS >= toMs - givenMs) ?? LONGEST_STEP_MS
  const isRounded = stepMs % BUCKET_MS === 0
  const fromMs = isRounded ? bucketOf(givenMs) : givenMs
  const stored = isRounded ? await readRollUp(on) : undefined
  const rollUp = stored && upToNow(stored, nowMs)
  const filledToMs = Math.min(rollUp?.filledToMs ?? fromMs, bucketOf(toMs))
  const span = [fromMs, toMs, stepMs]
  const isCounted = rollUp !== undefined && filledToMs > fromMs
  const [counted, waiting, refunds, failing, provider] = await Promise.all([
    isCounted ? countedOrders(on, { fromMs, toMs, stepMs, filledToMs }, rollUp) : all<OrderCount>(on, ORDERS, span),
    one(on, WAITING, [stuckBefore(nowMs)]),
    one(on, REFUNDS, [fromMs, toMs]),
    failingCalls(on, nowMs),
    isCounted
      ? all<Overview['provider'][number]>(on, providerOf(COUNTED_CALLS), [...span, filledToMs])
      : all<Overview['provider'][number]>(on, providerOf(CALLS), span),
  ])
  return {
    fromMs,
    toMs,
    stepMs,
    ...summarizeOrders(counted),
    ...waiting,
    ...refunds,
    provider,
    failingCalls: failing,
  } as Overview
}

const stepOf = (column: string) => `$1::bigint + ("${column}" - $1::bigint) / $3::bigint * $3::bigint`

const atStep = `${stepOf('createdAtMs')} as "atMs"`
const ORDERS = countsOf(atStep, '$1', '$2')
const ORDERS_BETWEEN = countsOf(atStep, '$2', '$4')

const summed = (column: string) => `${sumOf(`"${column}"`)} as "${column}"`

/** Counted buckets before `$2`, without the changed ones. */
const ORDER_COUNTS = `select ${stepOf('bucketMs')} as "atMs", "paymentMode", "state", "paid", "failure",
    ${['count', 'amount', 'opened', 'attempted', 'attempts', 'paidAttempts'].map(summed).join(', ')}
  from galla.order_counts where "bucketMs" >= $1 and "bucketMs" < $2 and "bucketMs" <> all ($4::bigint[]) group by 1, 2, 3, 4, 5`

/** Each range of orders has a statement of its own, so that PostgreSQL knows how short it is. */
export async function countedOrders(
  on: Queries,
  { fromMs, toMs, stepMs, filledToMs }: { fromMs: number; toMs: number; stepMs: number; filledToMs: number },
  rollUp: RollUp,
): Promise<OrderCount[]> {
  const changed = (await changedBuckets(on, rollUp)).filter((bucketMs) => bucketMs >= fromMs && bucketMs < filledToMs)
  const rows = await all<OrderCount>(on, ORDER_COUNTS, [fromMs, filledToMs, stepMs, changed])
  const ranges = [...changed.map((bucketMs) => [bucketMs, bucketMs + BUCKET_MS]), [filledToMs, toMs]]
  for (const [sinceMs, untilMs] of ranges) {
    rows.push(...(await all<OrderCount>(on, ORDERS_BETWEEN, [fromMs, sinceMs, stepMs, untilMs])))
  }
  return rows
}

const refundsToApprove = (figure: string) =>
  `select ${figure} from galla.refunds where "approval" = 'waiting' and "state" = 'REQUESTED' and "needsReview" is null`

const WAITING = `select (select count(*) from galla.orders where ${STUCK} "expiresAtMs" < $1) as "delayed",
    (select count(*) from galla.orders where "needsReview" is not null) as "needsReview",
    (select ${sumOf(OWED_AMOUNT)} from galla.orders where "needsReview" is not null) as "owedInReview",
    (select count(*) from galla.refunds where "needsReview" is not null) as "refundsInReview",
    (select count(*) from galla.orders where ${OWED_WITHOUT_REFUND}) as "owed",
    (select ${sumOf('"availableAmount"')} from galla.orders where ${OWED_WITHOUT_REFUND}) as "owedAmount",
    (${refundsToApprove('count(*)')}) as "refundsToApprove", (${refundsToApprove(sumOf('"amount"'))}) as "refundsToApproveAmount",
    (select count(*) from galla.disputes where ${NEEDS_ANSWER}) as "disputesToAnswer",
    coalesce((select "value"::bigint from galla.meta where "key" = '${SETTLEMENT_FINDINGS_KEY}'), 0) as "settlementFindings",
    (select count(*) from galla.deliveries where "state" = 'failed') as "failedDeliveries",
    (select count(*) from (select from galla.deliveries where ${RETRYING} limit 1000) r) as "retriedDeliveries"`

const openRefunds = (figure: string) =>
  `select ${figure} from galla.refunds where "state" in ('REQUESTED', 'PENDING', 'CONFIRMED')`

const REFUNDS = `select ${sumOf('"amount"', `"state" = 'COMPLETED'`)} as "refunded", (${openRefunds('count(*)')}) as "refundsOpen",
    (${openRefunds(sumOf('"amount"'))}) as "refundsOpenAmount" from galla.refunds where "createdAtMs" >= $1 and "createdAtMs" < $2`

const callsFrom = (
  start: string,
) => `select ${stepOf('atMs')} as "atMs", "tookMs", count(*) as "calls", count("errorKind") as "errors"
  from galla.calls where "atMs" >= ${start} and "atMs" < $2 group by 1, 2`

const CALLS = callsFrom('$1')

/** `$4`: end of the counted buckets, whose durations are rounded to two digits. */
const COUNTED_CALLS = `select "atMs", "tookMs", sum("calls") as "calls", sum("errors") as "errors" from (
    select ${stepOf('bucketMs')} as "atMs", nullif("tookMs", -1) as "tookMs", "calls", "errors" from galla.call_counts
    where "bucketMs" >= $1 and "bucketMs" < $4 union all ${callsFrom('$4')}) c group by 1, 2`

/** Percentiles from counts per duration: there are few distinct durations, so a million calls need no sort. */
const providerOf = (took: string) => `with took as (${took}),
  ranked as (
    select "atMs", "tookMs", "calls", "errors", sum("calls") filter (where "tookMs" is not null) over (partition by "atMs" order by "tookMs") as "upTo",
      sum("calls") filter (where "tookMs" is not null) over (partition by "atMs") as "timed" from took)
  select "atMs", sum("calls")::bigint as "calls", sum("errors")::bigint as "errors",
    coalesce(min("tookMs") filter (where "upTo" >= "timed" * 0.5), 0) as "medianMs",
    coalesce(min("tookMs") filter (where "upTo" >= "timed" * 0.95), 0) as "p95Ms"
  from ranked group by 1 order by 1`

async function all<Row extends object>(on: Queries, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await on.query<Row>({ text, values })).rows
}

async function one(on: Queries, text: string, values: readonly unknown[]): Promise<object> {
  return (await all<object>(on, text, values))[0] ?? {}
}

/** Number of orders of one time step, payment mode, state and failure code, and what was paid. `amount` in paise, 0 of unpaid ones. */
export interface OrderCount {
  readonly atMs: number
  readonly paymentMode: string
  readonly state: string
  /** The payment counts: it was not refunded as late or duplicate. */
  readonly paid: boolean
  /** Code of a failed order, otherwise empty. */
  readonly failure: string
  readonly count: number
  readonly amount: number
  readonly opened: number
  readonly attempted: number
  readonly attempts: number
  readonly paidAttempts: number
}

type OrderSummary = Omit<ReturnType<typeof sumsOf>, 'amount'> &
  Pick<Overview, 'grossVolume' | 'failures' | 'byPaymentMode' | 'series'>

const MAX_FAILURES = 20

/** Sums the counts for the overview. */
export function summarizeOrders(rows: readonly OrderCount[]): OrderSummary {
  const { amount: grossVolume, ...whole } = sumsOf(rows)
  const byPaymentMode = [...grouped(rows, ({ paymentMode }) => paymentMode)]
    .map(([paymentMode, group]) => ({ paymentMode, ...sumsOf(group), topFailure: failuresOf(group)[0] }))
    .sort((a, b) => b.orders - a.orders || (a.paymentMode < b.paymentMode ? -1 : 1))
    .map(({ paymentMode, completed, failed, pending, amount, attempts, paidAttempts, topFailure }) =>
      defined({ paymentMode, completed, failed, pending, amount, attempts, paidAttempts, topFailure }),
    )
  const series = [...grouped(rows, ({ atMs }) => atMs)]
    .map(([atMs, group]) => {
      const { completed, failed, pending, amount } = sumsOf(group)
      return { atMs, completed, failed, pending, amount }
    })
    .sort((a, b) => a.atMs - b.atMs)
  return { grossVolume, ...whole, failures: failuresOf(rows).slice(0, MAX_FAILURES), byPaymentMode, series }
}

function sumsOf(rows: readonly OrderCount[]) {
  const sum = (of: (row: OrderCount) => number) => rows.reduce((total, row) => total + of(row), 0)
  const count = (fits: (row: OrderCount) => boolean) => sum((row) => (fits(row) ? row.count : 0))
  const failedAs = (group: FailureGroup) =>
    count(({ state, failure }) => state === 'FAILED' && failureGroup(failure) === group)
  return {
    orders: count(() => true),
    completed: count(({ state }) => state === 'COMPLETED'),
    failed: count(({ state }) => state === 'FAILED'),
    expired: failedAs('EXPIRED'),
    cancelled: failedAs('CANCELLED'),
    pending: count(({ state }) => state === 'CREATED' || state === 'PENDING'),
    opened: sum(({ opened }) => opened),
    attempted: sum(({ attempted }) => attempted),
    attempts: sum(({ attempts }) => attempts),
    paidAttempts: sum(({ paidAttempts }) => paidAttempts),
    amount: addUp(rows.map(({ paid, amount }) => (paid ? amount : 0))) as Paise,
  }
}

/** Failed orders by code, most first. */
function failuresOf(rows: readonly OrderCount[]): { code: string; orders: number }[] {
  const failed = rows.filter(({ state }) => state === 'FAILED')
  return [...grouped(failed, ({ failure }) => failure)]
    .map(([code, group]) => ({ code, orders: group.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.orders - a.orders || (a.code < b.code ? -1 : 1))
}

function grouped<Key>(rows: readonly OrderCount[], keyOf: (row: OrderCount) => Key): Map<Key, OrderCount[]> {
  const groups = new Map<Key, OrderCount[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}
