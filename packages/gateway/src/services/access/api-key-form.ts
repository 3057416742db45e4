import { createHash } from 'node:crypto'

/** Word of a key for its environment. */
const WORDS = { PRODUCTION: 'live', SANDBOX: 'test' } as const

type Environment = keyof typeof WORDS

/** 192 random bits, as secret scanners can match them: `galla_(live|test)_[0-9a-f]{56}`. */
const BODY = /^galla_(live|test)_([0-9a-f]{48})([0-9a-f]{8})$/

/** The last eight digits: a key that was cut off or mistyped is refused without a look at the database. */
const checksumOf = (body: string) => createHash('sha256').update(`galla key ${body}`).digest('hex').slice(0, 8)

/** @param random 24 random bytes */
export function apiKeyOf(environment: Environment, random: Uint8Array): string {
  const body = Buffer.from(random).toString('hex')
  return `galla_${WORDS[environment]}_${body}${checksumOf(body)}`
}

/** The part of a key that may be shown: 24 of its 192 random bits. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 'galla_live_'.length + 6)

/** The environment of a text that has the form of a key; undefined for any other. */
export function environmentOfApiKey(text: string): Environment | undefined {
  const [, word, body = '', checksum] = BODY.exec(text) ?? []
  if (word === undefined || checksumOf(body) !== checksum) return undefined
  return word === WORDS.PRODUCTION ? 'PRODUCTION' : 'SANDBOX'
}

/** Returns the digest of a key. A key has 192 random bits, so the digest needs no secret. */
export const apiKeyDigest = (key: string): string => createHash('sha256').update(key).digest('hex')
