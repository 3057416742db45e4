import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { GatewayContext } from '../context.ts'

export interface Metrics {
  readonly orders: Counter<'to'>
  readonly refunds: Counter<'state'>
  readonly callbacks: Counter<'verdict'>
  readonly calls: Counter<'endpoint' | 'result'>
  readonly callSeconds: Histogram<'endpoint'>
  read(): Promise<{ contentType: string; text: string }>
  stop(): void
}

/** Milliseconds to seconds. */
const SEC = 1_000

/**
 * What a graph is drawn from, in a registry of its own: the merchant's metrics are the merchant's. Labels are words of a
 * short list, never an id. Queues are counted when they are asked for.
 */
export function gatewayMetrics({
  events,
  database,
  clock,
}: Pick<GatewayContext, 'events' | 'database' | 'clock'>): Metrics {
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
  new Gauge({
    name: 'galla_waiting',
    help: 'What waits to be done, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const { name, waiting } of await queuesOf({ database, clock })) this.set({ queue: name }, waiting)
    },
  })
  new Gauge({
    name: 'galla_oldest_waiting_seconds',
    help: 'How long the oldest has been due, by queue',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const { name, oldestAtMs } of await queuesOf({ database, clock })) {
        this.set({ queue: name }, oldestAtMs === undefined ? 0 : Math.max(clock.now() - oldestAtMs, 0) / SEC)
      }
    },
  })
  const stop = events.subscribe((event) => {
    if (event.type === 'order') orders.inc({ to: event.state })
    if (event.type === 'refund') refunds.inc({ state: event.state })
    if (event.type === 'callback') callbacks.inc({ verdict: event.verdict })
  })
  const read = async () => ({ contentType: registry.contentType, text: await registry.metrics() })
  return { orders, refunds, callbacks, calls, callSeconds, read, stop }
}

export async function queuesOf({ database, clock }: Pick<GatewayContext, 'database' | 'clock'>) {
  const { rows } = await database.query<{ name: string; waiting: number; oldestAtMs: number | null }>({
    name: 'queues',
    text: `select 'callbacks' as "name", count(*) as "waiting", min("dueAtMs") as "oldestAtMs" from galla.callbacks where "dueAtMs" <= $1
      union all select 'orders', count(*), min("nextPollAtMs") from galla.orders where "nextPollAtMs" <= $1
      union all select 'refunds', count(*), min("nextPollAtMs") from galla.refunds where "nextPollAtMs" <= $1
      union all select 'deliveries', count(*), min("nextAttemptAtMs") from galla.deliveries where "state" = 'waiting' and "nextAttemptAtMs" <= $1
      union all select 'failed callbacks', count(*), min("receivedAtMs") from galla.callbacks where "dueAtMs" is null and "error" is not null
      union all select 'failed deliveries', count(*), min("createdAtMs") from galla.deliveries where "state" = 'failed'
      union all select 'orders in review', count(*), min("updatedAtMs") from galla.orders where "needsReview" is not null`,
    values: [clock.now()],
  })
  return rows.map(({ name, waiting, oldestAtMs }) => ({
    name,
    waiting,
    ...(oldestAtMs === null ? {} : { oldestAtMs }),
  }))
}
