import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Client, Pool } from 'pg'
import { migrate } from '../../src/storage/migrate.ts'
import type { Migration } from '../../src/storage/migrations/migrations.ts'
import { dataKeys } from '../../src/storage/privacy/data-keys.ts'
import { factsMigrations } from './facts-migrations.ts'

/*
 * A database of the release before orders and refunds were facts, and the provider's state at the same moment.
 *
 * The gateway of that release made it, with the sandbox of that release and a frozen clock, in one program: a `fetch` between both changed, lost or
 * held answers by the id of the order or refund. The program started and paid orders until each state and each finding of a review was there,
 * accepted double payments (named, without an id, unreadable, with other amounts), let refunds be refused, lost, contradicted, approved,
 * declined and made elsewhere, posted callbacks that nobody knows, let handlers fail, and ended in the midst of its work: a request
 * that begins a payment and one of a refund are under way, a callback is stored and not processed. Rows until 19 March 2026 are in clear, later ones
 * encrypted. The log of calls, sessions, heartbeats, and most rows about nothing special are left out. Names, payers and keys are invented.
 *
 * `old-schema.sql` is the schema of that release. Neither file is made again: the release is gone.
 */
const file = (name: string) => new URL(`old-release/${name}`, import.meta.url)
const unzipped = (name: string) => gunzipSync(readFileSync(file(name))).toString()

/** The data key of the rows that are encrypted. */
export const OLD_KEY = `one:${Buffer.alloc(32, 7).toString('base64')}`
/** The time at which that release was stopped. Epoch milliseconds. */
export const STOPPED_AT_MS = 1774_253_280_000

/** In batches that are small enough for several of them. */
export const MIGRATIONS_FROM_OLD = factsMigrations(readFileSync(file('old-schema.sql'), 'utf8'), {
  nowMs: String(STOPPED_AT_MS),
  rows: 20,
})

/** Takes one step, and is killed before the next one. */
export async function takeStep(pool: Pool, migrations: readonly Migration[] = MIGRATIONS_FROM_OLD): Promise<void> {
  let steps = 0
  await migrate(pool, {
    migrations,
    onStep: () => {
      steps += 1
      if (steps > 1) throw new Error('killed')
    },
  }).catch((error: Error) => {
    if (error.message !== 'killed') throw error
  })
}

/** Fills an empty database. */
export async function restoreOldRelease(pool: Pool): Promise<void> {
  await migrate(pool, { migrations: MIGRATIONS_FROM_OLD.slice(0, 1) })
  const client = await pool.connect()
  try {
    // Rows of all tables at once: neither foreign keys nor the triggers of the ledger see them in their order.
    await client.query('begin; set local session_replication_role = replica')
    for (const [table, rows] of Object.entries(rowsByTable())) await insert(client, table, rows)
    await client.query('commit')
    await client.query(CONTINUE_SEQUENCES)
  } finally {
    client.release()
  }
}

function rowsByTable(): { [table: string]: object[] } {
  const tables: { [table: string]: object[] } = {}
  for (const line of unzipped('database.jsonl.gz').trim().split('\n'))
    for (const [table, row] of Object.entries(JSON.parse(line) as { [table: string]: object })) {
      tables[table] ??= []
      tables[table].push(row)
    }
  return tables
}

async function insert(client: Pick<Client, 'query'>, table: string, rows: readonly object[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select format('%I', attname) as "name" from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`galla.${table}`],
  )
  const names = columns.map(({ name }) => name).join(', ')
  await client.query(
    `insert into galla."${table}" (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::galla."${table}", $1)`,
    [JSON.stringify(rows)],
  )
}

const CONTINUE_SEQUENCES = `do $$
declare one record; last bigint;
begin
  for one in select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'galla'::regnamespace and a.attidentity <> ''
  loop
    execute format('select max(%I) from galla.%I', one."column", one."table") into last;
    perform setval(pg_get_serial_sequence(format('galla.%I', one."table"), one."column"), last) where last is not null;
  end loop;
end $$`

/** Reads the provider's last answers about orders and refunds with contradictions, by their ids. */
export const oldAnswers = (): { readonly [kind in 'order' | 'refund']: { readonly [id: string]: object } } =>
  JSON.parse(unzipped('answers.json.gz'))

/** Writes the state file of the sandbox. */
export const writeOldProvider = (path: string): void => writeFileSync(path, unzipped('provider.jsonl.gz'))

/** Makes the migrated database one of today's release, whose only migration is the squashed one. */
export const squash = (pool: Pool) => pool.query('delete from galla.migrations where "version" > 1')

/** The encrypted texts of a refund, as SQL that reads and writes them. */
const TEXTS = [
  { column: 'note', path: [] },
  { column: 'decisionNote', path: [] },
  { column: 'refusal', path: ['message'] },
  { column: 'needsReview', path: ['theirs', 'message'] },
] as const

/**
 * Binds what is encrypted of refunds to their keys: before, it was bound to the `merchantRefundId`, which SQL cannot change. After the contraction, and
 * before today's release starts. It can be repeated: what opens under the key stays.
 * @returns how many texts were encrypted again
 */
export async function rebindRefunds(pool: Pool, keys: readonly string[]): Promise<number> {
  const using = dataKeys(keys)
  let count = 0
  for (const { column, path } of TEXTS) {
    const text = path.length === 0 ? `"${column}"` : `"${column}" #>> '{${path.join(',')}}'`
    const { rows } = await pool.query<{ id: number; before: string; text: string }>(
      `select "id", coalesce("merchantRefundId", 'external:' || "refundId") as "before", ${text} as "text" from galla.refunds where ${text} like 'galla1:%'`,
    )
    for (const { id, before, text: encrypted } of rows) {
      const about = (of: string | number) => JSON.stringify(['refunds', column, String(of)])
      if (opens(() => using.decrypt(encrypted, about(id)))) continue
      const again = using.encrypt(using.decrypt(encrypted, about(before)), about(id))
      const value = path.length === 0 ? '$2' : `jsonb_set("${column}", '{${path.join(',')}}', to_jsonb($2::text))`
      await pool.query(`update galla.refunds set "${column}" = ${value} where "id" = $1`, [id, again])
      count += 1
    }
  }
  return count
}

function opens(decrypt: () => string): boolean {
  try {
    decrypt()
    return true
  } catch {
    return false
  }
}
