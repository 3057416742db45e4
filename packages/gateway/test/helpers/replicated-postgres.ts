import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PostgresConnection, startPostgres } from '@galla/postgres'
import { Client } from 'pg'

/** A primary and a standby that has everything before a commit returns. */
export interface ReplicatedPostgres {
  readonly primary: PostgresConnection
  readonly standby: PostgresConnection
  /** The standby receives nothing until the returned function is called: commits on the primary wait. */
  pauseStandby(): Promise<() => void>
  /** SIGKILL of the primary. It is not restarted. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary, and waits until it takes writes. */
  promote(): Promise<void>
  close(): Promise<void>
}

const STANDBY = 'standby'

/** @param prepare Fills the database, before it is copied for the standby. */
export async function startReplicatedPostgres(
  prepare: (primary: PostgresConnection) => Promise<void>,
): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(join(tmpdir(), 'galla-ha-'))
  const folders = { primary: join(root, 'a'), standby: join(root, 'b') }
  const original = await startPostgres({ folder: folders.primary })
  await prepare(original.connection)
  await original.stop()
  const data = (await readdir(folders.primary)).find((name) => name.startsWith('data-')) ?? ''
  // The standby is a copy of the stopped cluster: what pg_basebackup would make of a running one.
  await cp(join(folders.primary, data), join(folders.standby, data), { recursive: true, preserveTimestamps: true })
  await writeFile(join(folders.standby, data, 'standby.signal'), '')

  const primary = await startPostgres({
    folder: folders.primary,
    settings: { synchronous_standby_names: STANDBY, wal_keep_size: '64MB' },
  })
  const { host, port, user } = primary.connection
  const standby = await startPostgres({
    folder: folders.standby,
    settings: {
      primary_conninfo: `host='${host}' port=${port} user=${user} application_name=${STANDBY}`,
      wal_retrieve_retry_interval: '100ms',
    },
  })
  await waitFor(primary.connection, `select 1 from pg_stat_replication where "sync_state" = 'sync'`)
  return {
    primary: primary.connection,
    standby: standby.connection,
    async pauseStandby() {
      const { pid } = await waitFor<{ pid: number }>(standby.connection, 'select pid from pg_stat_wal_receiver')
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    async killPrimary() {
      process.kill(readPid(join(folders.primary, data)), 'SIGKILL')
      // In the same turn, so that it is not restarted.
      await primary.stop()
    },
    async promote() {
      await waitFor(standby.connection, 'select 1 where pg_promote(true)')
      await waitFor(standby.connection, 'select 1 where not pg_is_in_recovery()')
    },
    async close() {
      await Promise.all([primary.stop(), standby.stop()])
      await rm(root, { recursive: true, force: true })
    },
  }
}

const readPid = (data: string) => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)

/** Runs the query until it returns a row. */
async function waitFor<Row extends object>(connection: PostgresConnection, query: string): Promise<Row> {
  const client = new Client(connection)
  await client.connect()
  try {
    for (;;) {
      const [row] = (await client.query<Row>(query)).rows
      if (row) return row
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await client.end()
  }
}
