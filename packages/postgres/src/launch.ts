import type { ChildProcess } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConnection } from './connection.ts'
import { type Keeper, knock } from './keeper.ts'
import { logSize, openLog, readLog } from './server-log.ts'
import type { Runner } from './spawn-as.ts'

export interface Launch {
  runner: Runner
  /** Of `postgres`, complete. */
  args: readonly string[]
  connection: PostgresConnection
  /** Where it lives, for errors. */
  folder: string
  log: string
  /** On the clock of `performance.now()`. */
  until: number
}

/** The server's helpers outlive a killed server by a moment, and hold its shared memory that long. */
const STILL_HELD = /shared memory block .* is still in use/

/**
 * Starts the server and waits until it answers.
 * @throws Error with the end of the server's log when it ends first, or takes too long. One that only takes long is left
 * to its work: it is adopted by the next start.
 */
export async function launch(asked: Launch): Promise<Keeper> {
  for (;;) {
    const startedAt = logSize(asked.log)
    const outcome = await attempt(asked)
    if (typeof outcome === 'object') return outcome
    const said = readLog(asked.log, logSize(asked.log) < startedAt ? 0 : startedAt)
    const inTime = performance.now() < asked.until
    if (outcome === 'ended' && inTime && STILL_HELD.test(said)) {
      await pause(50)
      continue
    }
    throw new Error(
      outcome === 'ended'
        ? `PostgreSQL could not start in ${asked.folder}. It said:\n${said}`
        : `PostgreSQL in ${asked.folder} is not ready yet; it goes on, and the next start finds it. It said:\n${said}`,
    )
  }
}

async function attempt({ runner, args, connection, log, until }: Launch): Promise<Keeper | 'ended' | 'late'> {
  const child = spawnLogged(runner, args, log)
  const ended = new Promise<'ended'>((resolve) => {
    child.once('error', () => resolve('ended'))
    child.once('exit', () => resolve('ended'))
  })
  for (;;) {
    const answer = await Promise.race([ended, knock(connection)])
    if (typeof answer === 'object' || answer === 'ended') return answer
    if (performance.now() > until) return 'late'
    await Promise.race([ended, pause(5)])
  }
}

function spawnLogged(runner: Runner, args: readonly string[], log: string): ChildProcess {
  const file = openLog(log)
  try {
    // Its own process group: Ctrl-C in a terminal is for us, and we may still have something to write.
    const child = runner.run('postgres', args, ['ignore', file, file], true)
    child.unref()
    return child
  } finally {
    closeSync(file)
  }
}
