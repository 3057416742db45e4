import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Encryption {
  /** `about` is authenticated with the value: a value encrypted for one purpose cannot be decrypted as another. */
  encrypt(text: string, about: string): string
  /** Undefined when the key or `about` differs, or the value was changed. */
  decrypt(encrypted: string, about: string): string | undefined
}

/** AES-256-GCM with a key derived from the client secret, which is never stored. */
export function createEncryption(secret: string, purpose: string): Encryption {
  const key = derivedKey(secret, purpose)
  return {
    encrypt(text, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about))
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    decrypt(encrypted, about) {
      const bytes = Buffer.from(encrypted, 'base64')
      // What a browser sends back may be anything, also too short to hold the two.
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      try {
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** Keyed digests of 72 bits: equal texts have equal digests, and without the key a digest tells nothing about its text. */
export function createDigest(secret: string, purpose: string): (text: string) => string {
  const key = derivedKey(secret, purpose)
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 12)
}

const derivedKey = (secret: string, purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'galla', purpose, 32))
