import { type Callbacks, createCallbacks } from './callbacks/callbacks.ts'
import { type Clock, createClock } from './clock.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createJournal, type Journal } from './journal.ts'
import { type Deliver, resolveSettings, type SandboxOptions, type Settings } from './options.ts'
import { type Agenda, createAgenda } from './scheduler.ts'
import { type AccessTokens, createAccessTokens } from './services/access-tokens.ts'
import { createIds, type Ids } from './services/ids.ts'
import { createLedger, type Ledger } from './services/order-service.ts'
import { createDecidedNext, type QueuedOutcome } from './services/outcome-queue.ts'
import { createSnapshots, type Snapshots } from './services/snapshots.ts'
import { appendFileStore } from './storage/file-store.ts'
import { memoryStore, type Store } from './storage/store.ts'

/** The parts of one sandbox, as every handler gets them. */
export interface Provider {
  readonly settings: Settings
  readonly clock: Clock
  readonly agenda: Agenda
  readonly ids: Ids
  readonly store: Store
  readonly journal: Journal
  readonly callbacks: Callbacks
  readonly ledger: Ledger
  readonly faults: Faults
  readonly decidedNext: QueuedOutcome
  readonly snapshots: Snapshots
  readonly tokens: AccessTokens
  /** Hands callbacks over; the network, or what a test put in its place. */
  readonly deliver: Deliver
  readonly sleep: (ms: number) => Promise<void>
  /** Where payers reach the hosted page; the socket server sets it once it knows its port. */
  origin: string
  /** The only origin that takes cards, when there is one. */
  cardOrigin: string | undefined
  /** Forgets everything but the settings. */
  reset(): void
}

const EMPTY = { count: 0, orders: [], refunds: [], deliveries: [] }

/** Puts one sandbox together. Clock, chance, network and storage come in here and nowhere else. */
export function assemble(options: SandboxOptions): Provider {
  const settings = resolveSettings(options)
  const clock = createClock(options.clock)
  const agenda = createAgenda(clock)
  const store = options.state === undefined ? memoryStore() : appendFileStore(options.state)
  const ids = createIds(settings.seed, store)
  const journal = createJournal(options.journalLimit)
  const faults = createFaults(settings.seed, options.profile)
  const decidedNext = createDecidedNext()
  const deliver: Deliver = options.deliver ?? ((url, init) => fetch(url, init))
  const callbacks = createCallbacks(
    {
      store,
      ids,
      clock,
      agenda,
      journal,
      deliver,
      deadlineMs: settings.receiverDeadlineMs,
      faults: () => ({ rates: faults.callbackRates, random: faults.callbackRandom }),
    },
    { ...options.callbacks },
  )
  const ledger = createLedger({ store, ids, clock, agenda, journal, callbacks, settings })
  const snapshots = createSnapshots({ store, ids, clock, agenda, ledger })
  const tokens = createAccessTokens(settings.seed, settings.merchantId, store.next)
  const provider: Provider = {
    settings,
    clock,
    agenda,
    ids,
    store,
    journal,
    callbacks,
    ledger,
    faults,
    decidedNext,
    snapshots,
    tokens,
    deliver,
    sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    origin: (options.origin ?? 'http://sandbox.localhost').replace(/\/+$/, ''),
    cardOrigin: options.cardOrigin,
    reset() {
      agenda.clear()
      store.load(EMPTY)
      snapshots.clear()
      journal.clear()
      faults.clear()
      decidedNext.clear()
      if (options.profile !== undefined) faults.set({ profile: options.profile })
      callbacks.receiver = { ...options.callbacks }
    },
  }
  ledger.rearm()
  return provider
}
