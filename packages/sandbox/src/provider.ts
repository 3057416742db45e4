import type { Agenda } from './agenda.ts'
import type { Callbacks } from './callbacks/callbacks.ts'
import type { Clock } from './clock.ts'
import type { QueuedOutcome } from './decided-next.ts'
import type { Faults } from './faults/faults.ts'
import type { Ids } from './ids.ts'
import type { Journal } from './journal.ts'
import type { Ledger } from './ledger.ts'
import type { Deliver, Settings } from './settings.ts'
import type { Snapshots } from './snapshots.ts'
import type { Store } from './store/store.ts'
import type { AccessTokens } from './tokens.ts'

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
