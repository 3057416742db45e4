import type { AccessToken, TokenStore } from '@galla/sdk'
import type { Queries } from '../database.ts'
import type { Encryption } from '../privacy/encryption.ts'

/** A token store in the database: all replicas share one access token, stored encrypted. */
export function tokensIn(on: Queries, encryption: Encryption): TokenStore {
  return {
    async load(key) {
      const { rows } = await on.query<{ encrypted: string }>({
        name: 'load-token',
        text: `select "encrypted" from galla.tokens where "key" = $1`,
        values: [key],
      })
      const opened = rows[0] && encryption.decrypt(rows[0].encrypted, key)
      return opened === undefined ? undefined : (JSON.parse(opened) as AccessToken)
    },
    async save(key, token) {
      await on.query({
        name: 'save-token',
        text: `insert into galla.tokens ("key", "encrypted", "issuedAt") values ($1, $2, $3)
          on conflict ("key") do update set "encrypted" = excluded."encrypted", "issuedAt" = excluded."issuedAt"
          where galla.tokens."issuedAt" <= excluded."issuedAt"`,
        values: [key, encryption.encrypt(JSON.stringify(token), key), token.issuedAt],
      })
    },
  }
}
