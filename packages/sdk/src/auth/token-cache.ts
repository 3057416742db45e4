import { type AccessToken, isFresh } from './access-token.ts'

export interface TokenCache {
  /** The cached token while it is in the first half of its lifetime; synchronous. */
  fresh(): AccessToken | undefined
  /**
   * A usable token: the cached one, or one request for all callers that wait. When the request fails, the cached token
   * is used again, else the error is thrown. `quietly`: do not report that fallback.
   */
  get(quietly?: boolean): Promise<AccessToken>
  /** Replaces a token that the provider rejected, with one request for all callers; does nothing when a newer one is cached. */
  replace(rejected: AccessToken): Promise<void>
}

export interface TokenSource {
  now(): number
  /** True: callers wait for one shared request. False: each caller waits for a request of its own, so that a request that is cut off delays no other caller. */
  readonly shared: boolean
  /** Requests a token. `urgent`: no cached token exists to fall back on. */
  fetch(urgent: boolean): Promise<AccessToken>
  load?(): Promise<AccessToken | undefined>
  save?(token: AccessToken): Promise<void>
  /** The request failed and the cached token is used again. */
  onFallback(error: unknown, cached: AccessToken, attemptedAtMs: number): void
}

export function createTokenCache(source: TokenSource): TokenCache {
  let current: AccessToken | undefined
  /** Authorization value of the last rejected token. */
  let rejected: string | undefined
  let inFlight: Promise<AccessToken> | undefined

  const usable = (token: AccessToken | undefined) =>
    token !== undefined && token.authorization !== rejected && isFresh(token, source.now()) ? token : undefined

  const keep = (token: AccessToken): AccessToken => {
    const hasNewer = current && current.authorization !== rejected && current.issuedAt > token.issuedAt
    if (current && hasNewer) return current
    current = token
    rejected = undefined
    return token
  }

  const loadOrFetch = async (): Promise<AccessToken> => {
    const stored = usable(await source.load?.().catch(() => undefined))
    if (stored) return keep(stored)
    const token = keep(await source.fetch(current === undefined))
    await source.save?.(token).catch(() => undefined)
    return token
  }

  const fetchShared = (): Promise<AccessToken> => {
    if (!source.shared) return loadOrFetch()
    inFlight ??= loadOrFetch().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }

  /** Reports one fallback per request, however many callers wait, and none while all of them are quiet. */
  let withFallback: Promise<AccessToken> | undefined
  let report = false
  const fetchOrFallBack = (quietly: boolean): Promise<AccessToken> => {
    const attemptedAtMs = source.now()
    const fallBack = (error: unknown, isReported: boolean) => {
      if (!current) throw error
      if (isReported) source.onFallback(error, current, attemptedAtMs)
      return current
    }
    if (!source.shared) return loadOrFetch().catch((error: unknown) => fallBack(error, !quietly))
    report ||= !quietly
    withFallback ??= fetchShared()
      .catch((error: unknown) => fallBack(error, report))
      .finally(() => {
        withFallback = undefined
        report = false
      })
    return withFallback
  }

  return {
    fresh: () => usable(current),
    get: async (quietly = false) => usable(current) ?? fetchOrFallBack(quietly),
    async replace(token) {
      if (current && current.authorization !== token.authorization) return
      rejected = token.authorization
      await fetchShared()
    },
  }
}
