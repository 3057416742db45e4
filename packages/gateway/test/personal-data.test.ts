import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { ENCRYPTED_COLUMNS, NOT_ENCRYPTED } from '../src/storage/privacy/encrypted-columns.ts'
import { ERASED_TABLES, PERSONAL_DATA } from '../src/storage/privacy/personal-data.ts'
import { RELATED_TABLES } from '../src/storage/privacy/retention.ts'
import { setupDatabases } from './helpers/template-databases.ts'

const { createTestDatabase } = setupDatabases()

const HOW =
  'In packages/gateway/src/storage/privacy/personal-data.ts, or the file of its topic, say what it can hold: PLAIN, SECRET, or what erasure leaves of it.'

describe('PERSONAL_DATA', () => {
  it('classifies every column of the schema, and no other', async () => {
    const pool = new Pool(await createTestDatabase())
    const { rows } = await pool.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'galla'`,
    )
    await pool.end()
    const stored = rows.map(({ table, column }) => `galla.${table}."${column}"`)
    const listed = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `galla.${table}."${column}"`),
    )
    const missing = stored.filter((column) => !listed.includes(column))
    expect(missing, `Not classified: ${missing.join(', ')}. ${HOW}`).toEqual([])
    const gone = listed.filter((column) => !stored.includes(column))
    expect(gone, `Classified, but not in the schema: ${gone.join(', ')}. Remove it from personal-data.ts.`).toEqual([])
  })

  it('every personal column is encrypted, or listed with the reason why not', () => {
    const personal = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, data]) => (typeof data === 'string' ? [] : [`${table}.${column}`])),
    )
    const encrypted = Object.entries(ENCRYPTED_COLUMNS).flatMap(([table, { columns }]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    )
    // A reason is deleted with its row, and still names people; a salt would confirm guesses of a note.
    const others = ['legal_holds.reason', 'audit.detailSalt']
    expect([...encrypted, ...Object.keys(NOT_ENCRYPTED)].filter((column) => !others.includes(column)).sort()).toEqual(
      personal.sort(),
    )
  })

  it('erasure reaches every table with a personal column', () => {
    const unreached = ERASED_TABLES.filter((table) => table !== 'orders' && !(table in RELATED_TABLES))
    expect(
      unreached,
      `Not erased: ${unreached.join(', ')}. Say in RELATED_TABLES of storage/privacy/retention.ts how its rows belong to an order.`,
    ).toEqual([])
  })
})
