import type { Queries } from './database.ts'
import { keysOf, primaryKeyOf, SEALED_COLUMNS, type SealedTableName } from './sealed-columns.ts'

/** Rows that are read of each table. */
const MAX_ROWS = 1_000

/** With which keys stored personal data is sealed. */
export interface SealingReport {
  /** Rows that were read, at most 1,000 of each table. */
  readonly read: number
  /** Whether these are all. */
  readonly complete: boolean
  /** Rows with a personal value that is stored in clear. */
  readonly plain: number
  /** Rows by the id of the key that sealed a value of them. */
  readonly sealedBy: { readonly [keyId: string]: number }
}

/** Reads the first rows of every table with sealed columns. */
export async function inspectSealing(on: Queries): Promise<SealingReport> {
  const sealedBy: { [keyId: string]: number } = {}
  let read = 0
  let plain = 0
  let complete = true
  for (const table of Object.keys(SEALED_COLUMNS) as SealedTableName[]) {
    const rows = await firstRows(on, table)
    read += rows.length
    if (rows.length === MAX_ROWS) complete = false
    for (const row of rows) {
      const keys = new Set(keysOf(table, row))
      if (keys.has(undefined)) plain += 1
      for (const key of keys) if (key !== undefined) sealedBy[key] = (sealedBy[key] ?? 0) + 1
    }
  }
  return { read, complete, plain, sealedBy }
}

async function firstRows(on: Queries, table: SealedTableName): Promise<object[]> {
  const { id, columns } = SEALED_COLUMNS[table]
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
  const { rows } = await on.query<object>({
    text: `select ${quoted([...id, ...Object.keys(columns)])} from galla.${table} order by ${quoted(primaryKeyOf(table))} limit ${MAX_ROWS}`,
  })
  return rows
}
