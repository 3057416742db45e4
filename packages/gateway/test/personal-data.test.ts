import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'
import { PERSONAL_DATA } from '../src/storage/personal-data.ts'
import { setupDatabases } from './helpers/template-databases.ts'

const { createTestDatabase } = setupDatabases()

const HOW =
  'In packages/gateway/src/storage/personal-data.ts, say what it can hold: PLAIN, SECRET, or what erasure leaves of it.'

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
})
