import type { Pool } from 'pg'
import type { GatewayContext } from '../context.ts'

/** Three beats missed: it is dead, or as good as. Database time, so that no replica's clock decides. Seconds. */
const STALE_SEC = 35

/**
 * Says that this process works, and frees the jobs of those who no longer say so. The engine itself would wait for four
 * hours. A job that is freed too early runs twice, which changes nothing.
 */
export async function beatHeart(
  { database, log }: GatewayContext,
  jobs: Pool,
  { workerId, locks }: { workerId: string; locks: readonly string[] },
): Promise<void> {
  const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint'
  await database.query({
    text: `insert into galla.workers ("workerId", "locks", "startedAtMs", "heartbeatAtMs") values ($1, $2, ${nowMs}, ${nowMs})
      on conflict ("workerId") do update set "locks" = excluded."locks", "heartbeatAtMs" = excluded."heartbeatAtMs"`,
    values: [workerId, locks],
  })
  const { rows } = await database.query<{ locks: string[] }>({
    text: `delete from galla.workers where "heartbeatAtMs" < ${nowMs} - ${STALE_SEC * 1_000} returning "locks"`,
  })
  const dead = rows.flatMap((row) => row.locks)
  if (dead.length === 0) return
  await unlock(jobs, dead)
  log.warn({ workers: rows.length }, 'Freed the jobs of workers that are gone')
}

/** Frees what was locked by those who are gone. */
export async function unlock(jobs: Pool, locks: readonly string[]): Promise<void> {
  await jobs.query('select graphile_worker.force_unlock_workers($1::text[])', [locks])
}
