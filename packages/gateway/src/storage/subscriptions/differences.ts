import type { CycleOutcome } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { Difference } from '../../domain/subscriptions/amounts.ts'
import type { Queries } from '../database.ts'

/**
 * SQL: what each cycle of a subscription leaves to the next bill, for changes of the price in its paid time. A later bill that nobody pays takes
 * nothing. A credit is at most what is kept of the price: the part that neither refunds nor later bills have given back. A bill that was refunded
 * whole leaves nothing.
 */
const owedOf = (
  subscriptionId: string,
): string => `select c."number" as "cycle", case when c."amount" > 0 and k."available" = 0 then 0
      else greatest(c."difference" - t."taken", least(b."adjustment" - t."taken" - k."available", 0)) end as "amount"
    from galla.cycles c
    cross join lateral (select coalesce(sum(o."availableAmount"), 0)::bigint as "available"
      from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
      where d."subscriptionId" = c."subscriptionId" and d."cycle" = c."number" and o."resolution" = 'fulfil') k
    cross join lateral (select coalesce(sum(p."amount"), 0)::bigint as "taken"
      from galla.taken_differences p join galla.cycles bill on bill."subscriptionId" = p."subscriptionId" and bill."number" = p."bill"
      where p."subscriptionId" = c."subscriptionId" and p."cycle" = c."number" and coalesce(bill."outcome", 'PAID') in ('PAID', 'FREE')) t
    cross join lateral (${adjustmentOf('c')}) b
    where c."subscriptionId" = ${subscriptionId} and c."proratedTo" is not null`

/** SQL: what the bill of a cycle contains of other cycles, added to the price or taken from it. */
function adjustmentOf(cycle: string): string {
  return `select coalesce(sum("amount"), 0)::bigint as "adjustment" from galla.taken_differences
      where "subscriptionId" = ${cycle}."subscriptionId" and "bill" = ${cycle}."number"`
}

/** SQL: the cycles of a subscription that leave something to the next bill, as a list of `Difference`, oldest first. */
export const owingOf = (subscriptionId: string): string =>
  `(select jsonb_agg(to_jsonb("owing") order by "cycle") from (${owedOf(subscriptionId)}) as "owing" where "amount" <> 0)`

/** SQL: paise that the next bill of a subscription costs more (a surcharge) or less (a credit, negative) than the price. */
export const carriedOf = (subscriptionId: string): string =>
  `(select coalesce(sum("amount"), 0)::bigint from (${owedOf(subscriptionId)}) as "owing")`

/** Paise that the next bill costs more (a surcharge) or less (a credit, negative) than the price. */
export async function readCarried(on: Queries, subscriptionId: string): Promise<number> {
  const { rows } = await on.query<{ carried: number }>({
    text: `select ${carriedOf('$1')} as "carried"`,
    values: [subscriptionId],
  })
  return rows[0]?.carried ?? 0
}

/** A cycle whose rest another price can change. */
export interface SettledCycle {
  /** The price for which the rest of the cycle is settled. A credit from earlier cycles counts as paid. */
  readonly price: Paise
  /** Null while the bill of the cycle may still be paid. */
  readonly outcome: Extract<CycleOutcome, 'PAID' | 'FREE'> | null
}

/** Undefined for a cycle that was never opened, was left out, or cannot be paid any more. */
export async function readSettledCycle(
  on: Queries,
  subscriptionId: string,
  number: number,
): Promise<SettledCycle | undefined> {
  const { rows } = await on.query<SettledCycle>({
    text: `select coalesce(c."proratedTo", c."amount" - b."adjustment") as "price", c."outcome"
      from galla.cycles c cross join lateral (${adjustmentOf('c')}) b
      where c."subscriptionId" = $1 and c."number" = $2 and not c."isSkipped" and coalesce(c."outcome", 'PAID') in ('PAID', 'FREE')`,
    values: [subscriptionId, number],
  })
  return rows[0]
}

/** Adds the difference of a new price for the rest of a cycle. */
export async function addDifference(
  on: Queries,
  subscriptionId: string,
  number: number,
  { price, difference }: { readonly price: Paise; readonly difference: number },
): Promise<void> {
  await on.query({
    text: `update galla.cycles set "proratedTo" = $3, "difference" = "difference" + $4 where "subscriptionId" = $1 and "number" = $2`,
    values: [subscriptionId, number, price, difference],
  })
}

/** The bill of a new cycle contains these parts of the differences of earlier cycles. */
export async function insertTaken(
  on: Queries,
  subscriptionId: string,
  bill: number,
  taken: readonly Difference[],
): Promise<void> {
  await on.query({
    text: `insert into galla.taken_differences ("subscriptionId", "cycle", "bill", "amount")
      select $1, "cycle", $2, "amount" from jsonb_to_recordset($3::jsonb) as taken("cycle" integer, "amount" bigint)`,
    values: [subscriptionId, bill, JSON.stringify(taken)],
  })
}
