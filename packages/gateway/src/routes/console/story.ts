import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { notFound } from '../../http/responses.ts'
import { viewRefund } from '../../services/views.ts'
import { ordersOfReference, readOrderView } from '../../storage/order-list.ts'
import { refundsOf } from '../../storage/refunds.ts'
import { decisionsOf, timelineOf } from '../../storage/timeline.ts'
import type { Desk } from './desk.ts'
import { maskedOrder } from './masked-order.ts'

/** One order with all that is known of it. */
export async function storyOf({ context: { database } }: Desk, merchantOrderId: string): Promise<OrderStory> {
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
