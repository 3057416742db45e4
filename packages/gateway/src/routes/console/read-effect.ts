import { notFound } from '../../http/responses.ts'
import { readDelivery as readStored } from '../../storage/deliveries.ts'
import type { Route } from './routes.ts'

export const readDelivery: Route<'GET /deliveries/:deliveryId'> = {
  async answer({ desk: { context }, params: { deliveryId = '' } }) {
    const effect = await readStored(context.database, deliveryId)
    if (!effect) throw notFound('effect', deliveryId)
    return effect
  },
}
