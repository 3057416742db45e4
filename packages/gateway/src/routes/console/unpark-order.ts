import { z } from 'zod'
import { surplusOf } from '../../domain/refund.ts'
import { invalid } from '../../errors.ts'
import { applyObservations } from '../../services/sync-order.ts'
import { writeAudit } from '../../storage/audit.ts'
import { readOrder } from '../../storage/orders.ts'
import type { Route } from './routes.ts'
import { storyOf } from './story.ts'

/** A person has looked: the order goes on, and why is written down. */
export const resolveReview: Route<'POST /orders/:merchantOrderId/resolve-review'> = {
  body: z.strictObject({ note: z.string().trim().min(1).max(500), giveBack: z.exactOptional(z.boolean()) }),
  async answer({ desk, params: { merchantOrderId = '' }, body: { note, giveBack = false } }) {
    const { context } = desk
    const atMs = context.clock.now()
    const order = await readOrder(context.database, merchantOrderId)
    if (giveBack && (!order || surplusOf(order) === 0)) throw invalid('giveBack', 'is for an order that was paid twice')
    await applyObservations(context, merchantOrderId, [{ kind: 'console', resolveReview: true, note, giveBack, atMs }])
    await writeAudit(context.database, {
      atMs,
      what: giveBack ? 'gave the second payment back and let the order go on' : 'let the order go on',
      kind: 'order',
      id: merchantOrderId,
      detail: note,
    })
    return storyOf(desk, merchantOrderId)
  },
}
