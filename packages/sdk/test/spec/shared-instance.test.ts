import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CREDENTIALS } from '../support/client.ts'

const config = { ...CREDENTIALS, fetch: () => Promise.reject(new Error('unexpected request')) }

// The shared client is process-wide state: every test imports a fresh copy of the module.
beforeEach(() => vi.resetModules())
const freshModule = () => import('../../src/index.ts')

describe('specification §4: Client instance: a single shared instance', () => {
  it('specification §4: Asking again with identical credentials returns the same one', async () => {
    const { sharedGalla, Galla } = await freshModule()
    const first = sharedGalla(config)
    expect(first).toBeInstanceOf(Galla)
    expect(sharedGalla({ ...config })).toBe(first)
    expect(sharedGalla({ ...config, clientVersion: '1', environment: 'SANDBOX' })).toBe(first)
    // An unknown name falls back to SANDBOX: the same client.
    expect(sharedGalla({ ...config, environment: 'UAT' as 'SANDBOX' })).toBe(first)
  })

  it.each([
    ['client id', { clientId: 'other' }],
    ['client secret', { clientSecret: 'other' }],
    ['client version', { clientVersion: 2 }],
    ['environment', { environment: 'PRODUCTION' as const }],
  ])('specification §4: asking with different credentials fails (see section 8) — another %s', async (_name, other) => {
    const { sharedGalla } = await freshModule()
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

  it('distinguishes credentials that are equal when joined', async () => {
    const { sharedGalla } = await freshModule()
    sharedGalla({ ...config, clientId: 'a', clientSecret: 'b","c' })
    expect(() => sharedGalla({ ...config, clientId: 'a","b', clientSecret: 'c' })).toThrow('Cannot re-initialize')
  })

  it('keeps no client after an invalid config', async () => {
    const { sharedGalla } = await freshModule()
    expect(() => sharedGalla({ ...config, clientSecret: '' })).toThrow('clientSecret must be a non-empty string')
    expect(sharedGalla(config)).toBe(sharedGalla(config))
  })

  it('new Galla() creates independent clients', async () => {
    const { Galla, sharedGalla } = await freshModule()
    expect(new Galla(config)).not.toBe(new Galla(config))
    expect(() => new Galla({ ...config, clientId: 'other' })).not.toThrow()
    sharedGalla(config)
    expect(() => new Galla({ ...config, clientId: 'third' })).not.toThrow()
  })

  it('creates another client after the shared one was closed', async () => {
    const { sharedGalla } = await freshModule()
    const first = sharedGalla(config)
    await first.close()
    await using second = sharedGalla(config)
    expect(second).not.toBe(first)
    await first.close()
    expect(sharedGalla(config)).toBe(second)
  })
})
