import type { Counted, SettlementFinding, SettlementFindingKind } from '@galla/contract/gateway-api/settlements'
import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'
import { sumOf } from '../finance/sums.ts'
import { withoutNulls } from '../orders/orders.ts'
import { BANK_FINDINGS } from '../statements/bank-matches.ts'
import type { Coverage } from './coverage.ts'

/** Sums of everything known. In paise. */
export interface SettlementSums {
  readonly captured: number
  readonly refunded: number
  readonly settled: number
  readonly fees: number
  readonly taxes: number
  readonly deductions: number
  readonly lines: number
  /** Rows that belong to no known settlement, and what settlements pay for them. */
  readonly untiedLines: number
  readonly untied: number
}

export async function settlementSums(on: Queries): Promise<SettlementSums> {
  const ledger = (kind: string) => `(select ${sumOf('"amount"')} from "moved" where "kind" = '${kind}')`
  const { rows } = await on.query<SettlementSums>({
    name: 'settlement-sums',
    text: `with "moved" as (select "kind", "amount" from galla.ledger_days union all select "kind", "amount" from galla.ledger_tail)
      select ${ledger('capture')} as "captured", (${ledger('refund-posted')} - ${ledger('refund-reversed')})::bigint as "refunded",
        (select ${sumOf('"amount"')} from galla.settlement_entries) as "settled",
        ${sumOf('"fee"')} as "fees", ${sumOf('"tax"')} as "taxes", ${sumOf(`case "kind" when 'deduction' then -"amount" else 0 end`)} as "deductions",
        count(*) as "lines", count(*) filter (where "settlementId" is null) as "untiedLines",
        ${sumOf(`case when "settlementId" is null then "net" else 0 end`)} as "untied" from galla.settlement_lines`,
  })
  const [sums] = rows
  if (!sums) throw new Error('The sums of settlements have no row')
  return sums
}

/** Settlements that are known and not processed. */
export async function settlementsOnTheWay(on: Queries): Promise<Counted> {
  const { rows } = await on.query<Counted>({
    name: 'settlements-on-the-way',
    text: `select count(*) as "count", ${sumOf('coalesce("amount", 0)')} as "amount" from galla.settlements where "state" <> 'PROCESSED'`,
  })
  return rows[0] ?? { count: 0, amount: 0 as Counted['amount'] }
}

