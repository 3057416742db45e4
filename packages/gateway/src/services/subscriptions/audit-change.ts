import type { GatewayContext } from '../../context.ts'
import { keepActor, type NewAuditEntry, writeAudit } from '../../storage/access/audit.ts'
import type { Queries } from '../../storage/database.ts'

/**
 * Records a change of a plan or a subscription that a person or a stored key made, as the last statement of its transaction. The merchant's own process
 * keeps its own records. Without an entry, nothing was changed.
 * @throws GatewayError NOT_ALLOWED when the actor may not act any more
 */
export async function auditChange(
  { actor, clock }: Pick<GatewayContext, 'actor' | 'clock'>,
  tx: Queries,
  entry: Omit<NewAuditEntry, 'atMs'> | undefined,
): Promise<void> {
  if (actor && entry) await writeAudit({ database: tx, actor }, { ...entry, atMs: clock.now() })
  else await keepActor(tx, actor)
}
