import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { cannedProvider } from '../lib/canned-provider.mjs'
import { cpuSeconds } from '../lib/cpu.mjs'
import { SHOP } from '../lib/shop.mjs'

const BUILT = ['postgres/dist/index.mjs', 'gateway/dist/index.mjs']

/** Why nothing of the books can be measured; undefined if it can. */
export function missingBooks() {
  const absent = BUILT.find((path) => !existsSync(new URL(`../../../packages/${path}`, import.meta.url)))
  return absent && `packages/${absent} is not built`
}

/** A PostgreSQL of this run's own, with its settings as they come; several books on it, which share its disk and its cores. */
export async function startBooksServer({ durable }) {
  const [{ createGateway }, { startPostgres }] = await Promise.all([
    import('@galla/gateway'),
    import('@galla/postgres'),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'galla-bench-'))
  const server = await startPostgres({ folder, durable })
  const on = async (database, work) => {
    const client = new pg.Client({ ...server.connection, database })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  return {
    /** Empty books; `fill` is given a client on them. Gives where they are, as subjects take it. */
    async books(name, fill = async () => {}) {
      await on('postgres', (client) => client.query(`create database ${name}`))
      const connection = { ...server.connection, database: name }
      const gateway = await createGateway({ ...SHOP, client: cannedProvider({}), database: connection })
      await gateway.stop()
      await on(name, fill)
      return JSON.stringify(connection)
    },
    /** Of all connections to these books, since they were opened. */
    cpuSeconds: (name) =>
      on('postgres', async (client) => {
        const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [name])
        return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
      }),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
