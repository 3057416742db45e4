import type { AccessToken, TokenStore } from '@galla/sdk'
import type { Queries } from './database.ts'
import type { Encryption } from './encryption.ts'

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
