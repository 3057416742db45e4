import type { GatewayContext } from '../context.ts'
import { compareRestored, reconcileDue } from '../services/finance/reconcile.ts'
import { addUpLedger, rollUpOverview } from '../services/finance/roll-ups.ts'
import { closeDueDays } from '../services/settlements/day-closes.ts'
import { watchSettlements } from '../services/settlements/watch-settlements.ts'
import { claimPeriod, type JobName } from '../storage/jobs.ts'
import { processCallbacks, processReplays } from './callbacks/process-callbacks.ts'
import { deliverEvents } from './events/deliver-events.ts'
import { applyRetention } from './privacy/retention.ts'
import type { JobContext } from './process-due.ts'
import { pollOrders } from './provider-jobs.ts'
import { runRefundFiles } from './refunds/refund-files.ts'
import { pollRefunds, sendRefunds } from './refunds/refunds.ts'

/** Each job processes everything that is due and returns how much that was. Several processes may run it at the same time. */
export const JOBS: { readonly [Name in JobName]: (context: JobContext) => Promise<number> } = {
  inbox: processCallbacks,
  replays: processReplays,
  'poll-orders': pollOrders,
  'refund-files': runRefundFiles,
  'send-refunds': sendRefunds,
  'poll-refunds': pollRefunds,
  subscriptions: async (context) => (await context.billing?.run(context)) ?? 0,
  deliveries: deliverEvents,
}

export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[]

export interface PeriodicJob {
  readonly name: string
  /** Milliseconds. Of all processes, one runs it in each period. */
  readonly everyMs: number
  readonly run: (context: GatewayContext) => Promise<unknown>
}

export const PERIODIC_JOBS: readonly PeriodicJob[] = [
  { name: 'retention', everyMs: 60_000, run: applyRetention },
  { name: 'reconciliation', everyMs: 60_000, run: reconcileDue },
  { name: 'restore', everyMs: 60_000, run: compareRestored },
  { name: 'roll-ups', everyMs: 60_000, run: rollUpOverview },
  { name: 'ledger-days', everyMs: 60_000, run: addUpLedger },
  { name: 'settlements', everyMs: 3_600_000, run: watchSettlements },
  { name: 'day-closes', everyMs: 60_000, run: closeDueDays },
]

/** Runs a periodic job if no process has taken its period yet. */
export async function runPeriodicJob(context: GatewayContext, { name, everyMs, run }: PeriodicJob): Promise<void> {
  const { database, clock, tracing } = context
  if (await claimPeriod(database, name, { nowMs: clock.now(), everyMs }))
    await tracing.run({ operation: 'run', of: name }, () => run(context))
}

/**
 * Compares what a restore left to compare, runs all jobs until nothing is due, then retention once. Always returns: a row that is due again at once has a few turns. When a
 * handler or a notifier calls it, without deliveries: its own is one of them.
 */
export async function runPendingJobs(context: GatewayContext): Promise<void> {
  const names = context.deliveryRuns.isCalled() ? JOB_NAMES.filter((name) => name !== 'deliveries') : JOB_NAMES
  await compareRestored(context)
  const turns = new Map<string, number>()
  let done: number
  do {
    done = 0
    for (const name of names) done += await JOBS[name]({ ...context, turns })
  } while (done > 0)
  await applyRetention(context)
}
