import type { Database, Queries, Statement } from '../../src/storage/database.ts'

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Runs the query and returns how many rows of tables and indexes PostgreSQL read for it. */
export async function countRowsRead(on: Queries, run: (on: Queries) => Promise<unknown>): Promise<number> {
  const statements: Statement[] = []
  await run({
    dataKeys: on.dataKeys,
    query: (statement) => {
      statements.push(statement)
      return on.query(statement)
    },
  })
  let read = 0
  for (const { text, values } of statements) {
    const explain = { text: `explain (analyze, format json) ${text}`, ...(values ? { values } : {}) }
    const { rows } = await on.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
    for (const row of rows) read += rowsReadBy(row['QUERY PLAN'][0].Plan)
  }
  return read
}

/** Rows of a bitmap index scan are counted at the heap scan that fetches them. */
function rowsReadBy(plan: Plan): number {
  const children = (plan.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child), 0)
  const nodeType = plan['Node Type']
  if (!/Scan$/.test(nodeType) || /Subquery|CTE|Function|Bitmap Index/.test(nodeType)) return children
  const discarded = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return children + (plan['Actual Rows'] + discarded) * plan['Actual Loops']
}

/** A database that counts the rows which every step of its reads and updates handles, pairs that a join compares in vain among them. */
export function countingWork(database: Database): { readonly database: Database; rows(): number } {
  let handled = 0
  const counting = (on: Queries): Queries => ({
    dataKeys: on.dataKeys,
    async query(statement) {
      if (/^\s*\(?(select|with|update)\b/.test(statement.text)) {
        const { text, values } = statement
        const explain = { text: `explain (analyze, format json) ${text}`, ...(values ? { values } : {}) }
        const { rows } = await on.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
        for (const row of rows) handled += rowsHandledBy(row['QUERY PLAN'][0].Plan)
      }
      return on.query(statement)
    },
  })
  return {
    database: {
      ...database,
      ...counting(database),
      transaction: (work, queueKey) => database.transaction((tx) => work(counting(tx)), queueKey),
    },
    rows: () => handled,
  }
}

function rowsHandledBy(plan: Plan): number {
  const discarded = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0)
  const own = (plan['Actual Rows'] + discarded) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsHandledBy(child), own)
}
