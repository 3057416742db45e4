import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { EVENT_NAMES, type EventName } from '@galla/contract/gateway-api/events'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DayClose, Settlement } from '@galla/contract/gateway-api/settlements'
import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'
import { namesHost, wayWithoutTls } from '@galla/contract/hosts-without-tls'
import { checkNames } from '../check-names.ts'
import { HANDLERS } from '../domain/events/events.ts'
import { invalidOption } from '../errors.ts'

/** An event that a notifier can receive. */
export type NotificationEvent = EventName

/** The fields of each notification. */
interface NotificationFacts<Event extends NotificationEvent> {
  /** Name of the event. */
  readonly event: Event
  /** Id that is the same in every repetition. Use this id to process a notification once. */
  readonly notificationId: string
  /** Time of the event. Epoch milliseconds. */
  readonly atMs: number
  /** Time of this attempt, by the gateway's clock, which follows the database's clock. Epoch milliseconds. */
  readonly sentAtMs: number
}

type SettlementEventName = Extract<NotificationEvent, `settlement.${string}`>

/** An event of a settlement for a notifier. */
export interface SettlementNotification extends NotificationFacts<SettlementEventName> {
  /** The settlement as it is now, which may be later than the event. */
  readonly settlement: Settlement
}

/** The close of a day for a notifier. */
export interface DayCloseNotification extends NotificationFacts<'day.closed'> {
  /** The close, which never changes. */
  readonly dayClose: DayClose
}

/** One event for a notifier. */
export type Notification = OrderNotification | SettlementNotification | DayCloseNotification

/** The type of the notification of an event. */
export type NotificationOf<Event extends NotificationEvent> = Event extends 'day.closed'
  ? DayCloseNotification
  : Event extends SettlementEventName
    ? SettlementNotification
    : OrderNotification

/** An event of an order, a refund or a subscription for a notifier. */
export interface OrderNotification
  extends NotificationFacts<Exclude<NotificationEvent, SettlementEventName | 'day.closed'>> {
  /** The order as it is now, which may be later than the event. */
  readonly order: Order
  /** The other order of the same reference whose payment counts, for example when the payer abandoned this order. */
  readonly paidBy?: string
  /**
   * The newest order of the same reference, if a later order has another amount. With `order.failed`, only an older page of the cart has
   * ended.
   */
  readonly replacedBy?: string
  /** The disputes of the order, latest change first; only with `order.disputed`. */
  readonly disputes?: readonly Dispute[]
  /** The refund as it is now; only with events of refunds. */
  readonly refund?: Refund
  /** The subscription as it is now; only with events of subscriptions. */
  readonly subscription?: Subscription
  /** The payer data from the start of the subscription, until this data is erased. Only with events of subscriptions. */
  readonly payer?: SubscriptionPayer
}

/**
 * Receives events, each at least once. When `notify` throws, the delivery is repeated with growing delays. After the last attempt, the
 * console shows the delivery.
 */
export interface Notifier {
  /**
   * Name of the notifier in its deliveries, the same in all processes. Never change this name, and give each notifier a different name. 1
   * to 31 lower-case letters, digits or `-`; not `handlers`.
   */
  readonly name: string
  /** Events that the notifier receives. */
  readonly kinds: readonly NotificationEvent[]
  /** Host that the notifier reaches without TLS. The option `hostsWithoutTls` must name this host. */
  readonly hostWithoutTls?: string
  /** Delivers a notification. The promise resolves once the notification is delivered. */
  notify(notification: Notification): Promise<void>
}

/**
 * Makes a notifier from a function that sends, for example, a chat message or an SMS. The function is called at least once for each event.
 * @throws Error when the name is invalid.
 * @example
 * notifyBy('chat', ['order.needs_review'], ({ order }) => postToChat(`Review ${order.merchantOrderId}`))
 */
export function notifyBy<Event extends NotificationEvent>(
  name: string,
  kinds: readonly Event[],
  notify: (notification: NotificationOf<Event>) => Promise<void> | void,
): Notifier {
  checkName(name)
  return { name, kinds, notify: async (notification) => notify(notification as NotificationOf<Event>) }
}

function checkName(name: unknown): void {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === HANDLERS) {
    throw invalidOption(
      'name',
      `must be 1 to 31 lower-case letters, digits or -, starting with a letter, and not ${HANDLERS}; got ${JSON.stringify(name)}`,
    )
  }
}

/**
 * Checks what `notifiers` of `createGateway()` is given. Two of one name would get one delivery together.
 * @throws Error naming the notifier
 */
export function checkNotifiers(notifiers: readonly Notifier[], hostsWithoutTls: readonly string[] = []): void {
  const names = new Set<string>()
  for (const { name, kinds, hostWithoutTls: host } of notifiers) {
    checkName(name)
    if (names.has(name))
      throw invalidOption('notifiers', `has two notifiers with the name ${name}: give each its own name`)
    names.add(name)
    checkNames(Object.fromEntries(kinds.map((kind) => [kind, true])), EVENT_NAMES, 'event', `notifier ${name}: `)
    if (host !== undefined && !namesHost(hostsWithoutTls, host))
      throw new Error(`notifier ${name}: ${host} is reached without TLS. ${wayWithoutTls(host, 'hostsWithoutTls')}`)
  }
}
