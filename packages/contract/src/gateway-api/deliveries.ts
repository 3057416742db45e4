import type { EventName } from './events.ts'

/** State of a delivery. `failed`: the delivery needs review. `cancelled`: the subscription was removed before the delivery. */
export type DeliveryState = 'waiting' | 'done' | 'failed' | 'cancelled'

/** Delivery of one event to one subscriber. */
export interface EventDelivery {
  deliveryId: string
  eventId: string
  event: EventName
  /** `handlers` for the merchant's handlers, otherwise the name of a notifier. */
  subscriber: string
  /** Absent: the event is about a settlement or a day. */
  merchantOrderId?: string
  merchantRefundId?: string
  state: DeliveryState
  /** True when the delivery has been due for minutes: no running process has the code of this subscriber for this event. */
  unclaimed?: true
  /** Attempts that were started. */
  attempts: number
  lastError?: string
  nextAttemptAtMs?: number
  createdAtMs: number
  doneAtMs?: number
}

/** One finished attempt of a delivery. An attempt whose process died has no entry, and only counts in `attempts`. */
export interface DeliveryAttempt {
  /**
   * Number of the attempt. 1 is the first attempt since the delivery was created, or since a person retried a delivery that needed review.
   */
  attempt: number
  /** Epoch milliseconds. */
  startedAtMs: number
  /** Duration in milliseconds. */
  tookMs: number
  result: 'done' | 'failed'
  /** The error that the handler or notifier threw; absent after a success, and once the text was erased. */
  error?: string
  /** When the next attempt was due, epoch milliseconds; absent after the last attempt. */
  nextAttemptAtMs?: number
}

/** A delivery with its attempts. */
export interface EventDeliveryDetail extends EventDelivery {
  /** Newest first, at most 100. They are kept as long as API calls (`policy.keepCallsDays`). */
  history: DeliveryAttempt[]
}

/** A handler or a notifier that gets the events of one name. */
export interface EventSubscription {
  /** `handlers` for the merchant's handlers, otherwise the name of a notifier. */
  subscriber: string
  /** Name of the event. */
  event: EventName
  /** When a process first registered the subscription. Epoch milliseconds. */
  registeredAtMs: number
  /** Number of deliveries that are not done. */
  waiting: number
  /** Number of deliveries in `waiting` that no process has taken for minutes. */
  unclaimed: number
  /** True when this process has the code of the handler or notifier. */
  here: boolean
  /**
   * Number of processes that run workers (`gateway.start()`) and have the code of the handler or notifier. A killed process counts for up
   * to 35 seconds.
   */
  running: number
}
