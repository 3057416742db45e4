import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { PostgresConnection } from './connection.ts'

export interface TemplateOptions {
  /** Lower-case letters, digits and underscores. One name is prepared once a server: put a hash of your migrations in it. */
  name: string
  /** Fills the template: tables, functions, rows that every test wants. Close what you open. */
  prepare(connection: PostgresConnection): Promise<void>
}

export interface FreshDatabase {
  readonly connection: PostgresConnection
  /** Cuts connections that are still open. */
  drop(): Promise<void>
}

export interface TemplateDatabase {
  /** A database of its own with all that the template holds: what a test file does there is seen by nobody else. */
  fresh(): Promise<FreshDatabase>
  drop(): Promise<void>
}

/**
 * For tests: one server a run, the schema built once, a copy for each test file. Many processes may ask for the same
 * template at once; one of them builds it.
 * @throws Error naming the option when the name is not one; whatever `prepare` throws.
 */
export async function templateDatabase(
  server: PostgresConnection,
  { name, prepare }: TemplateOptions,
): Promise<TemplateDatabase> {
  if (!/^[a-z][a-z0-9_]{0,45}$/.test(name)) {
    throw new Error(
      `name must be 1 to 46 lower-case letters, digits or underscores, a letter first; got ${JSON.stringify(name)}`,
    )
  }
  const admin = <T>(work: (client: Client) => Promise<T>) => withClient(server, work)
  const drop = (database: string) =>
    admin(async (client) => {
      await client.query(`drop database if exists ${database} with (force)`)
    })

  await admin(async (client) => {
    // Held by the session: if this process dies in the middle, the next one finds an unfinished template and starts over.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`template ${name}`])
    const { rows } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if (rows.length > 0) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await prepare({ ...server, database: name })
    await client.query(`alter database ${name} with is_template true allow_connections false`)
  })

  return {
    fresh: async () => {
      const database = `${name}_${randomBytes(8).toString('hex')}`
      await admin((client) => client.query(`create database ${database} template ${name}`))
      return { connection: { ...server, database }, drop: () => drop(database) }
    },
    drop: async () => {
      await admin((client) => client.query(`alter database ${name} with is_template false`))
      await drop(name)
    },
  }
}

async function withClient<T>(connection: PostgresConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection)
  // A server that dies while this one waits for `prepare` fails its next query; it must not end the process.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
