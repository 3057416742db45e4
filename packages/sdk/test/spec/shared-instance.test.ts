import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CREDENTIALS } from '../support/client.ts'

const config = { ...CREDENTIALS, fetch: () => Promise.reject(new Error('nothing is called here')) }

// The shared client belongs to the process: every test takes a fresh copy of the module.
beforeEach(() => vi.resetModules())
const door = () => import('../../src/index.ts')

describe('spec §4: Client instance: a single shared instance', () => {
  it('spec §4: Asking again with identical credentials returns the same one', async () => {
    const { sharedGalla, Galla } = await door()
    const first = sharedGalla(config)
    expect(first).toBeInstanceOf(Galla)
    expect(sharedGalla({ ...config })).toBe(first)
    expect(sharedGalla({ ...config, clientVersion: '1', environment: 'SANDBOX' })).toBe(first)
    // An unknown name ends in SANDBOX, so it is the same client.
    expect(sharedGalla({ ...config, environment: 'UAT' as 'SANDBOX' })).toBe(first)
  })

  it.each([
    ['client id', { clientId: 'other' }],
    ['client secret', { clientSecret: 'other' }],
    ['client version', { clientVersion: 2 }],
    ['environment', { environment: 'PRODUCTION' as const }],
  ])('spec §4: asking with different credentials fails (see section 8) — another %s', async (_name, other) => {
    const { sharedGalla } = await door()
    const first = sharedGalla(config)
    expect(() => sharedGalla({ ...config, ...other })).toThrow(
      expect.objectContaining({
        name: 'GallaError',
        kind: 're-initialize',
        outcome: 'not-sent',
        message: 'Cannot re-initialize Galla. Please utilize the existing client object with required credentials',
      }),
    )
    expect(sharedGalla(config)).toBe(first)
  })

  it('credentials that look alike when joined are still different', async () => {
    const { sharedGalla } = await door()
    sharedGalla({ ...config, clientId: 'a', clientSecret: 'b","c' })
    expect(() => sharedGalla({ ...config, clientId: 'a","b', clientSecret: 'c' })).toThrow('Cannot re-initialize')
  })

  it('a config that cannot be used leaves nothing behind', async () => {
    const { sharedGalla } = await door()
    expect(() => sharedGalla({ ...config, clientSecret: '' })).toThrow('clientSecret must be a non-empty text')
    expect(sharedGalla(config)).toBe(sharedGalla(config))
  })

  it('new Galla() makes as many as you like', async () => {
    const { Galla, sharedGalla } = await door()
    expect(new Galla(config)).not.toBe(new Galla(config))
    expect(() => new Galla({ ...config, clientId: 'other' })).not.toThrow()
    sharedGalla(config)
    expect(() => new Galla({ ...config, clientId: 'third' })).not.toThrow()
  })
})
