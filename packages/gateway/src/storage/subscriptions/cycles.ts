import type { CycleOutcome } from '@galla/contract/gateway-api/subscriptions'
import type { Paise } from '@galla/contract/money'
import type { PaidPeriod } from '../../domain/subscriptions/amounts.ts'
import type { CycleRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'

export interface CycleRow extends CycleRecord {
  /** Paise that earlier cycles added to the price, or took from it. */
  readonly adjustment: number
}

const CYCLE_COLUMNS = '"number", "amount", "adjustment", "isSkipped", "outcome"'

/** SQL: the newest cycle of the subscription `$1` that was opened, as `CycleRow`. */
export const NEWEST_CYCLE = `select ${CYCLE_COLUMNS} from galla.cycles where "subscriptionId" = $1 order by "number" desc limit 1`

/**
 * Reads the price that is settled for the rest of a paid cycle, and what the merchant has kept of the price. Undefined for a cycle that is not paid, or
 * whose bill was refunded whole. A credit from earlier cycles counts as paid.
 */
export async function readPaidCycle(
  on: Queries,
  subscriptionId: string,
  number: number,
): Promise<Pick<PaidPeriod, 'price' | 'kept'> | undefined> {
  const { rows } = await on.query<{ price: Paise; kept: number }>({
    text: `with "paid" as (
        select c."amount", coalesce(c."proratedTo", c."amount" - c."adjustment") as "price",
          (select coalesce(sum(o."availableAmount"), 0)::bigint from galla.debits d join galla.orders o on o."merchantOrderId" = d."merchantOrderId"
            where d."subscriptionId" = $1 and d."cycle" = $2 and o."resolution" = 'fulfil') as "available"
        from galla.cycles c where c."subscriptionId" = $1 and c."number" = $2 and c."outcome" in ('PAID', 'FREE'))
      select "price", greatest("available" - "amount" + "price", 0) as "kept" from "paid" where "amount" = 0 or "available" > 0`,
    values: [subscriptionId, number],
  })
  return rows[0]
}

/** Stores the price that is settled for the rest of a cycle. */
export async function settlePrice(on: Queries, subscriptionId: string, number: number, price: Paise): Promise<void> {
  await on.query({
    text: `update galla.cycles set "proratedTo" = $3 where "subscriptionId" = $1 and "number" = $2`,
    values: [subscriptionId, number, price],
  })
}

/** Opens a cycle: its price is fixed. */
export async function insertCycle(
  on: Queries,
  subscriptionId: string,
  { number, amount, adjustment, isSkipped = false }: CycleRow,
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.cycles ("subscriptionId", "number", "amount", "adjustment", "isSkipped", "openedAtMs") values ($1, $2, $3, $4, $5, $6)`,
    values: [subscriptionId, number, amount, adjustment, isSkipped, nowMs],
  })
}

/** Closes a cycle once. */
export async function closeCycle(
  on: Queries,
  subscriptionId: string,
  number: number,
  outcome: CycleOutcome,
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `update galla.cycles set "outcome" = $3, "closedAtMs" = $4 where "subscriptionId" = $1 and "number" = $2`,
    values: [subscriptionId, number, outcome, nowMs],
  })
}

/** Closes the cycles of these numbers that were never opened. */
export async function insertMissedCycles(
  on: Queries,
  subscriptionId: string,
  { from, until, amount }: { readonly from: number; readonly until: number; readonly amount: number },
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.cycles ("subscriptionId", "number", "amount", "outcome", "openedAtMs", "closedAtMs")
      select $1, number, $4, 'MISSED', $5, $5 from generate_series($2::integer, $3::integer) number`,
    values: [subscriptionId, from, until, amount, nowMs],
  })
}

/** True when somebody left a cycle out. */
export async function isCycleSkipped(on: Queries, subscriptionId: string, number: number): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `select 1 from galla.cycles where "subscriptionId" = $1 and "number" = $2 and "isSkipped"`,
    values: [subscriptionId, number],
  })
  return rowCount === 1
}

/** Leaves an open cycle out. */
export async function skipCycle(on: Queries, subscriptionId: string, number: number): Promise<void> {
  await on.query({
    text: `update galla.cycles set "isSkipped" = true where "subscriptionId" = $1 and "number" = $2`,
    values: [subscriptionId, number],
  })
}
