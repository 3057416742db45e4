import type { BookOrder } from '@galla/contract/books/orders'
import { StateMark } from './state-mark.tsx'

/** An order's state; that it waits for a person goes before it. */
export function OrderMark({ order }: { order: Pick<BookOrder, 'state' | 'parked'> }) {
  return <StateMark kind="order" state={order.parked ? 'PARKED' : order.state} />
}
