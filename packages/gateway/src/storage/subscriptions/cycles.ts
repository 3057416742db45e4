import type { CycleOutcome } from '@galla/contract/gateway-api/subscriptions'
import type { CycleRecord } from '../../domain/subscriptions/subscription.ts'
import type { Queries } from '../database.ts'

const CYCLE_COLUMNS = '"number", "amount", "isSkipped", "outcome"'

/** SQL: the newest cycle of the subscription `$1` that was opened, as `CycleRecord`. */
export const NEWEST_CYCLE = `select ${CYCLE_COLUMNS} from galla.cycles where "subscriptionId" = $1 order by "number" desc limit 1`

/** Opens a cycle: its price is fixed. */
export async function insertCycle(
  on: Queries,
  subscriptionId: string,
  { number, amount, isSkipped = false }: CycleRecord,
  nowMs: number,
): Promise<void> {
  await on.query({
    text: `insert into galla.cycles ("subscriptionId", "number", "amount", "isSkipped", "openedAtMs") values ($1, $2, $3, $4, $5)`,
    values: [subscriptionId, number, amount, isSkipped, nowMs],
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
