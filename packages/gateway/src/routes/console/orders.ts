import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import type { Order } from '@galla/contract/gateway-api/orders'
import { z } from 'zod'
import type { GatewayContext } from '../../context.ts'
import { maskMessage } from '../../domain/masking.ts'
import { proofOf } from '../../domain/proof.ts'
import { surplusOf } from '../../domain/refund.ts'
import { invalid } from '../../errors.ts'
import { notFound } from '../../http/responses.ts'
import { ORDERS_QUERY, toListOrders } from '../../http/schemas.ts'
import { applyObservations, syncOrder } from '../../services/sync-order.ts'
import { writeAudit } from '../../storage/audit.ts'
import { decisionsOf } from '../../storage/decisions.ts'
import { listOrders, ordersOfReference, readOrderView } from '../../storage/order-list.ts'
import { readOrder } from '../../storage/orders.ts'
import { refundsOf, viewRefund } from '../../storage/refunds.ts'
import { timelineOf } from '../../storage/timeline.ts'
import type { HandlersOf } from './context.ts'

export const orderRoutes = {
  'GET /orders': {
    query: ORDERS_QUERY,
    async answer({ context: { gateway }, query }) {
      const page = await listOrders(gateway.database, toListOrders(query), gateway.clock.now())
      return { ...page, rows: page.rows.map(maskedOrder) }
    },
  },
  'GET /orders/:merchantOrderId': {
    answer: ({ context, params: { merchantOrderId = '' } }) => storyOf(context.gateway, merchantOrderId),
  },
  'GET /orders/:merchantOrderId/proof': {
    async answer({ context: { gateway }, params: { merchantOrderId = '' } }) {
      const order = await readOrderView(gateway.database, merchantOrderId)
      if (!order) throw notFound('order', merchantOrderId)
      return proofOf(order, await decisionsOf(gateway.database, merchantOrderId))
    },
  },
  'POST /orders/:merchantOrderId/sync': {
    async answer({ context: { gateway }, params: { merchantOrderId = '' } }) {
      const row = await readOrder(gateway.database, merchantOrderId)
      if (!row) throw notFound('order', merchantOrderId)
      const atMs = gateway.clock.now()
      await writeAudit(gateway.database, { atMs, what: 'checked the status', kind: 'order', id: merchantOrderId })
      await syncOrder(gateway, row)
      return storyOf(gateway, merchantOrderId)
    },
  },
  /** The order continues after a review; the note says why. */
  'POST /orders/:merchantOrderId/resolve-review': {
    body: z.strictObject({ note: z.string().trim().min(1).max(500), giveBack: z.exactOptional(z.boolean()) }),
    async answer({ context: { gateway }, params: { merchantOrderId = '' }, body: { note, giveBack = false } }) {
      const atMs = gateway.clock.now()
      const order = await readOrder(gateway.database, merchantOrderId)
      if (giveBack && (!order || surplusOf(order) === 0))
        throw invalid('giveBack', 'is only for an order that was paid twice')
      const resolution = { kind: 'console', resolveReview: true, note, refundSurplus: giveBack, atMs } as const
      await applyObservations(gateway, merchantOrderId, [resolution])
      await writeAudit(gateway.database, {
        atMs,
        what: giveBack ? 'resolved the review and refunded the second payment' : 'resolved the review',
        kind: 'order',
        id: merchantOrderId,
        detail: note,
      })
      return storyOf(gateway, merchantOrderId)
    },
  },
} satisfies HandlersOf<
  | 'GET /orders'
  | 'GET /orders/:merchantOrderId'
  | 'GET /orders/:merchantOrderId/proof'
  | 'POST /orders/:merchantOrderId/sync'
  | 'POST /orders/:merchantOrderId/resolve-review'
>

/** One order with everything that is stored about it. */
async function storyOf({ database }: GatewayContext, merchantOrderId: string): Promise<OrderStory> {
  const order = await readOrderView(database, merchantOrderId)
  if (!order) throw notFound('order', merchantOrderId)
  const [refunds, decisions, timeline, siblings] = await Promise.all([
    refundsOf(database, merchantOrderId),
    decisionsOf(database, merchantOrderId),
    timelineOf(database, merchantOrderId),
    ordersOfReference(database, order.reference, merchantOrderId),
  ])
  return {
    order: maskedOrder(order),
    refunds: refunds.map(viewRefund),
    decisions,
    timeline,
    siblings: siblings.map(maskedOrder),
  }
}

/** `metaInfo` may name the payer: the console masks it and reveals one value at a time. */
function maskedOrder(order: Order): Order {
  return order.metaInfo ? { ...order, metaInfo: maskMessage(order.metaInfo) as typeof order.metaInfo } : order
}
