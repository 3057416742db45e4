import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type FreshDatabase,
  type PostgresConnection,
  type RunningPostgres,
  startPostgres,
  templateDatabase,
} from '@galla/postgres'
import { dropDatabases, sharedServer } from '@galla/testkit/shared-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migratedTemplate } from './migrated-template.ts'

/** Emptied databases of this process, for its next tests: their sessions are kept, and creating one costs more than emptying it. */
const emptied: PostgresConnection[] = []

/** Catalogues that a test changes with the schema, but not with rows, statistics or vacuuming. */
const CATALOGS = [
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_index', 'pg_trigger', 'pg_proc', 'pg_type'],
  ...['pg_namespace', 'pg_rewrite', 'pg_policy', 'galla.migrations'],
  '(select s.xmin from pg_db_role_setting s join pg_database on oid = setdatabase where datname = current_database()) as settings',
]
const SCHEMA = `select concat_ws(' ', ${CATALOGS.map(
  (catalog) => `(select count(*) || '/' || coalesce(sum(xmin::text::bigint), 0) from ${catalog})`,
).join(', ')}) as schema`

/** The schema of each, when it was created. */
const originals = new Map<string, string>()

async function createDatabase(): Promise<PostgresConnection> {
  const server = await sharedServer()
  const created = await (await migratedTemplate(server.connection)).fresh()
  const connection = server.through(created.connection)
  originals.set(connection.database, await withClient(connection, readSchema))
  return connection
}

async function withClient<T>(connection: PostgresConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection)
  // A connection that ends between two queries fails the next one.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}

const readSchema = async (client: Client) => (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema ?? ''

/** Empties a database for the next test. Returns false when the next test would notice this one: a changed schema, a client that stayed. */
async function empty(connection: PostgresConnection, original: string): Promise<boolean> {
  // A pool that has ended may still be closing its connections.
  if (!(await (await sharedServer()).untilUnused(connection.database, 2_000))) return false
  return withClient(connection, async (client) => {
    if ((await readSchema(client)) !== original) return false
    // The ledger refuses to be emptied: its triggers do not fire for a replica. Truncating costs more than deleting a few rows.
    await client.query(`set session_replication_role = replica;
      set lock_timeout = '2s';
      do $$ declare name text; begin
        for name in select tablename from pg_tables where schemaname = 'galla' and tablename <> 'migrations' loop
          execute format('delete from galla.%I', name);
        end loop;
        perform setval(format('galla.%I', sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'galla';
      end $$`)
    return true
  }).catch(() => false)
}

export interface DatabasesOptions {
  /** On a PostgreSQL that only this file uses. */
  durable?: boolean
  /** For tests of what begins and ends with a session of the server: each connection is a new one, and databases are new ones. */
  ownSessions?: boolean
}

/**
 * Databases of a test file; each call of a function returns a new one. They are on the PostgreSQL that all files share, or, when
 * `durable` is true, on one that only this file uses: it may be killed.
 */
export function setupDatabases({ durable = false, ownSessions = false }: DatabasesOptions = {}) {
  let own: RunningPostgres | undefined
  let folder = ''
  const created: string[] = []
  const lent: PostgresConnection[] = []
  const running = async () => own ?? (await sharedServer())
  const keep = ({ connection }: FreshDatabase) => {
    created.push(connection.database)
    return connection
  }

  const putBack = async (connection: PostgresConnection) => {
    if (await empty(connection, originals.get(connection.database) ?? '')) emptied.push(connection)
    else created.push(connection.database)
  }

  beforeAll(async () => {
    if (durable) {
      folder = await mkdtemp(join(tmpdir(), 'galla-test-'))
      // Also removed when the test run is killed.
      own = await startPostgres({ folder, temporary: true, settings: { max_connections: 200 } })
    }
    await migratedTemplate((await running()).connection)
  }, 60_000)
  afterAll(async () => {
    if (!own) {
      for (const connection of lent.splice(0)) await putBack(connection)
      return dropDatabases((await sharedServer()).connection, created)
    }
    // Databases go with the server: dropping each first costs more than the stop.
    await own.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  return {
    /** A database without the schema. */
    async createEmptyDatabase(): Promise<FreshDatabase['connection']> {
      const { connection } = await running()
      return keep(await (await templateDatabase(connection, { name: 'bare', prepare: async () => {} })).fresh())
    },
    /** A database with the migrated schema. */
    async createTestDatabase(): Promise<FreshDatabase['connection']> {
      if (own || ownSessions) return keep(await (await migratedTemplate((await running()).connection)).fresh())
      const connection = emptied.pop() ?? (await createDatabase())
      lent.push(connection)
      return connection
    },
    /** Gives a database of createTestDatabase() to the next test. */
    async release(connection: PostgresConnection): Promise<void> {
      const at = lent.indexOf(connection)
      if (at < 0) return
      lent.splice(at, 1)
      await putBack(connection)
    },
  }
}
