import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import { wordsOf } from '../services/run-handler.ts'
import type { Log } from '../context.ts'

/** An engine that ended, or could not be begun, is begun anew after this. Milliseconds. */
const RETRY_DELAY_MS = 1_000

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
      await pause(RETRY_DELAY_MS, undefined, { signal: ending.signal }).catch(() => {})
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
