import type { Dispute } from '@galla/contract/gateway-api/disputes'
import type { Order } from '@galla/contract/gateway-api/orders'
import type { Refund } from '@galla/contract/gateway-api/refunds'
import type { DayClose, Settlement } from '@galla/contract/gateway-api/settlements'
import type { Subscription, SubscriptionPayer } from '@galla/contract/gateway-api/subscriptions'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { MAX_ATTEMPTS } from '../../domain/retries.ts'
import type { Queries } from '../../storage/database.ts'
import { disputesOf } from '../../storage/disputes/disputes.ts'
import { attemptsOf, type ClaimedDelivery } from '../../storage/events/deliveries.ts'
import { subjectOfEvent } from '../../storage/events/events.ts'
import type { OrderRow } from '../../storage/orders/order-row.ts'
import { readWithinReference, viewOrder } from '../../storage/orders/orders.ts'
import { isUnreadable } from '../../storage/privacy/data-keys.ts'
import { unreadableReason } from '../../storage/privacy/encrypted-columns.ts'
import { type RefundRow, refundOfKey, viewRefund } from '../../storage/refunds/refunds.ts'
import { readClose } from '../../storage/settlements/day-closes.ts'
import { settlementWithSums } from '../../storage/settlements/settlements.ts'

/** The subject of an event of a settlement, or of the close of a day. */
export type FinanceSubject = { readonly settlement: Settlement } | { readonly dayClose: DayClose }

/** The subject of an event. */
export type EventSubject = OrderSubject | FinanceSubject

/** The order of an event, with its refund or subscription. */
export interface OrderSubject {
  readonly order: Order
  readonly refund?: Refund
  /** The other order of its reference whose payment counts. */
  readonly paidBy?: string
  /** The newest order of the cart, when its total has changed since: the cart is still open. */
  readonly replacedBy?: string
  /** The disputes of the order; only with `order.disputed`. */
  readonly disputes?: readonly Dispute[]
  /** The subscription, and whom to tell; only with its events. */
  readonly subscription?: Subscription
  readonly payer?: SubscriptionPayer
}

/**
 * The order and refund as they are now, not as they were at the time of the event.
 * @throws when this process cannot decrypt them: another one may have the key, or this one later. Once as many attempts as a delivery has
 * failed for this reason, a person has decided to retry it, and it is made with the reason in the place of what cannot be read.
 */
export async function readSubject(
  { billing }: Pick<GatewayContext, 'billing'>,
  on: Queries,
  {
    deliveryId,
    eventId,
    event,
    merchantOrderId,
    refundKey,
    subscriptionId,
  }: Pick<ClaimedDelivery, 'deliveryId' | 'eventId' | 'event' | 'merchantOrderId' | 'refundKey' | 'subscriptionId'>,
): Promise<EventSubject> {
  if (merchantOrderId === null) return financeSubject(on, eventId)
  const found = await readWithinReference(on, merchantOrderId)
  if (!found) throw new Error(`The order ${merchantOrderId} is missing from the database`)
  const { row, paidBy, supersededBy } = found
  const refund = refundKey === null ? undefined : await refundOfKey(on, refundKey)
  if (refundKey !== null && !refund) throw new Error('The refund of the event is missing from the database')
  const reason = unreadableOrder(row) ?? (refund && unreadableRefund(refund))
  if (reason !== undefined && (await unreadableAttempts(on, deliveryId)) < MAX_ATTEMPTS) {
    throw new Error(
      `${CANNOT_READ}: ${reason}. Nothing was delivered: configure the key, or let a process that has the key deliver the event`,
    )
  }
  return {
    order: viewOrder(row),
    ...defined({
      refund: refund && viewRefund(refund),
      paidBy: paidBy === merchantOrderId ? undefined : paidBy,
      replacedBy: supersededBy,
      disputes: event === 'order.disputed' ? await disputesOf(on, merchantOrderId) : undefined,
    }),
    ...(subscriptionId === null ? {} : await subscriptionSubject(billing, on, subscriptionId)),
  }
}

/** The settlement as it is now, or the close of the day. */
async function financeSubject(on: Queries, eventId: string): Promise<FinanceSubject> {
  const { settlementId, day } = (await subjectOfEvent(on, eventId)) ?? {}
  const settlement = settlementId ? await settlementWithSums(on, settlementId) : undefined
  if (settlement) return { settlement }
  const dayClose = day ? await readClose(on, day) : undefined
  if (dayClose) return { dayClose }
  throw new Error('The settlement or the closed day of the event is missing from the database')
}

/** @throws when this process has no subscriptions: another one delivers the event */
async function subscriptionSubject(billing: GatewayContext['billing'], on: Queries, subscriptionId: string) {
  if (!billing) throw new Error('This process was made without the option subscriptions, so it cannot read the event')
  const found = await billing.read(on, subscriptionId)
  if (!found) throw new Error('The subscription of the event is missing from the database')
  return found
}

const CANNOT_READ = 'This process cannot read what the event is about'

/** Counts the attempts that failed for this reason. An attempt that failed for another reason, such as a handler that threw, had the key. */
const unreadableAttempts = async (on: Queries, deliveryId: string): Promise<number> =>
  (await attemptsOf(on, deliveryId)).filter(({ error }) => error?.includes(CANNOT_READ)).length

const unreadableOrder = ({ request, attempts }: OrderRow): string | undefined =>
  [request, ...attempts].map(unreadableReason).find((one) => one !== undefined)

const unreadableRefund = ({ note, decisionNote, needsReview }: RefundRow): string | undefined =>
  [note, decisionNote, needsReview?.theirs?.message].find(isUnreadable)
