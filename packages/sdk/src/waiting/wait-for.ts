import { durationField } from '../checks/fields.ts'
import type { Clock } from '../clock.ts'
import type { CallOptions, Signal } from '../config.ts'
import { GallaError } from '../errors/galla-error.ts'
import { isGallaError } from '../errors/is-galla-error.ts'
import { pause } from '../pipeline/pause.ts'
import { nextPollDelayMs } from './schedule.ts'

export interface Waiting<Status> {
  read(options: CallOptions): Promise<Status>
  isFinal(status: Status): boolean
  /** Epoch milliseconds; undefined where nothing expires. */
  expiryOf(status: Status): number | undefined
}

/**
 * Looks at the provider's own pace until the state is final, or the last look after expiry was made.
 * Here `timeoutMs` bounds the whole wait (default: none), the look that is under way included.
 */
export async function waitFor<Status>(
  waiting: Waiting<Status>,
  clock: Clock,
  options: CallOptions = {},
): Promise<Status> {
  const { timeoutMs, signal, ...each } = options
  const limitMs = durationField(timeoutMs, 'timeoutMs')
  const over = new AbortController()
  const end = () => over.abort()
  const timer = limitMs === undefined ? undefined : clock.setTimer(end, limitMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  try {
    return await watch(waiting, clock, { ...each, signal: over.signal })
  } catch (error) {
    if (!over.signal.aborted) throw error
    throw signal?.aborted
      ? gaveUp('aborted', 'The wait was cancelled')
      : gaveUp('timeout', `Not seen final within ${limitMs} ms: keep asking, or wait for the callback`)
  } finally {
    clock.clearTimer(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Look after look; one that fails in passing is made again at the next time. */
async function watch<Status>(
  waiting: Waiting<Status>,
  clock: Clock,
  options: CallOptions & { signal: Signal },
): Promise<Status> {
  const { signal } = options
  const startedAt = clock.now()
  let seen: Status | undefined
  let dueMs = 0

  for (;;) {
    const expiry = seen === undefined ? undefined : waiting.expiryOf(seen)
    const expiresMs = typeof expiry === 'number' ? expiry - startedAt : undefined
    const nextMs = upcoming(dueMs, clock.now() - startedAt, expiresMs)
    if (nextMs === undefined) return seen as Status
    dueMs = nextMs
    await pause(clock, dueMs - (clock.now() - startedAt), signal)
    if (signal.aborted) throw gaveUp('aborted', 'The wait was cancelled')
    try {
      seen = await waiting.read(options)
      if (waiting.isFinal(seen)) return seen
    } catch (error) {
      if (signal.aborted || !isGallaError(error) || !error.retryable) throw error
    }
  }
}

/** Looks that a slow one or a sleeping machine ran over are not made up for, but for the last. */
function upcoming(lastMs: number, elapsedMs: number, expiresMs: number | undefined): number | undefined {
  let nextMs = nextPollDelayMs(lastMs, expiresMs)
  while (nextMs !== undefined && nextMs < elapsedMs) {
    const afterMs = nextPollDelayMs(nextMs, expiresMs)
    if (afterMs === undefined) return nextMs
    nextMs = afterMs
  }
  return nextMs
}

function gaveUp(kind: 'timeout' | 'aborted', message: string): GallaError {
  return new GallaError({ kind, message, outcome: 'unknown' })
}
