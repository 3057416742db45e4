import type { HealthCheck, HealthReport } from '@galla/contract/gateway-api/health'
import type { GatewayContext } from '../context.ts'
import { clocksAgree } from '../domain/clocks.ts'
import { defined } from '../domain/defined.ts'
import { isDown } from '../domain/provider-health/provider-health.ts'
import { isGatewayError } from '../errors.ts'
import { cardTestingNow } from '../services/orders/card-testing.ts'
import { providerHealth } from '../services/provider-health/provider-health.ts'
import { controlsDigest } from '../services/refunds/controls-digest.ts'
import { ping } from '../storage/database.ts'
import { unclaimedSubscriptions } from '../storage/events/deliveries.ts'
import { lastRun } from '../storage/finance/reconciliation.ts'
import { listWorkers, queueLengths, REVIEW_QUEUES } from '../storage/jobs.ts'

/** Work that is overdue for longer counts as not being done. Milliseconds. */
const OVERDUE_MS = 120_000

/** Checks that the gateway does its work. To ask whether the gateway can take calls, use `isReady`. @throws GatewayError BUSY in the console */
export async function checkHealth(
  context: Pick<
    GatewayContext,
    'database' | 'clock' | 'clockOffsetMs' | 'refundControls' | 'missingDataKeys' | 'policy'
  >,
): Promise<HealthReport> {
  const { database, clock, clockOffsetMs } = context
  const nowMs = clock.now()
  const offsetMs = clockOffsetMs()
  const startedMs = performance.now()
  try {
    const [queues, running, unclaimed, missing, restore, testing, reported] = await Promise.all([
      queueLengths(database, nowMs),
      listWorkers(database),
      unclaimedSubscriptions(database, nowMs),
      context.missingDataKeys(),
      lastRun(database, 'restore'),
      cardTestingNow(context),
      providerHealth(context),
      ping(database),
    ])
    const tookMs = Math.round(performance.now() - startedMs)
    const overdue = queues.filter(
      ({ name, oldestAtMs }) => !REVIEW_QUEUES.has(name) && oldestAtMs !== undefined && nowMs - oldestAtMs > OVERDUE_MS,
    )
    const waiting = queues.filter(({ name, waiting }) => REVIEW_QUEUES.has(name) && waiting > 0)
    const workers = running.map(({ refundControls: _, ...worker }) => worker)
    const differing = running
      .filter(({ refundControls }) => refundControls !== null && refundControls !== controlsDigest(context))
      .map(({ workerId }) => workerId)
    const checks: HealthCheck[] = [
      { name: 'database', ok: true, tookMs },
      { name: 'clock', ok: clocksAgree(offsetMs), offsetMs },
      { name: 'workers', ok: workers.length > 0, running: workers.length },
      { name: 'queues', ok: overdue.length === 0, overdue },
      { name: 'subscriptions', ok: unclaimed.length === 0, unclaimed },
      { name: 'refundControls', ok: differing.length === 0, differing },
      { name: 'dataKeys', ok: missing.length === 0, missing },
      restore && restore.finishedAtMs === null
        ? { name: 'restore', ok: false, restoredAtMs: restore.toMs, compared: restore.checked }
        : { name: 'restore', ok: true },
      { name: 'cardTesting', ok: testing.payers === 0, ...testing },
      { name: 'provider', ok: !reported || !isDown(reported), ...defined({ reported }) },
      { name: 'review', ok: waiting.length === 0, waiting },
    ]
    return { ok: checks.every(({ ok }) => ok), atMs: nowMs, checks, workers, queues }
  } catch (error) {
    // Many reads of the console say nothing about the database.
    if (isGatewayError(error)) throw error
    return { ok: false, atMs: nowMs, checks: [{ name: 'database', ok: false }], workers: [], queues: [] }
  }
}

/**
 * Tells whether this replica can take calls: the database answers and takes writes, and nothing is written in clear that another replica
 * encrypts. Open reviews do not make the replica unready.
 */
export async function isReady({
  database,
  missingDataKeys,
}: Pick<GatewayContext, 'database' | 'missingDataKeys'>): Promise<boolean> {
  try {
    await ping(database)
    const missing = await missingDataKeys()
    return database.dataKeys.encryptsWith !== undefined || missing.length === 0
  } catch {
    return false
  }
}
