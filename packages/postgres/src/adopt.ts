import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionTo } from './connection.ts'
import { type Keeper, knock } from './keeper.ts'
import { isAlive, isServerOf, postmasterFile, readPostmaster } from './postmaster-file.ts'
import { isSameData } from './same-data.ts'

/** Writing the mark takes microseconds. */
const WRITING_MS = 100

/**
 * Takes over the server that serves this data already, waiting while it starts, recovers or stops.
 * @returns Undefined when there is none, and the way is free to start one.
 * @throws Error naming the data when a server is there and does not answer in time.
 */
export async function adopt(data: string, until: number): Promise<Keeper | undefined> {
  let waited = false
  for (;;) {
    const found = readPostmaster(data)
    if (!found) return undefined
    if (!found.socketFolder && !waited) {
      // Perhaps it is being written this moment, by somebody who knows nothing of our lock.
      waited = true
      await pause(WRITING_MS)
      continue
    }
    // Ask first, look at the process id second: whoever answers on that socket is alive, wherever it was started.
    const answer = found.socketFolder
      ? await knock(connectionTo(found.socketFolder), (client) => isSameData(client, data))
      : 'silent'
    if (typeof answer === 'object') return answer
    if (answer === 'silent' && !isServerOf(found.pid, data)) {
      // PostgreSQL clears away the mark of a dead process. It gives up at an empty one, and at a living process that has
      // come by the number, even if that is no server.
      if (Number.isNaN(found.pid) || isAlive(found.pid)) rmSync(postmasterFile(data), { force: true })
      return undefined
    }
    if (performance.now() > until) {
      throw new Error(
        `The server of ${data} (process ${found.pid}) does not answer yet: it may be recovering after a crash. See server.log beside it, and start again later`,
      )
    }
    await pause(20)
  }
}
