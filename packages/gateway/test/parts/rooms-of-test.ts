import { DEFAULT_POLICY } from '../../src/books/policy.ts'
import { createEvents } from '../../src/events.ts'
import type { ProviderPort } from '../../src/provider-port.ts'
import type { Rooms } from '../../src/rooms.ts'
import type { Books } from '../../src/storage/books.ts'

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
export function roomsOn(
  books: Books,
  more: Partial<Rooms> = {},
): Rooms & { setNow(ms: number): void; woken: string[] } {
  let nowMs = T0 + 1_000
  const provider = silentProvider()
  const woken: string[] = []
  return {
    books,
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
