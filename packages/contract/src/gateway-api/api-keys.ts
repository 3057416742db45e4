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
 * `read`: read and list orders, refunds, settlements, plans and subscriptions. `orders`: start, pay, resume, check and cancel orders. `refunds`: request and
 * check refunds. `refunds:request`: request refunds that a second person approves, whatever their amount. `subscriptions`: create and archive plans;
 * start and change subscriptions. `settlements`: import settlement reports and bank statements, and take imports back. `payers`: erase a payer's data, and hold orders back from erasure. `holds`: end legal holds, after which the data can be
 * erased. `operations`: read timelines, callbacks and the health report. `metrics`: read the metrics, which the console serves.
 */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** A key of the merchant API that is stored in the database, without the key itself. */
export interface ApiKey {
  /** Its id, to revoke it. */
  keyId: string
  /** Unique among the keys that are not revoked. The audit log names the key by it. */
  name: string
  /** Start of the key: `galla_live_` or `galla_test_`, and six characters. */
  prefix: string
  /** Scopes of the key. */
  scopes: ApiKeyScope[]
  /** Calls per second and replica; as many may come at once. */
  callsPerSec: number
  /** Addresses and networks from which it is accepted. Absent: from everywhere. */
  allowedNetworks?: string[]
  /** `expired` and `revoked` keys are refused. */
  state: 'active' | 'expired' | 'revoked'
  /** Epoch milliseconds. */
  createdAtMs: number
  /** The creator of the key, as in the audit log. */
  createdBy: string
  /** From then on it is refused. Absent: never. Epoch milliseconds. */
  expiresAtMs?: number
  /** The last use, to the minute. Epoch milliseconds. */
  lastUsedAtMs?: number
  /** Epoch milliseconds. */
  revokedAtMs?: number
}

/** A key to create. */
export interface CreateApiKey {
  /** 1 to 100 printable characters: the program that uses it. */
  name: string
  /** At least one. */
  scopes: readonly ApiKeyScope[]
  /** Epoch milliseconds, in the future. @default never */
  expiresAtMs?: number
  /** 1 to 1 000 calls per second and replica. @default 50 */
  callsPerSec?: number
  /** Addresses and networks from which it is accepted, 1 to 50: `203.0.113.0/24`, `2001:db8:1::/48`. @default from everywhere */
  allowedNetworks?: readonly string[]
}

/** A new key. */
export interface CreatedApiKey {
  /** As it is stored. */
  apiKey: ApiKey
  /** `galla_live_…` or `galla_test_…`: send it as `Authorization: Bearer …`. Shown once; only its digest is stored. */
  key: string
}
