import { GallaError, isGallaError } from '../errors/galla-error.ts'
import { sleep } from '../http/exchange.ts'
import type { AbortSignalLike, CallOptions } from '../options.ts'
import type { Clock } from '../runtime.ts'
import { optionalDuration } from '../validation/fields.ts'

/** The provider's polling schedule (protocol §10). Milliseconds since the payment started. */
const FIRST_POLL_MS = 20_000
const PHASES: readonly { readonly untilMs: number; readonly intervalMs: number }[] = [
  { untilMs: 50_000, intervalMs: 3_000 },
  { untilMs: 110_000, intervalMs: 6_000 },
  { untilMs: 170_000, intervalMs: 10_000 },
  { untilMs: 230_000, intervalMs: 30_000 },
]
const LAST_INTERVAL_MS = 60_000

/** The provider may expire an order late: one more poll, this long after the expiry. Milliseconds. */
const FINAL_POLL_DELAY_MS = 5_000

/**
 * The time of an order's next poll on the provider's schedule. The first poll is after 20 s. The intervals grow up to a minute.
 * The last poll is 5 s after the expiry. All times are milliseconds since the payment started.
 * @param lastMs time of the last poll; 0 before the first
 * @param expiresMs expiry of the order. @default Infinity
 * @returns time of the next poll; undefined when the last one was the final poll
 * @example nextPollDelayMs(0) // 20000
 */
export function nextPollDelayMs(lastMs: number, expiresMs: number = Number.POSITIVE_INFINITY): number | undefined {
  const intervalMs = PHASES.find(({ untilMs }) => lastMs < untilMs)?.intervalMs ?? LAST_INTERVAL_MS
  const nextMs = lastMs < FIRST_POLL_MS ? FIRST_POLL_MS : lastMs + intervalMs
  if (nextMs < expiresMs) return nextMs
  const finalMs = Math.max(expiresMs, 0) + FINAL_POLL_DELAY_MS
  return lastMs < finalMs ? finalMs : undefined
}

export interface Pollable<Status> {
  read(options: CallOptions): Promise<Status>
  isFinal(status: Status): boolean
  /** Epoch milliseconds; undefined where nothing expires. */
  expiryOf(status: Status): number | undefined
  /** When to poll next. @default the provider's schedule for payments */
  schedule?: typeof nextPollDelayMs
}

/**
 * Polls on the provider's schedule until the status is final, or until the poll after the expiry.
 * Here `timeoutMs` bounds all polls together, including a request in progress; by default there is no limit.
 */
export async function pollUntilFinal<Status>(
  pollable: Pollable<Status>,
  clock: Clock,
  options: CallOptions = {},
): Promise<Status> {
  const { timeoutMs, signal, ...callOptions } = options
  const limitMs = optionalDuration(timeoutMs, 'timeoutMs')
  const stop = new AbortController()
  const abort = () => stop.abort()
  const timer = limitMs === undefined ? undefined : clock.setTimer(abort, limitMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    return await pollLoop(pollable, clock, { ...callOptions, signal: stop.signal }, limitMs)
  } catch (error) {
    if (!stop.signal.aborted && error !== PAST_LIMIT) throw error
    throw signal?.aborted
      ? pollError('aborted', 'Polling was cancelled')
      : pollError('timeout', `Not final within ${limitMs} ms: poll again, or wait for the callback`)
  } finally {
    clock.clearTimer(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The time of a test has reached the limit; in real time a timer does this. */
const PAST_LIMIT: unique symbol = Symbol('past the limit')

/** A poll that fails with a retryable error is repeated at the next scheduled time. */
async function pollLoop<Status>(
  pollable: Pollable<Status>,
  clock: Clock,
  options: CallOptions & { signal: AbortSignalLike },
  limitMs = Number.POSITIVE_INFINITY,
): Promise<Status> {
  const { signal } = options
  const startedAt = clock.now()
  let latest: Status | undefined
  let dueMs = 0

  for (;;) {
    const expiry = latest === undefined ? undefined : pollable.expiryOf(latest)
    const expiresMs = typeof expiry === 'number' ? expiry - startedAt : undefined
    const nextMs = nextDueMs(pollable.schedule ?? nextPollDelayMs, dueMs, clock.now() - startedAt, expiresMs)
    if (nextMs === undefined) return latest as Status
    dueMs = nextMs
    const elapsedMs = clock.now() - startedAt
    if (clock.skip) await clock.skip(Math.ceil(Math.max(Math.min(dueMs, limitMs) - elapsedMs, 0)))
    else await sleep(clock, dueMs - elapsedMs, signal)
    if (clock.skip && dueMs > limitMs) throw PAST_LIMIT
    if (signal.aborted) throw pollError('aborted', 'Polling was cancelled')
    try {
      latest = await pollable.read(options)
      if (pollable.isFinal(latest)) return latest
    } catch (error) {
      if (signal.aborted || !isGallaError(error) || !error.retryable) throw error
    }
  }
}

/** Skips polls whose time has passed, after a slow request or suspend, except the final one. */
function nextDueMs(
  schedule: typeof nextPollDelayMs,
  lastMs: number,
  elapsedMs: number,
  expiresMs: number | undefined,
): number | undefined {
  let nextMs = schedule(lastMs, expiresMs)
  while (nextMs !== undefined && nextMs < elapsedMs) {
    const laterMs = schedule(nextMs, expiresMs)
    if (laterMs === undefined) return nextMs
    nextMs = laterMs
  }
  return nextMs
}

function pollError(kind: 'timeout' | 'aborted', message: string): GallaError {
  return new GallaError({ kind, message, outcome: 'unknown' })
}
