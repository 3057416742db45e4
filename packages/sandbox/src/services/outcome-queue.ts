import type { PlannedOutcome } from '../domain/outcome-rules.ts'

/** An outcome for the next payments. It takes precedence over every rule of the table. */
export interface QueuedPlan {
  readonly plan: PlannedOutcome
  /** Number of payments that it still applies to. */
  readonly next: number
  /** Absent: it applies to every order. */
  readonly merchantOrderId?: string
}

export interface OutcomeQueue {
  /** Returns the queued plans: for the next payments of any order, and for single orders. */
  all(): readonly QueuedPlan[]
  /** The plan for a payment of this order: its own, else that of any order. */
  planFor(merchantOrderId: string): PlannedOutcome | undefined
  /** Replaces what was queued before for the same order, or for any order. */
  set(queued: QueuedPlan): void
  /** Counts one payment of this order. */
  consume(merchantOrderId: string): void
  clear(): void
}

export function createOutcomeQueue(): OutcomeQueue {
  /** By order; the plan for any order has the key `undefined`. */
  const plans = new Map<string | undefined, QueuedPlan>()
  const planned = (merchantOrderId: string): QueuedPlan | undefined =>
    plans.get(merchantOrderId) ?? plans.get(undefined)
  return {
    all: () => [...plans.values()],
    planFor: (merchantOrderId) => planned(merchantOrderId)?.plan,
    set(queued) {
      plans.set(queued.merchantOrderId, queued)
    },
    consume(merchantOrderId) {
      const queued = planned(merchantOrderId)
      if (!queued) return
      if (queued.next > 1) plans.set(queued.merchantOrderId, { ...queued, next: queued.next - 1 })
      else plans.delete(queued.merchantOrderId)
    },
    clear: () => plans.clear(),
  }
}
