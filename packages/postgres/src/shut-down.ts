import { setTimeout as pause } from 'node:timers/promises'
import { isServerOf, readPostmaster } from './postmaster-file.ts'

/**
 * Ends the server of this data and waits until it is gone: transactions under way are rolled back, everything is flushed.
 * @throws Error naming the data when it takes too long.
 */
export async function shutDown(data: string, waitMs: number): Promise<void> {
  const pid = readPostmaster(data)?.pid
  if (pid === undefined || !isServerOf(pid, data)) return
  process.kill(pid, 'SIGINT')
  const until = performance.now() + waitMs
  while (isServerOf(pid, data)) {
    if (performance.now() > until) {
      throw new Error(
        `The server of ${data} (process ${pid}) was told to stop and is still busy. See server.log beside it`,
      )
    }
    await pause(5)
  }
}
