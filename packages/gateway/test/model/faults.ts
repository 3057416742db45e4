import type { FaultRule, SetFaults } from '@galla/contract/sandbox-api/faults'
import { pick, type Random } from './random.ts'

const WRITES = ['standardPay', 'customPay', 'linkCreate', 'linkNotify', 'linkCancel', 'refund']
const READS = ['standardOrderStatus', 'customOrderStatus', 'linkStatus', 'refundStatus']

/** Refusals with codes and messages that no list of ours has, from the provider and from proxies. */
const REFUSALS: readonly Pick<FaultRule, 'status' | 'body'>[] = [
  { status: 400, body: { code: 'ERR_7731', message: 'Something new' } },
  { status: 400, body: { success: false, code: 'BAD_REQUEST', message: 'Unreadable', data: {} } },
  { status: 403, body: '<html><body><h1>Forbidden</h1></body></html>' },
  { status: 404, body: '<html><body>no such route</body></html>' },
  { status: 409, body: { code: 'CONFLICT', message: 'Please do not repeat' } },
  { status: 417, body: { code: 'EXPECTATION_FAILED' } },
  { status: 418, body: 'teapot' },
  { status: 422, body: { errorCode: 'X', reason: 'unprocessable' } },
  { status: 451, body: {} },
]

type Weather = (random: Random) => SetFaults

const rules =
  (...make: ((random: Random) => FaultRule)[]): Weather =>
  (random) => ({ rules: make.map((one) => one(random)) })

/** The weather between the gateway and the provider, one of them at a time. */
export const WEATHERS: { readonly [name: string]: Weather } = {
  fair: rules(),
  'held in flight': rules((random) => ({
    kind: 'hold',
    endpoints: WRITES,
    rate: 0.8,
    ...(random() < 0.5 ? {} : { delayMs: 60_000 + Math.floor(random() * 7_200_000) }),
  })),
  'late replies': rules((random) => ({
    kind: 'late-reply',
    endpoints: WRITES,
    rate: 0.5,
    delayMs: 1_000 + Math.floor(random() * 600_000),
  })),
  'lost replies': rules(() => ({ kind: 'lost-reply', rate: 0.4 })),
  'lost requests': rules(() => ({ kind: 'reset', rate: 0.4 })),
  'refused with an unknown code': rules((random) => ({
    kind: 'status',
    endpoints: WRITES,
    rate: 0.6,
    ...pick(random, REFUSALS),
  })),
  'taken in and refused with an unknown code': rules((random) => ({
    kind: 'status',
    endpoints: WRITES,
    rate: 0.6,
    afterIntake: true,
    ...pick(random, REFUSALS),
  })),
  'lagging replicas': rules((random) => ({
    kind: 'stale-status',
    rate: 0.7,
    delayMs: 10_000 + Math.floor(random() * 1_200_000),
  })),
  'lost replies and lagging replicas': rules(
    () => ({ kind: 'lost-reply', endpoints: WRITES, rate: 0.6 }),
    () => ({ kind: 'stale-status', rate: 0.8, delayMs: 900_000 }),
  ),
  'false refusals and lagging replicas': rules(
    (random) => ({ kind: 'status', endpoints: WRITES, rate: 0.6, afterIntake: true, ...pick(random, REFUSALS) }),
    () => ({ kind: 'stale-status', rate: 0.8, delayMs: 900_000 }),
  ),
  'no status': rules(() => ({ kind: 'status', status: 503, endpoints: READS })),
  'unreadable status': rules(() => ({ kind: 'wrong-content-type', endpoints: READS, rate: 0.7 })),
  outage: rules(() => ({ kind: 'status', status: 502, rate: 0.9 })),
  'rate limit': rules(() => ({ kind: 'status', status: 429, retryAfterSec: 1, rate: 0.5 })),
  'no tokens': rules(() => ({ kind: 'status', status: 503, endpoints: ['token'] })),
  'half answers': rules(
    () => ({ kind: 'truncated', rate: 0.2 }),
    () => ({ kind: 'empty', rate: 0.2 }),
  ),
}

/** Weathers that leave most in doubt come more often. */
const DECK = [
  ...Object.keys(WEATHERS),
  ...Array.from({ length: 5 }, () => 'held in flight'),
  ...Array.from({ length: 2 }, () => 'taken in and refused with an unknown code'),
  ...Array.from({ length: 2 }, () => 'lost replies and lagging replicas'),
]

/** The next weather, with callbacks that are duplicated, reordered, late, tampered with and lost. */
export function changeWeather(random: Random): { name: string; faults: SetFaults } {
  const name = random() < 0.3 ? 'fair' : pick(random, DECK)
  const callbacks = {
    duplicateRate: 0.3,
    copies: 2,
    reorderRate: 0.2,
    dropRate: random() < 0.5 ? 0.1 : 0.6,
    tamperRate: 0.05,
    delayRate: 0.3,
    delayMs: Math.floor(random() * 1_800_000),
  }
  return { name, faults: { ...WEATHERS[name]?.(random), callbacks, seed: String(Math.floor(random() * 2 ** 31)) } }
}
