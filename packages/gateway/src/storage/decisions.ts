import type { Decision } from '@galla/contract/gateway-api/decisions'
import type { Queries } from './database.ts'

export async function insertDecision(
  on: Queries,
  merchantOrderId: string,
  decision: Omit<Decision, 'decisionId' | 'explains'>,
): Promise<void> {
  await on.query({
    name: 'insert-decision',
    text: `insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "effects") values ($1, $2, $3, $4, $5, $6, $7)`,
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
