import type { Clock } from '../../clock.ts'
import { HttpError } from '../../http/refusal.ts'

/** How often somebody may do a thing. */
export interface CallLimit {
  /** Counts one more. @throws Refusal 429 when that is too many */
  count(who: string): void
}

/** At most so many in each window, of one and of all together. Milliseconds. Per process, like every count of ours. */
export function callLimit(
  clock: Clock,
  { windowMs, maxPerCaller, maxTotal }: { windowMs: number; maxPerCaller: number; maxTotal: number },
): CallLimit {
  let startedAtMs = Number.NEGATIVE_INFINITY
  let all = 0
  let counts = new Map<string, number>()
  return {
    count(who) {
      const nowMs = clock.now()
      if (nowMs - startedAtMs >= windowMs) {
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
