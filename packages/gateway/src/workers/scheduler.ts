import type { Clock, Log } from '../context.ts'
import { describeError } from '../errors.ts'
import type { Queries } from '../storage/database.ts'
import { addJob, earliestDueAt, type JobName } from '../storage/jobs.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface Scheduler {
  /** Requests a job for a time, or now; any process with workers runs it. Never waits, never throws. */
  wake(name: JobName, atMs?: number): void
  /** Schedules the job for the earliest due time in the tables, and for `atMs` at the latest. */
  schedule(name: JobName, atMs?: number): Promise<void>
  close(): Promise<void>
}

/** Minimum time between two statements for the same job. Milliseconds. */
const MIN_INTERVAL_MS = 50

/** Even if every wake is lost, a job runs at least this often. Milliseconds. */
const MAX_DELAY_MS = 60_000

/** Schedules one job for each kind of work. The rows determine what is due; the job only starts a worker. */
export function createScheduler({ database, clock, log }: { database: Queries; clock: Clock; log: Log }): Scheduler {
  const wanted = new Map<JobName, number>()
  const running = new Map<JobName, Promise<void>>()
  let closed = false

  const schedule = async (name: JobName, atMs = Number.POSITIVE_INFINITY): Promise<void> => {
    const soonest = Math.min((await earliestDueAt(database, name)) ?? Number.POSITIVE_INFINITY, atMs)
    const dueInMs = Math.min(Math.max(soonest - clock.now(), 0), MAX_DELAY_MS)
    await addJob(database, name, dueInMs)
  }

  const scheduleWanted = async (name: JobName): Promise<void> => {
    for (let atMs = wanted.get(name); atMs !== undefined && !closed; atMs = wanted.get(name)) {
      wanted.delete(name)
      await schedule(name, atMs).catch((error: unknown) =>
        log.warn({ work: name, error: describeError(error) }, 'Scheduling a job failed'),
      )
      if (!closed) await pause(MIN_INTERVAL_MS)
    }
    running.delete(name)
  }

  return {
    schedule,
    /** Wakes that arrive while the job is being scheduled are merged into one. */
    wake(name, atMs = 0) {
      if (closed) return
      wanted.set(name, Math.min(wanted.get(name) ?? Number.POSITIVE_INFINITY, atMs))
      if (!running.has(name))
        running.set(
          name,
          Promise.resolve().then(() => scheduleWanted(name)),
        )
    },
    async close() {
      closed = true
      await Promise.all(running.values())
    },
  }
}
