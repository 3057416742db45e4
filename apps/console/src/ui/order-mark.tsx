import type { Order } from '@galla/contract/gateway-api/orders'
import { StateMark } from './state-mark.tsx'

/** An order's state; that it waits for a person goes before it. */
export function OrderMark({ order }: { order: Pick<Order, 'state' | 'needsReview'> }) {
  return <StateMark kind="order" state={order.needsReview ? 'PARKED' : order.state} />
}
