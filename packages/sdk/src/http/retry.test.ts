import delays from '@galla/contract/vectors/retry-delays.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../errors/from-exchange.ts'
import { GallaError, type GallaErrorInit } from '../errors/galla-error.ts'
import { retryPolicy } from '../options.ts'
import { backoffMs, type FailedAttempt, retryDelayMs } from './retry.ts'

type Kind = GallaErrorInit['kind']
const failed = (kind: Kind, init: Partial<GallaErrorInit> = {}) =>
  new GallaError({ kind, message: 'm', outcome: 'unknown', ...init })
const attempt = (changes: Partial<FailedAttempt> & Pick<FailedAttempt, 'error'>): FailedAttempt => ({
  method: 'GET',
  readOnly: true,
  policy: retryPolicy({ retries: 3 }),
  retries: 0,
  leftMs: 30_000,
  random: 0,
  ...changes,
})

const KINDS: readonly Kind[] = [
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'expectation-failed',
  'invalid',
  'too-many-requests',
  'client-error',
  'server-error',
  'http',
  'network',
  'timeout',
  'aborted',
  'invalid-response',
  'invalid-request',
  'invalid-callback',
  'method-not-supported',
  're-initialize',
]

describe('retryDelayMs of a read', () => {
  it.each(KINDS)('decides whether to retry after %s', (kind) => {
    const helper = retryDelayMs(attempt({ error: failed(kind), policy: retryPolicy('helper') }))
    expect(helper).toBe(['network', 'server-error'].includes(kind) ? 0 : undefined)
    const custom = retryDelayMs(attempt({ error: failed(kind) }))
    const transient = ['network', 'timeout', 'server-error', 'too-many-requests', 'invalid-response'].includes(kind)
    expect(custom).toBe(transient ? 0 : undefined)
  })

  it('retries a 408, not another client-error, and not with the helper policy', () => {
    const busy = failed('client-error', { httpStatus: 408 })
    expect(retryDelayMs(attempt({ error: busy }))).toBe(0)
    expect(retryDelayMs(attempt({ error: busy, policy: retryPolicy('helper') }))).toBeUndefined()
    expect(retryDelayMs(attempt({ error: failed('client-error', { httpStatus: 418 }) }))).toBeUndefined()
  })
})

describe('the helper rule', () => {
  const error = failed('server-error', { httpStatus: 503, retryAfterMs: 5_000 })

  it('goes by the method: a POST that changes nothing is not repeated', () => {
    expect(retryDelayMs(attempt({ error, method: 'POST', policy: retryPolicy('helper') }))).toBeUndefined()
    expect(retryDelayMs(attempt({ error, method: 'POST' }))).toBe(5_000)
  })

  it('does not repeat a token request, which is a POST', () => {
    const token = failed('server-error', { httpStatus: 503, endpoint: 'token', outcome: 'not-sent' })
    expect(retryDelayMs(attempt({ error: token, policy: retryPolicy('helper') }))).toBeUndefined()
    expect(retryDelayMs(attempt({ error: token }))).toBe(0)
  })

  it('does not wait for Retry-After', () => {
    expect(retryDelayMs(attempt({ error, policy: retryPolicy('helper') }))).toBe(0)
  })

  it('has exponential pauses when asked for', () => {
    const policy = retryPolicy({ retries: 3, rule: 'helper', baseMs: 100 })
    const pauses = [0, 1, 2, 3].map((retries) => retryDelayMs(attempt({ error, policy, retries, random: 0.5 })))
    expect(pauses).toEqual([220, 440, 880, undefined])
    expect(retryDelayMs(attempt({ error: failed('timeout'), policy }))).toBeUndefined()
  })
})

describe('retryDelayMs of a write', () => {
  const write = (error: GallaError, policy = retryPolicy({ retries: 3 })) =>
    retryDelayMs(attempt({ error, policy, method: 'POST', readOnly: false }))

  it('retries only when nothing was sent', () => {
    expect(write(failed('network', { outcome: 'not-sent' }))).toBe(0)
    expect(write(failed('timeout', { outcome: 'not-sent' }))).toBe(0)
    for (const outcome of ['unknown', 'rejected'] as const) {
      for (const kind of KINDS) expect(write(failed(kind, { outcome }))).toBeUndefined()
    }
  })

  it('never retries with the helper policy', () => {
    expect(write(failed('network', { outcome: 'not-sent' }), retryPolicy('helper'))).toBeUndefined()
  })
})

describe('retryDelayMs: count and delay', () => {
  const error = failed('server-error', { httpStatus: 503 })

  it('never retries with retry off', () => {
    expect(retryDelayMs(attempt({ error, policy: retryPolicy('off') }))).toBeUndefined()
  })

  it('stops after the configured number of retries', () => {
    const policy = retryPolicy({ retries: 2 })
    expect([0, 1, 2, 3].map((retries) => retryDelayMs(attempt({ error, policy, retries })))).toEqual([
      0,
      0,
      undefined,
      undefined,
    ])
  })

  it('increases the delay with each retry, and obeys a longer Retry-After', () => {
    const policy = retryPolicy({ retries: 9, baseMs: 100, jitter: 0.2 })
    expect([0, 1, 2].map((retries) => retryDelayMs(attempt({ error, policy, retries, random: 0.5 })))).toEqual([
      220, 440, 880,
    ])
    const withRetryAfter = failed('server-error', { retryAfterMs: 500 })
    expect(
      [0, 1, 2].map((retries) => retryDelayMs(attempt({ error: withRetryAfter, policy, retries, random: 0.5 }))),
    ).toEqual([500, 500, 880])
  })

  it('stops when the delay leaves no time for the next attempt', () => {
    const withRetryAfter = failed('server-error', { retryAfterMs: 500 })
    expect(retryDelayMs(attempt({ error: withRetryAfter, leftMs: 501 }))).toBe(500)
    expect(retryDelayMs(attempt({ error: withRetryAfter, leftMs: 500 }))).toBeUndefined()
    expect(retryDelayMs(attempt({ error, leftMs: 0 }))).toBeUndefined()
  })
})

/** Base of the vectors with an exponential pause. Milliseconds. */
const BASE_MS = 100

describe('retry delays of the vectors', () => {
  it.each(delays.cases)('$name', ({ exponential, retry, random, delayMs, ...received }) => {
    const { jitter, baseMs } = retryPolicy('helper')
    const pauseMs = backoffMs(retry, { baseMs: exponential ? BASE_MS : baseMs, jitter }, random)
    const { retryAfter, nowMs = 0 } = received as { retryAfter?: string; nowMs?: number }
    expect(Math.max(pauseMs, parseRetryAfter(retryAfter, nowMs) ?? 0)).toBeCloseTo(delayMs, 9)
  })
})

describe('backoffMs', () => {
  it('doubles with every retry and stays within its jitter', () => {
    const policy = { baseMs: 100, jitter: 0.2 }
    for (let retry = 1; retry <= 20; retry += 1) {
      const baseMs = 100 * 2 ** retry
      for (const random of [0, 0.3, 0.999]) {
        const pauseMs = backoffMs(retry, policy, random)
        expect(pauseMs).toBeGreaterThanOrEqual(baseMs)
        expect(pauseMs).toBeLessThan(baseMs * 1.2)
      }
    }
  })
})
