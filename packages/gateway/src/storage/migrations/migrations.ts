import { up as baseline } from './001-baseline.ts'

/** Step from one version of the schema to the next. */
export interface Migration {
  /** Schema version after it: 1, 2, 3 …, one more in each release that changes the schema. */
  readonly version: number
  /** A few words, such as `add fees`. */
  readonly name: string
  /**
   * The oldest schema version whose release works on this schema. A migration that expands keeps that of the one before. A migration that
   * contracts (removes or restricts what an older release uses) raises it, at most to the version before: that release runs beside.
   */
  readonly compatibleFrom: number
  /** In order. Each is applied and recorded by itself, so a migration that was interrupted continues where it stopped. */
  readonly steps: readonly Step[]
}

/** Locks a table briefly: add a column, add a constraint `not valid`, widen a CHECK. */
export interface TransactionStep {
  /** Statements of one transaction. */
  readonly sql: string
  /** Limit of the whole step in milliseconds, from its request for a lock on. Only a step whose tables nobody uses needs more. @default 1 000 */
  readonly limitMs?: number
}

/** Checks the stored rows against a constraint that was added `not valid`, while the table is read and written. Not part of a transaction. */
export interface ValidateStep {
  /** Name of the constraint. */
  readonly validate: string
  /** Its table: `galla.orders`. */
  readonly on: string
}

/** An index that is built while the table is read and written. Not part of a transaction. */
export interface IndexStep {
  /** Name of the index. */
  readonly index: string
  /** Table and columns, and the condition of a partial index: `galla.orders ("fee") where "fee" > 0`. */
  readonly on: string
  readonly unique?: boolean
  /** Limit of the build in milliseconds. @default one hour */
  readonly limitMs?: number
}

/** Fills rows that are stored, while they are read and written. Each batch is a transaction, so that it locks few rows for a short time. */
export interface BatchStep {
  /**
   * One statement that changes some rows: it is repeated until it changes none. Rows that a replica has locked are left out (`skip locked`), or
   * both may wait for each other; a last step finds those that are left.
   */
  readonly batch: string
  /** Limit of each batch in milliseconds. @default 30 000 */
  readonly limitMs?: number
}

export type Step = TransactionStep | ValidateStep | IndexStep | BatchStep

/** In order. A released migration never changes; a later one follows it. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'baseline', compatibleFrom: 1, steps: [{ sql: baseline, limitMs: 30_000 }] },
]

/** The SQL of a step, without its transaction. */
export function sqlOf(step: Step): string {
  if ('sql' in step) return step.sql.trim()
  if ('batch' in step) return step.batch.trim()
  if ('validate' in step) return `alter table ${step.on} validate constraint "${step.validate}";`
  return `create ${step.unique ? 'unique ' : ''}index concurrently "${step.index}" on ${step.on};`
}
