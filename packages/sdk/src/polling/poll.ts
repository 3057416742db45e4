import { GallaError, isGallaError } from '../errors/galla-error.ts'
import { pause } from '../http/exchange.ts'
import type { CallOptions, Signal } from '../options.ts'
import type { Clock } from '../runtime.ts'
import { durationField } from '../validation/fields.ts'

/** The provider's polling schedule (provider-protocol §10). Milliseconds since the payment was begun. */
const FIRST_MS = 20_000
const PHASES: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 50_000, everyMs: 3_000 },
  { untilMs: 110_000, everyMs: 6_000 },
  { untilMs: 170_000, everyMs: 10_000 },
  { untilMs: 230_000, everyMs: 30_000 },
]
const AFTERWARDS_MS = 60_000

/** Expiry may be settled late: one more look, so long after it. Milliseconds. */
const LAST_LOOK_MS = 5_000

/**
 * When to look again, given when the last look was due (0: not yet looked) and when the order expires.
 * First after 20 s, then ever more seldom, each minute in the end, and once more 5 s after the expiry; undefined when that was the last.
 */
export function nextPollDelayMs(lastMs: number, expiresMs: number = Number.POSITIVE_INFINITY): number | undefined {
  const everyMs = PHASES.find(({ untilMs }) => lastMs < untilMs)?.everyMs ?? AFTERWARDS_MS
  const nextMs = lastMs < FIRST_MS ? FIRST_MS : lastMs + everyMs
  if (nextMs < expiresMs) return nextMs
  const finalMs = Math.max(expiresMs, 0) + LAST_LOOK_MS
  return lastMs < finalMs ? finalMs : undefined
}

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
