import { z } from 'zod'
import { notFound } from '../../http/responses.ts'
import { ORDERS_QUERY, toListOrders, VERSION } from '../../http/schemas.ts'
import {
  orderProof,
  orderStory,
  ordersForConsole,
  resolveReview,
  syncByPerson,
} from '../../services/orders/console-orders.ts'
import type { HandlersOf } from './context.ts'

export const orderRoutes = {
  'GET /orders': {
    query: ORDERS_QUERY,
    handle: ({ context, query }) => ordersForConsole(context.gateway, toListOrders(query)),
  },
  'GET /orders/:merchantOrderId': {
    handle: async ({ context, params: { merchantOrderId = '' } }) =>
      found(await orderStory(context.gateway, merchantOrderId), merchantOrderId),
  },
  'GET /orders/:merchantOrderId/proof': {
    handle: async ({ context, params: { merchantOrderId = '' } }) =>
      found(await orderProof(context.gateway, merchantOrderId), merchantOrderId),
  },
  'POST /orders/:merchantOrderId/sync': {
    handle: async ({ context, params: { merchantOrderId = '' } }) =>
      found(await syncByPerson(context.gateway, merchantOrderId), merchantOrderId),
  },
  'POST /orders/:merchantOrderId/resolve-review': {
    body: z.strictObject({
      note: z.string().trim().min(1).max(500),
      version: VERSION,
      refundSurplus: z.exactOptional(z.boolean()),
    }),
    handle: async ({ context, params: { merchantOrderId = '' }, body }) =>
      found(await resolveReview(context.gateway, merchantOrderId, body), merchantOrderId),
  },
} satisfies HandlersOf<
  | 'GET /orders'
  | 'GET /orders/:merchantOrderId'
  | 'GET /orders/:merchantOrderId/proof'
  | 'POST /orders/:merchantOrderId/sync'
  | 'POST /orders/:merchantOrderId/resolve-review'
>

function found<Result>(result: Result | undefined, merchantOrderId: string): Result {
  if (result === undefined) throw notFound('order', merchantOrderId)
  return result
}
