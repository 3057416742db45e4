import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PORT } from './connection.ts'

/** The contents of `postmaster.pid`, which a running server writes: https://www.postgresql.org/docs/18/storage-file-layout.html */
export interface Postmaster {
  pid: number
  /** Undefined while the file is being written. */
  socketFolder: string | undefined
}

export const postmasterFile = (data: string): string => join(data, 'postmaster.pid')

/** @returns Undefined when there is no pid file. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    return parsePostmaster(readFileSync(postmasterFile(data), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Lines of the file: process id, data folder, start time, port, socket folder, address, shared memory, state. */
export function parsePostmaster(text: string): Postmaster {
  const [pid = '', , , , socketFolder = ''] = text.split('\n')
  return { pid: Number.parseInt(pid, 10), socketFolder: socketFolder.trim() || undefined }
}

/** Returns whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns whether the process is the server of this data. Process ids are reused, in a restarted container within
 * seconds, so a live process is not enough.
 */
export function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    // The working directory of a server is its data folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(data)
  } catch (error) {
    // Another user's process cannot be inspected, so it cannot be ruled out either.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/**
 * Removes the socket and its lock of a server that was killed. PostgreSQL does so only when no process has its id: a killed process has it until
 * its parent has read that it ended, and a restarted container gives it to another process.
 */
export function removeStaleSocket(socketFolder: string): void {
  const socket = join(socketFolder, `.s.PGSQL.${PORT}`)
  const lock = `${socket}.lock`
  // The first two lines are those of `postmaster.pid`.
  const [pid = '', data = ''] = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : []
  if (data !== '' && isServerOf(Number.parseInt(pid, 10), data)) return
  for (const file of [socket, lock]) rmSync(file, { force: true })
}

/**
 * Stops the server of this data ("fast" shutdown: open transactions are rolled back) and waits until its process has ended.
 * @throws Error naming the data folder when that takes longer than `waitMs`.
 */
export async function shutDownServer(data: string, waitMs: number): Promise<void> {
  const pid = readPostmaster(data)?.pid
  if (pid === undefined || !isServerOf(pid, data)) return
  process.kill(pid, 'SIGINT')
  const until = performance.now() + waitMs
  while (isServerOf(pid, data)) {
    if (performance.now() > until) {
      throw new Error(
        `The server of ${data} (process ${pid}) did not stop within ${waitMs} ms. Read server.log in its parent folder`,
      )
    }
    await pause(5)
  }
}
