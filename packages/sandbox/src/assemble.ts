import { createAgenda } from './agenda.ts'
import { createCallbacks } from './callbacks/callbacks.ts'
import { createClock } from './clock.ts'
import { createDecidedNext } from './decided-next.ts'
import { createFaults } from './faults/faults.ts'
import { createIds } from './ids.ts'
import { createJournal } from './journal.ts'
import { createLedger } from './ledger.ts'
import type { Provider } from './provider.ts'
import { type Deliver, resolveSettings, type SandboxOptions } from './settings.ts'
import { createSnapshots } from './snapshots.ts'
import { appendFileStore } from './store/append-file.ts'
import { memoryStore } from './store/memory.ts'
import { createAccessTokens } from './tokens.ts'

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
