import type { HealthReport } from '@galla/contract/gateway-api/console-routes'
import type { GatewayContext } from '../context.ts'
import { ping } from '../storage/database.ts'
import { unclaimedSubscriptions } from '../storage/deliveries.ts'
import { listWorkers, queueLengths, REVIEW_QUEUES } from '../storage/jobs.ts'

/** Work that is overdue for longer counts as not being done. Milliseconds. */
const OVERDUE_MS = 120_000

/** Whether the gateway does its work. For whether it can take calls, use `isReady`. */
export async function checkHealth({
  database,
  clock,
}: Pick<GatewayContext, 'database' | 'clock'>): Promise<HealthReport> {
  const nowMs = clock.now()
  const startedMs = performance.now()
  try {
    const [queues, workers, unclaimed] = await Promise.all([
      queueLengths(database, nowMs),
      listWorkers(database),
      unclaimedSubscriptions(database, nowMs),
    ])
    const tookMs = Math.round(performance.now() - startedMs)
    const late = queues.filter(
      ({ name, oldestAtMs }) => !REVIEW_QUEUES.has(name) && oldestAtMs !== undefined && nowMs - oldestAtMs > OVERDUE_MS,
    )
    const needsReview = queues.filter(({ name, waiting }) => REVIEW_QUEUES.has(name) && waiting > 0)
    const checks = [
      { name: 'database', ok: true, says: `Answered in ${tookMs} ms.` },
      {
        name: 'workers',
        ok: workers.length > 0,
        says: workers.length > 0 ? `${workers.length} running.` : 'No worker is running: call gateway.start().',
      },
      {
        name: 'queues',
        ok: late.length === 0,
        says:
          late.length === 0
            ? 'Nothing is overdue.'
            : `Overdue for more than two minutes: ${late.map(counted).join(', ')}.`,
      },
      {
        name: 'subscriptions',
        ok: unclaimed.length === 0,
        says:
          unclaimed.length === 0
            ? 'Every event is taken by a process that has its handler or notifier.'
            : `No process takes ${unclaimed.map(({ subscriber, event }) => `${event} to ${subscriber}`).join(', ')}: start one with this code, or remove the subscription.`,
      },
      {
        name: 'people',
        ok: needsReview.length === 0,
        says:
          needsReview.length === 0
            ? 'Nothing needs review.'
            : `Needs attention: ${needsReview.map(counted).join(', ')}.`,
      },
    ]
    return { ok: checks.every(({ ok }) => ok), atMs: nowMs, checks, workers, queues }
  } catch {
    const checks = [{ name: 'database', ok: false, says: 'The database does not answer.' }]
    return { ok: false, atMs: nowMs, checks, workers: [], queues: [] }
  }
}

/** `1 failed callback`, `3 callbacks`. */
const counted = ({ name, waiting }: { name: string; waiting: number }) =>
  `${waiting} ${waiting === 1 ? name.replace(/ies$/, 'y').replace(/s( in review)?$/, '$1') : name}`

/** Whether this replica can take calls: the database answers. Open reviews do not make it unready. */
export async function isReady({ database }: Pick<GatewayContext, 'database'>): Promise<boolean> {
  try {
    await ping(database)
    return true
  } catch {
    return false
  }
}
