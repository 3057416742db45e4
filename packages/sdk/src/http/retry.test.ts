import delays from '@galla/contract/vectors/retry-delays.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../errors/from-exchange.ts'
import { type Facts, GallaError } from '../errors/galla-error.ts'
import { retryPolicy } from '../options.ts'
import { backoffMs, decide, type Situation } from './retry.ts'

type Kind = Facts['kind']
const failed = (kind: Kind, facts: Partial<Facts> = {}) =>
  new GallaError({ kind, message: 'm', outcome: 'unknown', ...facts })
const situation = (changes: Partial<Situation> & Pick<Situation, 'error'>): Situation => ({
  readOnly: true,
  policy: retryPolicy({ retries: 3 }),
  repeats: 0,
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

describe('decide: which failures of a read are worth another attempt', () => {
  it.each(KINDS)('%s', (kind) => {
    const helper = decide(situation({ error: failed(kind), policy: retryPolicy('helper') }))
    expect(helper).toBe(['network', 'timeout', 'server-error'].includes(kind) ? 0 : undefined)
    const own = decide(situation({ error: failed(kind) }))
    const worth = ['network', 'timeout', 'server-error', 'too-many-requests', 'invalid-response'].includes(kind)
    expect(own).toBe(worth ? 0 : undefined)
  })

  it('of the unnamed 4xx only 408, and only under a rule of one’s own', () => {
    const busy = failed('client-error', { httpStatus: 408 })
    expect(decide(situation({ error: busy }))).toBe(0)
    expect(decide(situation({ error: busy, policy: retryPolicy('helper') }))).toBeUndefined()
    expect(decide(situation({ error: failed('client-error', { httpStatus: 418 }) }))).toBeUndefined()
  })
})

describe('decide: writes', () => {
  const write = (error: GallaError, policy = retryPolicy({ retries: 3 })) =>
    decide(situation({ error, policy, readOnly: false }))

  it('are repeated only where nothing was sent', () => {
    expect(write(failed('network', { outcome: 'not-sent' }))).toBe(0)
    expect(write(failed('timeout', { outcome: 'not-sent' }))).toBe(0)
    for (const outcome of ['unknown', 'rejected'] as const) {
      for (const kind of KINDS) expect(write(failed(kind, { outcome }))).toBeUndefined()
    }
  })

  it('are never repeated by the helper', () => {
    expect(write(failed('network', { outcome: 'not-sent' }), retryPolicy('helper'))).toBeUndefined()
  })
})

describe('decide: how often and how soon', () => {
  const error = failed('server-error', { httpStatus: 503 })

  it('never with retry off', () => {
    expect(decide(situation({ error, policy: retryPolicy('off') }))).toBeUndefined()
  })

  it('as often as was asked for', () => {
    const policy = retryPolicy({ retries: 2 })
    expect([0, 1, 2, 3].map((repeats) => decide(situation({ error, policy, repeats })))).toEqual([
      0,
      0,
      undefined,
      undefined,
    ])
  })

  it('the pause grows with the repeats, and Retry-After wins when it is longer', () => {
    const policy = retryPolicy({ retries: 9, baseMs: 100, jitter: 0.2 })
    expect([0, 1, 2].map((repeats) => decide(situation({ error, policy, repeats, random: 0.5 })))).toEqual([
      220, 440, 880,
    ])
    const asked = failed('server-error', { retryAfterMs: 500 })
    expect([0, 1, 2].map((repeats) => decide(situation({ error: asked, policy, repeats, random: 0.5 })))).toEqual([
      500, 500, 880,
    ])
  })

  it('a pause must leave time for the attempt behind it', () => {
    const asked = failed('server-error', { retryAfterMs: 500 })
    expect(decide(situation({ error: asked, leftMs: 501 }))).toBe(500)
    expect(decide(situation({ error: asked, leftMs: 500 }))).toBeUndefined()
    expect(decide(situation({ error, leftMs: 0 }))).toBeUndefined()
  })
})

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
