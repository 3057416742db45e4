import type { Decision } from '@galla/contract/gateway-api/decisions'
import type { Queries } from './database.ts'

export async function insertDecision(
  on: Queries,
  merchantOrderId: string,
  decision: Omit<Decision, 'decisionId'>,
): Promise<void> {
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

export async function decisionsOf(on: Queries, merchantOrderId: string): Promise<Decision[]> {
  const { rows } = await on.query<Decision>({
    text: `select "decisionId", "atMs", "rule", "from", "to", "observations", "events" from galla.decisions
      where "merchantOrderId" = $1 order by "decisionId" limit 1000`,
    values: [merchantOrderId],
  })
  return rows.map((row) => ({ ...row, decisionId: String(row.decisionId) }))
}
