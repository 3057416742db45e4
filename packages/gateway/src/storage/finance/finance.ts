import type { AgeGroup, FinanceReport } from '@galla/contract/gateway-api/finance'
import type { LedgerKind } from '@galla/contract/gateway-api/ledger'
import type { RefundOrigin } from '@galla/contract/gateway-api/refunds'
import type { Paise } from '@galla/contract/money'
import { DAY_MS, indianDay } from '../../domain/finance/indian-time.ts'
import type { Queries } from '../database.ts'
import { OWED, OWED_AMOUNT } from '../orders/order-list.ts'
import { sumOf } from './sums.ts'

/** Entries that one transaction adds up. */
const MOVED = 10_000

/**
 * Moves entries from `ledger_tail` into the totals of their days, in one statement: each entry is in one of the two, at any moment.
 * Several processes may run it at the same time; each takes other entries.
 * @returns whether there may be more
 */
export async function moveToDays(on: Queries): Promise<boolean> {
  const { rows } = await on.query<{ moved: number }>({
    name: 'ledger-days',
    text: `with "moved" as (
        delete from galla.ledger_tail where "entryId" in (
          select "entryId" from galla.ledger_tail order by "entryId" limit ${MOVED} for update skip locked)
        returning "dayMs", "kind", "origin", "amount"),
      "added" as (
        insert into galla.ledger_days as d ("dayMs", "kind", "origin", "entries", "amount")
          select "dayMs", "kind", "origin", count(*), sum("amount")::bigint from "moved" group by 1, 2, 3 order by 1, 2, 3
          on conflict ("dayMs", "kind", "origin") do update
            set "entries" = d."entries" + excluded."entries", "amount" = d."amount" + excluded."amount")
      select count(*) as "moved" from "moved"`,
  })
  return rows[0]?.moved === MOVED
}

/** The entries of one day, kind and origin. `dayMs` is the start of the day in Indian time; undefined for all days before the span. */
export interface DayTotal {
  readonly dayMs?: number
  readonly kind: LedgerKind
  /** The origin of a refund; otherwise empty. */
  readonly origin: RefundOrigin | ''
  readonly entries: number
  /** In paise. */
  readonly amount: number
}

/** Payments of a span, by the time of the money, of orders that were paid late, or twice, and are not fulfilled. In paise. */
export async function collectedLateOrTwice(
  on: Queries,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<Paise> {
  const { rows } = await on.query<{ amount: Paise }>({
    name: 'collected-late-or-twice',
    text: `select coalesce(sum(l."amount"), 0)::bigint as "amount" from galla.orders o
      join galla.ledger l on l."merchantOrderId" = o."merchantOrderId" and l."kind" = 'capture'
      where o."resolution" in ('late-refund', 'duplicate-refund') and l."valueAtMs" >= $1 and l."valueAtMs" < $2`,
    values: [fromMs, toMs],
  })
  return rows[0]?.amount ?? (0 as Paise)
}

/** Totals of days, as of one moment. Those before `fromMs` are one total a kind and origin. */
export async function dayTotals(
  on: Queries,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<DayTotal[]> {
  const { rows } = await on.query<Omit<DayTotal, 'dayMs'> & { dayMs: number | null }>({
    name: 'day-totals',
    text: `select case when "dayMs" >= $1 then "dayMs" end as "dayMs", "kind", "origin", sum("entries")::bigint as "entries", ${sumOf('"amount"')} as "amount"
      from (select "dayMs", "kind", "origin", "entries", "amount" from galla.ledger_days where "dayMs" < $2
        union all select "dayMs", "kind", "origin", 1, "amount" from galla.ledger_tail where "dayMs" < $2) t
      group by 1, 2, 3`,
    values: [fromMs, toMs],
  })
  return rows.map(({ dayMs, ...total }) => (dayMs === null ? total : { ...total, dayMs }))
}

/** First ages, in days, of the groups by which open things are counted. 0 is today. */
const AGES = [0, 2, 5, 10]

const PENDING = {
  table: 'refunds',
  amount: '"amount"',
  where: `"state" in ('REQUESTED', 'PENDING', 'CONFIRMED')`,
}
const OWING = { table: 'orders', amount: OWED_AMOUNT, where: OWED }

/** Reads the amount that has left beyond the amount paid, and the number of such orders. */
export async function overdrawnOrders(on: Queries): Promise<FinanceReport['overdrawn']> {
  const { rows } = await on.query<FinanceReport['overdrawn']>({
    name: 'overdrawn-orders',
    text: `select count(*) as "orders", ${sumOf('"overdrawnAmount"')} as "amount" from galla.orders where "overdrawnAmount" > 0`,
  })
  return rows[0] ?? { orders: 0, amount: 0 as Paise }
}

/** Refunds that are neither completed nor failed, by age. `todayMs` is the start of today in Indian time. */
export const pendingByAge = (on: Queries, todayMs: number): Promise<AgeGroup[]> => byAge(on, PENDING, todayMs)

/** Reads the amounts that orders owe their payers, by age. */
export const owedByAge = (on: Queries, todayMs: number): Promise<AgeGroup[]> => byAge(on, OWING, todayMs)

async function byAge(on: Queries, { table, amount, where }: typeof PENDING, todayMs: number): Promise<AgeGroup[]> {
  const starts = AGES.slice(1).map((days) => todayMs - (days - 1) * DAY_MS)
  const { rows } = await on.query<{ at: number; count: number; amount: number }>({
    text: `select ${starts.length} - width_bucket("createdAtMs", $1::bigint[]) as "at", count(*) as "count", ${sumOf(amount)} as "amount"
      from galla.${table} where ${where} group by 1`,
    values: [[...starts].reverse()],
  })
  return AGES.map((minDays, at) => {
    const next = AGES[at + 1]
    const { count = 0, amount = 0 } = rows.find((row) => row.at === at) ?? {}
    return {
      ...(next === undefined ? {} : { from: indianDay(todayMs - (next - 1) * DAY_MS), maxDays: next - 1 }),
      ...(minDays === 0 ? {} : { to: indianDay(todayMs - minDays * DAY_MS) }),
      minDays,
      count,
      amount: amount as Paise,
    }
  })
}
