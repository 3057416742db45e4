import type { Paise } from '@galla/contract/money'
import type { Queries } from '../database.ts'

/**
 * SQL: what each cycle of a subscription leaves to the next bill, for changes of the price in its paid time. A credit is at most what is kept of the
 * price: the part that neither refunds nor earlier bills have given back. A bill that was refunded whole leaves nothing.
 */
const owedOf = (
  subscriptionId: string,
): string => `select c."number", case when c."amount" > 0 and k."available" = 0 then 0
      else greatest(c."difference" - c."settled", least(c."adjustment" - c."settled" - k."available", 0)) end as "owed"
    from galla.cycles c cross join lateral (select coalesce(sum(o."availableAmount"), 0)::bigint as "available"
      from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
      where d."subscriptionId" = c."subscriptionId" and d."cycle" = c."number" and o."resolution" = 'fulfil') k
    where c."subscriptionId" = ${subscriptionId} and c."difference" <> c."settled"`

/** SQL: paise that the next bill of a subscription costs more (a surcharge) or less (a credit, negative) than the price. */
export const carriedOf = (subscriptionId: string): string =>
  `(select coalesce(sum("owed"), 0)::bigint from (${owedOf(subscriptionId)}) as "owing")`

/** Paise that the next bill costs more (a surcharge) or less (a credit, negative) than the price. */
export async function readCarried(on: Queries, subscriptionId: string): Promise<number> {
  const { rows } = await on.query<{ carried: number }>({
    text: `select ${carriedOf('$1')} as "carried"`,
    values: [subscriptionId],
  })
  return rows[0]?.carried ?? 0
}

/** The price for which the rest of a paid cycle is settled; undefined for a cycle that is not paid. A credit from earlier cycles counts as paid. */
export async function readSettledPrice(
  on: Queries,
  subscriptionId: string,
  number: number,
): Promise<Paise | undefined> {
  const { rows } = await on.query<{ price: Paise }>({
    text: `select coalesce("proratedTo", "amount" - "adjustment") as "price" from galla.cycles
      where "subscriptionId" = $1 and "number" = $2 and "outcome" in ('PAID', 'FREE')`,
    values: [subscriptionId, number],
  })
  return rows[0]?.price
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

/** A bill takes this much of what earlier cycles leave. The newest of them keeps what the bill cannot take. */
export async function takeCarried(on: Queries, subscriptionId: string, taken: number): Promise<void> {
  await on.query({
    text: `with "owing" as materialized (${owedOf('$1')})
      update galla.cycles c set "settled" = c."settled" + o."owed"
        + case when o."number" = (select max("number") from "owing") then $2 - (select sum("owed") from "owing")::bigint else 0 end
      from "owing" o where c."subscriptionId" = $1 and c."number" = o."number"`,
    values: [subscriptionId, taken],
  })
}

/** Nobody pays the bill of the cycle: a later bill takes what this bill has taken. */
export async function returnCarried(on: Queries, subscriptionId: string, number: number, taken: number): Promise<void> {
  await on.query({
    text: `update galla.cycles set "settled" = "settled" - $3 where "subscriptionId" = $1 and "number" = (select max("number") from galla.cycles
      where "subscriptionId" = $1 and "number" < $2 and "proratedTo" is not null)`,
    values: [subscriptionId, number, taken],
  })
}
