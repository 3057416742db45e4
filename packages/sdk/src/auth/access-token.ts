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
 * Where several processes share one access token. A store that fails, or does not answer within a second, counts as empty.
 * A saved token is a secret: protect it like the client secret.
 * @example
 * const tokenStore: TokenStore = {
 *   load: async (key) => JSON.parse((await redis.get(key)) ?? 'null') ?? undefined,
 *   save: async (key, token) => void (await redis.set(key, JSON.stringify(token), { EXAT: token.expiresAt })),
 * }
 */
export interface TokenStore {
  /** The stored token, or undefined. `key` identifies credentials and host and contains no secret. */
  load(key: string): Promise<AccessToken | undefined>
  /** Stores the token. Keep the one with the later `issuedAt` when two processes save at once. */
  save(key: string, token: AccessToken): Promise<void>
}

/** A token is used during the first half of its lifetime (protocol §2.3). */
export function isFresh({ issuedAt, expiresAt }: Pick<AccessToken, 'issuedAt' | 'expiresAt'>, nowMs: number): boolean {
  return Math.floor(nowMs / 1000) < Math.floor(issuedAt + (expiresAt - issuedAt) / 2)
}
