import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { PostgresConnection } from './connection.ts'

/** Options of `templateDatabase()`. */
export interface TemplateOptions {
  /**
   * Name of the template: 1 to 46 lower-case letters, digits or underscores, a letter first. A server prepares a template of the same
   * name only once, so put a hash of the migrations into the name.
   */
  name: string
  /** Fills the template with the tables, functions and rows that every test needs. Must close every connection to the template. */
  prepare(connection: PostgresConnection): Promise<void>
}

/** A database of its own for a test: a copy of the template. */
export interface FreshDatabase {
  /** Options for `new Pool(…)` and `new Client(…)` of `pg`. */
  readonly connection: PostgresConnection
  /**
   * Drops the copy and closes all connections to the copy.
   * @throws DatabaseError of `pg` when the server refuses.
   * @example
   * ```ts
   * afterAll(() => database.drop())
   * ```
   */
  drop(): Promise<void>
}

/** A prepared database that tests copy. No test connects to the template. */
export interface TemplateDatabase {
  /**
   * Creates a copy of the template. Changes in one copy are not visible in other copies.
   * @throws DatabaseError of `pg` when the server refuses.
   * @example
   * ```ts
   * const { connection, drop } = await template.fresh()
   * ```
   */
  fresh(): Promise<FreshDatabase>
  /**
   * Drops the template. The copies stay.
   * @throws DatabaseError of `pg` when the server refuses.
   * @example
   * ```ts
   * await template.drop()
   * ```
   */
  drop(): Promise<void>
}

/**
 * Creates a template database for tests: `prepare` builds the schema once per server, and every test file gets a copy. When several
 * processes request the same template at the same time, one process builds the template and the others wait.
 * @throws Error when `name` is not valid; any error of `prepare`.
 * @example
 * ```ts
 * const template = await templateDatabase(server.connection, { name: `shop_${hash}`, prepare: migrate })
 * const { connection, drop } = await template.fresh()
 * ```
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
  const withAdmin = <T>(work: (client: Client) => Promise<T>) => withClient(server, work)
  const drop = (database: string) =>
    withAdmin(async (client) => {
      await client.query(`drop database if exists ${database} with (force)`)
    })

  const strategy = await withAdmin(async (client) => {
    // The session holds the lock: if this process dies in between, the next one finds an unfinished template and rebuilds it.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`template ${name}`])
    const { rows } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if (rows.length === 0) {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name}`)
      await prepare({ ...server, database: name })
      await client.query(`alter database ${name} with is_template true allow_connections false`)
    }
    return copyStrategy(client)
  })

  return {
    fresh: async () => {
      const database = `${name}_${randomBytes(8).toString('hex')}`
      await withAdmin((client) => client.query(`create database ${database} template ${name} strategy ${strategy}`))
      return { connection: { ...server, database }, drop: () => drop(database) }
    },
    drop: async () => {
      await withAdmin((client) => client.query(`alter database ${name} with is_template false`))
      await drop(name)
    },
  }
}

/**
 * Copying files costs a third of the CPU of writing every page to the log, but ends with a checkpoint: slow on a server
 * that waits for the disk.
 */
async function copyStrategy(client: Client): Promise<'file_copy' | 'wal_log'> {
  const { rows } = await client.query<{ fsync: string }>(`select current_setting('fsync') as fsync`)
  return rows[0]?.fsync === 'off' ? 'file_copy' : 'wal_log'
}

async function withClient<T>(connection: PostgresConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection)
  // If the server dies during `prepare`, the next query fails; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
