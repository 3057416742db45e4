import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import { flag, page, text } from '../../http/schemas.ts'
import { deliveriesForConsole, deliveryForConsole, retryByPerson } from '../../services/console-records.ts'
import type { HandlersOf } from './context.ts'

export const deliveryRoutes = {
  'GET /deliveries': {
    query: z.strictObject({ needsReview: z.exactOptional(flag), state: z.exactOptional(text), ...page }),
    answer: ({ context, query }) => deliveriesForConsole(context.gateway, query),
  },
  'GET /deliveries/:deliveryId': {
    async answer({ context, params: { deliveryId = '' } }) {
      const delivery = await deliveryForConsole(context.gateway, deliveryId)
      if (!delivery) throw notFound('delivery', deliveryId)
      return delivery
    },
  },
  'POST /deliveries/:deliveryId/retry': {
    async answer({ context, params: { deliveryId = '' } }) {
      const result = await retryByPerson(context.gateway, deliveryId)
      if (!result) throw notFound('delivery', deliveryId)
      if (!result.retried) throw new HttpError(409, 'ALREADY_DONE', 'This delivery is done; it is not repeated.')
      return result.delivery
    },
  },
} satisfies HandlersOf<'GET /deliveries' | 'GET /deliveries/:deliveryId' | 'POST /deliveries/:deliveryId/retry'>
