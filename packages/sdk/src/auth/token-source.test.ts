import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../../test/support/client.ts'
import { normalizeOptions } from '../options.ts'
import type { AccessToken, TokenStore } from './access-token.ts'
import { storeKey, storeWithTimeout } from './token-source.ts'

const token: AccessToken = { authorization: 'O-Bearer abc', issuedAt: 1_750_000_000, expiresAt: 1_750_003_600 }
const limited = (store: Partial<TokenStore>, clock = fakeClock()) =>
  storeWithTimeout({ load: async () => undefined, save: async () => undefined, ...store }, 'the key', clock)

describe('storeWithTimeout', () => {
  it('passes key and token to the store', async () => {
    const saved: unknown[] = []
    const store = limited({
      load: async (key) => (key === 'the key' ? token : undefined),
      save: async (...all) => void saved.push(all),
    })
    expect(await store.load()).toBe(token)
    await store.save(token)
    expect(saved).toEqual([['the key', token]])
  })

  it.each([
    undefined,
    null,
    'O-Bearer abc',
    {},
    { ...token, authorization: undefined },
    { ...token, issuedAt: '1750000000' },
    { ...token, expiresAt: '1750003600' },
  ])('returns undefined for %j', async (stored) => {
    expect(await limited({ load: async () => stored as AccessToken }).load()).toBeUndefined()
  })

  it('rejects when the store throws', async () => {
    const thrower = () => {
      throw new Error('gone')
    }
    await expect(limited({ load: thrower }).load()).rejects.toThrow('gone')
    await expect(limited({ save: thrower }).save(token)).rejects.toThrow('gone')
  })

  it('rejects when the store does not answer within a second', async () => {
    const clock = fakeClock()
    const silent = () => new Promise<never>(() => undefined)
    const store = limited({ load: silent, save: silent }, clock)
    const both = Promise.allSettled([store.load(), store.save(token)])
    await clock.advance(1_000)
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(clock.waiting()).toEqual([])
  })
})

describe('storeKey', () => {
  const options = (more: object = {}) => normalizeOptions({ ...CREDENTIALS, ...more }, () => undefined)

  it('differs by client, version and identity host', () => {
    const others = [
      { clientId: 'b' },
      { clientVersion: 2 },
      { environment: 'PRODUCTION' },
      { hosts: 'http://127.0.0.1:1' },
    ]
    const keys = [{}, ...others].map((more) => storeKey(options(more)))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('contains no secret', () => {
    expect(storeKey(options({ clientSecret: 'a-very-secret-word' }))).not.toContain('a-very-secret-word')
  })
})
