import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, takeLock } from './lock.mjs'
import { cache } from './paths.mjs'

const OURS = ['database', 'provider.jsonl', 'secrets.json']
const TEMPORARY = /^shop-(\d+)-[0-9a-f]+$/

/**
 * The folder for the database, the state of the provider and the secrets of the demo. Without `folder`, and while another
 * process uses it, a temporary one that `close` deletes. Also deletes temporary folders of processes that were killed.
 * @param {{ folder?: string | undefined, fresh?: boolean }} options `fresh`: delete what the folder holds
 */
export function openDemoData({ folder: wanted, fresh = false }) {
  mkdirSync(cache, { recursive: true })
  deleteAbandoned()
  const lock = wanted === undefined ? undefined : lockIn(wanted)
  const folder =
    wanted !== undefined && lock ? wanted : join(cache, `shop-${process.pid}-${randomBytes(4).toString('hex')}`)
  if (lock && fresh) for (const name of OURS) rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return {
    persistent: lock !== undefined,
    database: join(folder, 'database'),
    provider: join(folder, 'provider.jsonl'),
    secrets: secretsIn(join(folder, 'secrets.json')),
    close() {
      if (lock) rmSync(lock, { force: true })
      else rmSync(folder, { recursive: true, force: true })
    },
  }
}

function lockIn(folder) {
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, 'in-use.lock')
  // Twice: the first call may only have deleted the lock of a killed process.
  return takeLock(lock) || takeLock(lock) ? lock : undefined
}

function deleteAbandoned() {
  for (const name of readdirSync(cache)) {
    const [, pid] = TEMPORARY.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** Created once: with new secrets, stored orders and sessions could not be read. */
function secretsIn(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const random = (bytes) => randomBytes(bytes).toString('base64url')
  const secrets = {
    clientSecret: random(12),
    // Letters and digits only, as the provider's dashboard requires.
    callbackPassword: `a1${randomBytes(9).toString('hex')}`,
    cookieSecret: random(24),
    consolePassword: random(12),
  }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
