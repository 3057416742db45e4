import type { Clock, JobName, Log } from '../context.ts'
import { wordsOf } from '../services/run-handler.ts'
import { ASYNC_COMMIT, type Queries } from '../storage/database.ts'
import { earliest } from './jobs.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface Scheduler {
  /** Asks for a work at a time, or now; whichever process works will do it. Never waits, never throws. */
  wake(name: JobName, atMs?: number): void
  /** Has it done when the tables say that it is due, and at the given time at the latest. */
  schedule(name: JobName, atMs?: number): Promise<void>
  close(): Promise<void>
}

/** Under load a wake is worth a statement so often and no oftener. Milliseconds. */
const GAP_MS = 50

/** Even if every wake was lost, nothing is looked for later than this. Milliseconds. */
const MAX_DELAY_MS = 60_000

/** One job for each kind of work, whatever there is to do: the rows say what is due, the job only says that somebody looks. */
export function createScheduler({ database, clock, log }: { database: Queries; clock: Clock; log: Log }): Scheduler {
  const wanted = new Map<JobName, number>()
  const flights = new Map<JobName, Promise<void>>()
  let closed = false

  const schedule = async (name: JobName, atMs = Number.POSITIVE_INFINITY): Promise<void> => {
    const soonest = Math.min((await earliest(database, name)) ?? Number.POSITIVE_INFINITY, atMs)
    const dueInMs = Math.min(Math.max(soonest - clock.now(), 0), MAX_DELAY_MS)
    await database.query({
      name: 'schedule-work',
      text: `select graphile_worker.add_job($1::text, run_at := now() + $2::float8 * interval '1 millisecond', job_key := $1::text) from ${ASYNC_COMMIT}`,
      values: [name, dueInMs],
    })
  }

  const fly = async (name: JobName): Promise<void> => {
    for (let atMs = wanted.get(name); atMs !== undefined && !closed; atMs = wanted.get(name)) {
      wanted.delete(name)
      await schedule(name, atMs).catch((error: unknown) => log.warn({ work: name, error: wordsOf(error) }, 'Not woken'))
      if (!closed) await pause(GAP_MS)
    }
    flights.delete(name)
  }

  return {
    schedule,
    /** While one kind is being scheduled, all further asks for it become one. */
    wake(name, atMs = 0) {
      if (closed) return
      wanted.set(name, Math.min(wanted.get(name) ?? Number.POSITIVE_INFINITY, atMs))
      if (!flights.has(name))
        flights.set(
          name,
          Promise.resolve().then(() => fly(name)),
        )
    },
    async close() {
      closed = true
      await Promise.all(flights.values())
    },
  }
}
