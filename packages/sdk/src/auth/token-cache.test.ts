import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import type { AccessToken } from './access-token.ts'
import { createTokenCache, type TokenSource } from './token-cache.ts'

const HOUR = 3_600

/** A token source in the test's hands: each fetch waits until it is answered. */
function source(more: Partial<TokenSource> = {}) {
  const clock = fakeClock()
  const waiting: { urgent: boolean; resolve(token: AccessToken): void; reject(error: unknown): void }[] = []
  const fallbacks: { error: unknown; cached: AccessToken; attemptedAtMs: number }[] = []
  const seconds = () => clock.now() / 1_000
  const cache = createTokenCache({
    now: clock.now,
    mint: (urgent) => new Promise((resolve, reject) => waiting.push({ urgent, resolve, reject })),
    fellBack: (error, cached, attemptedAtMs) => fallbacks.push({ error, cached, attemptedAtMs }),
    ...more,
  })
  const token = (name: string, issuedAt = seconds(), span = HOUR): AccessToken => ({
    authorization: name,
    issuedAt,
    expiresAt: issuedAt + span,
  })
  const answer = async (how: AccessToken | Error) => {
    await clock.settle()
    const one = waiting.shift()
    if (!one) throw new Error('nobody waits for a token')
    if (how instanceof Error) one.reject(how)
    else one.resolve(how)
    await clock.settle()
    return one
  }
  return { cache, clock, waiting, fallbacks, token, answer }
}

/** A cache that already holds a token. */
async function filled(more: Partial<TokenSource> = {}) {
  const made = source(more)
  const first = made.token('first')
  const got = made.cache.get()
  await made.answer(first)
  await got
  return { ...made, first }
}

const names = (tokens: readonly AccessToken[]) => tokens.map(({ authorization }) => authorization)

