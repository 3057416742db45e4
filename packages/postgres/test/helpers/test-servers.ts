import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, type StartOptions, startPostgres } from '@galla/postgres'
import { Client } from 'pg'
import { afterAll } from 'vitest'

/** Folders and servers of one test file. After the last test every server is stopped and every folder removed. */
export function testServers() {
  const started: RunningPostgres[] = []
  const folders: string[] = []

  afterAll(async () => {
    await Promise.all(started.map((server) => server.stop()))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  })

  return {
    /** An empty folder. */
    async newFolder(): Promise<string> {
      const folder = await realpath(await mkdtemp(join(tmpdir(), 'galla-pg-')))
      folders.push(folder)
      return folder
    },
    async start(options: StartOptions): Promise<RunningPostgres> {
      const server = await startPostgres(options)
      started.push(server)
      return server
    },
  }
}

/** Runs one statement over a new connection. */
export async function query<Row extends object>(
  { connection }: Pick<RunningPostgres, 'connection'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(connection)
  await client.connect()
  return client
    .query<Row>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
