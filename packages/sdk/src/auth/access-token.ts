/** An access token of the provider with its lifetime. */
export interface AccessToken {
  /** Value of the Authorization header: `<token_type> <access_token>`. A secret. */
  readonly authorization: string
  /** Epoch seconds. */
  readonly issuedAt: number
  /** Epoch seconds. */
  readonly expiresAt: number
}

/**
 * A store of an access token that several processes share. A store that fails, or does not answer within a second, counts as empty.
 * A saved token is a secret: protect the store like the client secret.
 * @example
 * const tokenStore: TokenStore = {
 *   load: async (key) => JSON.parse((await redis.get(key)) ?? 'null') ?? undefined,
 *   save: async (key, token) => void (await redis.set(key, JSON.stringify(token), { EXAT: token.expiresAt })),
 * }
 */
export interface TokenStore {
  /** Returns the stored token, or undefined. `key` identifies credentials and host and contains no secret. */
  load(key: string): Promise<AccessToken | undefined>
  /** Stores the token. If two processes save at once, keep the token with the later `issuedAt`. */
  save(key: string, token: AccessToken): Promise<void>
}

/** A token is used during the first half of its lifetime (protocol §2.3). */
export function isFresh({ issuedAt, expiresAt }: Pick<AccessToken, 'issuedAt' | 'expiresAt'>, nowMs: number): boolean {
  return Math.floor(nowMs / 1000) < Math.floor(issuedAt + (expiresAt - issuedAt) / 2)
}
