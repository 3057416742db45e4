import type { FinanceEvent } from '../../domain/events/events.ts'
import type { DomainEvent } from '../../domain/orders/order.ts'
import type { Queries } from '../database.ts'

/**
 * Records an event once, with one delivery for each subscription that the database holds. Which process does it makes no difference.
 * @returns the number of deliveries; 0 when the event was recorded before
 */
export async function insertEvent(on: Queries, event: DomainEvent | FinanceEvent, nowMs: number): Promise<number> {
  const { rowCount } = await on.query({
    name: 'insert-event',
    text: `with recorded as (
        insert into galla.events ("eventId", "event", "merchantOrderId", "refundKey", "createdAtMs", "subscriptionId", "settlementId", "day")
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict do nothing returning "eventId", "event", "merchantOrderId", "refundKey", "createdAtMs")
      insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "refundKey", "createdAtMs", "nextAttemptAtMs")
      select r."eventId", s."subscriber", r."event", r."merchantOrderId", r."refundKey", r."createdAtMs", r."createdAtMs"
      from recorded r join galla.subscriptions s on s."event" = r."event"`,
    values: [
      event.eventId,
      event.type,
      'merchantOrderId' in event ? event.merchantOrderId : null,
      'refundKey' in event ? event.refundKey : null,
      nowMs,
      'subscriptionId' in event ? event.subscriptionId : null,
      'settlementId' in event ? event.settlementId : null,
      'day' in event ? event.day : null,
    ],
  })
  return rowCount ?? 0
}

/** The settlement or day that an event is about. */
export interface SubjectIds {
  readonly settlementId: string | null
  readonly day: string | null
}

/** The subject of an event that is about no order. */
export async function subjectOfEvent(on: Queries, eventId: string): Promise<SubjectIds | undefined> {
  const { rows } = await on.query<SubjectIds>({
    name: 'subject-of-event',
    text: 'select "settlementId", "day" from galla.events where "eventId" = $1',
    values: [eventId],
  })
  return rows[0]
}
