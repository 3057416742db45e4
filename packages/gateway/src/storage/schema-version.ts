import type { Migration, Step } from './migrations/migrations.ts'

/** A row of `galla.migrations`. */
export interface StoredMigration {
  readonly version: number
  readonly name: string
  readonly compatibleFrom: number
  /** Number of its steps that are done. */
  readonly steps: number
  readonly finished: boolean
}

/** One step that the database still needs. */
export interface PendingStep {
  readonly migration: Migration
  /** Counted from 0. */
  readonly at: number
  readonly step: Step
}

/** The schema version of a release, or of a database whose migrations are finished. 0: no schema. */
export const versionOf = (migrations: readonly { version: number }[]): number => migrations.at(-1)?.version ?? 0

/**
 * The steps that this release's schema still needs, in order.
 * @throws Error when the database belongs to a newer release that this one cannot run beside.
 */
export function pendingSteps(stored: readonly StoredMigration[], migrations: readonly Migration[]): PendingStep[] {
  checkCompatible(stored, migrations)
  return migrations.flatMap((migration) => {
    const found = stored.find(({ version }) => version === migration.version)
    if (found?.finished) return []
    return migration.steps.map((step, at) => ({ migration, at, step })).slice(found?.steps ?? 0)
  })
}

function checkCompatible(stored: readonly StoredMigration[], migrations: readonly Migration[]): void {
  const own = versionOf(migrations)
  for (const { version, name } of stored) {
    const expected = migrations.find((one) => one.version === version)
    if (expected && expected.name !== name)
      throw new Error(
        `The database's schema version ${version} is ${JSON.stringify(name)}, this release's is ${JSON.stringify(expected.name)}: they belong to different programs`,
      )
  }
  const newer = stored.filter(({ version }) => version > own)
  const oldest = Math.max(0, ...newer.map(({ compatibleFrom }) => compatibleFrom))
  if (oldest <= own) return
  throw new Error(
    `The database has schema version ${versionOf(newer)}, made by a newer release of @galla/gateway. It works with releases from schema version ${oldest} on; this release has version ${own}. Deploy a newer release`,
  )
}
