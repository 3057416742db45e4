import type { CallbackFaults, FaultRule } from '@galla/contract/sandbox-api/faults'

export interface FaultProfile {
  readonly explains: string
  readonly rules: readonly FaultRule[]
  readonly callbacks: CallbackFaults
}

/** Calls that take money, now or later. */
const PAYING: NonNullable<FaultRule['endpoints']> = [
  'standardPay',
  'customPay',
  'subscriptionSetup',
  'subscriptionNotify',
  'subscriptionRedeem',
]
/** Calls that move money: after a lost response the outcome is unknown. */
const MOVING: NonNullable<FaultRule['endpoints']> = [...PAYING, 'refund']

/** Named sets of faults. The seed decides which calls they affect. */
export const FAULT_PROFILES: { readonly [name: string]: FaultProfile } = {
  'festival-day': {
    explains: 'Peak load: slow responses, some 503 and 429, late and sometimes duplicated webhooks.',
    rules: [
      { kind: 'latency', rate: 0.5, delayMs: 400 },
      { kind: 'status', status: 503, rate: 0.05 },
      { kind: 'status', status: 429, retryAfterSec: 2, rate: 0.05 },
    ],
    callbacks: { delayMs: 15_000, duplicateRate: 0.15, reorderRate: 0.15 },
  },
  'bank-down': {
    explains: 'Half of the calls for payments and mandates answer 500, the others are slow. Status checks work.',
    rules: [
      { kind: 'status', status: 500, rate: 0.5, endpoints: PAYING },
      { kind: 'latency', delayMs: 1_500, endpoints: PAYING },
    ],
    callbacks: {},
  },
  'slow-callbacks': {
    explains: 'Webhooks arrive one minute late and out of order, so polling has to find the result.',
    rules: [],
    callbacks: { delayMs: 60_000, reorderRate: 0.5 },
  },
  'no-callbacks': {
    explains: 'No webhook ever arrives.',
    rules: [],
    callbacks: { dropRate: 1 },
  },
  'callback-storm': {
    explains: 'Every webhook arrives twenty-one times.',
    rules: [],
    callbacks: { duplicateRate: 1, copies: 20 },
  },
  'token-outage': {
    explains: 'No new token is issued. Tokens that were issued before still work.',
    rules: [{ kind: 'status', status: 503, endpoints: ['token'] }],
    callbacks: {},
  },
  'rate-limited': {
    explains: 'Half of the calls answer 429 with a Retry-After of one second.',
    rules: [{ kind: 'status', status: 429, retryAfterSec: 1, rate: 0.5 }],
    callbacks: {},
  },
  'bad-line': {
    explains: 'Connections are reset before the work, after the work and in the middle of the response.',
    rules: [
      { kind: 'reset', rate: 0.05 },
      { kind: 'lost-reply', rate: 0.05 },
      { kind: 'truncated', rate: 0.03 },
      { kind: 'slow-body', rate: 0.1, delayMs: 500 },
    ],
    callbacks: { dropRate: 0.05 },
  },
  'lost-replies': {
    explains: 'Half of the calls for payments, mandates and refunds succeed, but their response is lost.',
    rules: [{ kind: 'lost-reply', rate: 0.5, endpoints: MOVING }],
    callbacks: {},
  },
  'lagging-status': {
    explains:
      'Half of the status checks answer as of a minute ago: new orders, mandates and refunds are not found, payments are not seen.',
    rules: [{ kind: 'stale-status', rate: 0.5, delayMs: 60_000 }],
    callbacks: {},
  },
  'in-flight': {
    explains:
      'Some calls for payments, mandates and refunds arrive twenty minutes late, others are answered a minute late.',
    rules: [
      { kind: 'hold', rate: 0.2, delayMs: 1_200_000, endpoints: MOVING },
      { kind: 'late-reply', rate: 0.2, delayMs: 60_000, endpoints: MOVING },
    ],
    callbacks: {},
  },
  'false-refusals': {
    explains:
      'Some calls for payments, mandates and refunds succeed, but a proxy answers that they were refused, in its own words.',
    rules: [
      {
        kind: 'status',
        status: 400,
        afterIntake: true,
        body: { code: 'UPSTREAM_REJECTED', message: 'Request blocked' },
        rate: 0.2,
        endpoints: MOVING,
      },
      {
        kind: 'status',
        status: 403,
        afterIntake: true,
        body: '<html><body><h1>Forbidden</h1></body></html>',
        rate: 0.2,
        endpoints: MOVING,
      },
    ],
    callbacks: {},
  },
  'odd-proxy': {
    explains: 'A proxy changes the responses: wrong content types, empty bodies, truncated bodies.',
    rules: [
      { kind: 'wrong-content-type', rate: 0.1 },
      { kind: 'empty', rate: 0.05 },
      { kind: 'truncated', rate: 0.05 },
    ],
    callbacks: {},
  },
}
