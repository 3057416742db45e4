import { createHmac, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** About 100 ms of one core and 32 MiB for each guess. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256

export interface ConsolePassword {
  fits(given: string): Promise<boolean>
  /** The digest under which a session is stored. It depends on the password: another password ends every session. */
  digest(token: string): string
}

/**
 * Nothing of it is stored: the derived key lives in memory, so the salt only has to be the same on every replica.
 * @throws Error when it is too short to be one.
 */
export async function consolePassword(password: string, owner: string): Promise<ConsolePassword> {
  if (password.length < MIN_CHARACTERS || password.length > MAX_CHARACTERS) {
    throw new Error(`The console's password must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`)
  }
  const salt = `galla console of ${owner}`
  const key = await derive(password, salt)
  return {
    async fits(given) {
      if (given.length > MAX_CHARACTERS) return false
      const guess = await derive(given, salt)
      return timingSafeEqual(guess.subarray(0, 32), key.subarray(0, 32))
    },
    digest: (token) => createHmac('sha256', key.subarray(32)).update(token).digest('base64url'),
  }
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
