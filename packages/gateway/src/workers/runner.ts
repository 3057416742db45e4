import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { GatewayContext, Log } from '../context.ts'
import { describeError } from '../errors.ts'
import { reconcileDue } from '../services/reconcile.ts'
import { deleteDeadWorkers, deleteWorker, type JobName, saveHeartbeat, unlockJobs } from '../storage/jobs.ts'
import { JOB_NAMES, JOBS } from './jobs.ts'
import { applyRetention } from './retention.ts'
import type { Scheduler } from './scheduler.ts'

export interface Workers {
  /** Takes no further job and finishes those in progress. */
  stop(): Promise<void>
}

/** One slot per job, and one for the sweep. */
const CONCURRENCY = JOB_NAMES.length + 1
const HEARTBEAT_MS = 10_000
const POLL_MS = 2_000
/** Delay before a job that failed as a whole, as when the database is down, is retried. Milliseconds. */
const RETRY_DELAY_MS = 1_000

/** Runs the jobs until `stop` is called. */
export async function startWorkers(context: GatewayContext, jobs: Pool, { schedule }: Scheduler): Promise<Workers> {
  const { clock, log, database } = context
  /** Worker ids under which this process locks jobs. */
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
  const start = async (): Promise<Runner> => {
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
          // Batched completion: a failure while the database is away then ends the engine, not the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      taskList: {
        ...Object.fromEntries(JOB_NAMES.map((name) => [name, task(name)])),
        sweep: async () => {
          for (const name of JOB_NAMES) await schedule(name)
          await applyRetention(context)
          await reconcileDue(context)
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

  const engine = await keepRunning(start, log)
  const heartbeatTimer = setInterval(() => {
    heartbeat().catch((error: unknown) => log.warn({ error: describeError(error) }, 'The heartbeat failed'))
  }, HEARTBEAT_MS)
  heartbeatTimer.unref()

  return {
    async stop() {
      clearInterval(heartbeatTimer)
      await engine.stop()
      await deleteWorker(database, workerId).catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'Removing the worker failed'),
      )
    },
  }
}

/**
 * Saves this worker's heartbeat and unlocks the jobs of workers whose heartbeat stopped; the engine itself would wait four hours. A job
 * that is unlocked too early runs twice, which changes nothing.
 */
async function beat(
  { database, log }: GatewayContext,
  jobs: Pool,
  { workerId, locks }: { workerId: string; locks: readonly string[] },
): Promise<void> {
  await saveHeartbeat(database, workerId, locks)
  const dead = await deleteDeadWorkers(database)
  const deadLocks = dead.flat()
  if (deadLocks.length === 0) return
  await unlockJobs(jobs, deadLocks)
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
  /** Finishes the jobs in progress. */
  stop(): Promise<void>
}

/** Keeps the job engine running: the engine ends when it cannot record a job's result, as while the database restarts. */
async function keepRunning(start: () => Promise<Runner>, log: Log): Promise<Engine> {
  const ending = new AbortController()
  let runner: Runner | undefined = await start()

  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await runner?.promise.catch(() => {})
      if (ending.signal.aborted) return
      log.warn({ engine: 'jobs' }, 'The job engine ended and is restarted')
      runner = undefined
      await pause(RESTART_DELAY_MS, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      runner = await start().catch((error: unknown) => {
        log.warn({ error: describeError(error) }, 'The job engine could not be started')
        return undefined
      })
    }
  }
  const loop = keep()
  return {
    async stop() {
      ending.abort()
      await runner?.stop().catch(() => {})
      await loop
      // The loop may have started another engine meanwhile.
      await runner?.stop().catch(() => {})
    },
  }
}
