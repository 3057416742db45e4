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

async function hostsAsked(env: Env = 'SANDBOX', options = {}): Promise<string[]> {
  const client = StandardCheckoutClient.getInstance('tea-stall', 'secret', 1, env, false, options)
  await client.getOrderStatus('order-1').finally(() => client.close())
  return provider.take().map(({ host }) => host)
}

const all = (name: string) => `${provider.origin}/${name}`

describe('hosts', () => {
  it('come from one variable', async () => {
    vi.stubEnv('GALLA_HOSTS', all('everything'))
    expect(await hostsAsked()).toEqual(['everything', 'everything'])
  })

  it('come from a variable each, before the common one', async () => {
    vi.stubEnv('GALLA_HOSTS', all('everything'))
    vi.stubEnv('GALLA_IDENTITY_HOST', all('door'))
    expect(await hostsAsked()).toEqual(['door', 'everything'])
  })

  it('come from code before they come from variables', async () => {
    vi.stubEnv('GALLA_HOSTS', all('variable'))
    configure({ hosts: all('configured') })
    expect(await hostsAsked()).toEqual(['configured', 'configured'])
  })

  it('come from the client itself before all others', async () => {
    configure({ hosts: all('configured') })
    expect(await hostsAsked('SANDBOX', { hosts: all('given') })).toEqual(['given', 'given'])
  })

  it('are told when a client in PRODUCTION speaks to them', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    vi.stubEnv('GALLA_HOSTS', all('variable'))
    await hostsAsked('PRODUCTION')
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('PRODUCTION'))
  })

  it.each(['http://pay.example', 'ftp://127.0.0.1', 'not an address'])('are never %s', async (address) => {
    vi.stubEnv('GALLA_HOSTS', address)
    await expect(hostsAsked()).rejects.toMatchObject({
      type: 'BadRequest',
      data: { field: expect.stringContaining('hosts') },
    })
  })
})

describe('a closed client', () => {
  it('is nobody’s shared client any more', async () => {
    const make = () => StandardCheckoutClient.getInstance('tea-stall', 'secret', 1, 'SANDBOX', false)
    const first = make()
    expect(make()).toBe(first)
    await first.close()
    const second = make()
    expect(second).not.toBe(first)
    // Closing the old one again takes nothing from the new one.
    await first.close()
    expect(make()).toBe(second)
    await second.close()
  })
})
