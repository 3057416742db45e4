import type { Snapshot } from '@galla/contract/sandbox-api/routes'
import type { Clock } from '../clock.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Store, StoreDump } from '../storage/store.ts'
import type { Ids } from './ids.ts'

/** Saved states of the sandbox: orders, refunds, deliveries, the id counter and the time. The journal is not part of one. */
export interface Snapshots {
  take(name?: string): Snapshot
  list(): Snapshot[]
  /** `undefined` when there is no such snapshot. */
  restore(snapshotId: string): Snapshot | undefined
  /** True when the snapshot existed. */
  delete(snapshotId: string): boolean
  clear(): void
}

interface SnapshotParts {
  readonly store: Store
  readonly ids: Ids
  readonly clock: Clock
  readonly scheduler: Scheduler
  /** Closes the connections of calls in flight. */
  readonly dropInFlight: () => void
  /** Schedules what the restored orders, refunds and callbacks still have to do. */
  readonly resume: () => void
}

export function createSnapshots({ store, ids, clock, scheduler, dropInFlight, resume }: SnapshotParts): Snapshots {
  const taken = new Map<string, { snapshot: Snapshot; dump: StoreDump }>()
  return {
    take(name) {
      scheduler.runPendingJobs()
      const snapshotId = ids.snapshot()
      const dump = store.dump()
      const snapshot: Snapshot = {
        snapshotId,
        name: name ?? snapshotId,
        takenAtMs: clock.now(),
        orders: dump.orders.length,
        refunds: dump.refunds.length,
      }
      taken.set(snapshotId, { snapshot, dump })
      return snapshot
    },
    list: () => [...taken.values()].map((one) => one.snapshot),
    restore(snapshotId) {
      const found = taken.get(snapshotId)
      if (!found) return undefined
      scheduler.clear()
      dropInFlight()
      clock.set(found.snapshot.takenAtMs)
      store.load(found.dump)
      resume()
      return found.snapshot
    },
    delete: (snapshotId) => taken.delete(snapshotId),
    clear: () => taken.clear(),
  }
}
