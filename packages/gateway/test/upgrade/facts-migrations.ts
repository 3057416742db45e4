import type { Migration } from '../../src/storage/migrations/migrations.ts'
import { contract } from './facts-contraction.ts'
import { backfill, expand } from './facts-expansion.ts'

// How a database of the release before orders and refunds were facts would have been brought to the baseline. Nothing of it was published, so the
// baseline is the squashed result, and this is its proof (docs/adr/0017-expand-and-contract.md).

interface FactsOptions {
  /** SQL of the time, epoch milliseconds. @default the database's clock */
  readonly nowMs?: string
  /** Rows of a batch. @default 500 */
  readonly rows?: number
}

/** From the schema of the release before to today's baseline. */
export const factsMigrations = (
  oldSchema: string,
  { nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint', rows = 500 }: FactsOptions = {},
): readonly Migration[] => [
  ...[
    { version: 1, name: 'baseline', compatibleFrom: 1, steps: [{ sql: oldSchema }] },
    expand(nowMs),
    backfill(rows),
    contract(nowMs, rows),
    // Its contraction scans the refunds, which a step of a published migration may not.
  ].map((migration) => ({ ...migration, steps: migration.steps.map((step) => ({ ...step, limitMs: 30_000 })) })),
]
