import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import { expect, it } from 'vitest'
import { faultTexts } from './faults-tab.tsx'

it.each<[FaultRule, string]>([
  [{ kind: 'latency', rate: 0.5, delayMs: 400 }, '50 % of calls wait 400 ms'],
  [
    { kind: 'status', status: 429, retryAfterSec: 2, rate: 0.05, times: 3 },
    '5 % of calls are answered 429, try again in 2 s; 3 at most',
  ],
  [
    { kind: 'lost-reply', endpoints: ['standardPay', 'refund'], times: 1 },
    'All standardPay, refund calls are done, and the answer is lost; 1 at most',
  ],
  [{ kind: 'empty', endpoints: [] }, 'All calls answer with nothing'],
])('says of %j: %s', (rule, text) => {
  expect(faultTexts({ rules: [rule], callbacks: {} })).toEqual([text])
})

it('says what happens to callbacks, and nothing of what does not', () => {
  const callbacks = { delayMs: 60_000, duplicateRate: 1, copies: 20, reorderRate: 0, tamperRate: 0.125 }
  expect(faultTexts({ rules: [], callbacks })).toEqual([
    'Callbacks come 60 s late',
    '100 % of callbacks come 21 times',
    '12.5 % of callbacks are tampered with',
  ])
  expect(faultTexts({ rules: [], callbacks: {} })).toEqual([])
})
