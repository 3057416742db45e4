/** What a handler or a notifier can subscribe to. */
export type EventName =
  /** The order is paid and to be delivered. A payment that is refunded automatically (late, duplicate) causes no such event. */
  | 'order.completed'
  /** The order is FAILED. */
  | 'order.failed'
  /** The order stopped until a person resolves its review. */
  | 'order.needs_review'
  /** The refund is COMPLETED. */
  | 'refund.completed'
  /** The refund is FAILED: its amount may be refunded again under a new id. */
  | 'refund.failed'

/** Every event name. */
export const EVENT_NAMES: readonly EventName[] = [
  'order.completed',
  'order.failed',
  'order.needs_review',
  'refund.completed',
  'refund.failed',
]
