import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import { expect, it } from 'vitest'
import { faultTexts } from './fault-texts.ts'

it.each<[FaultRule, string]>([
  [{ kind: 'latency', rate: 0.5, delayMs: 400 }, '50 % of calls are delayed by 400 ms'],
  [
    { kind: 'status', status: 429, retryAfterSec: 2, rate: 0.05, times: 3 },
    '5 % of calls are answered with 429, Retry-After 2 s; at most 3',
  ],
  [
    { kind: 'lost-reply', endpoints: ['standardPay', 'refund'], times: 1 },
    'All “Create payment”, “Create refund” calls are processed, and the response is lost; at most 1',
  ],
  [{ kind: 'hold', endpoints: ['refund'] }, 'All “Create refund” calls stay in flight until released'],
  [{ kind: 'status', status: 403, afterIntake: true }, 'All calls are processed, then answered with 403'],
  [{ kind: 'stale-status', delayMs: 60_000 }, 'All calls see a state of the past, 60 s ago'],
  [{ kind: 'empty', endpoints: [] }, 'All calls have an empty response'],
])('describes the rule %j as %j', (rule, text) => {
  expect(faultTexts({ rules: [rule], callbacks: {} })).toEqual([text])
})

it('describes the faults of webhooks that are on', () => {
  const callbacks = { delayMs: 60_000, duplicateRate: 1, copies: 20, reorderRate: 0, tamperRate: 0.125 }
  expect(faultTexts({ rules: [], callbacks })).toEqual([
    'Webhooks are delayed by 60 s',
    '100 % of webhooks are sent 21 times',
    '12.5 % of webhooks are tampered with',
  ])
  expect(faultTexts({ rules: [], callbacks: {} })).toEqual([])
})
