import { createHmac, hkdfSync } from 'node:crypto'
import { createEncryption, type Encryption } from './encryption.ts'

/** Encrypts texts with the first of several keys, and decrypts what any of them has encrypted. */
export interface DataKeys {
  /** Id of the key that encrypts; undefined without keys: then everything is stored as it is. */
  readonly encryptsWith: string | undefined
  /** True when the key with this id is there. */
  has(id: string): boolean
  /**
   * Without keys, the text as `inClear` writes it.
   * @param about where the text is stored; what was encrypted for one place cannot be decrypted as another
   */
  encrypt(text: string, about: string): string
  /** @throws UnreadableError naming the key that is missing, or when the value was changed or belongs elsewhere */
  decrypt(encrypted: string, about: string): string
  /** A keyed value of each key by its id: it tells two keys apart and nothing else. */
  readonly checkValues: ReadonlyMap<string, string>
  /** From now on `encrypt` throws this error. Used without keys, when another process encrypts the database: nothing more is written in clear. */
  refuse(error: Error): void
  /** @throws the error of `refuse` */
  checkWriting(): void
  /** Keyed digests of a text, one of each key: what is searched may have been stored under any. None without keys. */
  digests(text: string): readonly string[]
}

/** An encrypted value that cannot be decrypted. Its message may be shown in the place of the value. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/** Beginning of the message of every `UnreadableError`. */
const UNREADABLE = '[encrypted with the data key '

/** True when a text stands for a value that cannot be decrypted. */
export const isUnreadable = (text: unknown): boolean => typeof text === 'string' && text.startsWith(UNREADABLE)

const FORMAT = 'galla1'
const ENCRYPTED = new RegExp(`^${FORMAT}:([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{38,}={0,2})$`)
const DIGEST_CHARACTERS = 24

/** Id of the key that encrypted a text; undefined when it is not encrypted. */
export const encryptedWith = (text: unknown): string | undefined =>
  typeof text === 'string' ? ENCRYPTED.exec(text)?.[1] : undefined

/** Before a text in clear that has the form of an encrypted one, or starts like this. No key has an empty id. */
const IN_CLEAR = `${FORMAT}::`

/** A text as it is stored without keys: people can type what looks encrypted, and it is read back as they typed it. */
const inClear = (text: string): string =>
  ENCRYPTED.test(text) || text.startsWith(IN_CLEAR) ? `${IN_CLEAR}${text}` : text

/** Returns the text that `inClear` was given. */
export const readInClear = (stored: string): string =>
  stored.startsWith(IN_CLEAR) ? stored.slice(IN_CLEAR.length) : stored

/** Number of recent texts that are decrypted without the cipher: an order is read several times while it is paid. */
const REMEMBERED = 1_000
/** Longer texts, such as bodies, are read once. Characters. */
const MAX_REMEMBERED_LENGTH = 2_000

function recentTexts() {
  const texts = new Map<string, string>()
  const keyOf = (encrypted: string, about: string) => `${about} ${encrypted}`
  return {
    textOf: (encrypted: string, about: string) => texts.get(keyOf(encrypted, about)),
    remember(encrypted: string, about: string, text: string): void {
      if (text.length > MAX_REMEMBERED_LENGTH) return
      texts.set(keyOf(encrypted, about), text)
      // The oldest one: a map keeps the order of its entries.
      for (const oldest of texts.keys()) {
        if (texts.size <= REMEMBERED) break
        texts.delete(oldest)
      }
    },
  }
}

interface DataKey {
  readonly id: string
  readonly encryption: Encryption
  readonly digestKey: Uint8Array
  readonly checkValue: string
}

/** @param keys `id:base64 of 32 bytes`; the first one encrypts */
export function dataKeys(keys: readonly string[]): DataKeys {
  const ring = keys.map(readKey)
  const [first] = ring
  const byId = new Map(ring.map((key) => [key.id, key]))
  const recent = recentTexts()
  let refusal: Error | undefined
  const checkWriting = (): void => {
    if (refusal) throw refusal
  }
  return {
    encryptsWith: first?.id,
    has: (id) => byId.has(id),
    refuse(error) {
      refusal = error
    },
    checkWriting,
    encrypt(text, about) {
      checkWriting()
      if (!first) return inClear(text)
      const encrypted = `${FORMAT}:${first.id}:${first.encryption.encrypt(text, about)}`
      recent.remember(encrypted, about, text)
      return encrypted
    },
    decrypt(encrypted, about) {
      const known = recent.textOf(encrypted, about)
      if (known !== undefined) return known
      const [, id = '', ciphertext = ''] = ENCRYPTED.exec(encrypted) ?? []
      const key = byId.get(id)
      if (!key) throw new UnreadableError(`${UNREADABLE}"${id}", which is missing]`)
      const text = key.encryption.decrypt(ciphertext, about)
      if (text === undefined)
        throw new UnreadableError(`${UNREADABLE}"${id}", and changed or moved since, or the key has another value]`)
      recent.remember(encrypted, about, text)
      return text
    },
    checkValues: new Map(ring.map(({ id, checkValue }) => [id, checkValue])),
    digests: (text) => ring.map(({ digestKey }) => digestOf(digestKey, text)),
  }
}

/** Without keys: encrypts nothing. */
export const NO_DATA_KEYS: DataKeys = dataKeys([])

/**
 * Says what is wrong with a list of keys, as the end of a sentence; undefined for a correct list. Never names a key's value.
 * @param keys as `dataKeys` takes them
 */
export function dataKeysComplaint(keys: readonly unknown[]): string | undefined {
  if (keys.length === 0 || !keys.every((key) => typeof key === 'string' && readable(key)))
    return 'must be keys such as 2026a:…, an id of letters, digits, - or _ and 32 bytes in base64; openssl rand -base64 32 makes the bytes'
  const ids = keys.map((key) => String(key).split(':')[0])
  return new Set(ids).size === ids.length ? undefined : 'names two keys with the same id'
}

const readable = (key: string): boolean =>
  /^[A-Za-z0-9_-]{1,32}:[A-Za-z0-9+/]{43}=?$/.test(key) &&
  Buffer.from(key.slice(key.indexOf(':') + 1), 'base64').length === 32

function readKey(text: string): DataKey {
  const id = text.slice(0, text.indexOf(':'))
  // The same bytes with and without padding are the same key.
  const bytes = Buffer.from(text.slice(id.length + 1), 'base64')
  return {
    id,
    encryption: createEncryption(bytes.toString('base64'), 'encrypted column'),
    digestKey: new Uint8Array(hkdfSync('sha256', bytes, 'galla', 'digest of an encrypted column', 32)),
    checkValue: Buffer.from(hkdfSync('sha256', bytes, 'galla', 'check of a data key', 12)).toString('hex'),
  }
}

const digestOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, DIGEST_CHARACTERS)
