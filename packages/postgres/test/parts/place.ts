import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, type StartOptions, startPostgres } from '@galla/postgres'
import { Client } from 'pg'
import { afterAll } from 'vitest'

/** Folders and servers of one test file. At its end every server is stopped and nothing is left. */
export function place() {
  const started: RunningPostgres[] = []
  const rooms: string[] = []

  afterAll(async () => {
    await Promise.all(started.map((server) => server.stop()))
    await Promise.all(rooms.map((room) => rm(room, { recursive: true, force: true })))
  })

  return {
    /** An empty folder that will go away. */
    async room(): Promise<string> {
      const room = await realpath(await mkdtemp(join(tmpdir(), 'galla-pg-')))
      rooms.push(room)
      return room
    },
    async start(options: StartOptions): Promise<RunningPostgres> {
      const server = await startPostgres(options)
      started.push(server)
      return server
    },
  }
}

/** One statement on a connection of its own. */
export async function ask<Row extends object>(
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
