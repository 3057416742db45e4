import { type GatewayContext, SYSTEM_AFTER } from '../../src/context.ts'
import { DEFAULT_ORDER_ID_PREFIX } from '../../src/domain/orders/order-ids.ts'
import { DEFAULT_POLICY } from '../../src/domain/policy.ts'
import { createEvents } from '../../src/observability/live-events.ts'
import { NO_TRACING } from '../../src/observability/tracing.ts'
import type { ProviderPort } from '../../src/provider/provider-port.ts'
import { createDeliveryRuns } from '../../src/services/events/delivery-runs.ts'
import { importQueue } from '../../src/services/finance/imported-files.ts'
import type { Database } from '../../src/storage/database.ts'
import { orderBatches } from '../../src/storage/orders/order-batches.ts'

export const T0 = 1_700_000_000_000

/** A provider port whose methods throw, except those that the test passes. */
export function createStubProvider(
  methods: { [Resource in keyof ProviderPort]?: Partial<ProviderPort[Resource]> } = {},
): ProviderPort {
  const fail = (): never => {
    throw new Error('this test does not call the provider')
  }
  const checkout = { pay: fail, createSdkOrder: fail, getOrderStatus: fail }
  return {
    standardCheckout: { ...checkout, ...methods.standardCheckout },
    customCheckout: { ...checkout, ...methods.customCheckout },
    links: { create: fail, getStatus: fail, notify: fail, cancel: fail, ...methods.links },
    refunds: { create: fail, getStatus: fail, ...methods.refunds },
    callbacks: { verify: fail, ...methods.callbacks },
  }
}

/** A `GatewayContext` on a clock that the test sets with `setNow`; `woken` records the wake-up calls. */
export function createTestContext(
  database: Database,
  overrides: Partial<GatewayContext> = {},
): GatewayContext & { setNow(ms: number): void; woken: string[] } {
  let nowMs = T0 + 1_000
  const provider = createStubProvider()
  const woken: string[] = []
  return {
    database,
    orderBatches: orderBatches(database, () => nowMs),
    callbackDatabase: database,
    handlerDatabase: database,
    reads: () => database,
    environment: 'SANDBOX',
    provider,
    jobProvider: overrides.provider ?? provider,
    verifier: provider.callbacks,
    policy: DEFAULT_POLICY,
    clock: { now: () => nowMs },
    clockOffsetMs: () => 0,
    missingDataKeys: async () => [],
    imports: importQueue(),
    restores: { restoredAtMs: async () => undefined, forget() {}, mark: async () => T0 },
    monotonicMs: () => 0,
    handlers: {},
    notifiers: [],
    deliveryRuns: createDeliveryRuns(),
    events: createEvents(),
    log: { info() {}, warn() {}, error() {} },
    countAttempt: () => {},
    tracing: NO_TRACING,
    wake: (job) => void woken.push(job),
    closing: () => false,
    after: SYSTEM_AFTER,
    orderIdPrefix: DEFAULT_ORDER_ID_PREFIX,
    signPayer: () => 'unused',
    signSubscription: () => 'unused',
    digest: (text) => text,
    payerDigest: () => 'unused',
    setNow: (ms) => {
      nowMs = ms
    },
    woken,
    ...overrides,
  }
}
