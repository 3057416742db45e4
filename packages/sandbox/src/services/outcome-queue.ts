import type { PlannedOutcome } from '../domain/outcome-rules.ts'

/** An outcome for the next payments. It takes precedence over every rule of the table. */
export interface QueuedPlan {
  readonly plan: PlannedOutcome
  /** Number of payments that it still applies to. */
  readonly next: number
}

export interface OutcomeQueue {
  current(): QueuedPlan | undefined
  /** Replaces what was queued before. */
  set(queued: QueuedPlan): void
  /** Counts one payment. */
  consume(): void
  clear(): void
}

export function createOutcomeQueue(): OutcomeQueue {
  let queued: QueuedPlan | undefined
  return {
    current: () => queued,
    set(plan) {
      queued = plan
    },
    consume() {
      if (queued) queued = queued.next > 1 ? { ...queued, next: queued.next - 1 } : undefined
    },
    clear() {
      queued = undefined
    },
  }
}
