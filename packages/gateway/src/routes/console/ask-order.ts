import { notFound } from '../../http/responses.ts'
import { checkOrderStatus as askProvider } from '../../services/check-status.ts'
import { applyObservations } from '../../services/sync-order.ts'
import { writeAudit } from '../../storage/audit.ts'
import { readOrder } from '../../storage/orders.ts'
import type { Route } from './routes.ts'
import { storyOf } from './story.ts'

/** The button "ask the provider now". */
export const checkOrderStatus: Route<'POST /orders/:merchantOrderId/sync'> = {
  async answer({ desk, params: { merchantOrderId = '' } }) {
    const { context } = desk
    const row = await readOrder(context.database, merchantOrderId)
    if (!row) throw notFound('order', merchantOrderId)
    await writeAudit(context.database, {
      atMs: context.clock.now(),
      what: 'asked the provider',
      kind: 'order',
      id: merchantOrderId,
    })
    await applyObservations(context, merchantOrderId, [await askProvider(context, row)])
    return storyOf(desk, merchantOrderId)
  },
}
