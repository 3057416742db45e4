import type { SendLink } from '@galla/contract/gateway-api/links'
import { z } from 'zod'
import { notFound } from '../../http/responses.ts'
import { id, LINK_BODY, ORDERS_QUERY, PAGING, REMINDER, toListOrders, VERSION } from '../../http/schemas.ts'
import { cancelLinkByPerson, remindByPerson, sendLinkFor } from '../../services/orders/console-links.ts'
import {
  orderProof,
  orderStory,
  ordersForConsole,
  orderTotals,
  resolveReview,
  syncByPerson,
} from '../../services/orders/console-orders.ts'
import type { HandlersOf } from './context.ts'

export const orderRoutes = {
  'GET /orders': {
    query: ORDERS_QUERY,
    handle: ({ context, query }) => ordersForConsole(context.gateway, toListOrders(query)),
  },
  'GET /order-totals': {
    query: ORDERS_QUERY.omit(PAGING).omit({ sort: true }),
    handle: ({ context, query }) => orderTotals(context.gateway, toListOrders(query)),
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
  'POST /orders/:merchantOrderId/link': {
    body: z.strictObject({ ...LINK_BODY, merchantOrderId: id }) satisfies z.ZodType<SendLink>,
    handle: async ({ context, params: { merchantOrderId = '' }, body }) =>
      found(await sendLinkFor(context.gateway, merchantOrderId, body), merchantOrderId),
  },
  'POST /links/:merchantOrderId/remind': {
    body: REMINDER,
    handle: async ({ context, params: { merchantOrderId = '' }, body }) =>
      found(await remindByPerson(context.gateway, merchantOrderId, body), merchantOrderId),
  },
  'POST /links/:merchantOrderId/cancel': {
    handle: async ({ context, params: { merchantOrderId = '' } }) =>
      found(await cancelLinkByPerson(context.gateway, merchantOrderId), merchantOrderId),
  },
} satisfies HandlersOf<
  | 'GET /orders'
  | 'GET /order-totals'
  | 'GET /orders/:merchantOrderId'
  | 'GET /orders/:merchantOrderId/proof'
  | 'POST /orders/:merchantOrderId/sync'
  | 'POST /orders/:merchantOrderId/resolve-review'
  | 'POST /orders/:merchantOrderId/link'
  | 'POST /links/:merchantOrderId/remind'
  | 'POST /links/:merchantOrderId/cancel'
>

function found<Result>(result: Result | undefined, merchantOrderId: string): Result {
  if (result === undefined) throw notFound('order', merchantOrderId)
  return result
}
