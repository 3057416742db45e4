import { type Migration, type Step, sqlOf } from './migrations.ts'

// The rules of ADR 17, for tests: a list of migrations that breaks one of them is not released.

/** Statements that remove or change a part of the schema that an older release may still use. */
const DESTRUCTIVE =
  /\bdrop\s+(?:table|column|schema|sequence|function)\b|\brename\s+(?:to|column)\b|\balter\s+column\b[\s\S]*?\b(?:type|set\s+not\s+null|drop\s+default)\b/i

/** Finds the faults of a list of migrations. */
export function problemsOf(migrations: readonly Migration[]): string[] {
  return migrations.flatMap(({ version, compatibleFrom, steps }, at) => {
    const before = migrations[at - 1]
    const expands = before !== undefined && compatibleFrom === before.compatibleFrom
    return [
      version === at + 1 ? [] : ['versions count from 1 without a gap'],
      before && compatibleFrom > before.version ? ['the release before must work on the schema'] : [],
      before && compatibleFrom < before.compatibleFrom ? ['what was removed does not come back'] : [],
      expands && steps.some((step) => DESTRUCTIVE.test(sqlOf(step))) ? ['removes what an older release uses'] : [],
      before && steps.some((step) => /\bcreate\s+(?:unique\s+)?index\s+(?!concurrently)/i.test(sqlOf(step)))
        ? ['build indexes concurrently: { index, on }']
        : [],
      before && steps.some(waitsForSecondTable)
        ? ['lock one table a step, or the others with nowait: a replica that waits for both is refused as a deadlock']
        : [],
    ]
      .flat()
      .map((problem) => `${version}: ${problem}`)
  })
}

/** Statements that lock a table against reads or writes. */
const LOCKING = /\b(?:alter\s+table|lock\s+table|trigger\b[^;]*?\bon)\s+((?:galla\."?\w+"?(?:\s*,\s*)?)+)/gi

/** True when a step may wait for the lock of a table while it holds the lock of another table. */
function waitsForSecondTable(step: Step): boolean {
  const sql = sqlOf(step)
  const tables = [...sql.matchAll(LOCKING)].flatMap(([, names = '']) => names.match(/\w+(?="?\s*(?:,|$))/g) ?? [])
  return new Set(tables).size > 1 && !/\bnowait\b/i.test(sql)
}
