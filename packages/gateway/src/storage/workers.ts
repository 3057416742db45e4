import type { Queries } from './database.ts'

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
