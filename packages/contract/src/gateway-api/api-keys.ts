/** The rights of a stored key of the merchant API. A scope includes no other scope. */
export const API_KEY_SCOPES = [
  'read',
  'orders',
  'refunds',
  'refunds:request',
  'subscriptions',
  'settlements',
  'payers',
  'holds',
  'operations',
  'metrics',
] as const

/**
 * The rights of a stored key. `read`: read and list orders, refunds, settlements, plans and subscriptions. `orders`: start, pay, resume,
 * check and cancel orders. `refunds`: request and check refunds. `refunds:request`: request refunds that a second person approves, whatever
 * their amount. `subscriptions`: create and archive plans; start and change subscriptions. `settlements`: import settlement reports and
 * bank statements, and undo imports. `payers`: erase a payer's data, and hold orders back from erasure. `holds`: end legal holds, after
 * which the data can be erased. `operations`: read timelines, callbacks and the health report. `metrics`: read the metrics, which the
 * console serves.
 */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** A key of the merchant API that is stored in the database, without the key itself. */
export interface ApiKey {
  /** Id of the key, for `apiKeys.revoke()`. */
  keyId: string
  /** Name of the key, unique among the keys that are not revoked. The audit log uses this name. */
  name: string
  /** Start of the key: `galla_live_` or `galla_test_`, and six characters. */
  prefix: string
  /** Scopes of the key. */
  scopes: ApiKeyScope[]
  /** Allowed calls per second and replica. The same number of calls may arrive at once. */
  callsPerSec: number
  /** Addresses and networks from which the key is accepted. Absent: all addresses. */
  allowedNetworks?: string[]
  /** State of the key. Keys that are `expired` or `revoked` are refused. */
  state: 'active' | 'expired' | 'revoked'
  /** Time of creation. Epoch milliseconds. */
  createdAtMs: number
  /** The creator of the key, as in the audit log. */
  createdBy: string
  /** Time from which the key is refused. Absent: the key does not expire. Epoch milliseconds. */
  expiresAtMs?: number
  /** The last use, to the minute. Epoch milliseconds. */
  lastUsedAtMs?: number
  /** Time of the revocation. Epoch milliseconds. */
  revokedAtMs?: number
}

/** A key of the merchant API to create. */
export interface CreateApiKey {
  /** Name of the key, such as the program that uses the key. 1 to 100 printable characters. */
  name: string
  /** Scopes of the key, at least one. */
  scopes: readonly ApiKeyScope[]
  /** Time from which the key is refused: epoch milliseconds, in the future. @default never */
  expiresAtMs?: number
  /** Allowed calls per second and replica, 1 to 1 000. @default 50 */
  callsPerSec?: number
  /** Addresses and networks from which the key is accepted, 1 to 50: `203.0.113.0/24`, `2001:db8:1::/48`. @default all addresses */
  allowedNetworks?: readonly string[]
}

/** A created key of the merchant API. */
export interface CreatedApiKey {
  /** The stored record of the key. */
  apiKey: ApiKey
  /**
   * The key, `galla_live_…` or `galla_test_…`: send the key as `Authorization: Bearer …`. The key is shown once, and only a digest is
   * stored.
   */
  key: string
}
