import delays from '@galla/contract/vectors/retry-delays.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { retryPolicy } from '../settings.ts'
import { backoffMs } from './backoff.ts'
import { parseRetryAfter } from './retry-after.ts'

/** The helper's base, which counts only where an exponential pause was asked for. Milliseconds. */
const BASE_MS = 100

describe('pauses in the vectors', () => {
  it.each(delays.cases)('$name', ({ exponential, retry, random, delayMs, ...asked }) => {
    const { jitter, baseMs } = retryPolicy('helper')
    const pauseMs = backoffMs(retry, { baseMs: exponential ? BASE_MS : baseMs, jitter }, random)
    const { retryAfter, nowMs = 0 } = asked as { retryAfter?: string; nowMs?: number }
    expect(Math.max(pauseMs, parseRetryAfter(retryAfter, nowMs) ?? 0)).toBeCloseTo(delayMs, 9)
  })
})

describe('backoffMs', () => {
  it('doubles with every repeat and stays within its jitter', () => {
    const policy = { baseMs: 100, jitter: 0.2 }
    for (let repeat = 1; repeat <= 20; repeat += 1) {
      const least = 100 * 2 ** repeat
      for (const random of [0, 0.3, 0.999]) {
        const pauseMs = backoffMs(repeat, policy, random)
        expect(pauseMs).toBeGreaterThanOrEqual(least)
        expect(pauseMs).toBeLessThan(least * 1.2)
      }
    }
  })
})
