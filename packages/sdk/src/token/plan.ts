/** The provider's token, as it is kept: the header's value and its life in epoch seconds. */
export interface AccessToken {
  /** `<token_type> <access_token>`, ready for the Authorization header. */
  readonly authorization: string
  /** Epoch seconds. */
  readonly issuedAt: number
  /** Epoch seconds. */
  readonly expiresAt: number
}

/** A token is used until half of its life has passed. */
export function isFresh({ issuedAt, expiresAt }: Pick<AccessToken, 'issuedAt' | 'expiresAt'>, nowMs: number): boolean {
  return Math.floor(nowMs / 1000) < Math.floor(issuedAt + (expiresAt - issuedAt) / 2)
}
