import type { Snapshot } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import type { Agenda } from '../scheduler.ts'
import type { Store, StoreDump } from '../storage/store.ts'
import type { Ids } from './ids.ts'
import type { Ledger } from './order-service.ts'

/** Moments to come back to: orders, refunds, callbacks, names to be given and the time. The journal goes on. */
export interface Snapshots {
  take(name?: string): Snapshot
  list(): Snapshot[]
  restore(snapshotId: string): Snapshot | undefined
  /** Whether there was such a one. */
  forget(snapshotId: string): boolean
  clear(): void
}

interface SnapshotParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly agenda: Agenda
  readonly ledger: Ledger
}

export function createSnapshots({ store, ids, clock, agenda, ledger }: SnapshotParts): Snapshots {
  const taken = new Map<string, { facts: Snapshot; dump: StoreDump }>()
  return {
    take(name) {
      agenda.runPendingJobs()
      const snapshotId = ids.snapshot()
      const dump = store.dump()
      const facts: Snapshot = {
        snapshotId,
        name: name ?? snapshotId,
        takenAtMs: clock.now(),
        orders: dump.orders.length,
        refunds: dump.refunds.length,
      }
      taken.set(snapshotId, { facts, dump })
      return facts
    },
    list: () => [...taken.values()].map((one) => one.facts),
    restore(snapshotId) {
      const found = taken.get(snapshotId)
      if (!found) return undefined
      agenda.clear()
      clock.put(found.facts.takenAtMs)
      store.load(found.dump)
      ledger.rearm()
      return found.facts
    },
    forget: (snapshotId) => taken.delete(snapshotId),
    clear: () => taken.clear(),
  }
}
