import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { describeError } from '../errors.ts'
import { isError } from '../is-error.ts'
import {
  type BatchStep,
  type IndexStep,
  type Migration,
  sqlOf,
  type TransactionStep,
  type ValidateStep,
} from './migrations/migrations.ts'
import type { PendingStep } from './schema-version.ts'

/** Time limit of a step's wait for the lock of a table. Milliseconds. */
const LOCK_MS = 500
/**
 * Time limit of a step, its wait for the lock included. Statements of running replicas queue behind it meanwhile, so this is
 * shorter than what a callback may take. Milliseconds.
 */
const STEP_MS = 1_000
/** Between two tries the queued statements run. Milliseconds. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, ...Array<number>(26).fill(5_000)]

/** The limit of a batch, which locks some rows only. Milliseconds. */
const BATCH_MS = 30_000
/** The limit of a step that reads the whole table, and holds up no statement. Milliseconds. */
const SCAN_MS = 3_600_000

/** SQLSTATEs `lock_not_available` and `deadlock_detected`: the step had no effect and is repeated. */
const REPEATABLE: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Applies one step and records it. A step that gets no lock is repeated for about two minutes.
 * @param onRepeat called with the reason before each repetition
 * @throws Error naming the migration and the step.
 */
export async function apply(
  client: PoolClient,
  { migration, at, step }: PendingStep,
  onRepeat: (error: Error) => void,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      if ('sql' in step) await runTransaction(client, migration, at, step)
      else if ('batch' in step) await runBatches(client, migration, at, step)
      else if ('validate' in step) await validate(client, migration, at, step)
      else await buildIndex(client, migration, at, step)
      return
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[attempt]
      if (!isError(error) || !REPEATABLE.has((error as { code?: unknown }).code) || delayMs === undefined) {
        throw new Error(
          `Step ${at + 1} of migration ${migration.version} (${migration.name}) failed: ${describeError(error)}. The earlier steps are kept, and the next migration continues at this step`,
          { cause: error },
        )
      }
      onRepeat(error)
      await sleep(delayMs)
    }
  }
}

async function runTransaction(
  client: PoolClient,
  migration: Migration,
  at: number,
  { sql, limitMs = STEP_MS }: TransactionStep,
): Promise<void> {
  await setLimits(client, LOCK_MS, limitMs)
  await client.query('begin')
  try {
    await client.query(asOneStatement(client, sql))
    await record(client, migration, at + 1)
    await client.query('commit')
  } catch (error) {
    // The connection is closed after the migration, which rolls back as well.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The server limits each statement: as one statement, a step has one limit. */
const asOneStatement = (client: PoolClient, sql: string): string =>
  `do ${client.escapeLiteral(`begin execute ${client.escapeLiteral(sql)}; end`)}`

/** Each batch commits by itself. The last one, which changes nothing, is recorded: until then the step continues with the rows that are left. */
async function runBatches(
  client: PoolClient,
  migration: Migration,
  at: number,
  { batch, limitMs = BATCH_MS }: BatchStep,
): Promise<void> {
  await setLimits(client, LOCK_MS, limitMs)
  // Before the first batch: an older release reads here whether it can run beside.
  await record(client, migration, at)
  let changed: number | null
  do {
    changed = (await client.query(batch)).rowCount
  } while (changed)
  await record(client, migration, at + 1)
}

/** Reads the table without blocking reads and writes. Its lock holds up other migrations and vacuum only: no lock limit. */
async function validate(client: PoolClient, migration: Migration, at: number, step: ValidateStep): Promise<void> {
  await setLimits(client, 0, SCAN_MS)
  // Before it begins: an older release reads here whether it can run beside.
  await record(client, migration, at)
  await client.query(sqlOf(step))
  await record(client, migration, at + 1)
}

/** Builds the index without blocking writes. It waits for transactions that run, and holds up none: no lock limit. */
async function buildIndex(client: PoolClient, migration: Migration, at: number, step: IndexStep): Promise<void> {
  await setLimits(client, 0, step.limitMs ?? SCAN_MS)
  // Before the index exists: an older release reads here whether it can run beside.
  await record(client, migration, at)
  const found = await isValid(client, step.index)
  // An interrupted build leaves an index that is maintained and never read.
  if (found === false) await client.query(`drop index concurrently if exists galla."${step.index}"`)
  if (found !== true) await client.query(sqlOf(step))
  await record(client, migration, at + 1)
}

/** Undefined when there is no such index. */
async function isValid(client: PoolClient, index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select i."indisvalid" as "valid" from pg_index i join pg_class c on c."oid" = i."indexrelid"
      join pg_namespace n on n."oid" = c."relnamespace" where n."nspname" = 'galla' and c."relname" = $1`,
    [index],
  )
  return rows[0]?.valid
}

async function setLimits(client: PoolClient, lockMs: number, statementMs: number): Promise<void> {
  await client.query(
    `select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_in_transaction_session_timeout', '60s', false),
      set_config('idle_session_timeout', '0', false)`,
    [String(lockMs), String(statementMs)],
  )
}

/** The table in which migrations are recorded. A role that may not create schemas needs the schema made by somebody else. */
const CREATE_TABLE = `do $$ begin if to_regnamespace('galla') is null then create schema galla; end if; end $$;
create table if not exists galla.migrations (
  "version" integer primary key,
  "name" text not null,
  -- The oldest schema version whose release works on this schema.
  "compatibleFrom" integer not null,
  -- How many steps are done.
  "steps" integer not null,
  "startedAt" timestamptz not null default now(),
  "finishedAt" timestamptz
)`

export async function createMigrationsTable(client: PoolClient): Promise<void> {
  await setLimits(client, LOCK_MS, STEP_MS)
  await client.query(CREATE_TABLE)
}

async function record(
  client: PoolClient,
  { version, name, compatibleFrom, steps }: Migration,
  done: number,
): Promise<void> {
  await client.query(
    `insert into galla.migrations ("version", "name", "compatibleFrom", "steps", "finishedAt")
      values ($1, $2, $3, $4::integer, case when $5 then clock_timestamp() end)
      on conflict ("version") do update set "steps" = excluded."steps", "finishedAt" = excluded."finishedAt"`,
    [version, name, compatibleFrom, done, done === steps.length],
  )
}
