import type { Pool, PoolClient, QueryConfig } from 'pg'
import { createLockQueue } from './lock-queue.ts'
import { type DataKeys, NO_DATA_KEYS } from './privacy/data-keys.ts'
import { isConnectionFailure, isNoAnswer, isReadOnly, noAnswer } from './silent-server.ts'

/** Runs SQL: the pool for single statements, one client inside a transaction. */
export interface Queries {
  /** Encrypts and decrypts personal columns. Required, so that no caller stores them in clear by leaving it out. */
  readonly dataKeys: DataKeys
  query<Row extends object>(statement: Statement): Promise<QueryResult<Row>>
}

export interface QueryResult<Row extends object> {
  rows: Row[]
  rowCount: number | null
  /** The server's name of the statement, such as `ROLLBACK`. */
  command?: string
  /** Columns of the result. */
  fields?: { name: string; dataTypeID: number }[]
}

/** PostgreSQL parses and plans a named statement once per connection. */
export interface Statement {
  name?: string | undefined
  text: string
  values?: readonly unknown[]
  /** `extended`: the server refuses a text of several statements. */
  queryMode?: 'extended'
  /** `array`: rows are lists of values. */
  rowMode?: 'array' | undefined
  /** @default those of the pool */
  types?: { getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown } | undefined
}

/**
 * A row for the `from` of a statement: its commit does not wait for the disk. Only for statements that are repeated when a crash of
 * the database loses them, never where durability was promised to a caller.
 */
export const ASYNC_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as async_commit`

export interface Database extends Queries {
  /**
   * Commits everything that `work` writes, or rolls back and rethrows what it throws.
   * @param queueKey for work that locks a reference or waits for retention: what it is about, such as the order's id. One transaction of each
   * key runs at a time, and some connections are left for work that waits for no such lock.
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>, queueKey?: string): Promise<Result>
  /** Number of transactions that can run at the same time. */
  readonly connections: number
  close(): Promise<void>
}

/**
 * SQLSTATEs of a named statement that is not what was prepared: its result type changed because a migration altered a column, or the
 * merchant's code has deallocated it on this connection. Nothing was executed.
 */
const STALE_STATEMENT: ReadonlySet<unknown> = new Set(['0A000', '26000'])

const isStale = (error: unknown): error is Error => STALE_STATEMENT.has((error as { code?: unknown } | undefined)?.code)

/**
 * SQLSTATEs of work that lost against another transaction, and was rolled back: a value that only one row may have was taken, two
 * transactions waited for each other, or could not be put in an order.
 */
const CONFLICT: ReadonlySet<unknown> = new Set(['23505', '40P01', '40001'])

/** For `catch`: undefined after a conflict, when the caller has another way. Throws any other error. */
export function undefinedOnConflict(error: unknown): undefined {
  if (!CONFLICT.has((error as { code?: unknown } | null | undefined)?.code)) throw error
}

/** More than any table has unique indexes. */
const MAX_CONFLICTS = 8

/** Runs `work` again after a conflict: now it sees what the other transaction stored. Throws a conflict that stays. */
export async function repeatedOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; attempt < MAX_CONFLICTS; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      undefinedOnConflict(error)
    }
  }
  return work()
}

/** Never taken by transactions that may wait for an advisory lock: logins and reading go on while somebody holds one. */
const UNLOCKED_CONNECTIONS = 2

/** True when the error of a statement ends its connection. Prepared statements of a stale connection would fail again in every later transaction. */
const endsConnection = (error: unknown): error is Error => isStale(error) || isReadOnly(error) || isNoAnswer(error)

/**
 * Takes a connection and begins a transaction. On a connection that died since it was used, `begin` is repeated once, on a new one: it
 * changes nothing. What follows it is never repeated.
 */
async function begin(pool: Pool, mayRepeat = true): Promise<PoolClient> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level read committed')
    return client
  } catch (error) {
    const died = isConnectionFailure(error)
    client.release(died ? noAnswer(error) : (error as Error))
    if (!mayRepeat || !died || isNoAnswer(error)) throw error
    return begin(pool, false)
  }
}

/** @param renew makes a connection as it was when it was opened, after each transaction: merchant code ran on it */
export function createDatabase(
  pool: Pool,
  dataKeys: DataKeys = NO_DATA_KEYS,
  renew?: (client: PoolClient) => Promise<void>,
): Database {
  // The driver copies the statement and leaves its values as they are.
  const run = <Row extends object>(on: Pool | PoolClient, statement: Statement) =>
    on.query<Row>(statement as QueryConfig) as Promise<QueryResult<Row>>
  const queue = createLockQueue(Math.max(pool.options.max - UNLOCKED_CONNECTIONS, 1))
  const transact = async <Result>(work: (tx: Queries) => Promise<Result>): Promise<Result> => {
    const client = await begin(pool)
    let broken: Error | undefined
    // Of this connection only: merchant code throws errors of other servers as well.
    const noticed = (error: unknown): never => {
      if (endsConnection(error)) broken ??= error
      throw error
    }
    const query: Queries['query'] = (statement) => run<never>(client, statement).catch(noticed)
    try {
      const result = await work({ query, dataKeys })
      await client.query('commit').catch(noticed)
      return result
    } catch (error) {
      // A server that gave no answer gives none to a rollback either: the connection is closed, which rolls back.
      if (!isNoAnswer(broken))
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
      throw error
    } finally {
      if (renew && !broken)
        await renew(client).catch((failure: Error) => {
          broken = failure
        })
      client.release(broken)
    }
  }
  return {
    dataKeys,
    async query<Row extends object>(statement: Statement) {
      try {
        return await run<Row>(pool, statement)
      } catch (error) {
        if (statement.name === undefined || !isStale(error)) throw error
        // Without its name it is parsed again. The pool has closed the connection that failed.
        return run<Row>(pool, { ...statement, name: undefined })
      }
    },
    transaction: (work, queueKey) =>
      queueKey === undefined ? transact(work) : queue.run(queueKey, () => transact(work)),
    connections: pool.options.max,
    close: () => pool.end(),
  }
}

/** The database's time, epoch milliseconds. */
export async function databaseTime(on: Queries): Promise<number> {
  const { rows } = await on.query<{ nowMs: number }>({
    name: 'database-time',
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"',
  })
  const [row] = rows
  if (!row) throw new Error('The database did not say its time')
  return row.nowMs
}

/** Throws when the database does not answer, or takes no writes because it is a standby or was made read-only. Changes nothing. */
export async function ping(on: Queries): Promise<void> {
  await on.query({ text: `update galla.meta set "value" = "value" where false` })
}
