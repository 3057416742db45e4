import { durationField } from '../checks/fields.ts'
import type { Clock } from '../clock.ts'
import type { CallOptions } from '../config.ts'
import { GallaError } from '../errors/galla-error.ts'
import { isGallaError } from '../errors/is-galla-error.ts'
import { pause } from '../pipeline/pause.ts'
import { nextLookMs } from './schedule.ts'

export interface Waiting<Status> {
  read(options: CallOptions): Promise<Status>
  isFinal(status: Status): boolean
  /** Epoch milliseconds; undefined where nothing expires. */
  expiryOf(status: Status): number | undefined
}

/**
 * Looks at the provider's own pace until the state is final, or the last look after expiry was made.
 * Here `timeoutMs` bounds the whole wait (default: none); a look that fails in passing is made again at the next time.
 */
export async function waitFor<Status>(
  waiting: Waiting<Status>,
  clock: Clock,
  options: CallOptions = {},
): Promise<Status> {
  const { timeoutMs, ...each } = options
  const limitMs = durationField(timeoutMs, 'timeoutMs') ?? Number.POSITIVE_INFINITY
  const startedAt = clock.now()
  let seen: Status | undefined
  let dueMs = 0

  for (;;) {
    const expiry = seen === undefined ? undefined : waiting.expiryOf(seen)
    const nextMs = nextLookMs(dueMs, expiry === undefined ? undefined : expiry - startedAt)
    if (nextMs === undefined) return seen as Status
    dueMs = nextMs
    const pauseMs = dueMs - (clock.now() - startedAt)
    const leftMs = limitMs - (clock.now() - startedAt)
    await pause(clock, Math.min(pauseMs, leftMs), options.signal)
    if (options.signal?.aborted) throw gaveUp('aborted', 'The wait was cancelled')
    if (pauseMs >= leftMs)
      throw gaveUp('timeout', `Not final after ${limitMs} ms: keep asking, or wait for the callback`)
    try {
      seen = await waiting.read(each)
      if (waiting.isFinal(seen)) return seen
    } catch (error) {
      if (!isGallaError(error) || !error.retryable) throw error
    }
  }
}

function gaveUp(kind: 'timeout' | 'aborted', message: string): GallaError {
  return new GallaError({ kind, message, outcome: 'unknown' })
}
