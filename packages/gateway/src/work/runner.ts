import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Logger, run } from 'graphile-worker'
import type { Pool } from 'pg'
import { wordsOf } from '../doors/run-handler.ts'
import type { Rooms, Work } from '../rooms.ts'
import { beatHeart } from './heartbeat.ts'
import { forget } from './retention.ts'
import type { Scheduler } from './scheduler.ts'
import { WORK_NAMES, WORKS } from './works.ts'

export interface Working {
  /** Takes nothing new, finishes what it began. */
  stop(): Promise<void>
}

/** One lane for each kind of work and one for the sweep. */
const CONCURRENCY = WORK_NAMES.length + 1
const BEAT_MS = 10_000
const POLL_MS = 2_000
/** Work that stumbled as a whole, as when the database is away, is begun anew after this. Milliseconds. */
const AGAIN_MS = 1_000

/** Works until it is stopped. */
export async function startWorking(rooms: Rooms, jobs: Pool, { schedule }: Scheduler): Promise<Working> {
  const { clock, log, books } = rooms
  const locks: string[] = []
  const workerId = randomUUID()
  const events = new EventEmitter()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => locks.push(worker.workerId))

  const task = (name: Work) => async () => {
    try {
      await WORKS[name](rooms)
    } catch (error) {
      log.error({ work: name, error: wordsOf(error) }, 'Work stumbled')
      return schedule(name, clock.now() + AGAIN_MS)
    }
    return schedule(name)
  }

  const runner = await run({
    pgPool: jobs,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    events,
    logger: quiet(rooms),
    taskList: {
      ...Object.fromEntries(WORK_NAMES.map((name) => [name, task(name)])),
      sweep: async () => {
        for (const name of WORK_NAMES) await schedule(name)
        await forget(rooms)
      },
    },
    crontab: '* * * * * sweep ?jobKey=sweep&max=1',
  })

  const heart = () => beatHeart(rooms, jobs, { workerId, locks })
  await heart()
  for (const name of WORK_NAMES) await schedule(name, clock.now())
  const beating = setInterval(() => {
    heart().catch((error: unknown) => log.warn({ error: wordsOf(error) }, 'No heartbeat'))
  }, BEAT_MS)
  beating.unref()

  return {
    async stop() {
      clearInterval(beating)
      await runner.stop()
      await books.query({ text: 'delete from galla.workers where "workerId" = $1', values: [workerId] })
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
