import type { OrderStory } from '@galla/contract/gateway-api/console-routes'
import { viewRefund } from '../doors/views.ts'
import { notThere } from '../http/refusal.ts'
import { oneOrder, ordersOfReference } from '../storage/order-list.ts'
import { refundsOf } from '../storage/refunds.ts'
import { decisionsOf, timelineOf } from '../storage/timeline.ts'
import type { Desk } from './desk.ts'
import { maskedOrder } from './masked-order.ts'

/** One order with all that is known of it. */
export async function storyOf({ rooms: { books } }: Desk, merchantOrderId: string): Promise<OrderStory> {
  const order = await oneOrder(books, merchantOrderId)
  if (!order) throw notThere('order', merchantOrderId)
  const [refunds, decisions, timeline, siblings] = await Promise.all([
    refundsOf(books, merchantOrderId),
    decisionsOf(books, merchantOrderId),
    timelineOf(books, merchantOrderId),
    ordersOfReference(books, order.reference, merchantOrderId),
  ])
  return {
    order: maskedOrder(order),
    refunds: refunds.map(viewRefund),
    decisions,
    timeline,
    siblings: siblings.map(maskedOrder),
  }
}
