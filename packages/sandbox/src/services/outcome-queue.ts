import type { Plan } from '../domain/outcome-rules.ts'

/** What somebody decided ahead for the next payments; it speaks before every rule of the table. */
export interface Decided {
  readonly plan: Plan
  /** For how many payments it still stands. */
  readonly next: number
}

export interface QueuedOutcome {
  read(): Decided | undefined
  decide(decided: Decided): void
  /** A payment has begun under it. */
  use(): void
  clear(): void
}

export function createDecidedNext(): QueuedOutcome {
  let decided: Decided | undefined
  return {
    read: () => decided,
    decide(wanted) {
      decided = wanted
    },
    use() {
      if (decided) decided = decided.next > 1 ? { ...decided, next: decided.next - 1 } : undefined
    },
    clear() {
      decided = undefined
    },
  }
}
