import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { invalid } from '../../errors.ts'
import { createLimiter } from '../concurrency.ts'
import { isGuessable } from './guessable.ts'

/** 32 MiB and about 0.2 s of a core, on a thread of Node's. Each hash holds these numbers and its salt. */
const COST = { ln: 15, r: 8, p: 3 } as const

const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 256

/** @throws GatewayError INVALID_REQUEST */
export async function checkNewPassword(password: string, name: string): Promise<void> {
  if (password.length < MIN_CHARACTERS || password.length > MAX_CHARACTERS)
    throw invalid('password', `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`)
  const plain = password.toLowerCase()
  if (plain === name.toLowerCase() || new Set(plain).size < 4)
    throw invalid('password', 'must not be the name or a few characters repeated')
  if (await isGuessable(password, [name])) throw invalid('password', EASY_TO_GUESS)
}

/** Why a password is refused that lists of common ones find. */
export const EASY_TO_GUESS =
  'is easy to guess: it is a common password, a word, a name or a row of keys with little added. Use four unusual words, or a password from a password manager'

interface Cost {
  /** Logarithm of N. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Node has four threads by default, for files and the names of hosts too: the payment path never waits for passwords. */
const onThread = createLimiter(3)

function derive(password: string, salt: string | Buffer, { ln, r, p }: Cost, bytes = 32): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r }
  const work = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  return onThread(work)
}

/**
 * 64 bytes derived from the configured password, or a guess at it, at the cost of a hash in the database: the time of a refused login
 * does not tell which of the two opens a user.
 */
export const deriveConfigured = (password: string, salt: string): Promise<Buffer> => derive(password, salt, COST, 64)

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hash of a password for the database, with its own salt, in the PHC string format: `$scrypt$ln=15,r=8,p=3$…$…`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const { ln, r, p } = COST
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(await derive(password, salt, COST))}`
}

/** In place of a hash that does not exist. */
const NOBODYS = `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Compares in constant time. Without a hash it takes as long and is false, so that the time does not tell which names exist. */
export async function passwordFits(hash: string | undefined, given: string): Promise<boolean> {
  if (given.length > MAX_CHARACTERS) return false
  const [, ln, r, p, salt = '', key = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/.exec(hash ?? NOBODYS) ?? []
  if (ln === undefined) throw new Error('A stored password hash cannot be read')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const derived = await derive(given, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, Buffer.from(key, 'base64')) && hash !== undefined
}
