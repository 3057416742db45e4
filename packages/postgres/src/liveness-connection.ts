import { Client, DatabaseError } from 'pg'
import type { PostgresConnection } from './connection.ts'

/**
 * An open connection that marks the server as in use. The kernel closes it when its process ends, so
 * `pg_stat_activity` always holds the current number of users; a list of process ids could be stale.
 */
export interface LivenessConnection {
  readonly connection: PostgresConnection
  /** True when the server runs with `fsync = on`. */
  readonly durable: boolean
  /** Resolves when the connection has ended: the server died, or `release()` was called. */
  readonly lost: Promise<void>
  /** Closes the connection. Resolves to true when no other process has a liveness connection. */
  release(): Promise<boolean>
}

/** `ref` and `unref` exist in the driver but not in its types. */
type ReferencedClient = Client & { ref(): void; unref(): void }

/** Value of `application_name`, by which liveness connections are counted. */
const APPLICATION_NAME = 'galla liveness'

/** Milliseconds after which a server that does not complete the connection counts as silent. */
const CONNECT_TIMEOUT_MS = 3000

/**
 * Tries once to open a liveness connection.
 * @param isExpected Returns whether the server that answers is the wanted one.
 * @returns `busy` when the server starts, recovers or stops; `silent` when no server, or another one, answers.
 * @throws DatabaseError when the server answers and refuses the connection.
 */
export async function probe(
  connection: PostgresConnection,
  isExpected: (client: Client) => Promise<boolean> = async () => true,
): Promise<LivenessConnection | 'busy' | 'silent'> {
  const client = createClient(connection)
  try {
    await client.connect()
    if (!(await isExpected(client))) {
      await client.end()
      return 'silent'
    }
    const { rows } = await client.query<{ pid: number; fsync: string }>(
      `select pg_backend_pid() as pid, current_setting('fsync') as fsync`,
    )
    const [{ pid, fsync } = { pid: 0, fsync: 'off' }] = rows
    // An idle liveness connection must not keep the Node process alive.
    client.unref()
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    return { connection, durable: fsync === 'on', lost, release: () => release(client, connection, pid) }
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof DatabaseError)) return 'silent'
    // SQLSTATE class 57P: the server starts up, shuts down or recovers.
    if (error.code?.startsWith('57P')) return 'busy'
    throw error
  }
}

async function release(client: ReferencedClient, connection: PostgresConnection, pid: number): Promise<boolean> {
  // Counts over a new connection: the liveness connection may have died with a crashed server process.
  const counting = createClient(connection)
  try {
    await counting.connect()
    const { rows } = await counting.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where application_name = $1 and pid not in ($2, pg_backend_pid())`,
      [APPLICATION_NAME, pid],
    )
    return rows[0]?.others === 0
  } catch (error) {
    // A server that refuses the connection is running and may have other users. One that does not answer has none.
    return !(error instanceof DatabaseError)
  } finally {
    client.ref()
    await Promise.all([counting.end().catch(() => {}), client.end().catch(() => {})])
  }
}

function createClient(connection: PostgresConnection): ReferencedClient {
  const client = new Client({
    ...connection,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: '-c idle_session_timeout=0',
  })
  // A stopping server sends an error on every connection; without a listener it would end this process.
  client.on('error', () => {})
  return client as ReferencedClient
}
