import type { Queries } from '../database.ts'
import { writtenWith } from './data-key-registry.ts'
import { ENCRYPTED_COLUMNS, type EncryptedTableName, keysOf, primaryKeyOf } from './encrypted-columns.ts'

/** Rows that are read of each table. */
const MAX_ROWS = 1_000

/** The keys that encrypt stored personal data, with numbers of rows. */
export interface EncryptionReport {
  /** Number of rows that were read, at most 1 000 of each table. */
  readonly read: number
  /** True when all rows were read. */
  readonly complete: boolean
  /** Number of rows with an unencrypted personal value. */
  readonly plain: number
  /** Number of rows by key id. A row counts for each key that encrypts a value of the row. */
  readonly encryptedBy: { readonly [keyId: string]: number }
  /** Ids of the keys that a gateway needs to open the database; empty while nothing is encrypted. */
  readonly writtenWith: readonly string[]
}

/** Reads the first rows of every table with encrypted columns. */
export async function inspectEncryption(on: Queries): Promise<EncryptionReport> {
  const encryptedBy: { [keyId: string]: number } = {}
  let read = 0
  let plain = 0
  let complete = true
  for (const table of Object.keys(ENCRYPTED_COLUMNS) as EncryptedTableName[]) {
    const rows = await firstRows(on, table)
    read += rows.length
    if (rows.length === MAX_ROWS) complete = false
    for (const row of rows) {
      const keys = new Set(keysOf(table, row))
      if (keys.has(undefined)) plain += 1
      for (const key of keys) if (key !== undefined) encryptedBy[key] = (encryptedBy[key] ?? 0) + 1
    }
  }
  return { read, complete, plain, encryptedBy, writtenWith: await writtenWith(on) }
}

async function firstRows(on: Queries, table: EncryptedTableName): Promise<object[]> {
  const { id, columns } = ENCRYPTED_COLUMNS[table]
  const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
  const { rows } = await on.query<object>({
    text: `select ${quoted([...id, ...Object.keys(columns)])} from galla.${table} order by ${quoted(primaryKeyOf(table))} limit ${MAX_ROWS}`,
  })
  return rows
}
