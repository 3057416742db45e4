import type { Pool, PoolClient } from 'pg'
import { isError } from '../is-error.ts'

/** Message of `pg` when `query_timeout` is over. */
const NO_ANSWER = 'Query read timeout'

/** True when a statement got no answer within its time limit: the server, or the way to the server, vanished without closing the connection. */
export const isNoAnswer = (error: unknown): error is Error => isError(error) && error.message === NO_ANSWER

/** The error of a connection that gave no answer, for whatever reason. */
export const noAnswer = (cause: unknown): Error => new Error(NO_ANSWER, { cause })

/** SQLSTATE of a write on a standby, or on a primary that was made read-only. */
const READ_ONLY = '25006'

/** True when the server takes no writes: the connection was opened before a fail-over ended, or leads to the old primary. */
export const isReadOnly = (error: unknown): error is Error =>
  (error as { code?: unknown } | null | undefined)?.code === READ_ONLY

/** Words of `pg` and `pg-pool` when there is no connection, or when it ended before the answer. */
const NO_CONNECTION = /^(?:Connection terminated|timeout e|Client (?:has|was) |Cannot use a pool)/

/** Codes of the operating system and of TLS, and SQLSTATE classes of a server that cannot be reached, is full or shuts down. Other `ERR_…` are Node's own, of a bug. */
const NO_CONNECTION_CODE = /^(?:E(?!RR_(?!TLS_|SSL_))[A-Z_]+|08...|53...|57P..)$/

/** True when the statement failed with its connection. Another statement would fail the same way, and this statement may be committed. */
export function isConnectionFailure(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  if (typeof code === 'string' && NO_CONNECTION_CODE.test(code)) return true
  return isNoAnswer(error) || (isError(error) && NO_CONNECTION.test(error.message))
}

/**
 * Closes the idle connections of all pools when a statement of one of them gets no answer, or finds that the server takes no writes. They
 * lead to the same server, and each would otherwise make another statement wait for its whole time limit, or fail. New connections reach
 * the server that has taken over.
 */
export function closeIdleWhenSilent(pools: readonly Pool[]): void {
  const idle = new Set<PoolClient>()
  for (const pool of pools) {
    pool.on('acquire', (client) => idle.delete(client))
    pool.on('remove', (client) => idle.delete(client))
    pool.on('release', (error: unknown, client) => {
      if (!error) idle.add(client)
      if (!isNoAnswer(error) && !isReadOnly(error)) return
      client.connection.stream.destroy()
      for (const one of [...idle]) {
        // Removes it from its pool at once; the end of the stream would be noticed after the next statement.
        one.emit(
          'error',
          new Error(
            isNoAnswer(error) ? 'Another connection to the server got no answer' : 'The server takes no writes',
          ),
        )
        one.connection.stream.destroy()
      }
      idle.clear()
    })
  }
}
