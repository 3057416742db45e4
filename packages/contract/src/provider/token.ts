/** Form fields of `POST /v1/oauth/token`. */
export interface TokenRequest {
  client_id: string
  client_secret: string
  client_version: string
  grant_type: 'client_credentials'
}

/** The token reply. Times are epoch seconds; `expires_in` is null in the provider's own samples, so nothing relies on it. */
export interface TokenReply {
  access_token: string
  encrypted_access_token?: string
  refresh_token?: string | null
  expires_in?: number | null
  issued_at: number
  expires_at: number
  session_expires_at?: number
  token_type: string
}
