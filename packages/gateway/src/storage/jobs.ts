import type { Pool } from 'pg'
import { ASYNC_COMMIT, type Queries } from './database.ts'
import { FREE } from './leases.ts'
import { withoutNulls } from './orders.ts'

/** Kinds of background work: one job each in the job engine. */
export type JobName = 'inbox' | 'poll-orders' | 'send-refunds' | 'poll-refunds' | 'deliveries'

const EARLIEST: { readonly [Name in JobName]: string } = {
  inbox: `select min("dueAtMs") as "atMs" from galla.callbacks where "dueAtMs" is not null and ${FREE}`,
  'poll-orders': `select min("nextPollAtMs") as "atMs" from galla.orders where "nextPollAtMs" is not null and ${FREE}`,
  'send-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" = 'REQUESTED' and ${FREE}`,
  'poll-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" <> 'REQUESTED' and ${FREE}`,
  deliveries: `select min("nextAttemptAtMs") as "atMs" from galla.deliveries where "state" = 'waiting' and ${FREE}`,
}

/** When a job is due next, from the tables. Epoch milliseconds; undefined when nothing is due. */
export async function earliestDueAt(on: Queries, name: JobName): Promise<number | undefined> {
  const { rows } = await on.query<{ atMs: number | null }>({ name: `earliest-${name}`, text: EARLIEST[name] })
  return rows[0]?.atMs ?? undefined
}

/** Schedules the job, or moves the one that is scheduled already. */
export async function addJob(on: Queries, name: JobName, dueInMs: number): Promise<void> {
  await on.query({
    name: 'add-job',
    text: `select graphile_worker.add_job($1::text, run_at := now() + $2::float8 * interval '1 millisecond', job_key := $1::text) from ${ASYNC_COMMIT}`,
    values: [name, dueInMs],
  })
}

/** Unlocks jobs that were locked by workers which no longer run. */
export async function unlockJobs(jobs: Pool, locks: readonly string[]): Promise<void> {
  await jobs.query('select graphile_worker.force_unlock_workers($1::text[])', [locks])
}

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
  'orders in review',
  'refunds in review',
])

/** The number of due rows of each queue, and of rows that need review. */
export async function queueLengths(on: Queries, nowMs: number): Promise<QueueLength[]> {
  const { rows } = await on.query<{ name: string; waiting: number; oldestAtMs: number | null }>({
    name: 'queue-lengths',
    text: `select 'callbacks' as "name", count(*) as "waiting", min("dueAtMs") as "oldestAtMs" from galla.callbacks where "dueAtMs" <= $1
      union all select 'orders', count(*), min("nextPollAtMs") from galla.orders where "nextPollAtMs" <= $1
      union all select 'refunds', count(*), min("nextPollAtMs") from galla.refunds where "nextPollAtMs" <= $1
      union all select 'deliveries', count(*), min("nextAttemptAtMs") from galla.deliveries where "state" = 'waiting' and "nextAttemptAtMs" <= $1
      union all select 'failed callbacks', count(*), min("receivedAtMs") from galla.callbacks where "dueAtMs" is null and "error" is not null
      union all select 'failed deliveries', count(*), min("createdAtMs") from galla.deliveries where "state" = 'failed'
      union all select 'orders in review', count(*), min("updatedAtMs") from galla.orders where "needsReview" is not null
      union all select 'refunds in review', count(*), min("updatedAtMs") from galla.refunds where "needsReview" is not null`,
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
}

export async function saveHeartbeat(on: Queries, workerId: string, locks: readonly string[]): Promise<void> {
  await on.query({
    text: `insert into galla.workers ("workerId", "locks", "startedAtMs", "heartbeatAtMs") values ($1, $2, ${NOW_MS}, ${NOW_MS})
      on conflict ("workerId") do update set "locks" = excluded."locks", "heartbeatAtMs" = excluded."heartbeatAtMs"`,
    values: [workerId, locks],
  })
}

/** Removes workers whose heartbeat stopped; returns the job locks of each. */
export async function deleteDeadWorkers(on: Queries): Promise<(readonly string[])[]> {
  const { rows } = await on.query<{ locks: string[] }>({
    text: `delete from galla.workers where "heartbeatAtMs" < ${NOW_MS} - ${STALE_SEC * 1_000} returning "locks"`,
  })
  return rows.map(({ locks }) => locks)
}

export async function deleteWorker(on: Queries, workerId: string): Promise<void> {
  await on.query({ text: 'delete from galla.workers where "workerId" = $1', values: [workerId] })
}

/** Oldest first, at most 100. */
export async function listWorkers(on: Queries): Promise<WorkerRow[]> {
  const { rows } = await on.query<WorkerRow>({
    text: 'select "workerId", "startedAtMs", "heartbeatAtMs" from galla.workers order by "startedAtMs" limit 100',
  })
  return rows
}
