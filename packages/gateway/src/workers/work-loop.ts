import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import type { JobName } from '../storage/jobs.ts'
import { JOB_NAMES, JOBS, PERIODIC_JOBS, type PeriodicJob, runPeriodicJob } from './jobs.ts'
import type { Wakes } from './wakes.ts'

export interface Workers {
  /** Finishes what is in progress. The gateway must be closing, so that nothing more is claimed. */
  stop(): Promise<void>
}

/** Interval at which each process looks for periodic jobs that are due. Milliseconds. */
const PERIODIC_MS = 10_000

/** Delay before a job that failed as a whole, as when the database is away, is tried again: it doubles. Milliseconds. */
const RETRY_DELAY_MS = { first: 500, last: 5_000 }

/** Runs every job in a loop of its own until the gateway closes: at once when it is woken, and about once a second. */
export function startWorkLoops(context: GatewayContext, wakes: Wakes): Workers {
  const loops = [
    ...JOB_NAMES.map((name) => runLoop(context, wakes, name)),
    ...PERIODIC_JOBS.map((job) => runPeriodically(context, wakes, job)),
  ]
  return {
    async stop() {
      await Promise.all(loops)
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
