import type { EventSubscription } from '@galla/contract/gateway-api/deliveries'
import type { Subscriber } from '../../domain/events/events.ts'
import type { Queries } from '../database.ts'
import { ALIVE } from '../jobs.ts'
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

/** Also those that are removed and for which a delivery waits: a statement that ran during the removal recorded it. */
export async function listSubscriptions(on: Queries, nowMs: number): Promise<Omit<EventSubscription, 'here'>[]> {
  const { rows } = await on.query<Omit<EventSubscription, 'here'>>({
    text: `with s as (
        select "subscriber", "event", "registeredAtMs" from galla.subscriptions
        union all
        select "subscriber", "event", min("createdAtMs") from galla.deliveries w
        where "state" = 'waiting' and not exists (select 1 from galla.subscriptions r where r."subscriber" = w."subscriber" and r."event" = w."event")
        group by "subscriber", "event")
      select s."subscriber", s."event", s."registeredAtMs", count(d."deliveryId") as "waiting",
        count(d."deliveryId") filter (where ${unclaimedBefore('$1')}) as "unclaimed",
        (select count(*) from galla.workers where ${ALIVE} and ${hasCodeFor('s."subscriber"', 's."event"')}) as "running"
      from s
      left join galla.deliveries d on d."subscriber" = s."subscriber" and d."event" = s."event" and d."state" = 'waiting'
      group by s."subscriber", s."event", s."registeredAtMs" order by s."subscriber", s."event"`,
    values: [nowMs],
  })
  return rows
}

/** Condition for a worker whose process has the code of a subscription. */
const hasCodeFor = (subscriber: string, event: string): string =>
  `"subscriptions" @> jsonb_build_array(jsonb_build_object('subscriber', ${subscriber}, 'events', jsonb_build_array(${event})))`

/** The result of a removal: the number of working processes with the code, otherwise the number of cancelled deliveries. */
export type Removal = { readonly running: number } | { readonly cancelled: number } | undefined

/**
 * Removes a subscription that no running process has the code of, and cancels its deliveries that are not done. A delivery that runs
 * at this moment is finished first. Call it in a transaction: no process registers or starts work meanwhile.
 * @returns undefined when there is neither such a subscription nor such a delivery
 */
export async function deleteSubscription(
  tx: Queries,
  { subscriber, event }: { subscriber: string; event: string },
): Promise<Removal> {
  // A heartbeat that is not committed yet would not be counted, and would find the subscription still registered.
  await tx.query({ text: 'lock table galla.subscriptions in share row exclusive mode' })
  const { rows } = await tx.query<{ running: number }>({
    text: `select count(*) as "running" from galla.workers where ${ALIVE} and ${hasCodeFor('$1::text', '$2::text')}`,
    values: [subscriber, event],
  })
  const running = rows[0]?.running ?? 0
  if (running > 0) return { running }
  const { rowCount } = await tx.query({
    text: `delete from galla.subscriptions where "subscriber" = $1 and "event" = $2`,
    values: [subscriber, event],
  })
  const { rowCount: cancelled } = await tx.query({
    text: `update galla.deliveries set "state" = 'cancelled', "nextAttemptAtMs" = null, "leasedUntil" = null
      where "subscriber" = $1 and "event" = $2 and "state" in ('waiting', 'failed')`,
    values: [subscriber, event],
  })
  return rowCount === 0 && cancelled === 0 ? undefined : { cancelled: cancelled ?? 0 }
}
