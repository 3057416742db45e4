import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { GATEWAY_CLIENT } from '../lib/inputs.mjs'
import { cpuSeconds } from '../lib/processes.mjs'

const BUILT = ['postgres/dist/index.mjs', 'gateway/dist/index.mjs']

/** Returns why the gateway cannot be measured; undefined if it can. */
export function missingGatewayBuild() {
  const absent = BUILT.find((path) => !existsSync(new URL(`../../../packages/${path}`, import.meta.url)))
  return absent && `packages/${absent} is not built`
}

/**
 * Starts a PostgreSQL with default settings for this run. Its databases share the disk and the cores.
 * @param folder an existing one is used again and kept. @default a new one, removed at the end
 */
export async function startDatabaseServer({ durable, folder: kept, settings = {} }) {
  const [{ createGateway }, { startPostgres }] = await Promise.all([
    import('@galla/gateway'),
    import('@galla/postgres'),
  ])
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'galla-bench-')))
  const server = await startPostgres({ folder, durable, settings })
  const withClient = async (database, work) => {
    const client = new pg.Client({ ...server.connection, database })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  return {
    /** Creates a gateway database. `fill` receives a client for it. Returns the connection as JSON, for a subject. */
    async createDatabase(name, fill = async () => {}) {
      const connection = { ...server.connection, database: name }
      const isFilled = await withClient('postgres', async (client) => {
        const { rows } = await client.query('select from pg_database where datname = $1', [name])
        if (rows.length === 0) await client.query(`create database ${name}`)
        return rows.length > 0
      })
      if (isFilled) return JSON.stringify(connection)
      const gateway = await createGateway({ ...GATEWAY_CLIENT, client: cannedProvider({}), database: connection })
      await gateway.stop()
      await withClient(name, fill).catch(async (error) => {
        await withClient('postgres', (client) => client.query(`drop database ${name} with (force)`))
        throw error
      })
      return JSON.stringify(connection)
    },
    /** CPU seconds of all open connections to a database, since each was opened. */
    cpuSeconds: (name) =>
      withClient('postgres', async (client) => {
        const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [name])
        return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
      }),
    async stop() {
      await server.stop()
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
