import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

/** Then the log moves aside at the next start; the one before it is dropped. */
const FULL_BYTES = 1024 * 1024

/** A file that a server may write to after we are gone. The caller closes it. */
export function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > FULL_BYTES) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

/** The end of the log, from a position on: what the server said last. */
export function readLog(path: string, from = 0, mostBytes = 2000): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Math.max(from, size - mostBytes)
    const bytes = Buffer.alloc(Math.max(0, size - start))
    readSync(file, bytes, 0, bytes.length, start)
    return bytes.toString('utf8').trim()
  } finally {
    closeSync(file)
  }
}

export const logSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
