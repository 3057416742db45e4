import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache } from './paths.mjs'

/** Runs `work` while no other process runs work of this name: two builds at once would delete each other's output. */
export async function withLock(name, work) {
  const lock = join(cache, `${name}.lock`)
  mkdirSync(cache, { recursive: true })
  while (!takeLock(lock)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** True when this process took the lock. Deletes a lock of a process that was killed, so that the next call can take it. */
export function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!isRunning(holderOf(lock))) rmSync(lock, { force: true })
  return false
}

function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return Number.NaN
  }
}

export function isRunning(pid) {
  // Not written yet, or deleted this moment: ask again.
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
