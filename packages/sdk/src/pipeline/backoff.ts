import type { RetryPolicy } from '../settings.ts'

/** Pause before the n-th repeat, n from 1: 2ⁿ × base plus up to `jitter` of it; none where no base was asked for. Milliseconds. */
export function backoffMs(repeat: number, policy: Pick<RetryPolicy, 'baseMs' | 'jitter'>, random: number): number {
  const pause = policy.baseMs * 2 ** repeat
  return pause + pause * policy.jitter * random
}
