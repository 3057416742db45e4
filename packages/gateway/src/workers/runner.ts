import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import type { GatewayContext, JobName, Log } from '../context.ts'
import { wordsOf } from '../services/run-handler.ts'
import { beatHeart, unlock } from './heartbeat.ts'
import { JOB_NAMES, JOBS } from './jobs.ts'
import { applyRetention } from './retention.ts'
import type { Scheduler } from './scheduler.ts'

export interface Workers {
  /** Takes nothing new, finishes what it began. */
  stop(): Promise<void>
}

/** One lane for each kind of work and one for the sweep. */
const CONCURRENCY = JOB_NAMES.length + 1
const BEAT_MS = 10_000
const POLL_MS = 2_000
/** Work that stumbled as a whole, as when the database is away, is begun anew after this. Milliseconds. */
const RETRY_DELAY_MS = 1_000

/** Works until it is stopped. */
export async function startWorkers(context: GatewayContext, jobs: Pool, { schedule }: Scheduler): Promise<Workers> {
  const { clock, log, database } = context
  /** By these names jobs are locked: one at a time, those of engines that have ended are let go of. */
  let locks: string[] = []
  const workerId = randomUUID()
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => locks.push(workerPool.id))
  const heart = () => beatHeart(context, jobs, { workerId, locks })

  const task = (name: JobName) => async () => {
    try {
      await JOBS[name](context)
    } catch (error) {
      log.error({ work: name, error: wordsOf(error) }, 'Work stumbled')
      return schedule(name, clock.now() + RETRY_DELAY_MS)
    }
    return schedule(name)
  }
  const begin = async (): Promise<Runner> => {
    if (locks.length > 0) await unlock(jobs, locks)
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
      await heart()
      for (const name of JOB_NAMES) await schedule(name, clock.now())
    } catch (error) {
      await runner.stop().catch(() => {})
      throw error
    }
    return runner
  }

  const engine = await keepRunning(begin, log)
  const beating = setInterval(() => {
    heart().catch((error: unknown) => log.warn({ error: wordsOf(error) }, 'No heartbeat'))
  }, BEAT_MS)
  beating.unref()

  return {
    async stop() {
      clearInterval(beating)
      await engine.stop()
      await database
        .query({ text: 'delete from galla.workers where "workerId" = $1', values: [workerId] })
        .catch((error: unknown) => log.warn({ error: wordsOf(error) }, 'Not signed off'))
    },
  }
}

/** The job engine's own words: only what went wrong is worth a line. */
function quiet({ log }: GatewayContext): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ engine: 'jobs' }, message)
    else if (level === 'warning') log.warn({ engine: 'jobs' }, message)
  })
}

/** An engine that ended, or could not be begun, is begun anew after this. Milliseconds. */
const RESTART_DELAY_MS = 1_000

export interface Engine {
  /** Finishes the jobs under way. */
  stop(): Promise<void>
}

/**
 * Keeps the job engine running. It gives up when it cannot write down that a job is done, as while the database restarts;
 * then there is a new one.
 */
export async function keepRunning(begin: () => Promise<Runner>, log: Log): Promise<Engine> {
  const ending = new AbortController()
  let runner: Runner | undefined = await begin()

  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await runner?.promise.catch(() => {})
      if (ending.signal.aborted) return
      log.warn({ engine: 'jobs' }, 'The job engine ended and is begun anew')
      runner = undefined
      await pause(RESTART_DELAY_MS, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      runner = await begin().catch((error: unknown) => {
        log.warn({ error: wordsOf(error) }, 'The job engine could not be begun')
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
