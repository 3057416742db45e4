import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import type { AccessToken } from './access-token.ts'
import { createTokenCache, type TokenSource } from './token-cache.ts'

const HOUR = 3_600

/** A cache over a token source whose requests the test answers. */
function createCache(more: Partial<TokenSource> = {}) {
  const clock = fakeClock()
  const waiting: { urgent: boolean; resolve(token: AccessToken): void; reject(error: unknown): void }[] = []
  const fallbacks: { error: unknown; cached: AccessToken; attemptedAtMs: number }[] = []
  const seconds = () => clock.now() / 1_000
  const cache = createTokenCache({
    now: clock.now,
    shared: true,
    fetch: (urgent) => new Promise((resolve, reject) => waiting.push({ urgent, resolve, reject })),
    onFallback: (error, cached, attemptedAtMs) => fallbacks.push({ error, cached, attemptedAtMs }),
    ...more,
  })
  const token = (name: string, issuedAt = seconds(), span = HOUR): AccessToken => ({
    authorization: name,
    issuedAt,
    expiresAt: issuedAt + span,
  })
  const answer = async (result: AccessToken | Error) => {
    await clock.flush()
    const pending = waiting.shift()
    if (!pending) throw new Error('no token request is pending')
    if (result instanceof Error) pending.reject(result)
    else pending.resolve(result)
    await clock.flush()
    return pending
  }
  return { cache, clock, waiting, fallbacks, token, answer }
}

/** A cache with a token. */
async function createFilledCache(more: Partial<TokenSource> = {}) {
  const made = createCache(more)
  const first = made.token('first')
  const got = made.cache.get()
  await made.answer(first)
  await got
  return { ...made, first }
}

const names = (tokens: readonly AccessToken[]) => tokens.map(({ authorization }) => authorization)

