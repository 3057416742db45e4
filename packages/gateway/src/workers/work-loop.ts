import { randomUUID } from 'node:crypto'
import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { subscribersOf } from '../services/subscriptions.ts'
import { deleteDeadWorkers, deleteWorker, type JobName, saveHeartbeat } from '../storage/jobs.ts'
import { JOB_NAMES, JOBS, PERIODIC_JOBS, type PeriodicJob, runPeriodicJob } from './jobs.ts'
import type { Wakes } from './wakes.ts'

export interface Workers {
  /** Finishes what is in progress. The gateway must be closing, so that nothing more is claimed. */
  stop(): Promise<void>
}

const HEARTBEAT_MS = 10_000

/** How often each process looks whether a periodic job is due. Milliseconds. */
const PERIODIC_MS = 10_000

/** Delay before a job that failed as a whole, as when the database is away, is tried again: it doubles. Milliseconds. */
const RETRY_DELAY_MS = { first: 500, last: 5_000 }

/**
 * Runs every job in a loop of its own until the gateway closes: at once when it is woken, and about once a second.
 * @throws when the database does not take the first heartbeat
 */
export async function startWorkLoops(context: GatewayContext, wakes: Wakes): Promise<Workers> {
  const { database, log } = context
  const workerId = randomUUID()
  await saveHeartbeat(database, workerId, subscribersOf(context))
  await deleteDeadWorkers(database)
  const loops = [
    ...JOB_NAMES.map((name) => runLoop(context, wakes, name)),
    ...PERIODIC_JOBS.map((job) => runPeriodically(context, wakes, job)),
    runHeartbeat(context, wakes, workerId),
  ]
  return {
    async stop() {
      await Promise.all(loops)
      await deleteWorker(database, workerId).catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'Removing the worker failed'),
      )
    },
  }
}

async function runLoop(context: GatewayContext, wakes: Wakes, name: JobName): Promise<void> {
  let failures = 0
  while (!context.closing()) {
    const seen = wakes.count(name)
    try {
      await JOBS[name]({ ...context, wakes })
      if (failures > 0) context.log.info({ work: name, count: failures }, 'A job runs again')
      failures = 0
      await wakes.next(name, seen)
    } catch (error) {
      failures += 1
      // Logged once until it works again.
      if (failures === 1) context.log.error({ work: name, error: describeError(error) }, 'A job failed')
      await wakes.pause(Math.min(RETRY_DELAY_MS.first * 2 ** (failures - 1), RETRY_DELAY_MS.last))
    }
  }
}

/** Runs a periodic job whenever its period is due and no other process has taken it. */
async function runPeriodically(context: GatewayContext, wakes: Wakes, job: PeriodicJob): Promise<void> {
  const { log, closing } = context
  while (!closing()) {
    try {
      await runPeriodicJob(context, job)
    } catch (error) {
      log.warn({ work: job.name, error: describeError(error) }, 'A periodic job failed')
    }
    await wakes.pause(PERIODIC_MS)
  }
}

/** Shows in the database that this process works. In a loop of its own: a reconciliation takes longer than a worker may be silent. */
async function runHeartbeat(context: GatewayContext, wakes: Wakes, workerId: string): Promise<void> {
  const { database, log, closing } = context
  const subscribers = subscribersOf(context)
  while (!closing()) {
    try {
      await saveHeartbeat(database, workerId, subscribers)
      const dead = await deleteDeadWorkers(database)
      if (dead > 0) log.warn({ workers: dead }, 'Workers stopped without saying so')
    } catch (error) {
      log.warn({ error: describeError(error) }, 'The heartbeat failed')
    }
    await wakes.pause(HEARTBEAT_MS)
  }
}
