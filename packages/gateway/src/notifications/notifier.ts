import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DomainEvent } from '../domain/order.ts'

/** Events that notifiers can be told. */
export type NotificationEvent = Exclude<DomainEvent['type'], 'refund.request'>

/** One event for a notifier. */
export interface Notification {
  /** What happened. */
  readonly event: NotificationEvent
  /** The same in every repetition: use it to process a notification once. */
  readonly notificationId: string
  /** The order as it is now, which may be later than the event. */
  readonly order: Order
  /** The other order of the same reference whose payment counts, such as when the payer abandoned this one. */
  readonly paidBy?: string
  /** With the events of refunds. */
  readonly refund?: Refund
}

/** Receives events, each at least once. When it throws, the delivery is repeated with growing delays, then shown in the console. */
export interface Notifier {
  /** Part of every `notificationId`: keep it stable. 1 to 31 lower-case letters, digits or `-`. */
  readonly name: string
  /** Events that it receives. */
  readonly kinds: readonly NotificationEvent[]
  /** Resolves when it is delivered. */
  notify(notification: Notification): Promise<void>
}

/**
 * Makes a notifier from a function: a chat message, an SMS, a queue. Called at least once for each event.
 * @throws Error when the name is invalid.
 * @example
 * notifyBy('chat', ['order.needs_review'], ({ order }) => postToChat(`Review ${order.merchantOrderId}`))
 */
export function notifyBy(
  name: string,
  kinds: readonly NotificationEvent[],
  notify: (notification: Notification) => Promise<void> | void,
): Notifier {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) {
    throw new Error(
      `name must be 1 to 31 lower-case letters, digits or -, starting with a letter; got ${JSON.stringify(name)}`,
    )
  }
  return { name, kinds, notify: async (notification) => notify(notification) }
}
