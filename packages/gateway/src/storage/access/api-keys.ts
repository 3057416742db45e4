import type { ApiKey, ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import { defined } from '../../domain/defined.ts'
import type { Queries } from '../database.ts'
import { withoutNulls } from '../orders/orders.ts'
import { PROGRAM } from './audit.ts'

/** A row of `galla.api_keys` without the digest. */
export interface ApiKeyRow {
  readonly keyId: string
  readonly name: string
  readonly prefix: string
  readonly scopes: ApiKeyScope[]
  readonly callsPerSec: number
  readonly allowedNetworks?: string[]
  readonly createdAtMs: number
  readonly createdBy: string
  readonly expiresAtMs?: number
  readonly lastUsedAtMs?: number
  readonly revokedAtMs?: number
}

const COLUMNS =
  '"keyId", "name", "prefix", "scopes", "callsPerSec", "allowedNetworks", "createdAtMs", "createdBy", "expiresAtMs", "lastUsedAtMs", "revokedAtMs"'

/** Adds a key; false when another one that is not revoked has the name. */
export async function insertApiKey(on: Queries, key: ApiKeyRow & { readonly digest: string }): Promise<boolean> {
  const { rowCount } = await on.query({
    text: `insert into galla.api_keys ("keyId", "name", "prefix", "digest", "scopes", "callsPerSec", "createdAtMs", "createdBy", "expiresAtMs", "allowedNetworks")
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (lower("name")) where "revokedAtMs" is null do nothing`,
    values: [
      key.keyId,
      key.name,
      key.prefix,
      key.digest,
      key.scopes,
      key.callsPerSec,
      key.createdAtMs,
      key.createdBy,
      key.expiresAtMs,
      key.allowedNetworks,
    ],
  })
  return rowCount === 1
}

/** The key of a digest, also an expired or revoked one. One read of an index. */
export async function findApiKey(on: Queries, digest: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await on.query<object>({
    name: 'find-api-key',
    text: `select ${COLUMNS} from galla.api_keys where "digest" = $1`,
    values: [digest],
  })
  return rows[0] && withoutNulls<ApiKeyRow>(rows[0])
}

/**
 * The creator of a key: a user, who keeps the name, or a program, which has no `userId`. Undefined when the key is not stored, or its creator is neither.
 */
export async function creatorOfKey(on: Queries, keyId: string): Promise<{ readonly userId?: string } | undefined> {
  const { rows } = await on.query<object>({
    text: `select u."userId" from galla.api_keys k left join galla.users u on lower(u."name") = lower(k."createdBy")
      where k."keyId" = $1 and (u."userId" is not null or k."createdBy" = '${PROGRAM.who}')`,
    values: [keyId],
  })
  return rows[0] && withoutNulls<{ userId?: string }>(rows[0])
}

/** All keys, newest first. A merchant has few. */
export async function listApiKeys(on: Queries): Promise<ApiKeyRow[]> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.api_keys order by "createdAtMs" desc, "keyId"`,
  })
  return rows.map((row) => withoutNulls<ApiKeyRow>(row))
}

/** Locks a key until the transaction ends. */
export async function lockApiKey(on: Queries, keyId: string): Promise<ApiKeyRow | undefined> {
  const { rows } = await on.query<object>({
    text: `select ${COLUMNS} from galla.api_keys where "keyId" = $1 for update`,
    values: [keyId],
  })
  return rows[0] && withoutNulls<ApiKeyRow>(rows[0])
}

export async function saveRevoked(on: Queries, keyId: string, nowMs: number): Promise<void> {
  await on.query({
    text: 'update galla.api_keys set "revokedAtMs" = $2 where "keyId" = $1',
    values: [keyId, nowMs],
  })
}

/** The precision of the last use: a busy key is not written with each call. Milliseconds. */
const USE_MS = 60_000

export const isUseStale = ({ lastUsedAtMs }: ApiKeyRow, nowMs: number): boolean =>
  lastUsedAtMs === undefined || nowMs - lastUsedAtMs >= USE_MS

/** Notes the use, unless another replica has just done so. Waits for nobody: the note is worth no delay. */
export async function saveUse(on: Queries, keyId: string, nowMs: number): Promise<void> {
  await on.query({
    name: 'save-api-key-use',
    text: `update galla.api_keys set "lastUsedAtMs" = $2 where "keyId" = (select "keyId" from galla.api_keys
      where "keyId" = $1 and ("lastUsedAtMs" is null or "lastUsedAtMs" <= $2::bigint - ${USE_MS}) for update skip locked)`,
    values: [keyId, nowMs],
  })
}

export const hasExpired = ({ expiresAtMs }: Pick<ApiKeyRow, 'expiresAtMs'>, nowMs: number): boolean =>
  expiresAtMs !== undefined && expiresAtMs <= nowMs

/** The public view of a key. */
export function viewApiKey(row: ApiKeyRow, nowMs: number): ApiKey {
  const { keyId, name, prefix, scopes, callsPerSec, createdAtMs, createdBy } = row
  const { expiresAtMs, lastUsedAtMs, revokedAtMs, allowedNetworks } = row
  return {
    keyId,
    name,
    prefix,
    scopes,
    callsPerSec,
    state: revokedAtMs !== undefined ? 'revoked' : hasExpired(row, nowMs) ? 'expired' : 'active',
    createdAtMs,
    createdBy,
    ...defined({ expiresAtMs, lastUsedAtMs, revokedAtMs, allowedNetworks }),
  }
}
