import { z } from 'zod'
import { repairDiscrepancies as repair } from '../../services/find-drift.ts'
import { text } from '../../http/words.ts'
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
