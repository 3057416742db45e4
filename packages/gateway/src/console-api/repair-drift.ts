import { z } from 'zod'
import { repairDrift as repair } from '../doors/find-drift.ts'
import { text } from '../http/words.ts'
import { writeAudit } from '../storage/audit.ts'
import type { Route } from './routes.ts'

export const repairDrift: Route<'POST /reconciliation/repair'> = {
  body: z.strictObject({ merchantOrderIds: z.array(text).min(1).max(500) }),
  async answer({ desk: { rooms }, body: { merchantOrderIds } }) {
    const atMs = rooms.clock.now()
    for (const id of merchantOrderIds) {
      await writeAudit(rooms.books, { atMs, what: 'repaired drift', kind: 'order', id })
    }
    return repair(rooms, merchantOrderIds)
  },
}