/** The amount that became known as paid out in a span, and whether any settlement is known. */
export async function paidOut(
  on: Queries,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<{ readonly paidOut: Paise; readonly isKnown: boolean }> {
  const { rows } = await on.query<{ paidOut: Paise; isKnown: boolean }>({
    name: 'paid-out',
    text: `select ${sumOf('"amount"')} as "paidOut", exists (select from galla.settlements) as "isKnown"
      from galla.settlement_entries where "atMs" >= $1 and "atMs" < $2`,
    values: [fromMs, toMs],
  })
  return rows[0] ?? { paidOut: 0 as Paise, isKnown: false }
}

/** Start of the first day whose payments less refunds, with those of all days before, exceed `settled`. Epoch milliseconds. */
export async function firstDayAbove(on: Queries, settled: number): Promise<number | undefined> {
  const { rows } = await on.query<{ dayMs: number }>({
    name: 'first-day-above',
    text: `select "dayMs" from (
        select "dayMs", sum(sum(case "kind" when 'refund-posted' then -"amount" else "amount" end)) over (order by "dayMs") as "total"
        from (select "dayMs", "kind", "amount" from galla.ledger_days union all select "dayMs", "kind", "amount" from galla.ledger_tail) d group by 1) t
      where "total" > $1 order by "dayMs" limit 1`,
    values: [settled],
  })
  return rows[0]?.dayMs
}

/** Payments of the ledger of the time that reports cover, `from` to `until`, that are in no row. */
const unsettled = (from: string, until: string) => `from galla.ledger p where p."kind" = 'capture'
  and p."valueAtMs" >= ${from}::bigint and p."valueAtMs" < ${until}::bigint
  and not exists (select from galla.settlement_lines l where l."merchantOrderId" = p."merchantOrderId" and l."kind" = 'payment')`

/** Payments without a settlement by age: of each time its number and sum, from the latest. `startsMs`: descending. */
export async function unsettledByAge(
  on: Queries,
  startsMs: readonly number[],
  { fromMs, untilMs }: Coverage,
): Promise<Counted[]> {
  const { rows } = await on.query<Counted & { at: number }>({
    text: `select ${startsMs.length}::int - width_bucket(p."valueAtMs", $1::bigint[]) as "at", count(*) as "count", ${sumOf('p."amount"')} as "amount"
      ${unsettled('$2', '$3')} group by 1`,
    values: [[...startsMs].reverse(), fromMs, untilMs],
  })
  return [...startsMs, 0].map((_, at) => {
    const found = rows.find((row) => row.at === at)
    return { count: found?.count ?? 0, amount: found?.amount ?? (0 as Counted['amount']) }
  })
}

/**
 * Queries for the differences, one for each kind, with the same columns. `$1`: the time before which an unpaid settlement is late. From `$2` to `$3`,
 * reports show that a payment without a settlement is late; reports of a time before `$2` may have a payment. While a file is imported, the sum of a settlement may differ until all its rows are stored.
 */
const FINDINGS: { readonly [Kind in SettlementFindingKind]: string } = {
  'sum-differs': `select s."settlementId", null as "merchantOrderId", (s."amount" - sum(l."net"))::bigint as "amount", max(l."atMs") as "sinceMs"
    from galla.settlements s join galla.settlement_lines l on l."settlementId" = s."settlementId"
    where s."amount" is not null group by s."settlementId" having s."amount" <> sum(l."net")`,
  'amount-changed': `select e."settlementId", null, sum(e."amount")::bigint - (array_agg(e."amount" order by e."entryId"))[1], max(e."atMs")
    from galla.settlement_entries e group by 1 having count(*) > 1`,
  'not-processed': `select "settlementId", null, coalesce("amount", 0), coalesce("updatedAtMs", "foundAtMs") from galla.settlements
    where "state" <> 'PROCESSED' and "refusal" is null and "foundAtMs" < $1`,
  'status-refused': `select "settlementId", null, coalesce("amount", 0), coalesce("updatedAtMs", "foundAtMs") from galla.settlements where "refusal" is not null`,
  'unknown-payment': `select l."settlementId", l."merchantOrderId", l."amount", l."atMs" from galla.settlement_lines l
    where l."kind" = 'payment' and not exists (select from galla.ledger p where p."merchantOrderId" = l."merchantOrderId" and p."kind" = 'capture')`,
  'payment-differs': `select max(l."settlementId"), l."merchantOrderId", l."amount" - max(p."amount"), max(l."atMs") from galla.settlement_lines l
    join galla.ledger p on p."merchantOrderId" = l."merchantOrderId" and p."kind" = 'capture'
    where l."kind" = 'payment' group by l."lineKey", l."merchantOrderId", l."amount"
    having not bool_or(p."amount" = l."amount") and sum(p."amount") <> l."amount"`,
  'settled-twice': `select max(l."settlementId"), l."merchantOrderId", (sum(l."amount") - coalesce((select sum(p."amount") from galla.ledger p
      where p."merchantOrderId" = l."merchantOrderId" and p."kind" = 'capture'), 0))::bigint, max(l."atMs")
    from galla.settlement_lines l where l."kind" = 'payment' group by l."merchantOrderId"
    having count(*) > greatest(1, (select count(*) from galla.ledger p where p."merchantOrderId" = l."merchantOrderId" and p."kind" = 'capture'))`,
  'refund-without-payment': `select max(l."settlementId"), l."merchantOrderId", sum(l."amount")::bigint, max(l."atMs") from galla.settlement_lines l
    where l."kind" = 'refund' and not exists (select from galla.settlement_lines p where p."merchantOrderId" = l."merchantOrderId" and p."kind" = 'payment')
      and exists (select from galla.ledger c where c."merchantOrderId" = l."merchantOrderId" and c."kind" = 'capture' and c."valueAtMs" >= $2)
    group by l."merchantOrderId"`,
  'not-settled': `select null, p."merchantOrderId", p."amount", p."valueAtMs" ${unsettled('$2', '$3')}`,
  ...BANK_FINDINGS,
}

/** Findings that are listed of each kind. */
export const LISTED_FINDINGS = 100

/** Reads the differences, the oldest first in each kind. */
export async function settlementFindings(
  on: Queries,
  lateBeforeMs: number,
  late: Coverage | undefined,
): Promise<{ readonly findings: SettlementFinding[]; readonly more: boolean }> {
  const parts = Object.entries(FINDINGS).map(
    ([kind, text]) =>
      `(select '${kind}' as "kind", f."settlementId", f."merchantOrderId", f."amount", f."sinceMs" from (${text}) f("settlementId", "merchantOrderId", "amount", "sinceMs") order by "sinceMs" limit ${LISTED_FINDINGS + 1})`,
  )
  const { rows } = await on.query<object & { kind: string }>({
    text: parts.join(' union all '),
    values: [lateBeforeMs, late?.fromMs ?? Number.MAX_SAFE_INTEGER, late?.untilMs ?? 0],
  })
  const counts = new Map<string, number>()
  const listed = rows.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= LISTED_FINDINGS
  })
  return { findings: listed.map((row) => withoutNulls<SettlementFinding>(row)), more: listed.length < rows.length }
}
