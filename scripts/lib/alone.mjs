import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache } from './paths.mjs'

/** Runs work while no other process does the same: two builds at once would wipe each other's folders. */
export async function alone(name, work) {
  const lock = join(cache, `${name}.lock`)
  mkdirSync(cache, { recursive: true })
  while (!take(lock)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  // Whoever was killed in the middle left its lock behind.
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

function isRunning(pid) {
  // Not written yet, or gone this moment: look again.
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
