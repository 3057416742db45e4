import type { Role } from './roles.ts'

/** The logged-in user. */
export interface SessionUser {
  /** Stays the same when the name changes. */
  userId: string
  /** Name to log in with. */
  name: string
  /** The user's rights. */
  role: Role
}

/** A user of the console. */
export interface User extends SessionUser {
  /** `invited`: has neither a password nor a linked account yet. `disabled`: cannot log in. */
  state: 'active' | 'invited' | 'disabled'
  /** True for the first admin without a password of its own: the setting `console.password` is the password of this user. */
  usesConfiguredPassword?: true
  /** Logs in with a code of an authenticator app, or with a passkey. */
  hasSecondFactor?: true
  /** Signs in with an account of the OIDC provider. */
  isLinked?: true
  /** End of the time in which the latest link can be used. Absent without a link. Epoch milliseconds. */
  invitedUntilMs?: number
  /** When the user was invited or created. Epoch milliseconds. */
  createdAtMs: number
  /** The last login. Absent before the first login. Epoch milliseconds. */
  lastLoginAtMs?: number
}

/** A user to invite. */
export interface InviteUser {
  /** 1 to 100 characters, unique in any case: an e-mail address or a name. */
  name: string
  /** The user's rights. */
  role: Role
}

/** A link with which a user sets a password, once. */
export interface Invitation {
  /** The user who sets a password with the link. */
  user: User
  /** Shown once: only its digest is stored. */
  token: string
  /** Until when the link can be used. Epoch milliseconds. */
  expiresAtMs: number
}

/** A change of a user. What is left out stays. */
export interface ChangeUser {
  role?: Role
  disabled?: boolean
}

/** The second factor of the person who asks. */
export interface SecondFactor {
  /** An authenticator app is set up. */
  enabled: boolean
  /** True when the role must have a second factor. */
  required: boolean
  /** Unused recovery codes. */
  recoveryCodes: number
}

/** A key for an authenticator app. The key counts once a code of the key is confirmed. */
export interface SecondFactorKey {
  /** `otpauth://totp/…`, for a QR code. */
  uri: string
  /** The same key to type, in base32. */
  secret: string
}

/** Ways in which a person can prove again who they are. `provider`: by a new login at the OIDC provider. */
export type ProofWay = 'password' | 'code' | 'passkey' | 'provider'

/** A passkey of the person who asks. */
export interface Passkey {
  passkeyId: string
  /** Name that the person has chosen: 1 to 60 characters. */
  name: string
  /** Host name of the console for which the passkey was made. Browsers offer the passkey on this host only. */
  host: string
  createdAtMs: number
  /** Absent: the passkey was never used. */
  lastUsedAtMs?: number
}

/** The passkeys of the person who asks, the oldest first. */
export interface Passkeys {
  rows: Passkey[]
  /** True where no passkey can be made or used: at an address of the console without https and a host name. */
  unavailable?: true
}

/** Settings of the users' security. */
export interface SecuritySettings {
  /** Users of these roles can use the console only with a second factor. */
  secondFactorRoles: Role[]
}

/** An open session of a user. */
export interface UserSession {
  sessionId: string
  createdAtMs: number
  usedAtMs: number
  expiresAtMs: number
  /** Address of the client at the login. */
  address?: string
  /** The browser as it named itself at the login. */
  browser?: string
  /** The session of this request. */
  current?: true
}
