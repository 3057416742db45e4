import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'

/** SQL in the transaction that records the effect: what is written here happens once, whatever crashes. */
export interface HandlerTx {
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** What a handler is told. Outside `tx` it may run more than once: `deliveryId` is then the key to do a thing once. */
export interface OrderEvent {
  readonly deliveryId: string
  readonly order: Order
  /**
   * The other order of the same reference whose payment counts. On `order.failed`: the cart is paid all the same, so nothing
   * is to be taken back from the payer.
   */
  readonly paidBy?: string
  readonly tx: HandlerTx
}

export interface RefundEvent {
  readonly deliveryId: string
  readonly refund: Refund
  readonly tx: HandlerTx
}

/** The merchant's own work. A handler that throws is tried again with growing pauses, then shown to a person. */
export interface Handlers {
  'order.completed'?: (event: OrderEvent) => Promise<void> | void
  'order.failed'?: (event: OrderEvent) => Promise<void> | void
  'order.needs_review'?: (event: OrderEvent) => Promise<void> | void
  'refund.completed'?: (event: RefundEvent) => Promise<void> | void
  'refund.failed'?: (event: RefundEvent) => Promise<void> | void
}
