import { type AccessToken, isFresh } from './access-token.ts'

export interface TokenCache {
  /** The cached token while it is in the first half of its life; costs nothing. */
  fresh(): AccessToken | undefined
  /**
   * A token to use now: cached, or fetched once for all who wait. Fetch fails: the cached one, else the error.
   * `quietly`: nobody needs to hear that the cached one had to serve.
   */
  get(quietly?: boolean): Promise<AccessToken>
  /** The provider refused this token: fetch another, once for all who were refused; nothing when a newer one is already here. */
  replace(refused: AccessToken): Promise<void>
}

export interface TokenSource {
  now(): number
  /** Asks the provider. `urgent` when there is no token to fall back on. */
  mint(urgent: boolean): Promise<AccessToken>
  load?(): Promise<AccessToken | undefined>
  save?(token: AccessToken): Promise<void>
  /** The fetch failed and the cached token went on being used. */
  fellBack(error: unknown, cached: AccessToken, attemptedAtMs: number): void
}

export function createTokenCache(source: TokenSource): TokenCache {
  let current: AccessToken | undefined
  let refused: string | undefined
  let flight: Promise<AccessToken> | undefined

  const usable = (token: AccessToken | undefined) =>
    token !== undefined && token.authorization !== refused && isFresh(token, source.now()) ? token : undefined

  const keep = (token: AccessToken): AccessToken => {
    const newerIsHere = current && current.authorization !== refused && current.issuedAt > token.issuedAt
    if (current && newerIsHere) return current
    current = token
    refused = undefined
    return token
  }

  const fetchOne = async (): Promise<AccessToken> => {
    const shared = usable(await source.load?.().catch(() => undefined))
    if (shared) return keep(shared)
    const token = keep(await source.mint(current === undefined))
    await source.save?.(token).catch(() => undefined)
    return token
  }

  const fly = (): Promise<AccessToken> => {
    flight ??= fetchOne().finally(() => {
      flight = undefined
    })
    return flight
  }

  /** One fallback event a flight, however many wait for it; none while only quiet ones do. */
  let fallback: Promise<AccessToken> | undefined
  let tell = false
  const flyOrFallBack = (quietly: boolean): Promise<AccessToken> => {
    const attemptedAtMs = source.now()
    tell ||= !quietly
    fallback ??= fly()
      .catch((error: unknown) => {
        if (!current) throw error
        if (tell) source.fellBack(error, current, attemptedAtMs)
        return current
      })
      .finally(() => {
        fallback = undefined
        tell = false
      })
    return fallback
  }

  return {
    fresh: () => usable(current),
    get: async (quietly = false) => usable(current) ?? flyOrFallBack(quietly),
    async replace(token) {
      if (current && current.authorization !== token.authorization) return
      refused = token.authorization
      await fly()
    },
  }
}
