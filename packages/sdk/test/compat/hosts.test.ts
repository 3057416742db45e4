import { configure, type Env, StandardCheckoutClient } from '@galla/sdk/compat'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RecordingProvider, recordingProvider } from './support/provider.ts'

let provider: RecordingProvider
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  configure({})
})

async function requestedHosts(env: `${Env}` = 'SANDBOX', options = {}): Promise<string[]> {
  const client = StandardCheckoutClient.getInstance('demo-shop', 'secret', 1, env, false, options)
  await client.getOrderStatus('order-1').finally(() => client.close())
  return provider.take().map(({ host }) => host)
}

const all = (name: string) => `${provider.origin}/${name}`

describe('hosts', () => {
  it('are read from GALLA_HOSTS', async () => {
    vi.stubEnv('GALLA_HOSTS', all('everything'))
    expect(await requestedHosts()).toEqual(['everything', 'everything'])
  })

  it('are read from a host’s own variable before GALLA_HOSTS', async () => {
    vi.stubEnv('GALLA_HOSTS', all('everything'))
    vi.stubEnv('GALLA_IDENTITY_HOST', all('identity-host'))
    expect(await requestedHosts()).toEqual(['identity-host', 'everything'])
  })

  it('are read from configure() before variables', async () => {
    vi.stubEnv('GALLA_HOSTS', all('variable'))
    configure({ hosts: all('configured') })
    expect(await requestedHosts()).toEqual(['configured', 'configured'])
  })

  it('are read from the client’s options before configure()', async () => {
    configure({ hosts: all('configured') })
    expect(await requestedHosts('SANDBOX', { hosts: all('given') })).toEqual(['given', 'given'])
  })

  it('cause a warning in PRODUCTION', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    vi.stubEnv('GALLA_HOSTS', all('variable'))
    await requestedHosts('PRODUCTION')
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('PRODUCTION'))
  })

  it.each(['http://pay.example', 'ftp://127.0.0.1', 'not a URL'])('reject %s', async (url) => {
    vi.stubEnv('GALLA_HOSTS', url)
    await expect(requestedHosts()).rejects.toMatchObject({
      type: 'BadRequest',
      data: { field: expect.stringContaining('hosts') },
    })
  })
})

describe('hosts without TLS', () => {
  const open = (env: `${Env}`, options = {}) =>
    StandardCheckoutClient.getInstance('demo-shop', 'secret', 1, env, false, options).close()

  it('are read from GALLA_HOSTS_WITHOUT_TLS, and from options before it', async () => {
    vi.stubEnv('GALLA_HOSTS', 'http://sandbox:4500')
    expect(() => open('SANDBOX')).toThrow('hostsWithoutTls: sandbox')
    vi.stubEnv('GALLA_HOSTS_WITHOUT_TLS', 'gateway, sandbox')
    await open('SANDBOX')
    expect(() => open('SANDBOX', { hostsWithoutTls: ['other'] })).toThrow('hostsWithoutTls: sandbox')
    vi.stubEnv('GALLA_HOSTS_WITHOUT_TLS', '')
    expect(() => open('SANDBOX')).toThrow('hostsWithoutTls: sandbox')
  })

  it('are refused in PRODUCTION', () => {
    vi.stubEnv('GALLA_HOSTS_WITHOUT_TLS', 'sandbox')
    expect(() => open('PRODUCTION')).toThrow('hostsWithoutTls is for SANDBOX only')
  })
})

describe('a closed client', () => {
  it('is no longer shared', async () => {
    const make = () => StandardCheckoutClient.getInstance('demo-shop', 'secret', 1, 'SANDBOX', false)
    const first = make()
    expect(make()).toBe(first)
    await first.close()
    const second = make()
    expect(second).not.toBe(first)
    // Closing the old client again does not remove the new one.
    await first.close()
    expect(make()).toBe(second)
    await second.close()
  })
})
