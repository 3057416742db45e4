import { type Callbacks, createCallbacks } from './callbacks/callbacks.ts'
import { type Clock, createClock } from './clock.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createHeldCalls, type HeldCalls } from './faults/held-calls.ts'
import { createJournal, type Journal } from './journal.ts'
import { normalizeOptions, type Settings } from './normalize-options.ts'
import type { Deliver, SandboxOptions } from './options.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { type AccessTokens, createAccessTokens } from './services/access-tokens.ts'
import { createIds, type Ids } from './services/ids.ts'
import { createMandateService, type MandateService } from './services/mandate-service.ts'
import { createOrderService, type OrderService } from './services/order-service.ts'
import { createOutcomeQueue, type OutcomeQueue } from './services/outcome-queue.ts'
import { createRefundService, type RefundService } from './services/refund-service.ts'
import { createReplica, type Replica } from './services/replica.ts'
import { createSettlementService, type SettlementService } from './services/settlement-service.ts'
import { createSnapshots, type Snapshots } from './services/snapshots.ts'
import { fileStore } from './storage/file-store.ts'
import { memoryStore, type Store } from './storage/store.ts'

/** The parts of one sandbox, passed to every route. */
export interface SandboxContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly ids: Ids
  readonly store: Store
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly orders: OrderService
  readonly refunds: RefundService
  readonly mandates: MandateService
  readonly settlements: SettlementService
  readonly faults: Faults
  readonly outcomeQueue: OutcomeQueue
  readonly snapshots: Snapshots
  readonly tokens: AccessTokens
  /** Sends callbacks: `fetch`, or the `deliver` option. */
  readonly deliver: Deliver
  readonly heldCalls: HeldCalls
  readonly replica: Replica
  /** Origin of the hosted page. The server sets it once its port is known. */
  origin: string
  /** The only origin that accepts card payments, if there is one. */
  cardOrigin: string | undefined
  /** Answers a request to this sandbox. The routes set it. */
  handle(request: Request): Promise<Response>
  /** Deletes all state and keeps the settings. */
  reset(): void
}

/** Origin of the pages of a sandbox without a server: nothing listens there. */
export const UNSERVED_ORIGIN = 'http://sandbox.localhost'

const EMPTY = { count: 0, orders: [], refunds: [], deliveries: [], mandates: [], redemptions: [], settlements: [] }

/**
 * The composition root of one sandbox: the only place that chooses the clock, randomness, network and storage.
 * @throws TypeError with the name of the invalid option
 */
export function createContext(options: SandboxOptions): SandboxContext {
  const settings = normalizeOptions(options)
  const clock = createClock(options.clock)
  const scheduler = createScheduler(clock)
  const store = options.state === undefined ? memoryStore() : fileStore(options.state)
  const ids = createIds(settings.seed, store)
  const journal = createJournal(options.journalLimit)
  const faults = createFaults(settings.seed, options.profile)
  const replica = createReplica(() => faults.readsReplica)
  const heldCalls = createHeldCalls({ clock, scheduler }, options.sleep)
  const outcomeQueue = createOutcomeQueue()
  const deliver: Deliver = options.deliver ?? ((url, init) => fetch(url, init))
  const callbacks = createCallbacks(
    {
      store,
      ids,
      clock,
      scheduler,
      journal,
      deliver,
      deadlineMs: settings.receiverDeadlineMs,
      faults: () => ({ rates: faults.callbackRates, random: faults.callbackRandom }),
    },
    { ...options.callbacks },
  )
  const shared = { store, ids, clock, scheduler, journal, callbacks, settings, replica }
  const mandates = createMandateService({ ...shared, outcomeQueue })
  const { setupEnded } = mandates
  const orders = createOrderService({ ...shared, setupEnded })
  const refunds = createRefundService(shared)
  const settlements = createSettlementService({
    ...shared,
    faults: () => ({ settings: faults.settlements, random: faults.settlementRandom }),
  })
  // A restore replaces the state that the held calls and the replica belong to.
  const dropInFlight = (): void => {
    heldCalls.clear()
    replica.clear()
  }
  const resume = (): void => {
    orders.resume()
    refunds.resume()
    mandates.resume()
    settlements.resume()
    callbacks.resume()
  }
  const snapshots = createSnapshots({ store, ids, clock, scheduler, dropInFlight, resume })
  const tokens = createAccessTokens(settings.seed, settings.merchantId, store.next)
  resume()
  return {
    settings,
    clock,
    scheduler,
    ids,
    store,
    journal,
    callbacks,
    orders,
    refunds,
    mandates,
    settlements,
    faults,
    outcomeQueue,
    snapshots,
    tokens,
    deliver,
    heldCalls,
    replica,
    origin: (options.origin ?? UNSERVED_ORIGIN).replace(/\/+$/, ''),
    cardOrigin: options.cardOrigin,
    handle: () => Promise.reject(new Error('the sandbox has no routes yet')),
    reset() {
      scheduler.clear()
      dropInFlight()
      store.load(EMPTY)
      snapshots.clear()
      journal.clear()
      faults.clear()
      outcomeQueue.clear()
      if (options.profile !== undefined) faults.set({ profile: options.profile })
      settlements.resume()
      callbacks.receiver = { ...options.callbacks }
    },
  }
}
