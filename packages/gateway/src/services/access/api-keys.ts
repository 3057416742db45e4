import { randomBytes } from 'node:crypto'
import {
  API_KEY_SCOPES,
  type ApiKey,
  type CreateApiKey,
  type CreatedApiKey,
} from '@galla/contract/gateway-api/api-keys'
import type { GatewayContext } from '../../context.ts'
import { defined } from '../../domain/defined.ts'
import { isStorable } from '../../domain/privacy/masking.ts'
import { printableName } from '../../domain/visible-text.ts'
import { GatewayError, invalid } from '../../errors.ts'
import {
  type ApiKeyRow,
  findApiKey,
  hasExpired,
  insertApiKey,
  isUseStale,
  listApiKeys,
  lockApiKey,
  saveRevoked,
  saveUse,
  viewApiKey,
} from '../../storage/access/api-keys.ts'
import { type Actor, writeAudit } from '../../storage/access/audit.ts'
import { createWorkQueue } from '../../storage/work-queue.ts'
import { checkFuture, checkStorable } from '../validation.ts'
import { apiKeyDigest, apiKeyOf, apiKeyPrefix } from './api-key-form.ts'
import { readNetworks } from './networks.ts'

const DEFAULT_CALLS_PER_SEC = 50
const MAX_CALLS_PER_SEC = 1_000
const MAX_NETWORKS = 50

type Context = Pick<GatewayContext, 'database' | 'clock' | 'actor' | 'environment'>

const ACTOR_PREFIX = 'key:'

/** A key as the one who acts, in the audit log and on refunds. */
export const actorOfKey = ({ clock }: Pick<Context, 'clock'>, key: StoredApiKey, address?: string): Actor => ({
  who: `${ACTOR_PREFIX}${key.name}`,
  keyId: key.keyId,
  scopes: key.scopes,
  address,
  isExpired: () => isExpired({ clock }, key),
})

export const isExpired = ({ clock }: Pick<Context, 'clock'>, key: StoredApiKey): boolean => hasExpired(key, clock.now())

/** True when the name is that of an API key. No user has such a name. */
export const isOfKey = (who = ''): boolean => who.startsWith(ACTOR_PREFIX)

/** A stored key as it was found: it may be expired or revoked. */
export type StoredApiKey = ApiKeyRow

/** @throws GatewayError INVALID_REQUEST */
export function createApiKey(context: Context, given: CreateApiKey): Promise<CreatedApiKey> {
  const { database, clock, actor, environment } = context
  const nowMs = clock.now()
  const { name, scopes, expiresAtMs, callsPerSec, allowedNetworks } = checkNew(given, nowMs)
  const key = apiKeyOf(environment, randomBytes(24))
  const row: ApiKeyRow = {
    keyId: `key_${randomBytes(9).toString('base64url')}`,
    name,
    prefix: apiKeyPrefix(key),
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    callsPerSec,
    createdAtMs: nowMs,
    createdBy: actor?.who ?? 'program',
    ...defined({ expiresAtMs, allowedNetworks: allowedNetworks && [...allowedNetworks] }),
  }
  return database.transaction(async (tx) => {
    if (!(await insertApiKey(tx, { ...row, digest: apiKeyDigest(key) })))
      throw invalid('name', 'belongs to another key: choose another name, or revoke that key first')
    await writeAudit(
      { database: tx, actor },
      {
        atMs: nowMs,
        what: 'created',
        kind: 'key',
        id: row.keyId,
        detail: name,
        after: {
          scopes: row.scopes.join(' '),
          callsPerSec,
          ...defined({ expiresAtMs, allowedNetworks: allowedNetworks?.join(' ') }),
        },
      },
    )
    return { apiKey: viewApiKey(row, nowMs), key }
  })
}

function checkNew(given: CreateApiKey, nowMs: number) {
  const { scopes, expiresAtMs, callsPerSec = DEFAULT_CALLS_PER_SEC, allowedNetworks } = given
  const name = printableName(given.name)
  if (name === undefined || !isStorable(name)) throw invalid('name', 'must be 1 to 100 printable characters')
  if (!Array.isArray(scopes) || scopes.length === 0 || !scopes.every((scope) => API_KEY_SCOPES.includes(scope)))
    throw invalid('scopes', `must be at least one of ${API_KEY_SCOPES.join(', ')}`)
  if (expiresAtMs !== undefined) checkFuture(expiresAtMs, 'expiresAtMs', nowMs)
  if (!Number.isInteger(callsPerSec) || callsPerSec < 1 || callsPerSec > MAX_CALLS_PER_SEC)
    throw invalid('callsPerSec', `must be a whole number, 1 to ${MAX_CALLS_PER_SEC}`)
  if (allowedNetworks !== undefined) {
    const isList =
      Array.isArray(allowedNetworks) && allowedNetworks.length > 0 && allowedNetworks.length <= MAX_NETWORKS
    if (!isList) throw invalid('allowedNetworks', `must be a list of 1 to ${MAX_NETWORKS} addresses or networks`)
    readNetworks(allowedNetworks, (problem) => invalid('allowedNetworks', problem))
  }
  return { name, scopes, expiresAtMs, callsPerSec, allowedNetworks }
}

/** All keys, newest first, also those that expired or were revoked. */
export async function apiKeys({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<ApiKey[]> {
  const nowMs = clock.now()
  return (await listApiKeys(database)).map((row) => viewApiKey(row, nowMs))
}

/** Refused by every replica from its next call. Revoking it again changes nothing. @throws GatewayError INVALID_REQUEST, NOT_FOUND */
export async function revokeApiKey({ database, clock, actor }: Context, keyId: string): Promise<ApiKey> {
  checkStorable(keyId, 'keyId')
  const nowMs = clock.now()
  return database.transaction(async (tx) => {
    const row = await lockApiKey(tx, keyId)
    if (!row) throw new GatewayError('NOT_FOUND', `There is no API key ${keyId}`)
    if (row.revokedAtMs !== undefined) return viewApiKey(row, nowMs)
    await saveRevoked(tx, keyId, nowMs)
    const entry = { atMs: nowMs, what: 'revoked', kind: 'key', id: keyId, detail: row.name } as const
    await writeAudit({ database: tx, actor }, entry)
    return viewApiKey({ ...row, revokedAtMs: nowMs }, nowMs)
  })
}

/** Lookups of keys that were not found before: a source that sends many waits for its own, and leaves the connections to others. */
const LOOKUPS = { places: 2, waiting: 200, waitingOfKey: 20 }
/** More keys than a merchant has. */
const MAX_FOUND = 1_000

/**
 * Finds stored keys, which are read again with each call, so that a revocation counts at once on every replica.
 * @param refusal the error when too many keys that are not known are looked up
 */
export function keyLookup({ database }: Pick<Context, 'database'>, refusal: () => Error) {
  const lookups = createWorkQueue({ ...LOOKUPS, refusal })
  /** Digests of keys that were found. */
  const found = new Set<string>()
  return async (given: string, address: string): Promise<StoredApiKey | undefined> => {
    const digest = apiKeyDigest(given)
    const look = () => findApiKey(database, digest)
    const key = await (found.has(digest) ? look() : lookups.run(address, look))
    if (key && found.size >= MAX_FOUND) found.clear()
    if (key) found.add(digest)
    return key
  }
}

/** Notes the use, at most once a minute. */
export async function noteUse({ database, clock }: Pick<Context, 'database' | 'clock'>, key: StoredApiKey) {
  const nowMs = clock.now()
  if (isUseStale(key, nowMs)) await saveUse(database, key.keyId, nowMs)
}
