import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerOf } from '../../http/bearer.ts'

/** 32 characters of hexadecimal digits are 128 bits, which nobody guesses. */
const MIN_CHARACTERS = 32
const MAX_CHARACTERS = 256

export interface MerchantKeys {
  /** Does the header `Authorization: Bearer …` hold one of them? */
  open(authorization: string | undefined): boolean
}

/**
 * The merchant's keys: several while one is being replaced. Only their digests are kept, and all of them are compared.
 * @throws Error naming the setting, never the key
 */
export function merchantKeys(keys: string | readonly string[]): MerchantKeys {
  const all = typeof keys === 'string' ? [keys] : [...keys]
  const good = (key: unknown) =>
    typeof key === 'string' &&
    key.length >= MIN_CHARACTERS &&
    key.length <= MAX_CHARACTERS &&
    /^[\w.~+/=-]+$/.test(key)
  if (all.length === 0 || !all.every(good)) {
    throw new Error(
      `merchant.keys must each be ${MIN_CHARACTERS} to ${MAX_CHARACTERS} letters, digits or . _ ~ + / = -, such as openssl rand -hex 32 makes`,
    )
  }
  const digests = all.map(digestOf)
  return {
    open(authorization) {
      const given = bearerOf(authorization) ?? ''
      const digest = digestOf(given.slice(0, MAX_CHARACTERS + 1))
      return digests.filter((known) => timingSafeEqual(known, digest)).length > 0
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