describe('get', () => {
  it('fetches once for all who wait, and not again while it is fresh', async () => {
    const { cache, clock, answer, token, waiting } = source()
    expect(cache.fresh()).toBeUndefined()
    const all = Promise.all(Array.from({ length: 100 }, () => cache.get()))
    expect((await answer(token('one'))).urgent).toBe(true)
    expect(new Set(names(await all))).toEqual(new Set(['one']))
    await clock.advance((HOUR / 2) * 1_000 - 1)
    expect((await cache.get()).authorization).toBe('one')
    expect(cache.fresh()?.authorization).toBe('one')
    expect(waiting).toEqual([])
  })

  it('fetches another from the half of its life on; not urgent, since one is held', async () => {
    const { cache, clock, answer, token } = await filled()
    await clock.advance((HOUR / 2) * 1_000)
    expect(cache.fresh()).toBeUndefined()
    const got = cache.get()
    expect((await answer(token('second'))).urgent).toBe(false)
    expect((await got).authorization).toBe('second')
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('fails for all who wait with the one error, and asks anew for the next', async () => {
    const { cache, answer, token, waiting, fallbacks } = source()
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

  it('falls back on the cached one when the fetch fails, told once a fetch', async () => {
    const { cache, clock, answer, fallbacks, first } = await filled()
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

  it('falls back even on one whose life is over: the provider has the last word', async () => {
    const { cache, clock, answer } = await filled()
    await clock.advance(2 * HOUR * 1_000)
    const got = cache.get()
    await answer(new Error('down'))
    expect((await got).authorization).toBe('first')
  })
})

describe('replace', () => {
  it('fetches once for all who were refused', async () => {
    const { cache, answer, token, waiting, first } = await filled()
    const all = Promise.all(Array.from({ length: 100 }, () => cache.replace(first)))
    expect(cache.fresh()).toBeUndefined()
    await answer(token('second'))
    await all
    expect(waiting).toEqual([])
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('does nothing for a refusal that comes late: a newer token is here', async () => {
    const { cache, answer, token, waiting, first } = await filled()
    const renewed = cache.replace(first)
    await answer(token('second'))
    await renewed
    await cache.replace(first)
    expect(waiting).toEqual([])
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('who asks meanwhile waits for the new one', async () => {
    const { cache, answer, token, waiting, first } = await filled()
    const renewed = cache.replace(first)
    const got = cache.get()
    await answer(token('second'))
    await renewed
    expect((await got).authorization).toBe('second')
    expect(waiting).toEqual([])
  })

  it('fails with the fetch, but the refused one is still better than none', async () => {
    const { cache, answer, first, fallbacks } = await filled()
    const down = new Error('down')
    const renewed = cache.replace(first).catch((error: unknown) => error)
    await answer(down)
    expect(await renewed).toBe(down)
    expect(cache.fresh()).toBeUndefined()
    const got = cache.get()
    await answer(down)
    expect((await got).authorization).toBe('first')
    expect(fallbacks).toHaveLength(1)
  })

  it('takes the same token again when the provider insists on it', async () => {
    const { cache, answer, token, first } = await filled()
    const renewed = cache.replace(first)
    await answer(token('first'))
    await renewed
    expect(cache.fresh()?.authorization).toBe('first')
  })
})

describe('a late token', () => {
  it('never replaces a newer one', async () => {
    const { cache, clock, answer, token, first } = await filled()
    await clock.advance((HOUR / 2) * 1_000)
    const got = cache.get()
    await answer(token('older', first.issuedAt - 1, 4 * HOUR))
    expect((await got).authorization).toBe('first')
  })

  it('replaces a newer one that was refused', async () => {
    const { cache, answer, token, first } = await filled()
    const renewed = cache.replace(first)
    await answer(token('older', first.issuedAt - 1, 4 * HOUR))
    await renewed
    expect(cache.fresh()?.authorization).toBe('older')
  })
})

describe('a store', () => {
  /** A store in the test's hands. */
  function shelf(initial?: AccessToken) {
    const saved: AccessToken[] = []
    let held = initial
    return {
      saved,
      put: (token: AccessToken | undefined) => {
        held = token
      },
      port: {
        load: async () => held,
        save: async (token: AccessToken) => {
          saved.push(token)
          held = token
        },
      },
    }
  }

  it('is asked first: a fresh token there saves the fetch', async () => {
    const store = shelf()
    const { cache, waiting, token } = source(store.port)
    store.put(token('shared'))
    expect((await cache.get()).authorization).toBe('shared')
    expect(waiting).toEqual([])
    expect(store.saved).toEqual([])
    expect(cache.fresh()?.authorization).toBe('shared')
  })

  it('is given what was fetched', async () => {
    const store = shelf()
    const { cache, answer, token } = source(store.port)
    const got = cache.get()
    await answer(token('one'))
    await got
    expect(names(store.saved)).toEqual(['one'])
  })

  it('with a token past its half is as good as empty', async () => {
    const store = shelf()
    const { cache, clock, answer, token } = source(store.port)
    store.put(token('old'))
    await clock.advance((HOUR / 2) * 1_000)
    const got = cache.get()
    await answer(token('new'))
    expect((await got).authorization).toBe('new')
  })

  it('does not bring back the token that was refused', async () => {
    const store = shelf()
    const { cache, answer, token, first } = await filled(store.port)
    store.put(first)
    const renewed = cache.replace(first)
    await answer(token('second'))
    await renewed
    expect(cache.fresh()?.authorization).toBe('second')
  })

  it('brings the token that another process already fetched after the refusal', async () => {
    const store = shelf()
    const { cache, waiting, token, first } = await filled(store.port)
    store.put(token('from another process'))
    await cache.replace(first)
    expect(cache.fresh()?.authorization).toBe('from another process')
    expect(waiting).toEqual([])
  })

  it('that fails is treated as empty', async () => {
    const broken = { load: () => Promise.reject(new Error('gone')), save: () => Promise.reject(new Error('gone')) }
    const { cache, answer, token } = source(broken)
    const got = cache.get()
    await answer(token('one'))
    expect((await got).authorization).toBe('one')
  })
})
