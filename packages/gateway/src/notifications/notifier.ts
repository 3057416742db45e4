import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DomainEvent } from '../domain/order.ts'

export type NotificationEvent = Exclude<DomainEvent['type'], 'refund.request'>

/** What a notifier is told. */
export interface Notification {
  readonly event: NotificationEvent
  /** The same whenever the same thing is told again: at least once, so that nothing is missed. */
  readonly notificationId: string
  readonly order: Order
  /** The other order of the same reference whose payment counts, as when a payer gave up this one and paid in another way. */
  readonly paidBy?: string
  readonly refund?: Refund
}

/** Tells somebody that something happened. One that throws is tried again with growing pauses, then shown to a person. */
export interface Notifier {
  /** Stable and short: part of each notice's id. */
  readonly name: string
  readonly kinds: readonly NotificationEvent[]
  notify(notice: Notification): Promise<void>
}

/** A plain function as a notifier: a chat message, an SMS service, a queue. Told at least once; `notificationId` is the key to do it once. */
export function notifyBy(
  name: string,
  kinds: readonly NotificationEvent[],
  notify: (notice: Notification) => Promise<void> | void,
): Notifier {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name)) {
    throw new Error(
      `A notifier's name must be 1 to 31 lower-case letters, digits or -, a letter first; got ${JSON.stringify(name)}`,
    )
  }
  return { name, kinds, notify: async (notice) => notify(notice) }
}
