import type { Pool, PoolClient } from 'pg'

/** What runs SQL: the pool for single statements, one client inside a transaction. */
export interface Queries {
  query<Row extends object>(statement: Statement): Promise<{ rows: Row[]; rowCount: number | null }>
}

/** A statement with a name is parsed and planned by the server once a connection. */
export interface Statement {
  name?: string
  text: string
  values?: readonly unknown[]
}

/**
 * A row for the `from` of a statement that may be lost in a crash of the database without harm, because it would be repeated:
 * its commit does not wait for the disk. Never use it where a caller was promised that the data is durable.
 */
export const ASYNC_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as async_commit`

/** What a claim of due rows needs: they are due again at `leaseUntilMs` when this worker dies. Epoch milliseconds. */
export interface Lease {
  readonly nowMs: number
  readonly leaseUntilMs: number
  /** At most this many rows. */
  readonly limit: number
}

export interface Database extends Queries {
  /** All or nothing; what `work` throws rolls it back and is thrown on. */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

export function createDatabase(pool: Pool): Database {
  const run = (on: Pool | PoolClient): Queries['query'] => {
    return (statement) => on.query({ ...statement, values: [...(statement.values ?? [])] })
  }
  return {
    query: run(pool),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work({ query: run(client) })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

/** Whether the database answers; throws when it does not. */
export async function ping(on: Queries): Promise<void> {
  await on.query({ text: 'select 1' })
}

/**
 * Runs `work` in a savepoint of the transaction, under a statement timeout. When it throws, what it wrote is undone, the rest of
 * the transaction stays, and the error is thrown on.
 */
export async function inSavepoint(tx: Queries, timeoutMs: number, work: () => Promise<void>): Promise<void> {
  await tx.query({ text: `savepoint handler; set local statement_timeout = ${Math.ceil(timeoutMs)}` })
  try {
    await work()
    await tx.query({ text: 'release savepoint handler; set local statement_timeout to default' })
  } catch (error) {
    await tx.query({ text: 'rollback to savepoint handler' })
    throw error
  }
}
