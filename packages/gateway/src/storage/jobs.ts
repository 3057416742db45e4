import type { Subscriber } from '../domain/events/events.ts'
import type { Queries } from './database.ts'
import { NEEDS_ANSWER } from './disputes/disputes.ts'
import { unclaimedBefore } from './events/deliveries.ts'
import { SETTLEMENT_FINDINGS_KEY } from './meta.ts'
import { withoutNulls } from './orders/orders.ts'

/** Kinds of background work, each in a loop of its own. */
export type JobName =
  | 'inbox'
  | 'replays'
  | 'poll-orders'
  | 'refund-files'
  | 'send-refunds'
  | 'poll-refunds'
  | 'deliveries'
  | 'subscriptions'

export interface QueueLength {
  readonly name: string
  readonly waiting: number
  /** When the oldest entry became due. Epoch milliseconds. */
  readonly oldestAtMs?: number
}

/** Queues whose entries need review by a person; workers do not process them. */
export const REVIEW_QUEUES: ReadonlySet<string> = new Set([
  'failed callbacks',
  'failed deliveries',
  'unclaimed deliveries',
  'orders in review',
  'undecided orders',
  'refunds in review',
  'settlement findings',
  'disputes to answer',
])

/** The number of due rows of each queue, and of rows that need review. */
export async function queueLengths(on: Queries, nowMs: number): Promise<QueueLength[]> {
  const { rows } = await on.query<{ name: string; waiting: number; oldestAtMs: number | null }>({
    name: 'queue-lengths',
    text: `select 'callbacks' as "name", count(*) as "waiting", min("dueAtMs") as "oldestAtMs" from galla.callbacks where "dueAtMs" <= $1 and "replayedAtMs" is null
      union all select 'replayed callbacks', count(*), min("dueAtMs") from galla.callbacks where "dueAtMs" <= $1 and "replayedAtMs" is not null
      union all select 'orders', count(*), min("nextPollAtMs") from galla.orders where "nextPollAtMs" <= $1
      union all select 'refunds', count(*), min("nextPollAtMs") from galla.refunds where "nextPollAtMs" <= $1
      union all select 'refund files', count(*), min("nextRunAtMs") from galla.refund_files where "nextRunAtMs" <= $1
      union all select 'subscriptions', count(*), min("nextActionAtMs") from galla.plan_subscriptions where "nextActionAtMs" <= $1
      union all select 'deliveries', count(*), min("nextAttemptAtMs") from galla.deliveries where "state" = 'waiting' and "nextAttemptAtMs" <= $1 and not ${unclaimedBefore('$1')}
      union all select 'unclaimed deliveries', count(*), min("nextAttemptAtMs") from galla.deliveries where ${unclaimedBefore('$1')}
      union all select 'failed callbacks', count(*), min("receivedAtMs") from galla.callbacks where "dueAtMs" is null and "error" is not null
      union all select 'failed deliveries', count(*), min("createdAtMs") from galla.deliveries where "state" = 'failed'
      union all select 'orders in review', count(*), min("updatedAtMs") from galla.orders where "needsReview" is not null and "needsReview" ->> 'reason' is distinct from 'undecided'
      union all select 'undecided orders', count(*), min("updatedAtMs") from galla.orders where "needsReview" is not null and "needsReview" ->> 'reason' = 'undecided'
      union all select 'refunds in review', count(*), min("updatedAtMs") from galla.refunds where "needsReview" is not null
      union all select 'settlement findings', coalesce((select "value"::bigint from galla.meta where "key" = '${SETTLEMENT_FINDINGS_KEY}'), 0), null
      union all select 'disputes to answer', count(*), min("updatedAtMs") from galla.disputes where ${NEEDS_ANSWER}`,
    values: [nowMs],
  })
  return rows.map((row) => withoutNulls<QueueLength>(row))
}

/** A worker that missed three heartbeats counts as dead. Database time, so that no replica's clock decides. Seconds. */
const STALE_SEC = 35
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

export interface WorkerRow {
  readonly workerId: string
  readonly startedAtMs: number
  readonly heartbeatAtMs: number
  /** Digest of its limits of refunds; null of a release that does not store it. */
  readonly refundControls: string | null
}

/** Condition for a worker that is alive. */
export const ALIVE = `"heartbeatAtMs" >= ${NOW_MS} - ${STALE_SEC * 1_000}`

/**
 * Shows that the process works, and what it has code for. A subscription of it that was removed meanwhile is registered again: as long
 * as a process with its code works, its events are delivered.
 */
export async function saveHeartbeat(
  on: Queries,
  workerId: string,
  { subscribers, refundControls }: { readonly subscribers: readonly Subscriber[]; readonly refundControls: string },
): Promise<void> {
  await on.query({
    name: 'save-heartbeat',
    text: `with "registered" as (
        insert into galla.subscriptions ("subscriber", "event", "registeredAtMs")
        select one ->> 'subscriber', event, ${NOW_MS} from jsonb_array_elements($2::jsonb) one, jsonb_array_elements_text(one -> 'events') event
        on conflict do nothing)
      insert into galla.workers ("workerId", "startedAtMs", "heartbeatAtMs", "subscriptions", "refundControls") values ($1, ${NOW_MS}, ${NOW_MS}, $2, $3)
      on conflict ("workerId") do update set "heartbeatAtMs" = excluded."heartbeatAtMs", "subscriptions" = excluded."subscriptions"`,
    values: [workerId, JSON.stringify(subscribers), refundControls],
  })
}

/** Removes workers whose heartbeat stopped; returns how many. Their rows are free when the leases end. */
export async function deleteDeadWorkers(on: Queries): Promise<number> {
  const { rowCount } = await on.query({
    name: 'delete-dead-workers',
    text: `delete from galla.workers where "heartbeatAtMs" < ${NOW_MS} - ${STALE_SEC * 1_000}`,
  })
  return rowCount ?? 0
}

/**
 * Takes the current period of a periodic job; false when a process has taken it already. A period that lies in the future was taken while
 * a clock was ahead: it does not stop the job until then.
 */
export async function claimPeriod(
  on: Queries,
  name: string,
  { nowMs, everyMs }: { nowMs: number; everyMs: number },
): Promise<boolean> {
  const { rowCount } = await on.query({
    name: 'claim-period',
    text: `insert into galla.meta as m ("key", "value") values ('last run: ' || $1, $2::bigint::text)
      on conflict ("key") do update set "value" = excluded."value" where m."value"::bigint <= $2 - $3::bigint or m."value"::bigint > $2 + $3::bigint`,
    values: [name, nowMs, everyMs],
  })
  return rowCount === 1
}

export async function deleteWorker(on: Queries, workerId: string): Promise<void> {
  await on.query({ text: 'delete from galla.workers where "workerId" = $1', values: [workerId] })
}

/** Those that are alive, oldest first, at most 100. When the last worker dies, nobody removes its row. */
export async function listWorkers(on: Queries): Promise<WorkerRow[]> {
  const { rows } = await on.query<WorkerRow>({
    text: `select "workerId", "startedAtMs", "heartbeatAtMs", "refundControls" from galla.workers
      where ${ALIVE} order by "startedAtMs" limit 100`,
  })
  return rows
}
