import { invalid } from '../../errors.ts'
import { ASYNC_COMMIT, type Database } from '../database.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { decryptOrder } from '../orders/orders.ts'
import { keepNeededKeys } from './data-key-registry.ts'
import { type DataKeys, isUnreadable } from './data-keys.ts'
import {
  decrypted,
  ENCRYPTED_COLUMNS,
  type EncryptedTableName,
  encrypted,
  keysOf,
  outdated,
  primaryKeyOf,
} from './encrypted-columns.ts'
import { storedVpa } from './vpa-digests.ts'

/** Rows of one statement. */
const BATCH = 200

/** The result of a rotation in one table. */
export interface RotatedTable {
  /** Name of the table in the schema `galla`: `orders`. */
  readonly table: string
  /** Number of rows that were read. */
  readonly read: number
  /** Number of rows that were encrypted with the first key. */
  readonly encrypted: number
  /** Number of rows with a value that no key decrypts. These rows do not change. */
  readonly unreadable: number
}

interface RowOf {
  readonly [column: string]: unknown
}

/**
 * Encrypts every row with the first key that is plain or encrypted with another. Rows that change meanwhile are read once more. It may be
 * stopped at any moment and run again: what is encrypted with the first key stays.
 * @param onProgress called after each batch
 * @throws GatewayError INVALID_REQUEST without data keys
 */
export async function rotateKeys(
  database: Database,
  onProgress: (table: RotatedTable) => void = () => {},
): Promise<readonly RotatedTable[]> {
  const { dataKeys: keys } = database
  if (keys.encryptsWith === undefined) throw invalid('dataKeys', 'are not set: without them nothing is encrypted')
  const tables: RotatedTable[] = []
  const stillNeeded = new Set<string>()
  for (const table of Object.keys(ENCRYPTED_COLUMNS) as EncryptedTableName[])
    tables.push(await rotateTable(database, keys, table, { onProgress, stillNeeded }))
  // Its commit waits for the disk, and with it all that were made before.
  await keepNeededKeys(database, stillNeeded)
  return tables
}

async function rotateTable(
  database: Database,
  keys: DataKeys,
  table: EncryptedTableName,
  { onProgress, stillNeeded }: { onProgress: (table: RotatedTable) => void; stillNeeded: Set<string> },
): Promise<RotatedTable> {
  const counts = { table, read: 0, encrypted: 0, unreadable: 0 }
  let after: RowOf | undefined
  for (;;) {
    const rows = await readBatch(database, table, after)
    for (const row of rows) {
      counts.read += 1
      const result = await rotateRow(database, keys, table, row)
      if (result.encrypted) counts.encrypted += 1
      if (!result.unreadable) continue
      counts.unreadable += 1
      for (const id of keysOf(table, row)) if (id !== undefined) stillNeeded.add(id)
    }
    after = rows.at(-1)
    onProgress({ ...counts })
    if (rows.length < BATCH) return counts
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** The columns to read: those that are encrypted, and the digests of addresses. */
function columnsOf(table: EncryptedTableName): string[] {
  const { id, columns } = ENCRYPTED_COLUMNS[table]
  return [
    ...new Set([...primaryKeyOf(table), ...id]),
    ...Object.keys(columns),
    ...(table === 'orders' ? ['payerVpa'] : []),
  ]
}

async function readBatch(database: Database, table: EncryptedTableName, after: RowOf | undefined): Promise<RowOf[]> {
  const id = primaryKeyOf(table)
  const position = after && id.map((name) => after[name])
  const { rows } = await database.query<RowOf>({
    text: `select ${quoted(columnsOf(table))} from galla.${table}
      ${position ? `where (${quoted(id)}) > (${position.map((_, at) => `$${at + 1}`).join(', ')})` : ''}
      order by ${quoted(id)} limit ${BATCH}`,
    values: position ?? [],
  })
  return rows
}

/** A gateway writes at the same time: a row that is no longer as it was read is read again. */
const TRIES = 10

async function rotateRow(
  database: Database,
  keys: DataKeys,
  table: EncryptedTableName,
  found: RowOf,
): Promise<Partial<Record<'encrypted' | 'unreadable', true>>> {
  let row: RowOf | undefined = found
  for (let tried = 0; row !== undefined && tried < TRIES; tried += 1) {
    const { change, unreadable } = changeOf(keys, table, row)
    const result = unreadable ? ({ unreadable } as const) : {}
    if (Object.keys(change).length === 0) return result
    if (await writeRow(database, table, row, change)) return { ...result, encrypted: true }
    row = await readAgain(database, table, row)
  }
  if (row !== undefined) throw new Error(`A row of galla.${table} changes all the time: run rotate-keys again`)
  return {}
}

/** The columns to write, and whether there is one that none of the keys opens. */
function changeOf(keys: DataKeys, table: EncryptedTableName, row: RowOf): { change: RowOf; unreadable: boolean } {
  const change: { [column: string]: unknown } = {}
  let unreadable = false
  const strict: DataKeys = {
    ...keys,
    decrypt(text, about) {
      try {
        return keys.decrypt(text, about)
      } catch (error) {
        unreadable = true
        throw error
      }
    },
  }
  const ids = Object.fromEntries(ENCRYPTED_COLUMNS[table].id.map((name) => [name, row[name]]))
  let isUnreadableRow = false
  for (const name of outdated(keys, table, row)) {
    unreadable = false
    const plain: RowOf = decrypted({ dataKeys: strict }, table, { ...ids, [name]: row[name] })
    if (unreadable) isUnreadableRow = true
    else change[name] = encrypted<RowOf>({ dataKeys: keys }, table, plain)[name]
  }
  const vpa = table === 'orders' && row.payerVpa !== null ? decryptOrder<OrderRow>(on(keys), row).payerVpa : undefined
  if (vpa !== undefined && !isUnreadable(vpa) && storedVpa(on(keys), vpa) !== row.payerVpa)
    change.payerVpa = storedVpa(on(keys), vpa)
  return { change, unreadable: isUnreadableRow }
}

const on = (dataKeys: DataKeys) => ({ dataKeys })

const json = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** False when the row is no longer as it was read. */
async function writeRow(database: Database, table: EncryptedTableName, row: RowOf, change: RowOf): Promise<boolean> {
  const id = primaryKeyOf(table)
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(json(one))}`
  const set = Object.entries(change).map(([name, one]) => `"${name}" = ${value(one)}`)
  const same = Object.keys(change).map((name) => `"${name}" is not distinct from ${value(row[name])}`)
  const { rowCount } = await database.query({
    text: `update galla.${table} set ${set.join(', ')} from ${ASYNC_COMMIT} where ${[...id.map((name) => `"${name}" = ${value(row[name])}`), ...same].join(' and ')}`,
    values,
  })
  return rowCount === 1
}

async function readAgain(database: Database, table: EncryptedTableName, row: RowOf): Promise<RowOf | undefined> {
  const id = primaryKeyOf(table)
  const { rows } = await database.query<RowOf>({
    text: `select ${quoted(columnsOf(table))} from galla.${table} where ${id.map((name, at) => `"${name}" = $${at + 1}`).join(' and ')}`,
    values: id.map((name) => row[name]),
  })
  return rows[0]
}
