import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { GatewayContext, Log } from '../context.ts'
import { describeError } from '../errors.ts'
import { deleteDeadWorkers, deleteWorker, type JobName, saveHeartbeat, unlockJobs } from '../storage/jobs.ts'
import { JOB_NAMES, JOBS } from './jobs.ts'
import { applyRetention } from './retention.ts'
import type { Scheduler } from './scheduler.ts'

export interface Workers {
  /** Takes nothing new, finishes what it began. */
  stop(): Promise<void>
}

/** One for each job and one for the sweep. */
const CONCURRENCY = JOB_NAMES.length + 1
const HEARTBEAT_MS = 10_000
const POLL_MS = 2_000
/** Delay before a job that failed as a whole, as when the database is down, is retried. Milliseconds. */
const RETRY_DELAY_MS = 1_000

/** Works until it is stopped. */
export async function startWorkers(context: GatewayContext, jobs: Pool, { schedule }: Scheduler): Promise<Workers> {
  const { clock, log, database } = context
  /** Names under which this process locks jobs; those of an engine that ended are unlocked. */
  let locks: string[] = []
  const workerId = randomUUID()
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => locks.push(workerPool.id))
  const heartbeat = () => beat(context, jobs, { workerId, locks })

  const task = (name: JobName) => async () => {
    try {
      await JOBS[name](context)
    } catch (error) {
      log.error({ work: name, error: describeError(error) }, 'A job failed')
      return schedule(name, clock.now() + RETRY_DELAY_MS)
    }
    return schedule(name)
  }
  const begin = async (): Promise<Runner> => {
    if (locks.length > 0) await unlockJobs(jobs, locks)
    locks = []
    const runner = await run({
      pgPool: jobs,
      noHandleSignals: true,
      events,
      logger: quiet(context),
      preset: {
        worker: {
          concurrentJobs: CONCURRENCY,
          pollInterval: POLL_MS,
          // Together, not one by one: what fails while the database is away ends the engine, and not the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      taskList: {
        ...Object.fromEntries(JOB_NAMES.map((name) => [name, task(name)])),
        sweep: async () => {
          for (const name of JOB_NAMES) await schedule(name)
          await applyRetention(context)
        },
      },
      crontab: '* * * * * sweep ?jobKey=sweep&max=1',
    })
    try {
      await heartbeat()
      for (const name of JOB_NAMES) await schedule(name, clock.now())
    } catch (error) {
      await runner.stop().catch(() => {})
      throw error
    }
    return runner
  }

  const engine = await keepRunning(begin, log)
  const beating = setInterval(() => {
    heartbeat().catch((error: unknown) => log.warn({ error: describeError(error) }, 'The heartbeat failed'))
  }, HEARTBEAT_MS)
  beating.unref()

  return {
    async stop() {
      clearInterval(beating)
      await engine.stop()
      await deleteWorker(database, workerId).catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'Removing the worker failed'),
      )
    },
  }
}

/**
 * Records that this process works, and unlocks the jobs of workers whose heartbeat stopped: the engine itself would wait for four
 * hours. A job that is unlocked too early runs twice, which changes nothing.
 */
async function beat(
  { database, log }: GatewayContext,
  jobs: Pool,
  { workerId, locks }: { workerId: string; locks: readonly string[] },
): Promise<void> {
  await saveHeartbeat(database, workerId, locks)
  const dead = await deleteDeadWorkers(database)
  const theirs = dead.flat()
  if (theirs.length === 0) return
  await unlockJobs(jobs, theirs)
  log.warn({ workers: dead.length }, 'Unlocked the jobs of dead workers')
}

/** Only warnings and errors of the job engine are logged. */
function quiet({ log }: GatewayContext): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ engine: 'jobs' }, message)
    else if (level === 'warning') log.warn({ engine: 'jobs' }, message)
  })
}

/** Delay before a job engine that ended is restarted. Milliseconds. */
const RESTART_DELAY_MS = 1_000

interface Engine {
  /** Finishes the jobs under way. */
  stop(): Promise<void>
}

/**
 * Keeps the job engine running. It gives up when it cannot write down that a job is done, as while the database restarts;
 * then there is a new one.
 */
async function keepRunning(begin: () => Promise<Runner>, log: Log): Promise<Engine> {
  const ending = new AbortController()
  let runner: Runner | undefined = await begin()

  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await runner?.promise.catch(() => {})
      if (ending.signal.aborted) return
      log.warn({ engine: 'jobs' }, 'The job engine ended and is restarted')
      runner = undefined
      await pause(RESTART_DELAY_MS, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      runner = await begin().catch((error: unknown) => {
        log.warn({ error: describeError(error) }, 'The job engine could not be started')
        return undefined
      })
    }
  }
  const kept = keep()
  return {
    async stop() {
      ending.abort()
      // One that was begun while we were asked to stop is known only afterwards.
      await runner?.stop().catch(() => {})
      await kept
      await runner?.stop().catch(() => {})
    },
  }
}
