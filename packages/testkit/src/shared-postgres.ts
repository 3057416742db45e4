import { type PostgresConnection, startPostgres } from '@galla/postgres'
import { Client } from 'pg'
import { type KeptConnections, keepConnections } from './kept-connections.ts'

/** The server, and what keeps its sessions for the next test. */
export interface SharedServer extends KeptConnections {
  /** For sessions that must end with their client. */
  readonly connection: PostgresConnection
}

let shared: Promise<SharedServer> | undefined

/**
 * The PostgreSQL that all test files of a run share, each with databases of its own. The first worker that needs it starts it, the
 * others adopt it; it ends, and its folder with it, when the last worker has ended. Not durable, never killed: a test that stops,
 * kills or restarts PostgreSQL starts its own.
 */
export function sharedServer(): Promise<SharedServer> {
  // The configuration of vitest names a folder for each run.
  const folder = process.env.GALLA_TEST_POSTGRES
  if (!folder) throw new Error('GALLA_TEST_POSTGRES is not set: run tests with the vitest.config.ts of the repository')
  shared ??= start(folder)
  return shared
}

async function start(folder: string): Promise<SharedServer> {
  const { connection } = await startPostgres({
    folder,
    durable: false,
    temporary: true,
    // Statistics change when a test says so.
    settings: { max_connections: 500, autovacuum: false },
  })
  return { connection, ...keepConnections() }
}

/** Drops databases of a file that has ended, so that those of a whole run do not fill the folder, which may be in memory. */
export async function dropDatabases(server: PostgresConnection, names: readonly string[]): Promise<void> {
  const client = new Client(server)
  // A connection that ends between two queries fails the next one.
  client.on('error', () => {})
  await client.connect()
  for (const name of names) await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  await client.end()
}
