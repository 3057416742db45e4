import type { ApiKeyScope } from '@galla/contract/gateway-api/api-keys'
import type { Clock, GatewayContext } from '../context.ts'
import { environmentOfApiKey } from '../services/access/api-key-form.ts'
import { isExpired, keyLookup, noteUse, type StoredApiKey } from '../services/access/api-keys.ts'
import { plainAddress, readNetworks } from '../services/access/networks.ts'
import { callLimit } from './call-limit.ts'
import { networksOf } from './client-address.ts'
import { bearerOf, UNKNOWN_ADDRESS } from './request.ts'
import { HttpError } from './responses.ts'

/** Keys that are stored in the database, each with its scopes and its own rate limit. */
export interface StoredKeys {
  /**
   * The key of an `authorization` header, for one call, which is counted.
   * @param address the client's address, by which wrong keys are counted
   * @throws HttpError 401 for no key, one that is not known, expired, was revoked, or is of the other environment; 403 for an address that is not
   *   allowed; 429 for too many calls or wrong keys
   */
  open(authorization: string | undefined, address: string): Promise<StoredApiKey>
  /** The key of a call that was counted before, read again. @throws HttpError as `open` */
  reopen(authorization: string | undefined, address: string): Promise<StoredApiKey>
}

/** Limits the work that guessed keys cause. */
const WRONG_KEYS = { windowMs: 60_000, maxPerCaller: 20, maxTotal: 200 }

/** @param texts the messages of a refusal: without a key, and with one that is not known */
export function storedKeys(
  context: Pick<GatewayContext, 'database' | 'clock' | 'environment'>,
  texts: { readonly noKey: string; readonly unknownKey: string },
): StoredKeys {
  const buckets = tokenBuckets(context.clock)
  const lookUp = keyLookup(context, tooManyLookups)
  const wrongKeys = callLimit(context.clock, WRONG_KEYS)

  async function reopen(authorization: string | undefined, address: string): Promise<StoredApiKey> {
    const given = bearerOf(authorization) ?? ''
    const key = await find(given, networkOf(address))
    if (!key) throw new HttpError(401, 'WRONG_KEY', given === '' ? texts.noKey : texts.unknownKey)
    checkAddress(key, address)
    return key
  }

  async function find(given: string, network: string): Promise<StoredApiKey | undefined> {
    const environment = environmentOfApiKey(given)
    if (environment === undefined) return undefined
    if (environment !== context.environment)
      throw refused('WRONG_KEY', `This key belongs to ${environment}, but the gateway runs in ${context.environment}.`)
    const key = await lookUp(given, network)
    if (!key) return undefined
    const { revokedAtMs, expiresAtMs } = key
    if (revokedAtMs !== undefined)
      throw refused('KEY_REVOKED', `${named(key)} was revoked at ${timeOf(revokedAtMs)}. Create another key.`)
    if (expiresAtMs !== undefined && isExpired(context, key))
      throw refused('KEY_EXPIRED', `${named(key)} expired at ${timeOf(expiresAtMs)}. Create another key.`)
    return key
  }

  async function count(key: StoredApiKey): Promise<void> {
    const retryAfterSec = buckets.take(key.keyId, key.callsPerSec)
    if (retryAfterSec !== undefined) {
      const message = `${named(key)} may make ${key.callsPerSec} calls per second. Try again in ${retryAfterSec} seconds.`
      throw new HttpError(429, 'TOO_MANY_CALLS', message, { retryAfterSec })
    }
    await noteUse(context, key)
  }

  return {
    async open(authorization, address) {
      const key = await reopen(authorization, address).catch((error: unknown) => {
        if (error instanceof HttpError) wrongKeys.count(networkOf(address))
        throw error
      })
      await count(key)
      return key
    },
    reopen,
  }
}

/** The address that wrong keys are counted by, or its IPv6 /48 network, which one customer may have whole. */
function networkOf(given: string): string {
  const { address, site = address } = networksOf(given)
  return site
}

/** @throws HttpError 403 when the key is not accepted from the address */
function checkAddress(key: StoredApiKey, address: string): void {
  const { allowedNetworks } = key
  if (allowedNetworks === undefined) return
  const allowed = readNetworks(
    allowedNetworks,
    (entry) => new Error(`A stored key has ${JSON.stringify(entry)} as network`),
  )
  if (allowed.has(plainAddress(address))) return
  const client = address === UNKNOWN_ADDRESS ? 'a client whose address is not known' : address
  const message = `${named(key)} is not accepted from ${client}, but from ${allowedNetworks.join(', ')}. Behind a proxy, set merchant.trustedProxies (GALLA_TRUSTED_PROXIES).`
  throw new HttpError(403, 'ADDRESS_NOT_ALLOWED', `${message[0]?.toUpperCase()}${message.slice(1)}`)
}

/** @throws HttpError 403 naming the scope that the key does not have */
export function checkScope(key: StoredApiKey, route: string, scope: ApiKeyScope): void {
  if (key.scopes.includes(scope)) return
  const message = `${route} needs a key with the scope ${scope}; ${named(key)} has ${key.scopes.join(', ')}.`
  throw new HttpError(403, 'SCOPE_MISSING', message)
}

const named = ({ name, prefix }: StoredApiKey) => `the key ${JSON.stringify(name)} (${prefix}…)`
const tooManyLookups = () =>
  new HttpError(429, 'TOO_MANY_CALLS', 'Too many calls came with unknown keys. Try again in a second.', {
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
