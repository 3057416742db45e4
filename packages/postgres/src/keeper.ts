import { Client, DatabaseError } from 'pg'
import type { PostgresConnection } from './connection.ts'

/**
 * A connection that says "somebody uses this server" and nothing else. The kernel closes it with its process, so the
 * server always knows how many there are, without a list of process ids that may lie.
 */
export interface Keeper {
  connection: PostgresConnection
  durable: boolean
  /** Resolves when the connection has ended: the server died, or we let go. */
  lost: Promise<void>
  /** Lets go. True when nobody else holds the server. */
  leave(): Promise<boolean>
}

/** The driver has had these for years; its types do not tell. */
type Unheld = Client & { ref(): void; unref(): void }

const NAME = 'galla keeper'

/** How long a server may take to greet before it counts as not answering. */
const GREETING_MS = 3000

/**
 * Knocks once.
 * @param isOurs Whether the server that answers is the one that is meant.
 * @returns `busy` when a server is there and starts, recovers or stops; `silent` when nobody answers, or somebody else.
 * @throws DatabaseError when the server answers and refuses.
 */
export async function knock(
  connection: PostgresConnection,
  isOurs: (client: Client) => Promise<boolean> = async () => true,
): Promise<Keeper | 'busy' | 'silent'> {
  const client = newClient(connection)
  try {
    await client.connect()
    if (!(await isOurs(client))) {
      await client.end()
      return 'silent'
    }
    const { rows } = await client.query<{ pid: number; fsync: string }>(
      `select pg_backend_pid() as pid, current_setting('fsync') as fsync`,
    )
    const [{ pid, fsync } = { pid: 0, fsync: 'off' }] = rows
    // From here on it must not keep a process alive that has nothing else to do.
    client.unref()
    const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
    return { connection, durable: fsync === 'on', lost, leave: () => leave(client, connection, pid) }
  } catch (error) {
    await client.end().catch(() => {})
    if (!(error instanceof DatabaseError)) return 'silent'
    // Class 57P: starting up, shutting down, recovering.
    if (error.code?.startsWith('57P')) return 'busy'
    throw error
  }
}

async function leave(keeper: Unheld, connection: PostgresConnection, pid: number): Promise<boolean> {
  // A fresh connection: the keeper's own may have died with a crashed server process.
  const asking = newClient(connection)
  try {
    await asking.connect()
    const { rows } = await asking.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where application_name = $1 and pid not in ($2, pg_backend_pid())`,
      [NAME, pid],
    )
    return rows[0]?.others === 0
  } catch (error) {
    // A server that answers with a refusal lives, and may serve others. One that does not answer serves nobody.
    return !(error instanceof DatabaseError)
  } finally {
    keeper.ref()
    await Promise.all([asking.end().catch(() => {}), keeper.end().catch(() => {})])
  }
}

function newClient(connection: PostgresConnection): Unheld {
  const client = new Client({
    ...connection,
    application_name: NAME,
    connectionTimeoutMillis: GREETING_MS,
    options: '-c idle_session_timeout=0',
  })
  // A server that stops says so on every connection; without a listener that would end the process.
  client.on('error', () => {})
  return client as Unheld
}
