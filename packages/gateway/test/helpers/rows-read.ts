import type { Queries, Statement } from '../../src/storage/database.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** Runs what is asked for, and counts the rows of all tables and indexes that the database read for it. */
export async function rowsRead(on: Queries, ask: (on: Queries) => Promise<unknown>): Promise<number> {
  const statements: Statement[] = []
  await ask({
    query: (statement) => {
      statements.push(statement)
      return on.query(statement)
    },
  })
  let read = 0
  for (const { text, values } of statements) {
    const explain = { text: `explain (analyze, format json) ${text}`, ...(values ? { values } : {}) }
    const { rows } = await on.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
    for (const row of rows) read += readBy(row['QUERY PLAN'][0].Plan)
  }
  return read
}

/** A bitmap's index rows are counted where they are fetched. */
function readBy(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)
  const kind = plan['Node Type']
  if (!/Scan$/.test(kind) || /Subquery|CTE|Function|Bitmap Index/.test(kind)) return below
  const dropped = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return below + (plan['Actual Rows'] + dropped) * plan['Actual Loops']
}
