import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { AccessToken, TokenStore } from '@galla/sdk'
import type { Queries } from './database.ts'

/** One access token for all replicas, sealed where it lies. */
export function tokensIn(on: Queries, seal: Encryption): TokenStore {
  return {
    async load(key) {
      const { rows } = await on.query<{ sealed: string }>({
        name: 'load-token',
        text: `select "sealed" from galla.tokens where "key" = $1`,
        values: [key],
      })
      const opened = rows[0] && seal.open(rows[0].sealed, key)
      return opened === undefined ? undefined : (JSON.parse(opened) as AccessToken)
    },
    async save(key, token) {
      await on.query({
        name: 'save-token',
        text: `insert into galla.tokens ("key", "sealed", "issuedAt") values ($1, $2, $3)
          on conflict ("key") do update set "sealed" = excluded."sealed", "issuedAt" = excluded."issuedAt"
          where galla.tokens."issuedAt" <= excluded."issuedAt"`,
        values: [key, seal.close(JSON.stringify(token), key), token.issuedAt],
      })
    },
  }
}

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
