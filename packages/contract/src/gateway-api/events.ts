/** Every event that a handler or a notifier can subscribe to, with its subject. A new event needs its line here. */
const EVENTS = {
  /** Paid and to be delivered. A payment that is refunded automatically (late, duplicate) causes no such event. */
  'order.completed': 'order',
  /** Failed or expired. Check `paidBy` before you release the cart. */
  'order.failed': 'order',
  /** An order that was reported as failed can be paid after all: disregard that `order.failed`. */
  'order.reopened': 'order',
  /** The order stopped until a person resolves `order.needsReview`. */
  'order.needs_review': 'order',
  /** The provider reports a dispute (chargeback) of a payment of the order, or its next state: `disputes`. The order and the ledger stay as they are. */
  'order.disputed': 'order',
  /** The provider has completed the refund, possibly after it had been reported as failed. */
  'refund.completed': 'refund',
  /** The refund is FAILED: its amount may be refunded again under a new id. */
  'refund.failed': 'refund',
  /** A refund that was reported as failed is in progress after all; `refund.completed` or `refund.failed` follows. */
  'refund.reopened': 'refund',
  /** The refund stopped until a person, or the provider's status, resolves `refund.needsReview`. */
  'refund.needs_review': 'refund',
  /** The refund waits for the approval of a second person: `refund.approval`. */
  'refund.needs_approval': 'refund',
  /** The payer approved the mandate: grant access. */
  'subscription.activated': 'subscription',
  /** A debit is announced to the payer: `order` is the debit. */
  'subscription.charge_upcoming': 'subscription',
  /** A cycle is paid: `order` is the payment. */
  'subscription.charge_completed': 'subscription',
  /** A debit of a cycle failed: `subscription.state` says whether it is repeated. */
  'subscription.charge_failed': 'subscription',
  /** The merchant or the payer paused the subscription. */
  'subscription.paused': 'subscription',
  /** The pause is over. */
  'subscription.resumed': 'subscription',
  /** Nothing is billed until somebody acts: `subscription.haltedFor` has the reason. */
  'subscription.halted': 'subscription',
  /** The subscription was cancelled. Next, its mandate is cancelled at the provider. */
  'subscription.cancelled': 'subscription',
  /** The last cycle of the plan is over. */
  'subscription.completed': 'subscription',
  /** Nobody approved the mandate in time. */
  'subscription.expired': 'subscription',
  /** The amount of the coming cycles or the mandate changed. */
  'subscription.updated': 'subscription',
  /** The provider has paid out a settlement, with its UTR. Once for each settlement. */
  'settlement.processed': 'settlement',
  /** The bank refused an attempt of a settlement: `settlement.failure`. Once for each refusal. */
  'settlement.failed': 'settlement',
  /** A day is closed: `dayClose`, with the difference of all days so far. Once for each day, and again if the day had to be closed again with other figures. */
  'day.closed': 'dayClose',
} as const

/** The subject of each event. */
export type EventSubjects = typeof EVENTS

/** An event that a handler or a notifier can subscribe to. */
export type EventName = keyof EventSubjects

/** Every event name. */
export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[]
