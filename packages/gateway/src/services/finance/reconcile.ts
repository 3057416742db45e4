import type { ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { missingHere, type NewDiscrepancy } from '../../domain/finance/reconciliation.ts'
import { describeError } from '../../errors.ts'
import {
  countDiscrepancies,
  deleteFoundRecords,
  discrepanciesOf,
  listDiscrepancies,
  ordersWithDiscrepancies,
  replaceDiscrepancies,
} from '../../storage/finance/discrepancies.ts'
import {
  type ClaimedRun,
  claimRun,
  countNotKnownYet,
  endConsoleRun,
  firstOrderAtMs,
  insertRun,
  lastRun,
  ordersToCompare,
  type RunOrigin,
  saveRun,
  unansweredOrders,
  unknownRecords,
} from '../../storage/finance/reconciliation.ts'
import { compareOrders } from '../orders/compare-order.ts'
import { syncRefund } from '../refunds/sync-refund.ts'

const DAY_MS = 86_400_000

/** A bank may confirm a second payment a day later, so each run also compares the orders of the day before the last one. Milliseconds. */
const OVERLAP_MS = DAY_MS

/** Rows between two saves of the progress. */
const PAGE = { orders: 24, callbacks: 500 }

/** Orders of one call of `reconcileDue`, so that it does not delay the other work of its caller. */
const MAX_ORDERS_OF_A_CALL = 1_000

/** Orders that a run of the console compares before it answers; the rest follows through `reconcileDue`. */
const MAX_ORDERS_OF_AN_ANSWER = 500

/** Number of runs of the work loop that wait for a provider without an answer, before these orders are listed as unreadable. */
const MAX_PAUSES = 30

/**
 * Compares all orders that changed since the last daily run with the provider, once a day, repairs what a sync repairs, and stores
 * the rest. Also goes on with any unfinished run, as after a crash. Several processes may call it; one compares.
 * @returns the number of orders compared by this call; more may be left
 */
export async function reconcileDue(context: GatewayContext): Promise<number> {
  await startDailyRun(context)
  return continueRuns(context, ['daily', 'console'], MAX_ORDERS_OF_A_CALL)
}

/**
 * Goes on comparing the orders from before a restore with the provider, and takes over what the database lost of them. It ends when the provider has
 * answered for each of them. Several processes may call it; one compares.
 * @returns the number of orders compared by this call; more may be left
 */
export async function compareRestored(context: GatewayContext): Promise<number> {
  // Also notices a promotion while nothing is paid.
  await context.restores.restoredAtMs()
  return continueRuns(context, ['restore'], MAX_ORDERS_OF_A_CALL)
}

/** Starts a run over the orders created in a span, and compares the first ones. It repairs nothing. */
export async function reconcile(
  context: GatewayContext,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  maxOrders = Number.POSITIVE_INFINITY,
): Promise<ReconciliationReport> {
  const { database, clock } = context
  await endConsoleRun(database, clock.now())
  await insertRun(database, { origin: 'console', fromMs, toMs }, clock.now())
  await continueRuns(context, ['daily', 'console'], maxOrders)
  return readReconciliation(context)
}

/** As `reconcile`, but answers after the first 500 orders. */
export function startReconciliation(context: GatewayContext, span: { fromMs: number; toMs: number }) {
  return reconcile(context, span, MAX_ORDERS_OF_AN_ANSWER)
}

/** The latest run and the open discrepancies, of one kind or of all. */
export async function readReconciliation(
  { database }: Pick<GatewayContext, 'database'>,
  kind?: string,
): Promise<ReconciliationReport> {
  const [run, counts, rows] = await Promise.all([
    lastRun(database),
    countDiscrepancies(database),
    listDiscrepancies(database, kind),
  ])
  if (!run) return { checked: 0, repaired: 0, notKnownYet: 0, counts, rows }
  const { origin, fromMs, toMs, ranAtMs, finishedAtMs, checked, repaired } = run
  const finished = defined({ finishedAtMs: finishedAtMs ?? undefined })
  const notKnownYet = await countNotKnownYet(database, run)
  return { origin, fromMs, toMs, ranAtMs, ...finished, checked, repaired, notKnownYet, counts, rows }
}

/** Repairs what a sync repairs of these orders, then compares them again. Safe to repeat. */
export async function repairDiscrepancies(
  context: GatewayContext,
  merchantOrderIds: readonly string[],
): Promise<ReconciliationReport> {
  const { database, clock } = context
  const ids = [...new Set(merchantOrderIds)]
  const open = await discrepanciesOf(database, ids)
  await importRefunds(context, open)
  const { found } = await compareOrders(context, ids, { repair: true, lostRefunds: 'found' })
  await replaceDiscrepancies(database, ids, found, clock.now())
  await deleteFoundRecords(database)
  return readReconciliation(context)
}

/** The first run is due a day after the first order, every other one a day after the last. */
async function startDailyRun({ database, clock }: GatewayContext): Promise<void> {
  const last = await lastRun(database, 'daily')
  if (last && last.finishedAtMs === null) return
  const nowMs = clock.now()
  // A run that ended more than a day in the future ran while the clock was ahead: what changes until then was not there yet.
  const latestMs = nowMs + DAY_MS
  const counted = last && last.toMs > latestMs ? await lastRun(database, 'daily', latestMs) : last
  const sinceMs = counted?.toMs ?? (await firstOrderAtMs(database))
  if (sinceMs === undefined || nowMs - sinceMs < DAY_MS) return
  await insertRun(database, { origin: 'daily', fromMs: Math.max(sinceMs - OVERLAP_MS, 0), toMs: nowMs }, nowMs)
}

/** Goes on with unfinished runs until none is left, `maxOrders` are compared, the provider is away, or the gateway shuts down. */
async function continueRuns(
  context: GatewayContext,
  origins: readonly RunOrigin[],
  maxOrders: number,
): Promise<number> {
  let compared = 0
  while (compared < maxOrders && !context.closing()) {
    let run: ClaimedRun | undefined = await claimRun(context.database, origins, context.policy.leaseMs)
    if (!run) return compared
    while (run && run.phase !== 'done' && compared < maxOrders && !context.closing()) {
      const next: ClaimedRun = await comparePage(context, run)
      compared += next.checked - run.checked
      const paused = next.pauses > run.pauses
      const held = await saveRun(context.database, next, paused ? 0 : context.policy.leaseMs)
      if (paused) return compared
      run = held ? next : undefined
    }
    if (run?.phase === 'done') await finishRun(context, run)
    // Not finished: free for the next call, in whichever process.
    else if (run) await saveRun(context.database, run, 0)
  }
  return compared
}

/** The automatic refunds missing in the database that a run looks for. */
const LOST_REFUNDS = { daily: undefined, console: 'found', restore: 'answered' } as const

/** Pause before orders from before a restore, of which the provider did not answer, are compared again. Milliseconds. */
const RETRY_MS = 15 * 60_000

/** Compares the next page of a run and returns the run after it. */
async function comparePage(context: GatewayContext, run: ClaimedRun): Promise<ClaimedRun> {
  const nowMs = context.clock.now()
  const start = { afterMs: 0, afterId: '', pauses: 0, ranAtMs: nowMs }
  if (run.phase === 'callbacks') {
    const { repaired, last } = await comparePageOfCallbacks(context, run)
    const moved = { ...run, repaired: run.repaired + repaired, ranAtMs: nowMs }
    if (last) return { ...moved, afterMs: last.atMs, afterId: last.id }
    if (run.origin === 'daily') return { ...moved, ...start, phase: 'open' }
    return { ...moved, phase: 'done', finishedAtMs: nowMs }
  }
  const isRetry = run.origin === 'restore' && run.phase === 'open'
  if (isRetry && run.pauses > 0 && nowMs < run.ranAtMs + RETRY_MS) return { ...run, pauses: run.pauses + 1 }
  const page = await nextOrders(context, run)
  const last = page.at(-1)
  if (!last) {
    if (run.phase === 'orders') return { ...run, ...start, phase: run.origin === 'restore' ? 'open' : 'callbacks' }
    if (isRetry && run.afterId !== '') return { ...run, ...start, pauses: 1 }
    return { ...run, phase: 'done', finishedAtMs: nowMs, ranAtMs: nowMs }
  }
  const ids = page.map(({ merchantOrderId }) => merchantOrderId)
  const repair = run.origin !== 'console'
  const lostRefunds = LOST_REFUNDS[run.origin]
  const { found, repaired, answered } = await compareOrders(context, ids, { repair, lostRefunds })
  if (answered === 0 && repair && !isRetry && run.pauses < MAX_PAUSES) return { ...run, pauses: run.pauses + 1 }
  await replaceDiscrepancies(context.database, ids, found, nowMs)
  return {
    ...run,
    afterMs: last.atMs,
    afterId: last.merchantOrderId,
    checked: run.checked + ids.length,
    repaired: run.repaired + repaired,
    pauses: 0,
    ranAtMs: nowMs,
  }
}

async function nextOrders({ database, clock, policy }: GatewayContext, run: ClaimedRun) {
  const { erasePayerAfterDays = Number.POSITIVE_INFINITY } = policy
  // An answer would bring back payer data that is erased by age.
  const fromMs =
    run.origin === 'restore' ? Math.max(run.fromMs, clock.now() - erasePayerAfterDays * DAY_MS) : run.fromMs
  if (run.phase === 'orders') return ordersToCompare(database, { ...run, fromMs }, PAGE.orders)
  const open = { beforeMs: run.startedAtMs, afterId: run.afterId, limit: PAGE.orders }
  const ids =
    run.origin === 'restore'
      ? await unansweredOrders(database, { ...run, fromMs }, PAGE.orders)
      : await ordersWithDiscrepancies(database, open)
  return ids.map((merchantOrderId) => ({ merchantOrderId, atMs: 0 }))
}

async function comparePageOfCallbacks(context: GatewayContext, run: ClaimedRun) {
  const { database, clock } = context
  const { unknown, last } = await unknownRecords(database, run, PAGE.callbacks)
  const found = unknown.map(missingHere)
  await replaceDiscrepancies(database, [], found, clock.now())
  const repaired = run.origin === 'daily' ? await importRefunds(context, found) : 0
  return { repaired, last }
}

/** Imports refunds that were made outside the gateway. Returns how many. */
async function importRefunds(context: GatewayContext, found: readonly NewDiscrepancy[]): Promise<number> {
  let imported = 0
  for (const { kind, merchantOrderId, merchantRefundId, repairable } of found) {
    if (kind !== 'missing-here' || merchantRefundId === undefined || !repairable) continue
    try {
      if (await syncRefund(context, { merchantRefundId, merchantOrderId })) imported += 1
    } catch (error) {
      // It stays listed, and the next run tries again.
      context.log.error({ merchantRefundId, error: describeError(error) }, 'Importing a refund failed')
    }
  }
  return imported
}

async function finishRun({ database, log }: GatewayContext, run: ClaimedRun): Promise<void> {
  await deleteFoundRecords(database)
  const open = Object.values(await countDiscrepancies(database)).reduce((sum, count) => sum + (count ?? 0), 0)
  const fields = { origin: run.origin, checked: run.checked, repaired: run.repaired, discrepancies: open }
  if (open > 0) log.error(fields, 'The reconciliation has found discrepancies')
  else log.info(fields, 'The reconciliation has found no discrepancy')
}
