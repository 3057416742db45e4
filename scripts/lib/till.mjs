import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, takeLock } from './alone.mjs'
import { cache } from './paths.mjs'

const OURS = ['books', 'provider.jsonl', 'secrets.json']
const PASSING = /^shop-(\d+)-[0-9a-f]+$/

/**
 * The folder in which a shop keeps its books, its provider's memory and its secrets. Without one, and where the wanted one is
 * in use, it is one that is gone at the end. What a killed process left behind goes first.
 * @param {{ folder?: string | undefined, fresh?: boolean }} wish
 */
export function openTill({ folder: wanted, fresh = false }) {
  mkdirSync(cache, { recursive: true })
  sweep()
  if (wanted !== undefined) mkdirSync(wanted, { recursive: true })
  const lock = wanted === undefined ? undefined : join(wanted, 'in-use.lock')
  // Twice: the first may only have cleared away what a killed one left.
  const kept = lock !== undefined && (takeLock(lock) || takeLock(lock))
  const passing = join(cache, `shop-${process.pid}-${randomBytes(4).toString('hex')}`)
  const folder = kept ? wanted : passing
  if (kept && fresh) for (const name of OURS) rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return {
    kept,
    books: join(folder, 'books'),
    provider: join(folder, 'provider.jsonl'),
    secrets: secretsIn(join(folder, 'secrets.json')),
    close() {
      if (kept) rmSync(lock, { force: true })
      else rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sweep() {
  for (const name of readdirSync(cache)) {
    const [, pid] = PASSING.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** Made up once: with other secrets, yesterday's orders and logins would open to nobody. */
function secretsIn(file) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const word = (bytes) => randomBytes(bytes).toString('base64url')
  const secrets = {
    clientSecret: word(12),
    // Letters and digits: what the provider's dashboard takes.
    callbackPassword: `a1${randomBytes(9).toString('hex')}`,
    cookieSecret: word(24),
    consolePassword: word(12),
  }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
