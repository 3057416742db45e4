import type { GatewayContext } from '../context.ts'
import type { JobName } from '../storage/jobs.ts'
import { deliverEvents } from './deliver-events.ts'
import { processCallbacks } from './process-callbacks.ts'
import { pollOrders } from './provider-jobs.ts'
import { pollRefunds, sendRefunds } from './refunds.ts'
import { applyRetention } from './retention.ts'

/** Each job processes everything that is due and returns how much that was. Several processes may run it at the same time. */
export const JOBS: { readonly [Name in JobName]: (context: GatewayContext) => Promise<number> } = {
  inbox: processCallbacks,
  'poll-orders': pollOrders,
  'send-refunds': sendRefunds,
  'poll-refunds': pollRefunds,
  deliveries: deliverEvents,
}

export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[]

/** Runs all jobs until nothing is due, then retention once. */
export async function runPendingJobs(context: GatewayContext): Promise<void> {
  for (;;) {
    let done = 0
    for (const name of JOB_NAMES) done += await JOBS[name](context)
    if (done === 0) break
  }
  await applyRetention(context)
}
