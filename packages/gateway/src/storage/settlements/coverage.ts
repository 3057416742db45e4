import { DAY_MS, dayStartMs } from '../../domain/finance/indian-time.ts'
import type { Queries } from '../database.ts'
import { readListed } from './listed.ts'

/** The time of which imported reports say which payments are settled. Epoch milliseconds. */
export interface Coverage {
  readonly fromMs: number
  /** The end, exclusive. */
  readonly untilMs: number
}

const dayOf = (column: string) => `to_char(to_timestamp(${column} / 1000) at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`

/**
 * Reads from the rows of reports which time they cover: from the first settlement that they have to the last, or of reports that name no settlement
 * from the first payment to the last. The time begins after a settlement without rows: each payment before may be in that settlement. Settlements
 * that the provider's list does not name are known by rows alone: so the time begins after a day whose payments have none. Undefined without rows.
 * @param lateBefore the time before which a payment should be settled at a given time
 */
export async function coveredByReports(
  on: Queries,
  lateBefore: (atMs: number) => number,
): Promise<Coverage | undefined> {
  const named = await betweenRows(on)
  if (!named) return undefined
  const listed = await readListed(on)
  const paidFromMs = await afterUnsettledDay(on, {
    fromMs: named.fromMs,
    untilMs: lateBefore(named.untilMs - 1),
    listedFromMs: listed?.fromMs ?? 0,
    listedUntilMs: listed ? lateBefore(listed.untilMs) : 0,
  })
  return { fromMs: Math.max(named.fromMs, paidFromMs ?? 0), untilMs: named.untilMs }
}

/** A row with a day after its import has a date of another form, or one that is planned: the day is left out. */
async function betweenRows(on: Queries): Promise<Coverage | undefined> {
  const { rows } = await on.query<{ first: string | null; last: string | null }>({
    text: `select min("day") as "first", max("day") as "last" from (
        select coalesce(case when l."settledOn" <= ${dayOf('l."atMs"')} then l."settledOn" end, ${dayOf('s."updatedAtMs"')}) as "day"
        from (select "settlementId", "settledOn", min("atMs") as "atMs" from galla.settlement_lines group by 1, 2) l
        left join galla.settlements s using ("settlementId")) d`,
  })
  const { first, last } = rows[0] ?? {}
  const [firstMs, lastMs] = [dayStartMs(first ?? ''), dayStartMs(last ?? '')]
  if (firstMs === undefined || lastMs === undefined) return coveredPayments(on)
  const untilMs = lastMs + DAY_MS
  const gapMs = await lastWithoutRows(on, untilMs)
  return { fromMs: gapMs === undefined ? firstMs : Math.max(firstMs, gapMs + 1), untilMs }
}

async function coveredPayments(on: Queries): Promise<Coverage | undefined> {
  const { rows } = await on.query<{ first: number | null; last: number | null }>({
    text: `select min(c."valueAtMs") as "first", max(c."valueAtMs") as "last" from galla.settlement_lines l
      join galla.ledger c on c."merchantOrderId" = l."merchantOrderId" and c."kind" = 'capture'`,
  })
  const { first, last } = rows[0] ?? {}
  return typeof first === 'number' && typeof last === 'number' ? { fromMs: first, untilMs: last + 1 } : undefined
}

/** When the last settlement before a time was paid out that no row names, neither by id, UTR nor day. Epoch milliseconds. */
async function lastWithoutRows(on: Queries, beforeMs: number): Promise<number | undefined> {
  const { rows } = await on.query<{ atMs: number | null }>({
    text: `select max(s."updatedAtMs") as "atMs" from galla.settlements s
      where s."state" = 'PROCESSED' and s."updatedAtMs" < $1
        and not exists (select from galla.settlement_lines l where l."settlementId" = s."settlementId")
        and not exists (select from galla.settlement_lines l where l."settlementId" is null and l."settledOn" = ${dayOf('s."updatedAtMs"')})`,
    values: [beforeMs],
  })
  return rows[0]?.atMs ?? undefined
}

interface PaymentDays {
  readonly fromMs: number
  readonly untilMs: number
  readonly listedFromMs: number
  readonly listedUntilMs: number
}

/**
 * The time after the last day none of whose payments is in a row, and after the day that follows: its payments may be in two settlements. Days of
 * which the list was read are left out. Epoch milliseconds.
 */
async function afterUnsettledDay(
  on: Queries,
  { fromMs, untilMs, listedFromMs, listedUntilMs }: PaymentDays,
): Promise<number | undefined> {
  const { rows } = await on.query<{ dayMs: number | null }>({
    text: `select max("dayMs") as "dayMs" from (
        select (c."valueAtMs" + 19800000) / ${DAY_MS} * ${DAY_MS} - 19800000 as "dayMs" from galla.ledger c
        left join (select distinct "merchantOrderId" from galla.settlement_lines where "kind" = 'payment') l using ("merchantOrderId")
        where c."kind" = 'capture' and c."valueAtMs" >= $1 and c."valueAtMs" < $2 and not (c."valueAtMs" >= $3 and c."valueAtMs" < $4)
        group by 1 having count(l."merchantOrderId") = 0) d`,
    values: [fromMs, untilMs, listedFromMs, listedUntilMs],
  })
  const dayMs = rows[0]?.dayMs
  return typeof dayMs === 'number' ? dayMs + 2 * DAY_MS : undefined
}
