import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectionTo } from './connection.ts'
import { type LivenessConnection, probe } from './liveness-connection.ts'
import { isAlive, isServerOf, postmasterFile, readPostmaster } from './postmaster.ts'

/** Milliseconds to wait for `postmaster.pid` to be completed; writing it takes microseconds. */
const PID_FILE_WRITE_MS = 100

/**
 * Connects to the server that already runs on this data, and waits while it starts, recovers or stops.
 * @param until Deadline on the clock of `performance.now()`, in milliseconds.
 * @returns Undefined when no server runs, so that one can be started.
 * @throws Error naming the data folder when a server exists and does not answer before the deadline.
 */
export async function adopt(data: string, until: number): Promise<LivenessConnection | undefined> {
  let waited = false
  for (;;) {
    const found = readPostmaster(data)
    if (!found) return undefined
    if (!found.socketFolder && !waited) {
      // The file may be half written by a server that was started without our folder lock.
      waited = true
      await pause(PID_FILE_WRITE_MS)
      continue
    }
    // Connect first, check the process id second: an answer on the socket proves a live server, wherever it was started.
    const answer = found.socketFolder
      ? await probe(connectionTo(found.socketFolder), (client) => isSameData(client, data))
      : 'silent'
    if (typeof answer === 'object') return answer
    if (answer === 'silent' && !isServerOf(found.pid, data)) {
      // PostgreSQL removes the pid file of a dead process itself. It refuses to start on an empty file, and on one
      // whose process id now belongs to another live process.
      if (Number.isNaN(found.pid) || isAlive(found.pid)) rmSync(postmasterFile(data), { force: true })
      return undefined
    }
    if (performance.now() > until) {
      throw new Error(
        `The server of ${data} (process ${found.pid}) does not answer: it may be recovering after a crash. Read server.log in its parent folder, and start again later`,
      )
    }
    await pause(20)
  }
}

/**
 * Returns whether the server uses this very data folder. Its path does not prove it: a copied folder holds the pid
 * file of the original's server, and one folder can have two paths. So a random file is written, and the server reads it.
 */
async function isSameData(client: Client, data: string): Promise<boolean> {
  const token = randomUUID()
  const name = `galla-${token}`
  const path = join(data, name)
  await writeFile(path, token)
  try {
    // In PostgreSQL 15 only the four-argument form returns null for a missing file.
    const { rows } = await client.query<{ found: string | null }>('select pg_read_file($1, 0, 100, true) as found', [
      name,
    ])
    return rows[0]?.found === token
  } finally {
    await rm(path, { force: true })
  }
}
