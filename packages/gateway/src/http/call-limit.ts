import type { Clock } from '../context.ts'
import { HttpError } from './responses.ts'

/** A rate limit. */
export interface CallLimit {
  /** Counts one call. @throws HttpError 429 when the limit is reached */
  count(who: string): void
}

/** Fixed window with a limit per caller and in total. Counts are kept per process. */
export function callLimit(
  clock: Clock,
  {
    windowMs,
    maxPerCaller,
    maxTotal = Number.POSITIVE_INFINITY,
  }: { windowMs: number; maxPerCaller: number; maxTotal?: number },
): CallLimit {
  let startedAtMs = Number.NEGATIVE_INFINITY
  let all = 0
  let counts = new Map<string, number>()
  return {
    count(who) {
      const nowMs = clock.now()
      // A clock that was set back begins a new window.
      if (nowMs < startedAtMs || nowMs - startedAtMs >= windowMs) {
        startedAtMs = nowMs
        all = 0
        counts = new Map()
      }
      const mine = (counts.get(who) ?? 0) + 1
      if (mine > maxPerCaller || all >= maxTotal) {
        const retryAfterSec = Math.ceil((startedAtMs + windowMs - nowMs) / 1_000)
        throw new HttpError(429, 'TOO_MANY_CALLS', `Too many calls. Try again in ${retryAfterSec} seconds.`, {
          retryAfterSec,
        })
      }
      all += 1
      counts.set(who, mine)
    },
  }
}
