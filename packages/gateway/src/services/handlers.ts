import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'

/** SQL in the transaction that marks the delivery as done: what is written here is committed exactly once. */
export interface HandlerTx {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** The argument of an order handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface OrderEvent {
  readonly deliveryId: string
  readonly order: Order
  /**
   * The other order of the same reference whose payment counts. With `order.failed` the reference is paid nevertheless, so keep
   * the cart fulfilled.
   */
  readonly paidBy?: string
  readonly tx: HandlerTx
}

/** The argument of a refund handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface RefundEvent {
  readonly deliveryId: string
  readonly refund: Refund
  readonly tx: HandlerTx
}

/** The merchant's handlers. One that throws is retried with increasing delays; after the last attempt its delivery needs review. */
export interface Handlers {
  'order.completed'?: (event: OrderEvent) => Promise<void> | void
  'order.failed'?: (event: OrderEvent) => Promise<void> | void
  'order.needs_review'?: (event: OrderEvent) => Promise<void> | void
  'refund.completed'?: (event: RefundEvent) => Promise<void> | void
  'refund.failed'?: (event: RefundEvent) => Promise<void> | void
}
