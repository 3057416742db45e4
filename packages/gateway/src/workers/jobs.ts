import type { GatewayContext, JobName } from '../context.ts'
import type { Queries } from '../storage/database.ts'
import { deliverEvents } from './deliver-events.ts'
import { pollOrders } from './poll-orders.ts'
import { pollRefunds } from './poll-refunds.ts'
import { processCallbacks } from './process-callbacks.ts'
import { sendRefunds } from './send-refunds.ts'

/** Each does all that is due and says how much that was. Any number of processes may run any of them at once. */
export const JOBS: { readonly [Name in JobName]: (context: GatewayContext) => Promise<number> } = {
  inbox: processCallbacks,
  'poll-orders': pollOrders,
  'send-refunds': sendRefunds,
  'poll-refunds': pollRefunds,
  effects: deliverEvents,
}

export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[]

/** Does everything that is due now, and what follows from it. */
export async function runPendingJobs(context: GatewayContext): Promise<void> {
  for (;;) {
    let done = 0
    for (const name of JOB_NAMES) done += await JOBS[name](context)
    if (done === 0) return
  }
}

const EARLIEST: { readonly [Name in JobName]: string } = {
  inbox: 'select min("dueAtMs") as "atMs" from galla.callbacks where "dueAtMs" is not null',
  'poll-orders': 'select min("nextPollAtMs") as "atMs" from galla.orders where "nextPollAtMs" is not null',
  'send-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" = 'REQUESTED'`,
  'poll-refunds': `select min("nextPollAtMs") as "atMs" from galla.refunds where "nextPollAtMs" is not null and "state" <> 'REQUESTED'`,
  effects: `select min("nextAttemptAtMs") as "atMs" from galla.deliveries where "state" = 'waiting'`,
}

/** When this work is due next: what lies in the tables decides, whoever has forgotten what. */
export async function earliest(on: Queries, name: JobName): Promise<number | undefined> {
  const { rows } = await on.query<{ atMs: number | null }>({ name: `earliest-${name}`, text: EARLIEST[name] })
  return rows[0]?.atMs ?? undefined
}
