import { HttpError, notFound } from '../../http/responses.ts'
import { writeAudit } from '../../storage/audit.ts'
import { readDelivery, retryDelivery as retryStored } from '../../storage/deliveries.ts'
import type { Route } from './routes.ts'

export const retryDelivery: Route<'POST /deliveries/:deliveryId/retry'> = {
  async answer({ desk: { context }, params: { deliveryId = '' } }) {
    const atMs = context.clock.now()
    const retried = await retryStored(context.database, deliveryId, atMs)
    const effect = await readDelivery(context.database, deliveryId)
    if (!effect) throw notFound('effect', deliveryId)
    if (!retried) throw new HttpError(409, 'ALREADY_DONE', 'This was done already, and is done once.')
    context.wake('effects')
    await writeAudit(context.database, { atMs, what: 'tried again', kind: 'effect', id: deliveryId })
    return effect
  },
}
