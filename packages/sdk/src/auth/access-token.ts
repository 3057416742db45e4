/** The provider's token, as it is kept: the header's value and its life in epoch seconds. */
export interface AccessToken {
  /** `<token_type> <access_token>`, ready for the Authorization header. */
  readonly authorization: string
  /** Epoch seconds. */
  readonly issuedAt: number
  /** Epoch seconds. */
  readonly expiresAt: number
}

/**
 * Where several processes keep one token. `key` tells credentials and host apart and holds no secret.
 * What is saved is a secret: keep it as you keep the client secret. A store that fails, or is silent for a second,
 * is treated as empty.
 */
export interface TokenStore {
  load(key: string): Promise<AccessToken | undefined>
  /** Keep it only if it was issued later than what is there. */
  save(key: string, token: AccessToken): Promise<void>
}

/** A token is used until half of its life has passed. */
export function isFresh({ issuedAt, expiresAt }: Pick<AccessToken, 'issuedAt' | 'expiresAt'>, nowMs: number): boolean {
  return Math.floor(nowMs / 1000) < Math.floor(issuedAt + (expiresAt - issuedAt) / 2)
}
