import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DomainEvent } from '../domain/events.ts'

export type NotificationEvent = Exclude<DomainEvent['kind'], 'refund.request'>

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
