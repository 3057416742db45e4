import type { DomainEvent } from '../../domain/orders/order.ts'
import type { Queries } from '../database.ts'

/**
 * Records an event once, with one delivery for each subscription that the database holds. Which process does it makes no difference.
 * @returns the number of deliveries; 0 when the event was recorded before
 */
export async function insertEvent(on: Queries, event: DomainEvent, nowMs: number): Promise<number> {
  const { rowCount } = await on.query({
    name: 'insert-event',
    text: `with recorded as (
        insert into galla.events ("eventId", "event", "merchantOrderId", "refundKey", "createdAtMs") values ($1, $2, $3, $4, $5)
        on conflict do nothing returning "eventId", "event", "merchantOrderId", "refundKey", "createdAtMs")
      insert into galla.deliveries ("eventId", "subscriber", "event", "merchantOrderId", "refundKey", "createdAtMs", "nextAttemptAtMs")
      select r."eventId", s."subscriber", r."event", r."merchantOrderId", r."refundKey", r."createdAtMs", r."createdAtMs"
      from recorded r join galla.subscriptions s on s."event" = r."event"`,
    values: [event.eventId, event.type, event.merchantOrderId, 'refundKey' in event ? event.refundKey : null, nowMs],
  })
  return rowCount ?? 0
}
