import type { Pool } from 'pg'
import { afterEach, expect, it } from 'vitest'
import { migrate } from '../../src/storage/migrate.ts'
import type { Migration, Step } from '../../src/storage/migrations/migrations.ts'
import { problemsOf } from '../../src/storage/migrations/rules.ts'
import { openPool } from '../../src/storage/pool.ts'
import { setupDatabases } from '../helpers/template-databases.ts'
import { describeSchema } from './describe-schema.ts'
import { MIGRATIONS_FROM_OLD, restoreOldRelease, takeStep } from './old-release.ts'

const { createEmptyDatabase } = setupDatabases()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openOldRelease(): Promise<Pool> {
  const pool = openPool({ ...(await createEmptyDatabase()), max: 2 }, () => {})
  closing.push(() => pool.end())
  await restoreOldRelease(pool)
  return pool
}

interface StoredRow {
  readonly [column: string]: unknown
}

/** Every row of every table. Keys of refunds are counted from 1: a step that is repeated leaves a gap in them. */
async function dump(pool: Pool): Promise<{ [table: string]: StoredRow[] }> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as "name" from pg_tables where schemaname = 'galla' and tablename <> 'migrations' order by 1`,
  )
  const { rows: keys } = await pool.query<{ id: number }>('select "id" from galla.refunds order by 1')
  const places = new Map<unknown, number>(keys.map(({ id }, at) => [id, at + 1]))
  const dumped: { [table: string]: StoredRow[] } = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: StoredRow }>(
      `select to_jsonb(t) as "row" from galla."${name}" t order by t::text`,
    )
    const byPlace = ({ row }: { row: StoredRow }) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          const isKey = column === 'refundKey' || column === 'joinedTo' || (name === 'refunds' && column === 'id')
          return [column, isKey && value !== null ? (places.get(value) ?? 'unknown') : value]
        }),
      )
    dumped[name] = rows.map(byPlace).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return dumped
}

/** The migrations with a step that fails after it has done its work, before it is recorded. Of batches, the work is one of them. */
function failingAt(version: number, step: number): readonly Migration[] {
  const failing = (one: Step): Step => {
    if ('sql' in one) return { sql: `${one.sql};\nselect 1 / 0` }
    return 'batch' in one ? { sql: `${one.batch};\nselect 1 / 0` } : one
  }
  return MIGRATIONS_FROM_OLD.map((migration) => ({
    ...migration,
    steps: migration.steps.map((one, at) => (migration.version === version && at + 1 === step ? failing(one) : one)),
  }))
}

it('the migration follows the rules for migrations', () => expect(problemsOf(MIGRATIONS_FROM_OLD)).toEqual([]))

it('a migration that fails in each step, and is killed after each, has the result of one that is not interrupted', async () => {
  const [whole, interrupted] = [await openOldRelease(), await openOldRelease()]
  const { steps } = await migrate(whole, { migrations: MIGRATIONS_FROM_OLD })
  expect(steps.length).toBeGreaterThan(50)
  for (const [at, { version, step, sql }] of steps.entries()) {
    const { steps: left } = await migrate(interrupted, { migrations: MIGRATIONS_FROM_OLD, dryRun: true })
    expect(left).toHaveLength(steps.length - at)
    if (!sql.includes('index concurrently'))
      await expect(takeStep(interrupted, failingAt(version, step))).rejects.toThrow('division by zero')
    await takeStep(interrupted, MIGRATIONS_FROM_OLD)
  }
  expect(await migrate(interrupted, { migrations: MIGRATIONS_FROM_OLD })).toEqual({ from: 4, to: 4, steps: [] })
  expect(await dump(interrupted)).toEqual(await dump(whole))
  expect(await describeSchema(interrupted)).toEqual(await describeSchema(whole))
})
