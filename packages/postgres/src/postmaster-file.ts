import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What a running server writes beside its data: https://www.postgresql.org/docs/18/storage-file-layout.html */
export interface Postmaster {
  pid: number
  /** Undefined while the file is being written. */
  socketFolder: string | undefined
}

export const postmasterFile = (data: string): string => join(data, 'postmaster.pid')

/** Undefined when no server has left its mark. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    return parsePostmaster(readFileSync(postmasterFile(data), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Lines: process id, data, start time, port, socket folder, address, shared memory, state. */
export function parsePostmaster(text: string): Postmaster {
  const [pid = '', , , , socketFolder = ''] = text.split('\n')
  return { pid: Number.parseInt(pid, 10), socketFolder: socketFolder.trim() || undefined }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process ids are used again, in a restarted container within seconds: alive is not enough, it must be this data's server. */
export function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    // A server works inside its data.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(data)
  } catch (error) {
    // Not ours to look at, so not ours to declare dead.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}
