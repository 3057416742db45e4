import type { GallaError } from '../errors/galla-error.ts'
import type { RetryPolicy } from '../options.ts'

export interface Situation {
  readonly error: GallaError
  readonly readOnly: boolean
  readonly policy: RetryPolicy
  /** Repeats made so far. */
  readonly repeats: number
  /** What is left of the call's time. */
  readonly leftMs: number
  readonly random: number
}

/** After a failed attempt: how long to wait before the next one, or undefined to stop. Questions in order of authority. */
export function decide({ error, readOnly, policy, repeats, leftMs, random }: Situation): number | undefined {
  if (repeats >= policy.retries) return undefined
  if (!readOnly && (policy.readsOnly || error.outcome !== 'not-sent')) return undefined
  if (!isPassing(error, policy.readsOnly)) return undefined
  const pauseMs = Math.max(backoffMs(repeats + 1, policy, random), error.retryAfterMs ?? 0)
  return pauseMs < leftMs ? pauseMs : undefined
}

function isPassing(error: GallaError, helper: boolean): boolean {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'server-error':
      return true
    case 'too-many-requests':
    case 'invalid-response':
      return !helper
    case 'client-error':
      return !helper && error.httpStatus === 408
    default:
      return false
  }
}

/** Pause before the n-th repeat, n from 1: 2ⁿ × base plus up to `jitter` of it; none where no base was asked for. Milliseconds. */
export function backoffMs(repeat: number, policy: Pick<RetryPolicy, 'baseMs' | 'jitter'>, random: number): number {
  const pause = policy.baseMs * 2 ** repeat
  return pause + pause * policy.jitter * random
}
