import { PAYMENT_MODE_TYPES } from '@galla/contract/provider/payment-mode'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { GatewayContext } from '../context.ts'
import type { EndedAttempt } from '../domain/orders/ended-attempts.ts'
import { cardTestingNow } from '../services/orders/card-testing.ts'
import type { Queries } from '../storage/database.ts'
import { queueLengths } from '../storage/jobs.ts'

export interface Metrics {
  readonly orders: Counter<'to'>
  readonly refunds: Counter<'state'>
  readonly callbacks: Counter<'verdict'>
  readonly callbacksNotStored: Counter<'cause'>
  readonly calls: Counter<'endpoint' | 'result'>
  readonly callSeconds: Histogram<'endpoint'>
  readonly countAttempt: (attempt: EndedAttempt) => void
  /** Counts the queues in this database. */
  read(database: Queries): Promise<{ contentType: string; text: string }>
  stop(): void
}

/** The label of payment modes that are not in the contract: the provider adds some. */
const OTHER_MODE = 'other'

/** Milliseconds to seconds. */
const SEC = 1_000

/**
 * Prometheus metrics in a registry of their own, apart from the merchant's. Labels come from short lists and never hold an id.
 * Queues are counted at each scrape.
 */
export function gatewayMetrics({
  events,
  clock,
  policy,
}: Pick<GatewayContext, 'events' | 'clock' | 'policy'>): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry, prefix: 'galla_' })
  const orders = new Counter({
    name: 'galla_order_changes_total',
    help: 'Changes of orders, by the state they led to',
    labelNames: ['to'],
    registers,
  })
  const refunds = new Counter({
    name: 'galla_refund_changes_total',
    help: 'Changes of refunds, by the state they led to',
    labelNames: ['state'],
    registers,
  })
  const callbacks = new Counter({
    name: 'galla_callbacks_total',
    help: 'Callbacks received, by verdict',
    labelNames: ['verdict'],
    registers,
  })
  const callbacksNotStored = new Counter({
    name: 'galla_callbacks_not_stored_total',
    help: 'Callbacks answered with 503 because they may not have been stored, by cause (an SQLSTATE, a code of the system, or BUSY: too slow, or its row is locked)',
    labelNames: ['cause'],
    registers,
  })
  const calls = new Counter({
    name: 'galla_provider_calls_total',
    help: 'Calls to the provider, by endpoint and result (ok, or the kind of error)',
    labelNames: ['endpoint', 'result'],
    registers,
  })
  const callSeconds = new Histogram({
    name: 'galla_provider_call_seconds',
    help: 'How long calls to the provider took',
    labelNames: ['endpoint'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const attempts = new Counter({
    name: 'galla_payment_attempts_total',
    help: 'Payment attempts that ended, by payment mode and state',
    labelNames: ['mode', 'state'],
    registers,
  })
  // From zero: a rate needs a value before the first attempt.
  for (const mode of [...PAYMENT_MODE_TYPES, OTHER_MODE])
    for (const state of ['COMPLETED', 'FAILED']) attempts.inc({ mode, state }, 0)
  const countAttempt = ({ mode, state }: EndedAttempt) => {
    const isKnown = PAYMENT_MODE_TYPES.some((known) => known === mode)
    attempts.inc({ mode: isKnown ? mode : OTHER_MODE, state })
  }
  const waitingOf = new Gauge({
    name: 'galla_waiting',
    help: 'What waits to be done, by queue',
    labelNames: ['queue'],
    registers,
  })
  const oldestOf = new Gauge({
    name: 'galla_oldest_waiting_seconds',
    help: 'How long the oldest has been due, by queue',
    labelNames: ['queue'],
    registers,
  })
  const cardTesters = new Gauge({
    name: 'galla_card_testing_payers',
    help: 'Payers with as many failed card payments in the last hour as policy.cardTestingAttempts, or more',
    registers,
  })
  const stop = events.subscribe((event) => {
    if (event.type === 'order') orders.inc({ to: event.state })
    if (event.type === 'refund') refunds.inc({ state: event.state })
    if (event.type === 'callback') callbacks.inc({ verdict: event.verdict })
  })
  const read = async (database: Queries) => {
    for (const { name: queue, waiting, oldestAtMs } of await queueLengths(database, clock.now())) {
      waitingOf.set({ queue }, waiting)
      oldestOf.set({ queue }, oldestAtMs === undefined ? 0 : Math.max(clock.now() - oldestAtMs, 0) / SEC)
    }
    cardTesters.set((await cardTestingNow({ database, clock, policy })).payers)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
  return { orders, refunds, callbacks, callbacksNotStored, calls, callSeconds, countAttempt, read, stop }
}
