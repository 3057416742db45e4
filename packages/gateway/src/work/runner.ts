import { randomUUID } from 'node:crypto'
import { Logger, type Runner, run } from 'graphile-worker'
import type { Pool } from 'pg'
import { wordsOf } from '../doors/run-handler.ts'
import type { Rooms, Work } from '../rooms.ts'
import { beatHeart } from './heartbeat.ts'
import { forget } from './retention.ts'
import { earliest, WORK_NAMES, WORKS } from './works.ts'

export interface Working {
  /** Asks for a work to be done at a time, soonest wins; many asks before the next turn are one. */
  wake(name: Work, atMs?: number): void
  /** Takes nothing new, finishes what it began. */
  stop(): Promise<void>
}

const CONCURRENCY = 5
const BEAT_MS = 10_000
/** Even if every wake was lost, nothing is looked for later than this. */
const AT_LEAST_EVERY_MS = 60_000

/** Works until it is stopped. One job for each kind of work, whatever there is to do: the rows say what is due, not the jobs. */
export async function startWorking(rooms: Rooms, jobs: Pool): Promise<Working> {
  const { clock, log, books } = rooms
  const locks: string[] = []
  const workerId = randomUUID()
  let runner: Runner | undefined

  const schedule = async (name: Work, atMs: number | undefined): Promise<void> => {
    const dueInMs = Math.min(Math.max((atMs ?? Number.POSITIVE_INFINITY) - clock.now(), 0), AT_LEAST_EVERY_MS)
    await jobs.query(
      `select graphile_worker.add_job($1::text, run_at := now() + $2::float8 * interval '1 millisecond', job_key := $1::text, max_attempts := 25)`,
      [name, dueInMs],
    )
  }

  const asks = createAsks(async (name, atMs) => {
    const inTable = await earliest(books, name)
    await schedule(name, Math.min(inTable ?? Number.POSITIVE_INFINITY, atMs))
  }, log)

  const task = (name: Work) => async () => {
    try {
      await WORKS[name](rooms)
    } catch (error) {
      log.error({ work: name, error: wordsOf(error) }, 'Work stumbled')
      await schedule(name, clock.now() + 1_000)
      return
    }
    await schedule(name, await earliest(books, name))
  }

  const { EventEmitter } = await import('node:events')
  const events = new EventEmitter()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => locks.push(worker.workerId))
  runner = await run({
    pgPool: jobs,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 2_000,
    events,
    logger: quiet(rooms),
    taskList: {
      ...Object.fromEntries(WORK_NAMES.map((name) => [name, task(name)])),
      sweep: async () => {
        for (const name of WORK_NAMES) await schedule(name, await earliest(books, name))
        await forget(rooms)
      },
    },
    crontab: '* * * * * sweep ?jobKey=sweep&max=1',
  })

  const heart = () => beatHeart(rooms, jobs, { workerId, locks })
  await heart()
  for (const name of WORK_NAMES) await schedule(name, clock.now())
  const beating = setInterval(
    () => void heart().catch((error) => log.warn({ error: wordsOf(error) }, 'No heartbeat')),
    BEAT_MS,
  )
  beating.unref()

  return {
    wake: asks.wake,
    async stop() {
      clearInterval(beating)
      await asks.close()
      await runner?.stop()
      await books.query({ text: 'delete from galla.workers where "workerId" = $1', values: [workerId] })
    },
  }
}

/** Gathers asks: while one kind is being scheduled, all further asks for it become one. */
function createAsks(schedule: (name: Work, atMs: number) => Promise<void>, log: Rooms['log']) {
  const wanted = new Map<Work, number>()
  const flights = new Map<Work, Promise<void>>()
  let closed = false

  const fly = async (name: Work): Promise<void> => {
    for (let atMs = wanted.get(name); atMs !== undefined && !closed; atMs = wanted.get(name)) {
      wanted.delete(name)
      await schedule(name, atMs).catch((error: unknown) => log.warn({ work: name, error: wordsOf(error) }, 'Not woken'))
    }
    flights.delete(name)
  }

  return {
    wake(name: Work, atMs = 0) {
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

/** The job engine's own words: only what went wrong is worth a line. */
function quiet({ log }: Rooms): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error({ engine: 'jobs' }, message)
    else if (level === 'warning') log.warn({ engine: 'jobs' }, message)
  })
}
