/** The token request's form. */
export interface OAuthRequest {
  client_id: string
  client_secret: string
  client_version: string
  grant_type: string
}

/** The token reply, in the official package's names. Times are epoch seconds. */
export class OAuthResponse {
  declare accessToken: string
  declare encryptedAccessToken: string
  declare refreshToken: string
  declare expiresIn: number
  declare issuedAt: number
  declare expiresAt: number
  declare sessionExpiresAt: number
  declare tokenType: string
}
