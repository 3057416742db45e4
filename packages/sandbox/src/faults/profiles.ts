import type { CallbackFaults, FaultRule } from '@galla/contract/sandbox-api/faults'

export interface FaultProfile {
  readonly explains: string
  readonly rules: readonly FaultRule[]
  readonly callbacks: CallbackFaults
}

/** Bad days by name. Which calls they strike follows from the seed. */
export const FAULT_PROFILES: { readonly [name: string]: FaultProfile } = {
  'festival-day': {
    explains: 'Everybody shops at once: slow replies, some 503 and 429, callbacks late and sometimes doubled.',
    rules: [
      { kind: 'latency', rate: 0.5, delayMs: 400 },
      { kind: 'status', status: 503, rate: 0.05 },
      { kind: 'status', status: 429, retryAfterSec: 2, rate: 0.05 },
    ],
    callbacks: { delayMs: 15_000, duplicateRate: 0.15, reorderRate: 0.15 },
  },
  'bank-down': {
    explains: 'Payments cannot be started: every second pay call answers 500, the others are slow. Status reads work.',
    rules: [
      { kind: 'status', status: 500, rate: 0.5, endpoints: ['standardPay', 'customPay'] },
      { kind: 'latency', delayMs: 1_500, endpoints: ['standardPay', 'customPay'] },
    ],
    callbacks: {},
  },
  'slow-callbacks': {
    explains: 'Callbacks come a minute late and out of order; polling has to carry the day.',
    rules: [],
    callbacks: { delayMs: 60_000, reorderRate: 0.5 },
  },
  'no-callbacks': {
    explains: 'No callback ever arrives.',
    rules: [],
    callbacks: { dropRate: 1 },
  },
  'callback-storm': {
    explains: 'Every callback comes twenty-one times.',
    rules: [],
    callbacks: { duplicateRate: 1, copies: 20 },
  },
  'token-outage': {
    explains: 'No token is given out; tokens that are out go on working.',
    rules: [{ kind: 'status', status: 503, endpoints: ['token'] }],
    callbacks: {},
  },
  'rate-limited': {
    explains: 'Every second call is answered 429 with a Retry-After of one second.',
    rules: [{ kind: 'status', status: 429, retryAfterSec: 1, rate: 0.5 }],
    callbacks: {},
  },
  'bad-line': {
    explains: 'The line breaks: before the work, after the work, and in the middle of the answer.',
    rules: [
      { kind: 'reset', rate: 0.05 },
      { kind: 'lost-reply', rate: 0.05 },
      { kind: 'truncated', rate: 0.03 },
      { kind: 'slow-body', rate: 0.1, delayMs: 500 },
    ],
    callbacks: { dropRate: 0.05 },
  },
  'lost-replies': {
    explains: 'Every second pay and refund is done, but its answer is lost.',
    rules: [{ kind: 'lost-reply', rate: 0.5, endpoints: ['standardPay', 'customPay', 'refund'] }],
    callbacks: {},
  },
  'odd-proxy': {
    explains:
      'Something between you and the provider answers in its place: wrong content types, empty bodies, cut bodies.',
    rules: [
      { kind: 'wrong-content-type', rate: 0.1 },
      { kind: 'empty', rate: 0.05 },
      { kind: 'truncated', rate: 0.05 },
    ],
    callbacks: {},
  },
}
