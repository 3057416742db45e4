import type { GallaError } from '../errors/galla-error.ts'
import type { RetryPolicy } from '../options.ts'

export interface FailedAttempt {
  readonly error: GallaError
  readonly method: 'GET' | 'POST'
  readonly readOnly: boolean
  readonly policy: RetryPolicy
  /** Retries made so far. */
  readonly retries: number
  /** The rest of the call's time limit. */
  readonly leftMs: number
  readonly random: number
}

/** The pause before the next attempt in milliseconds; undefined to stop. */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
  const { error, method, readOnly, policy, retries, leftMs, random } = failed
  if (retries >= policy.retries) return undefined
  // A token request is a POST too.
  const isGet = method === 'GET' && error.endpoint !== 'token'
  if (policy.safeOnly ? !isGet : !readOnly && error.outcome !== 'not-sent') return undefined
  if (!isTransient(error, policy.safeOnly)) return undefined
  const backoff = backoffMs(retries + 1, policy, random)
  const delayMs = policy.safeOnly ? backoff : Math.max(backoff, error.retryAfterMs ?? 0)
  return delayMs < leftMs ? delayMs : undefined
}

function isTransient(error: GallaError, safeOnly: boolean): boolean {
  switch (error.kind) {
    case 'network':
    case 'server-error':
      return true
    case 'timeout':
    case 'too-many-requests':
    case 'invalid-response':
      return !safeOnly
    case 'client-error':
      return !safeOnly && error.httpStatus === 408
    default:
      return false
  }
}

/** Pause before retry `retry`, counted from 1: 2ⁿ × `baseMs`, plus up to `jitter` of it. Milliseconds. */
export function backoffMs(retry: number, policy: Pick<RetryPolicy, 'baseMs' | 'jitter'>, random: number): number {
  const delayMs = policy.baseMs * 2 ** retry
  return delayMs + delayMs * policy.jitter * random
}
