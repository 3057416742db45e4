import { type ApiKeyScope, MERCHANT_SCOPES } from '@galla/contract/gateway-api/api-keys'
import type { MerchantRoutes } from '@galla/contract/gateway-api/merchant-routes'
import type { Clock, GatewayContext } from '../../context.ts'
import { HttpError } from '../../http/responses.ts'
import { environmentOfApiKey } from '../../services/access/api-key-form.ts'
import { isExpired, keyLookup, noteUse, type StoredApiKey } from '../../services/access/api-keys.ts'

/** Keys that are stored in the database, each with its scopes and its own rate limit. */
export interface StoredKeys {
  /**
   * The key, when it is one and may be used.
   * @throws HttpError 401 for one that expired, was revoked, or is of the other environment; 429 when too many unknown keys are looked up
   */
  find(given: string, address: string): Promise<StoredApiKey | undefined>
  /** Counts one call of the key. @throws HttpError 429 */
  count(key: StoredApiKey): Promise<void>
}

export function storedKeys(context: Pick<GatewayContext, 'database' | 'clock' | 'environment'>): StoredKeys {
  const buckets = tokenBuckets(context.clock)
  const lookUp = keyLookup(context, tooManyLookups)
  return {
    async find(given, address) {
      const environment = environmentOfApiKey(given)
      if (environment === undefined) return undefined
      if (environment !== context.environment)
        throw refused('WRONG_KEY', `This is a key of ${environment}; the gateway is of ${context.environment}.`)
      const key = await lookUp(given, address)
      if (!key) return undefined
      const { revokedAtMs, expiresAtMs } = key
      if (revokedAtMs !== undefined)
        throw refused('KEY_REVOKED', `${named(key)} was revoked at ${timeOf(revokedAtMs)}. Create another one.`)
      if (expiresAtMs !== undefined && isExpired(context, key))
        throw refused('KEY_EXPIRED', `${named(key)} expired at ${timeOf(expiresAtMs)}. Create another one.`)
      return key
    },
    async count(key) {
      const retryAfterSec = buckets.take(key.keyId, key.callsPerSec)
      if (retryAfterSec !== undefined) {
        const message = `${named(key)} may make ${key.callsPerSec} calls per second. Try again in ${retryAfterSec} seconds.`
        throw new HttpError(429, 'TOO_MANY_CALLS', message, { retryAfterSec })
      }
      await noteUse(context, key)
    },
  }
}

/** @throws HttpError 403 naming the scope that the key does not have */
export function checkScope(key: StoredApiKey, route: keyof MerchantRoutes): void {
  const scope: ApiKeyScope = MERCHANT_SCOPES[route]
  if (key.scopes.includes(scope)) return
  const message = `${route} needs a key with the scope ${scope}; ${named(key)} has ${key.scopes.join(', ')}.`
  throw new HttpError(403, 'SCOPE_MISSING', message)
}

const named = ({ name, prefix }: StoredApiKey) => `the key ${JSON.stringify(name)} (${prefix}…)`
const tooManyLookups = () =>
  new HttpError(429, 'TOO_MANY_CALLS', 'Too many calls came with keys that are not known. Try again in a second.', {
    retryAfterSec: 1,
  })
const timeOf = (atMs: number) => new Date(atMs).toISOString()
const refused = (code: 'KEY_REVOKED' | 'KEY_EXPIRED' | 'WRONG_KEY', message: string) =>
  new HttpError(401, code, `${message[0]?.toUpperCase()}${message.slice(1)}`)

/** More keys than a merchant has: buckets that are full again are dropped first. */
const MAX_BUCKETS = 1_000

/** One bucket of calls for each key, filled `perSec` times a second, and at most to `perSec`. Kept per process. */
function tokenBuckets(clock: Clock) {
  const buckets = new Map<string, { calls: number; atMs: number; perSec: number }>()
  const filled = ({ calls, atMs, perSec }: { calls: number; atMs: number; perSec: number }, nowMs: number) =>
    Math.min(perSec, calls + (Math.max(0, nowMs - atMs) / 1_000) * perSec)
  return {
    /** Takes one call; the seconds until there is one, when there is none. */
    take(id: string, perSec: number): number | undefined {
      const nowMs = clock.now()
      if (buckets.size >= MAX_BUCKETS)
        for (const [other, bucket] of buckets) if (filled(bucket, nowMs) >= bucket.perSec) buckets.delete(other)
      const before = buckets.get(id)
      const calls = before ? filled(before, nowMs) : perSec
      const isEmpty = calls < 1
      buckets.set(id, { calls: isEmpty ? calls : calls - 1, atMs: nowMs, perSec })
      return isEmpty ? Math.ceil((1 - calls) / perSec) : undefined
    },
  }
}
