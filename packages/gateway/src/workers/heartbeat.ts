import { randomUUID } from 'node:crypto'
import type { GatewayContext } from '../context.ts'
import { describeError } from '../errors.ts'
import { subscribersOf } from '../services/events/subscriptions.ts'
import { controlsDigest } from '../services/refunds/controls-digest.ts'
import { deleteDeadWorkers, deleteWorker, saveHeartbeat } from '../storage/jobs.ts'

const HEARTBEAT_MS = 10_000

/** Shows in the database that this process works, and what it has code for. */
export interface Heartbeat {
  /**
   * Begins with the first call, whether a work loop or a single run of the jobs makes it; further calls change nothing.
   * @throws when the database does not take the first heartbeat
   */
  begin(): Promise<void>
  /** Call it when nothing works any more: the subscriptions of this process may be removed from then on. */
  stop(): Promise<void>
}

/** Has its own timer: a reconciliation or a handler takes longer than a worker may be silent. */
export function createHeartbeat(
  context: Pick<GatewayContext, 'database' | 'log' | 'handlers' | 'notifiers' | 'refundControls'>,
): Heartbeat {
  const { database, log } = context
  const shown = { subscribers: subscribersOf(context), refundControls: controlsDigest(context) }
  const workerId = randomUUID()
  let running: Promise<void> | undefined
  let beating: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const beat = async () => {
    await saveHeartbeat(database, workerId, shown)
    const dead = await deleteDeadWorkers(database)
    if (dead > 0) log.warn({ workers: dead }, 'Workers stopped without saying so')
  }
  const beatLater = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      beating = beat()
        .catch((error: unknown) => log.warn({ error: describeError(error) }, 'The heartbeat failed'))
        .then(beatLater)
    }, HEARTBEAT_MS)
    // A script that runs the jobs once ends by itself.
    timer.unref()
  }
  return {
    begin() {
      running ??= beat().then(beatLater, (error: unknown) => {
        // A later call tries again.
        running = undefined
        throw error
      })
      return running
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (!running) return
      await running.catch(() => undefined)
      await beating
      await deleteWorker(database, workerId).catch((error: unknown) =>
        log.warn({ error: describeError(error) }, 'Removing the worker failed'),
      )
    },
  }
}
