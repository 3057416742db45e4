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
 * A row for the `from` of a statement that a crash of the database may undo without harm, because it would be done again: its
 * commit does not wait for the disk. Never beside what somebody was answered for.
 */
export const ASYNC_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as async_commit`

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
