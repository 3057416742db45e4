import type { Decision, OrderRule } from '@galla/contract/gateway-api/decisions'
import type { Queries } from '../database.ts'

const COLUMNS = '"decisionId", "atMs", "rule", "from", "to", "observations", "events"'

const withTextId = (row: Decision): Decision => ({ ...row, decisionId: String(row.decisionId) })

export type NewDecision = Omit<Decision, 'decisionId'>

export async function insertDecision(on: Queries, merchantOrderId: string, decision: NewDecision): Promise<void> {
  await on.query({
    name: 'insert-decision',
    text: `insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events") values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      merchantOrderId,
      decision.atMs,
      decision.rule,
      decision.from,
      decision.to,
      JSON.stringify(decision.observations),
      JSON.stringify(decision.events),
    ],
  })
}

/** The latest decision about an order; undefined before the first. */
export async function latestDecisionOf(on: Queries, merchantOrderId: string): Promise<Decision | undefined> {
  const { rows } = await on.query<Decision>({
    name: 'latest-decision-of',
    text: `select ${COLUMNS} from galla.decisions where "merchantOrderId" = $1 order by "decisionId" desc limit 1`,
    values: [merchantOrderId],
  })
  return rows[0] && withTextId(rows[0])
}

/** Decisions of an order that are shown. */
const MAX_SHOWN = 1_000

/** Rules that decide nothing, any number of times. */
const REPEATED_RULES: readonly OrderRule[] = [
  'still-pending',
  'nothing-new',
  'stays-in-review',
  'callback-is-a-hint',
  'never-backwards',
]

/** The decisions about an order, oldest first. Of too many, those that changed nothing are left out, the oldest of them first. */
export async function decisionsOf(on: Queries, merchantOrderId: string): Promise<Decision[]> {
  const { rows } = await on.query<Decision>({
    text: `select ${COLUMNS} from (
        select ${COLUMNS} from galla.decisions where "merchantOrderId" = $1
        order by "from" = "to" and "rule" = any($2), "decisionId" desc limit ${MAX_SHOWN}
      ) as "shown" order by "decisionId"`,
    values: [merchantOrderId, REPEATED_RULES],
  })
  return rows.map(withTextId)
}
