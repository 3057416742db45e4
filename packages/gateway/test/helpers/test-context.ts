import type { GatewayContext } from '../../src/context.ts'
import { DEFAULT_POLICY } from '../../src/domain/order.ts'
import { createEvents } from '../../src/observability/live-events.ts'
import type { ProviderPort } from '../../src/provider/provider-port.ts'
import type { Database } from '../../src/storage/database.ts'

export const T0 = 1_700_000_000_000

/** A provider that nobody may call unless the test gives its verbs. */
export function silentProvider(
  verbs: { [noun in keyof ProviderPort]?: Partial<ProviderPort[noun]> } = {},
): ProviderPort {
  const never = (): never => {
    throw new Error('this test does not call the provider')
  }
  const reads = { pay: never, getOrderStatus: never }
  return {
    standardCheckout: { ...reads, ...verbs.standardCheckout },
    customCheckout: { ...reads, ...verbs.customCheckout },
    refunds: { create: never, getStatus: never, ...verbs.refunds },
    callbacks: { verify: never, ...verbs.callbacks },
  }
}

/** What doors take, on a clock that the test moves. */
export function contextFor(
  database: Database,
  more: Partial<GatewayContext> = {},
): GatewayContext & { setNow(ms: number): void; woken: string[] } {
  let nowMs = T0 + 1_000
  const provider = silentProvider()
  const woken: string[] = []
  return {
    database,
    provider,
    verifier: provider.callbacks,
    policy: DEFAULT_POLICY,
    clock: { now: () => nowMs },
    handlers: {},
    notifiers: [],
    events: createEvents(),
    log: { info() {}, warn() {}, error() {} },
    wake: (work) => void woken.push(work),
    closing: () => false,
    signPayer: () => 'unused',
    setNow: (ms) => {
      nowMs = ms
    },
    woken,
    ...more,
  }
}
