import { z } from 'zod'
import { text } from '../../http/schemas.ts'
import { repairDiscrepancies as repair } from '../../services/reconcile.ts'
import { writeAudit } from '../../storage/audit.ts'
import type { Route } from './routes.ts'

export const repairDiscrepancies: Route<'POST /reconciliation/repair'> = {
  body: z.strictObject({ merchantOrderIds: z.array(text).min(1).max(500) }),
  async answer({ desk: { context }, body: { merchantOrderIds } }) {
    const atMs = context.clock.now()
    for (const id of merchantOrderIds) {
      await writeAudit(context.database, { atMs, what: 'repaired drift', kind: 'order', id })
    }
    return repair(context, merchantOrderIds)
  },
}
