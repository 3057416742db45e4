import type { MerchantRoutes } from './merchant-routes.ts'

/** What a stored key of the merchant API may do. A scope includes no other one. */
export const API_KEY_SCOPES = ['read', 'orders', 'refunds', 'payers'] as const

/**
 * `read`: read and list orders and refunds. `orders`: start, pay, resume, check and cancel orders. `refunds`: request and check refunds.
 * `payers`: erase a payer's data, and hold orders back from erasure.
 */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** The scope that each route of the merchant API needs. A route without a line does not compile. */
export const MERCHANT_SCOPES: { readonly [Key in keyof MerchantRoutes]: ApiKeyScope } = {
  'POST /orders': 'orders',
  'GET /orders': 'read',
  'GET /orders/:merchantOrderId': 'read',
  'POST /orders/:merchantOrderId/resume': 'orders',
  'POST /orders/:merchantOrderId/sync': 'orders',
  'POST /orders/:merchantOrderId/cancel': 'orders',
  'POST /orders/:merchantOrderId/pay': 'orders',
  'POST /orders/:merchantOrderId/refunds': 'refunds',
  'GET /refunds': 'read',
  'GET /refunds/:merchantRefundId': 'read',
  'POST /refunds/:merchantRefundId/sync': 'refunds',
  'POST /payers/preview': 'payers',
  'POST /payers/erase': 'payers',
  'GET /legal-holds': 'payers',
  'POST /legal-holds': 'payers',
  'DELETE /legal-holds/:merchantOrderId': 'payers',
}

/** A key of the merchant API that is stored in the database, without the key itself. */
export interface ApiKey {
  /** Its id, to revoke it. */
  keyId: string
  /** Unique among the keys that are not revoked. The audit log names the key by it. */
  name: string
  /** How the key begins: `galla_live_` or `galla_test_`, and six characters. */
  prefix: string
  /** What it may do. */
  scopes: ApiKeyScope[]
  /** Calls per second and replica; as many may come at once. */
  callsPerSec: number
  /** `expired` and `revoked` keys are refused. */
  state: 'active' | 'expired' | 'revoked'
  /** Epoch milliseconds. */
  createdAtMs: number
  /** Who created it, as in the audit log. */
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
}

/** A new key. */
export interface CreatedApiKey {
  /** As it is stored. */
  apiKey: ApiKey
  /** `galla_live_…` or `galla_test_…`: send it as `Authorization: Bearer …`. Shown once; only its digest is stored. */
  key: string
}
