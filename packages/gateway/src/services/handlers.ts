import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'

/** SQL in the transaction that marks the delivery as done: what is written here is committed exactly once. */
export interface HandlerTx {
  /**
   * Runs one SQL statement. The gateway commits; transaction statements are refused.
   * @example
   * await tx.query('insert into parcels (reference) values ($1)', [order.reference])
   */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{
    /** Rows of the result. */
    rows: Record<string, unknown>[]
    /** Rows that were returned or changed. */
    rowCount: number | null
  }>
}

/** The argument of an order handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface OrderEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The order after the change. */
  readonly order: Order
  /**
   * The other order of the same reference whose payment counts. With `order.failed` the reference is paid nevertheless, so keep
   * the cart fulfilled.
   */
  readonly paidBy?: string
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The argument of a refund handler. A handler may run more than once: outside `tx`, use `deliveryId` as the idempotency key. */
export interface RefundEvent {
  /** The same in every repetition: an idempotency key for work outside `tx`. */
  readonly deliveryId: string
  /** The refund after the change. */
  readonly refund: Refund
  /** Runs SQL in the delivery's transaction. */
  readonly tx: HandlerTx
}

/** The merchant's handlers. One that throws is retried with increasing delays; after the last attempt its delivery needs review. */
export interface Handlers {
  /** Paid and to be delivered. Automatic refunds (late, duplicate) do not cause it. */
  'order.completed'?: (event: OrderEvent) => Promise<void> | void
  /** Failed or expired. Check `paidBy` before you release the cart. */
  'order.failed'?: (event: OrderEvent) => Promise<void> | void
  /** Reported as failed before, and the provider has it after all: it can be paid, so disregard that `order.failed`. */
  'order.reopened'?: (event: OrderEvent) => Promise<void> | void
  /** Stopped until a person resolves `order.needsReview`. */
  'order.needs_review'?: (event: OrderEvent) => Promise<void> | void
  /** The provider has completed the refund. */
  'refund.completed'?: (event: RefundEvent) => Promise<void> | void
  /** The amount may be refunded again under a new id. */
  'refund.failed'?: (event: RefundEvent) => Promise<void> | void
  /** A refund that was reported as failed is in progress after all; `refund.completed` or `refund.failed` follows. */
  'refund.reopened'?: (event: RefundEvent) => Promise<void> | void
  /** Stopped until a person, or the provider's status, resolves `refund.needsReview`. */
  'refund.needs_review'?: (event: RefundEvent) => Promise<void> | void
}
