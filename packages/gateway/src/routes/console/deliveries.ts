import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import { flag, page, text } from '../../http/schemas.ts'
import { writeAudit } from '../../storage/audit.ts'
import { listDeliveries, readDelivery, retryDelivery } from '../../storage/deliveries.ts'
import type { HandlersOf } from './context.ts'

export const deliveryRoutes = {
  'GET /deliveries': {
    query: z.strictObject({ needsReview: z.exactOptional(flag), state: z.exactOptional(text), ...page }),
    answer: ({ context, query }) => listDeliveries(context.gateway.database, query),
  },
  'GET /deliveries/:deliveryId': {
    async answer({ context, params: { deliveryId = '' } }) {
      const delivery = await readDelivery(context.gateway.database, deliveryId)
      if (!delivery) throw notFound('delivery', deliveryId)
      return delivery
    },
  },
  'POST /deliveries/:deliveryId/retry': {
    async answer({ context: { gateway }, params: { deliveryId = '' } }) {
      const atMs = gateway.clock.now()
      const retried = await retryDelivery(gateway.database, deliveryId, atMs)
      const delivery = await readDelivery(gateway.database, deliveryId)
      if (!delivery) throw notFound('delivery', deliveryId)
      if (!retried) throw new HttpError(409, 'ALREADY_DONE', 'This delivery is done; it is not repeated.')
      gateway.wake('deliveries')
      await writeAudit(gateway.database, { atMs, what: 'retried', kind: 'delivery', id: deliveryId })
      return delivery
    },
  },
} satisfies HandlersOf<'GET /deliveries' | 'GET /deliveries/:deliveryId' | 'POST /deliveries/:deliveryId/retry'>
