/** What a handler or a notifier can subscribe to. */
export type EventName =
  /** The order is paid and to be delivered. A payment that is refunded automatically (late, duplicate) causes no such event. */
  | 'order.completed'
  /** The order is FAILED. */
  | 'order.failed'
  /** An order that had been reported as failed can be paid after all: disregard that `order.failed`. */
  | 'order.reopened'
  /** The order stopped until a person resolves its review. */
  | 'order.needs_review'
  /** The refund is COMPLETED, possibly after it had been reported as FAILED. */
  | 'refund.completed'
  /** The refund is FAILED: its amount may be refunded again under a new id. */
  | 'refund.failed'
  /** A refund that had been reported as FAILED is in progress after all: its amount is reserved again. */
  | 'refund.reopened'
  /** The refund stopped until a person resolves its review, or the provider's status does. */
  | 'refund.needs_review'

/** Every event name. */
export const EVENT_NAMES: readonly EventName[] = [
  'order.completed',
  'order.failed',
  'order.reopened',
  'order.needs_review',
  'refund.completed',
  'refund.failed',
  'refund.reopened',
  'refund.needs_review',
]
