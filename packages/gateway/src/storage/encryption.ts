import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Encryption {
  /** `about` is bound to the value: what was sealed about one thing cannot be opened as another. */
  close(text: string, about: string): string
  /** Undefined when it was sealed with another key, about something else, or touched. */
  open(sealed: string, about: string): string | undefined
}

/** What must not lie in the clear, sealed with a key that lies elsewhere: made from the client secret, which is never stored. */
export function createEncryption(secret: string, purpose: string): Encryption {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'galla', purpose, 32))
  return {
    close(text, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(about))
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64')
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
