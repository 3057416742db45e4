import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache } from './paths.mjs'

/** Runs work while no other process does the same: two builds at once would wipe each other's folders. */
export async function alone(name, work) {
  const lock = join(cache, `${name}.lock`)
  mkdirSync(cache, { recursive: true })
  while (!takeLock(lock)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** True when the lock is ours now. One that a killed process left behind is cleared away for the next who asks. */
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
  // Not written yet, or gone this moment: look again.
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
