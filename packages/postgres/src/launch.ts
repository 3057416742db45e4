import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresConnection } from './connection.ts'
import { type LivenessConnection, probe } from './liveness-connection.ts'
import type { Runner } from './run-as-user.ts'

export interface LaunchOptions {
  runner: Runner
  /** The complete arguments of `postgres`. */
  args: readonly string[]
  connection: PostgresConnection
  /** The folder of the database, for error messages. */
  folder: string
  /** Path of the log file. */
  log: string
  /** Deadline on the clock of `performance.now()`, in milliseconds. */
  until: number
}

/** Backends outlive a killed server for a moment and hold its shared memory that long. */
const SHARED_MEMORY_IN_USE = /shared memory block .* is still in use/

/** Bytes after which the log is moved to `server.log.old` at the next start, replacing the previous one. */
const MAX_LOG_BYTES = 1024 * 1024

/**
 * Starts the server and waits until it answers.
 * @throws Error with the end of the server's log when the server exits, or does not answer before the deadline. A slow
 * server is left running: the next start adopts it.
 */
export async function launch(options: LaunchOptions): Promise<LivenessConnection> {
  for (;;) {
    const sizeBefore = logSize(options.log)
    const outcome = await attempt(options)
    if (typeof outcome === 'object') return outcome
    const output = readLog(options.log, logSize(options.log) < sizeBefore ? 0 : sizeBefore)
    const inTime = performance.now() < options.until
    if (outcome === 'exited' && inTime && SHARED_MEMORY_IN_USE.test(output)) {
      await pause(50)
      continue
    }
    throw new Error(
      outcome === 'exited'
        ? `PostgreSQL could not start in ${options.folder}. The end of its log:\n${output}`
        : `PostgreSQL in ${options.folder} is not ready yet. It keeps starting, and the next start adopts it. The end of its log:\n${output}`,
    )
  }
}

async function attempt({
  runner,
  args,
  connection,
  log,
  until,
}: LaunchOptions): Promise<LivenessConnection | 'exited' | 'late'> {
  const child = spawnLogged(runner, args, log)
  const exited = new Promise<'exited'>((resolve) => {
    child.once('error', () => resolve('exited'))
    child.once('exit', () => resolve('exited'))
  })
  for (;;) {
    const answer = await Promise.race([exited, probe(connection)])
    if (typeof answer === 'object' || answer === 'exited') return answer
    if (performance.now() > until) return 'late'
    await Promise.race([exited, pause(5)])
  }
}

function spawnLogged(runner: Runner, args: readonly string[], log: string): ChildProcess {
  const file = openLog(log)
  try {
    // Detached, in a process group of its own: Ctrl-C in a terminal must not stop the server while this process still uses it.
    const child = runner.run('postgres', args, ['ignore', file, file], true)
    child.unref()
    return child
  } finally {
    closeSync(file)
  }
}

/** Opens the log for appending. The server keeps writing to it after this process has ended. The caller closes it. */
export function openLog(path: string): number {
  if (logSize(path) > MAX_LOG_BYTES) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

/** Returns the last `maxBytes` of the log, starting at byte `from` at the earliest. */
export function readLog(path: string, from = 0, maxBytes = 2000): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Math.max(from, size - maxBytes)
    const bytes = Buffer.alloc(Math.max(0, size - start))
    readSync(file, bytes, 0, bytes.length, start)
    return bytes.toString('utf8').trim()
  } finally {
    closeSync(file)
  }
}

/** Bytes; 0 when there is no log. */
export const logSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