describe('get', () => {
  it('sends one request for all callers, and none while the token is fresh', async () => {
    const { cache, clock, answer, token, waiting } = createCache()
    expect(cache.fresh()).toBeUndefined()
    const all = Promise.all(Array.from({ length: 100 }, () => cache.get()))
    expect((await answer(token('one'))).urgent).toBe(true)
    expect(waiting).toEqual([])
    expect(new Set(names(await all))).toEqual(new Set(['one']))
    await clock.advance((HOUR / 2) * 1_000 - 1)
    expect((await cache.get()).authorization).toBe('one')
    expect(cache.fresh()?.authorization).toBe('one')
    expect(waiting).toEqual([])
  })

  it('requests another token after half of the lifetime, not urgently', async () => {
    const { cache, clock, answer, token } = await createFilledCache()
    await clock.advance((HOUR / 2) * 1_000)
    expect(cache.fresh()).toBeUndefined()
    const got = cache.get()
    expect((await answer(token('second'))).urgent).toBe(false)
    expect((await got).authorization).toBe('second')
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('rejects all callers with the same error, and sends a new request for the next caller', async () => {
    const { cache, answer, token, waiting, fallbacks } = createCache()
    const down = new Error('down')
    const all = Promise.allSettled([cache.get(), cache.get(), cache.get()])
    await answer(down)
    for (const result of await all) expect(result).toEqual({ status: 'rejected', reason: down })
    expect(waiting).toEqual([])
    expect(fallbacks).toEqual([])
    const again = cache.get()
    await answer(token('one'))
    expect((await again).authorization).toBe('one')
  })

  it('falls back to the cached token when the request fails, and reports it once per request', async () => {
    const { cache, clock, answer, fallbacks, first } = await createFilledCache()
    await clock.advance((HOUR / 2) * 1_000)
    const attemptedAtMs = clock.now()
    const all = Promise.all([cache.get(), cache.get(), cache.get()])
    await clock.advance(250)
    const down = new Error('down')
    await answer(down)
    expect(names(await all)).toEqual(['first', 'first', 'first'])
    expect(fallbacks).toEqual([{ error: down, cached: first, attemptedAtMs }])
    expect(cache.fresh()).toBeUndefined()
    const again = cache.get()
    await answer(down)
    await again
    expect(fallbacks).toHaveLength(2)
  })

  it('falls back even to an expired token', async () => {
    const { cache, clock, answer } = await createFilledCache()
    await clock.advance(2 * HOUR * 1_000)
    const got = cache.get()
    await answer(new Error('down'))
    expect((await got).authorization).toBe('first')
  })
})

describe('replace', () => {
  it('sends one request for all callers whose token was rejected', async () => {
    const { cache, answer, token, waiting, first } = await createFilledCache()
    const all = Promise.all(Array.from({ length: 100 }, () => cache.replace(first)))
    expect(cache.fresh()).toBeUndefined()
    await answer(token('second'))
    // Before it waits for all of them: a second request would never be answered.
    expect(waiting).toEqual([])
    await all
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('does nothing when a newer token is cached', async () => {
    const { cache, clock, answer, token, waiting, first } = await createFilledCache()
    const replaced = cache.replace(first)
    await answer(token('second'))
    await replaced
    const again = cache.replace(first)
    await clock.flush()
    expect(waiting).toEqual([])
    await again
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('makes get() wait for the new token meanwhile', async () => {
    const { cache, answer, token, waiting, first } = await createFilledCache()
    const replaced = cache.replace(first)
    const got = cache.get()
    await answer(token('second'))
    expect(waiting).toEqual([])
    await replaced
    expect((await got).authorization).toBe('second')
  })

  it('rejects when the request fails; get() still falls back to the rejected token', async () => {
    const { cache, answer, first, fallbacks } = await createFilledCache()
    const down = new Error('down')
    const replaced = cache.replace(first).catch((error: unknown) => error)
    await answer(down)
    expect(await replaced).toBe(down)
    expect(cache.fresh()).toBeUndefined()
    const got = cache.get()
    await answer(down)
    expect((await got).authorization).toBe('first')
    expect(fallbacks).toHaveLength(1)
  })

  it('accepts the same token again when the provider returns it', async () => {
    const { cache, answer, token, first } = await createFilledCache()
    const replaced = cache.replace(first)
    await answer(token('first'))
    await replaced
    expect(cache.fresh()?.authorization).toBe('first')
  })
})

describe('a token with an earlier issuedAt', () => {
  it('does not replace a newer token', async () => {
    const { cache, clock, answer, token, first } = await createFilledCache()
    await clock.advance((HOUR / 2) * 1_000)
    const got = cache.get()
    await answer(token('older', first.issuedAt - 1, 4 * HOUR))
    expect((await got).authorization).toBe('first')
  })

  it('replaces a newer token that was rejected', async () => {
    const { cache, answer, token, first } = await createFilledCache()
    const replaced = cache.replace(first)
    await answer(token('older', first.issuedAt - 1, 4 * HOUR))
    await replaced
    expect(cache.fresh()?.authorization).toBe('older')
  })
})

describe('a token store', () => {
  /** A store whose content the test sets. */
  function createStore(initial?: AccessToken) {
    const saved: AccessToken[] = []
    let stored = initial
    return {
      saved,
      put: (token: AccessToken | undefined) => {
        stored = token
      },
      port: {
        load: async () => stored,
        save: async (token: AccessToken) => {
          saved.push(token)
          stored = token
        },
      },
    }
  }

  it('is read first: a fresh token in it saves the request', async () => {
    const store = createStore()
    const { cache, waiting, token } = createCache(store.port)
    store.put(token('shared'))
    expect((await cache.get()).authorization).toBe('shared')
    expect(waiting).toEqual([])
    expect(store.saved).toEqual([])
    expect(cache.fresh()?.authorization).toBe('shared')
  })

  it('receives a token that was requested', async () => {
    const store = createStore()
    const { cache, answer, token } = createCache(store.port)
    const got = cache.get()
    await answer(token('one'))
    await got
    expect(names(store.saved)).toEqual(['one'])
  })

  it('counts as empty when its token is past half of its lifetime', async () => {
    const store = createStore()
    const { cache, clock, answer, token } = createCache(store.port)
    store.put(token('old'))
    await clock.advance((HOUR / 2) * 1_000)
    const got = cache.get()
    await answer(token('new'))
    expect((await got).authorization).toBe('new')
  })

  it('does not return the token that was rejected', async () => {
    const store = createStore()
    const { cache, answer, token, first } = await createFilledCache(store.port)
    store.put(first)
    const replaced = cache.replace(first)
    await answer(token('second'))
    await replaced
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('provides the token that another process requested after the rejection', async () => {
    const store = createStore()
    const { cache, waiting, token, first } = await createFilledCache(store.port)
    store.put(token('from another process'))
    await cache.replace(first)
    expect(cache.fresh()?.authorization).toBe('from another process')
    expect(waiting).toEqual([])
  })

  it('counts as empty when it fails', async () => {
    const broken = { load: () => Promise.reject(new Error('gone')), save: () => Promise.reject(new Error('gone')) }
    const { cache, answer, token } = createCache(broken)
    const got = cache.get()
    await answer(token('one'))
    expect((await got).authorization).toBe('one')
  })
})
