// JSON of the W3C's Web Authentication, as browsers read and write it: only what the console uses. Bytes are base64url.

/** A passkey in a request to the browser. */
export interface PasskeyDescriptor {
  id: string
  type: 'public-key'
  transports?: string[]
}

/** Asks the browser for a proof with a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
export interface PasskeyRequest {
  challenge: string
  timeout?: number
  rpId?: string
  /** Absent: any passkey of this console. */
  allowCredentials?: PasskeyDescriptor[]
  userVerification?: 'required' | 'preferred' | 'discouraged'
}

/** Asks the browser to make a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
export interface PasskeyCreation {
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { alg: number; type: 'public-key' }[]
  timeout?: number
  excludeCredentials?: PasskeyDescriptor[]
  authenticatorSelection?: { residentKey?: 'required'; userVerification?: 'required' }
  attestation?: 'none'
}

/** The browser's proof with a passkey: `AuthenticationResponseJSON`. */
export interface PasskeyProof {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** A passkey that the browser has made: `RegistrationResponseJSON`. */
export interface NewPasskey {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
