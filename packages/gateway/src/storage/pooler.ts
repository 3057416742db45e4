import type { Pool, PoolClient } from 'pg'
import { GatewayError } from '../errors.ts'

/** Number of checks of each connection. A busy pooler may give a connection the same server process twice. */
const ROUNDS = 4

/**
 * Refuses a connection pooler that gives out server connections by transaction or statement: settings, prepared statements, `listen` and
 * the lock of a migration belong to a session, and would be those of another connection. Each connection of such a pooler meets server
 * processes that others meet as well; otherwise each has its own.
 * @param pools two; one connection of each is used, and returned
 * @throws Error that says what to set
 */
export async function refuseTransactionPooler(
  ...pools: readonly [Pick<Pool, 'connect'>, Pick<Pool, 'connect'>]
): Promise<void> {
  const clients: PoolClient[] = []
  try {
    for (const pool of pools) clients.push(await pool.connect())
    const owners = new Map<number, PoolClient>()
    const processes = new Map<PoolClient, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      // There and back: a pooler that gives out two server connections in turn would give each client its own otherwise.
      for (const client of round % 2 === 0 ? clients : [...clients].reverse()) {
        const pid = await processOf(client)
        if ((owners.get(pid) ?? client) !== client || (processes.get(client) ?? pid) !== pid)
          throw new GatewayError('INVALID_OPTION', REFUSAL, { field: 'database' })
        owners.set(pid, client)
        processes.set(client, pid)
      }
    }
  } finally {
    for (const client of clients) client.release()
  }
}

const REFUSAL =
  'The connection pooler in front of the database gives out connections by transaction or statement. It must pool by session (PgBouncer: pool_mode = session), or the gateway must connect to PostgreSQL directly'

async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as "pid"')
  return rows[0]?.pid ?? 0
}
