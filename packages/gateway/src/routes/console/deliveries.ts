import { z } from 'zod'
import { HttpError, notFound } from '../../http/responses.ts'
import { flag, page, text } from '../../http/schemas.ts'
import {
  deliveriesForConsole,
  deliveryForConsole,
  retryByPerson,
  retryManyByPerson,
} from '../../services/console-records.ts'
import { removeSubscription, subscriptions } from '../../services/events/subscriptions.ts'
import type { HandlersOf } from './context.ts'

const RETRY = z.union([
  z.strictObject({ deliveryIds: z.array(text).min(1).max(500) }),
  z.strictObject({ allFailed: z.literal(true) }),
])

export const deliveryRoutes = {
  'GET /deliveries': {
    query: z.strictObject({ needsReview: z.exactOptional(flag), state: z.exactOptional(text), ...page }),
    handle: ({ context, query }) => deliveriesForConsole(context.gateway, query),
  },
  'GET /deliveries/:deliveryId': {
    async handle({ context, params: { deliveryId = '' } }) {
      const delivery = await deliveryForConsole(context.gateway, deliveryId)
      if (!delivery) throw notFound('delivery', deliveryId)
      return delivery
    },
  },
  'POST /deliveries/:deliveryId/retry': {
    async handle({ context, params: { deliveryId = '' } }) {
      const result = await retryByPerson(context.gateway, deliveryId)
      if (!result) throw notFound('delivery', deliveryId)
      const { delivery, retried } = result
      if (retried) return delivery
      if (delivery.state === 'done')
        throw new HttpError(409, 'ALREADY_DONE', 'This delivery is done; it is not repeated.')
      if (delivery.state === 'cancelled')
        throw new HttpError(409, 'CANCELLED', 'The subscription of this delivery was removed; it is not delivered.')
      throw new HttpError(409, 'RUNNING', 'An attempt of this delivery is running; wait for its result.')
    },
  },
  'POST /deliveries/retry': {
    body: RETRY,
    async handle({ context, body }) {
      const which = 'allFailed' in body ? 'all-failed' : body.deliveryIds
      return { retried: await retryManyByPerson(context.gateway, which) }
    },
  },
  'GET /subscriptions': {
    handle: async ({ context }) => ({ rows: await subscriptions(context.gateway) }),
  },
  'POST /subscriptions/remove': {
    body: z.strictObject({ subscriber: text, event: text }),
    handle: ({ context, body }) => removeSubscription(context.gateway, body),
  },
} satisfies HandlersOf<
  | 'GET /deliveries'
  | 'GET /deliveries/:deliveryId'
  | 'POST /deliveries/:deliveryId/retry'
  | 'POST /deliveries/retry'
  | 'GET /subscriptions'
  | 'POST /subscriptions/remove'
>
