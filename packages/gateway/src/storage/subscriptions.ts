import type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
import type { Subscriber } from '../domain/events.ts'
import type { Queries } from './database.ts'
import { unclaimedBefore } from './deliveries.ts'

/** Adds what is not registered yet, and removes nothing: another process may have the code. */
export async function registerSubscribers(
  on: Queries,
  subscribers: readonly Subscriber[],
  nowMs: number,
): Promise<void> {
  for (const { subscriber, events } of subscribers) {
    await on.query({
      text: `insert into galla.subscriptions ("subscriber", "event", "registeredAtMs") select $1, event, $3::bigint from unnest($2::text[]) event on conflict do nothing`,
      values: [subscriber, events, nowMs],
    })
  }
}

export async function listSubscriptions(on: Queries, nowMs: number): Promise<Omit<EventSubscription, 'here'>[]> {
  const { rows } = await on.query<Omit<EventSubscription, 'here'>>({
    text: `select s."subscriber", s."event", s."registeredAtMs", count(d."deliveryId") as "waiting",
        count(d."deliveryId") filter (where ${unclaimedBefore('$1')}) as "unclaimed"
      from galla.subscriptions s
      left join galla.deliveries d on d."subscriber" = s."subscriber" and d."event" = s."event" and d."state" = 'waiting'
      group by s."subscriber", s."event" order by s."subscriber", s."event"`,
    values: [nowMs],
  })
  return rows
}

/**
 * Removes a subscription and cancels its deliveries that are not done. A delivery that runs at this moment is finished first.
 * @returns the number of cancelled deliveries; undefined when there is neither such a subscription nor such a delivery
 */
export async function deleteSubscription(
  on: Queries,
  { subscriber, event }: { subscriber: string; event: string },
): Promise<number | undefined> {
  const { rowCount } = await on.query({
    text: `delete from galla.subscriptions where "subscriber" = $1 and "event" = $2`,
    values: [subscriber, event],
  })
  const cancelled = await on.query({
    text: `update galla.deliveries set "state" = 'cancelled', "nextAttemptAtMs" = null, "leasedUntil" = null
      where "subscriber" = $1 and "event" = $2 and "state" in ('waiting', 'failed')`,
    values: [subscriber, event],
  })
  return rowCount === 0 && cancelled.rowCount === 0 ? undefined : (cancelled.rowCount ?? 0)
}
