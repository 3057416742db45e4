import type { EventName } from '@galla/contract/gateway-api/events'
import type { DayClose } from '@galla/contract/gateway-api/settlements'
import type { DomainEvent, SubscriptionEventType } from '../orders/order.ts'
import type { RefundIds } from '../refunds/refund.ts'

type OrderEventName = Extract<EventName, `order.${string}`>
type RefundEventName = Extract<EventName, `refund.${string}`>

type SettlementEventName = Extract<EventName, `settlement.${string}`>

/** An event of a settlement or a closed day, which is about no order. */
export type FinanceEvent =
  | { readonly type: SettlementEventName; readonly eventId: string; readonly settlementId: string }
  | { readonly type: 'day.closed'; readonly eventId: string; readonly day: string }

/** Subscriber of the option `on`. All processes share it: each event goes to one of those that have its handler. */
export const HANDLERS = 'handlers'

/** The events of one subscriber that a process has code for. */
export interface Subscriber {
  readonly subscriber: string
  readonly events: readonly EventName[]
}

/**
 * The event of a change of an order.
 * @param occurrence for an event that an order can have more than once: what tells this one from the others
 */
export function orderEvent(type: OrderEventName, merchantOrderId: string, occurrence?: string | number): DomainEvent {
  return { type, eventId: eventIdOf(type, merchantOrderId, occurrence), merchantOrderId }
}

/** The event of a change of a refund; `occurrence` as for `orderEvent`. */
export function refundEvent(
  type: RefundEventName,
  { id, merchantRefundId, refundId, merchantOrderId }: RefundIds & { id: number; merchantOrderId: string },
  occurrence?: string | number,
): DomainEvent {
  // Receivers know events by their ids, also after a restore, which gives the own key to another refund. No id has an `@`.
  const subject = merchantRefundId ?? `@${refundId}`
  return { type, eventId: eventIdOf(type, subject, occurrence), merchantOrderId, refundKey: id }
}

/** The event of a change of a subscription; `occurrence` as for `orderEvent`. */
export function subscriptionEvent(
  type: SubscriptionEventType,
  { subscriptionId, merchantOrderId }: { readonly subscriptionId: string; readonly merchantOrderId: string },
  occurrence?: string | number,
): DomainEvent {
  return { type, eventId: eventIdOf(type, subscriptionId, occurrence), merchantOrderId, subscriptionId }
}

/** The event of a change of a settlement; `occurrence` as for `orderEvent`. */
export function settlementEvent(type: SettlementEventName, settlementId: string, occurrence?: number): FinanceEvent {
  return { type, eventId: eventIdOf(type, settlementId, occurrence), settlementId }
}

/** The event of the close of a day. A day that is closed again has another event where its figures, and so the digest, differ. */
export const dayClosedEvent = ({ day, digest }: Pick<DayClose, 'day' | 'digest'>): FinanceEvent => ({
  ...{ type: 'day.closed', eventId: eventIdOf('day.closed', day, digest) },
  day,
})

/**
 * `order:<id>:completed`, `refund:<id>:failed:2`: the kind of the subject comes first, because an order and a refund may have the
 * same id. Ids hold no colon.
 */
export function eventIdOf(type: EventName | 'refund.request', id: string, occurrence?: string | number): string {
  const [subject = '', what = ''] = type.split('.')
  return [subject, id, what, ...(occurrence === undefined ? [] : [occurrence])].join(':')
}
