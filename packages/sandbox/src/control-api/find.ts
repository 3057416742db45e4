import type { Order } from '../domain/order.ts'
import type { Refund } from '../domain/refund.ts'
import { type Asked, RouteRefusal } from '../routes.ts'

export function orderNamed({ provider }: Asked, merchantOrderId: string | undefined): Order {
  const order = provider.store.orders.get(merchantOrderId ?? '')
  if (!order) throw new RouteRefusal(404, 'UNKNOWN_ORDER', `There is no order ${merchantOrderId}.`)
  return order
}

export function refundNamed({ provider }: Asked, merchantRefundId: string | undefined): Refund {
  const refund = provider.store.refunds.get(merchantRefundId ?? '')
  if (!refund) throw new RouteRefusal(404, 'UNKNOWN_REFUND', `There is no refund ${merchantRefundId}.`)
  return refund
}
