import { fakeClock } from '@galla/testkit/fake-clock'
import { describe, expect, it } from 'vitest'
import { CREDENTIALS } from '../../test/support/client.ts'
import { settle } from '../options.ts'
import type { AccessToken, TokenStore } from './access-token.ts'
import { keyFor, patientStore } from './token-source.ts'

const token: AccessToken = { authorization: 'O-Bearer abc', issuedAt: 1_750_000_000, expiresAt: 1_750_003_600 }
const over = (store: Partial<TokenStore>, clock = fakeClock()) =>
  patientStore({ load: async () => undefined, save: async () => undefined, ...store }, 'the key', clock)

describe('patientStore', () => {
  it('hands key and token on', async () => {
    const saved: unknown[] = []
    const store = over({
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
  ])('makes nothing of %j', async (kept) => {
    expect(await over({ load: async () => kept as AccessToken }).load()).toBeUndefined()
  })

  it('a store that throws is one that fails', async () => {
    const thrower = () => {
      throw new Error('gone')
    }
    await expect(over({ load: thrower }).load()).rejects.toThrow('gone')
    await expect(over({ save: thrower }).save(token)).rejects.toThrow('gone')
  })

  it('a store that is silent for a second is one that fails', async () => {
    const clock = fakeClock()
    const silent = () => new Promise<never>(() => undefined)
    const store = over({ load: silent, save: silent }, clock)
    const both = Promise.allSettled([store.load(), store.save(token)])
    await clock.advance(1_000)
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(clock.waiting()).toEqual([])
  })
})

describe('keyFor', () => {
  const settings = (more: object = {}) => settle({ ...CREDENTIALS, ...more }, () => undefined)

  it('tells client, version and identity host apart', () => {
    const others = [
      { clientId: 'b' },
      { clientVersion: 2 },
      { environment: 'PRODUCTION' },
      { hosts: 'http://127.0.0.1:1' },
    ]
    const keys = [{}, ...others].map((more) => keyFor(settings(more)))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('holds no secret', () => {
    expect(keyFor(settings({ clientSecret: 'a-very-secret-word' }))).not.toContain('a-very-secret-word')
  })
})
