import { describe, expect, it } from 'vitest'
import { CREDENTIALS, thrownBy } from '../test/support/client.ts'
import { type GallaConfig, normalizeOptions, type Retry, retryPolicy } from './options.ts'

const normalized = (config: Partial<GallaConfig> = {}) =>
  normalizeOptions({ ...CREDENTIALS, ...config }, () => undefined)

describe('normalizeOptions', () => {
  it('fills in defaults', () => {
    expect(normalized()).toMatchObject({
      clientId: CREDENTIALS.clientId,
      clientSecret: CREDENTIALS.clientSecret,
      clientVersion: '1',
      environment: 'SANDBOX',
      timeoutMs: 30_000,
      attemptTimeoutMs: Number.POSITIVE_INFINITY,
      retry: { retries: 0 },
      retryUnauthorized: false,
      telemetry: false,
      platform: { name: 'BACKEND_NODE_SDK', version: '2.0.1' },
    })
  })

  it('returns a frozen object', () => {
    expect(Object.isFrozen(normalized())).toBe(true)
  })

  it.each([
    [{ clientId: '' }, 'clientId'],
    [{ clientId: undefined as unknown as string }, 'clientId'],
    [{ clientSecret: ' ' }, 'clientSecret'],
    [{ clientSecret: 12 as unknown as string }, 'clientSecret'],
    [{ clientVersion: '' }, 'clientVersion'],
    [{ clientVersion: null as unknown as string }, 'clientVersion'],
    [{ clientVersion: Number.NaN }, 'clientVersion'],
    [{ clientVersion: 0 }, 'clientVersion'],
    [{ telemetry: 'true' as unknown as boolean }, 'telemetry'],
    [{ retryUnauthorized: 'false' as unknown as boolean }, 'retryUnauthorized'],
    [{ retry: { retries: 1, baseMs: '1' as unknown as number } }, 'retry.baseMs'],
    [{ retry: { retries: 1, jitter: true as unknown as number } }, 'retry.jitter'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs'],
    [{ attemptTimeoutMs: -5 }, 'attemptTimeoutMs'],
    [{ retry: 'always' as Retry }, 'retry'],
    [{ merchantId: '' }, 'merchantId'],
    [{ merchantId: 'M1\r\nx-source: WEB' }, 'merchantId'],
    [{ hosts: 'not a URL' }, 'hosts'],
    [{ hosts: 42 as unknown as string }, 'hosts'],
    [{ hosts: { payments: 'https://pay.example' } as object }, 'hosts.payments'],
    [{ hosts: { pg: 'http://pay.example' } }, 'hosts.pg'],
    [{ hosts: { events: 'ftp://pay.example' } }, 'hosts.events'],
    [{ fetch: 'node-fetch' as unknown as NonNullable<GallaConfig['fetch']> }, 'fetch'],
    [{ fetch: {} as NonNullable<GallaConfig['fetch']> }, 'fetch'],
    [{ tokenStore: {} as NonNullable<GallaConfig['tokenStore']> }, 'tokenStore'],
    [{ hooks: (() => {}) as object }, 'hooks'],
    [{ hooks: { request: console } as object }, 'hooks.request'],
  ])('rejects %j and names the field', (config, field) => {
    const error = thrownBy(() => normalized(config))
    expect(error).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
    expect(error.message).toContain(field)
  })

  it('lets hostsWithoutTls name a private host of plain http, in SANDBOX', () => {
    const hosts = 'http://sandbox:4500'
    expect(normalized({ hosts, hostsWithoutTls: ['sandbox'] }).baseUrls.identity).toMatchObject({
      host: 'sandbox:4500',
    })
    expect(thrownBy(() => normalized({ hosts })).message).toContain('hostsWithoutTls: sandbox')
  })

  it.each([
    [{ hostsWithoutTls: ['sandbox'], environment: 'PRODUCTION' }, 'is for SANDBOX only'],
    [{ hostsWithoutTls: ['api.example.com'] }, "got 'api.example.com'"],
    [{ hostsWithoutTls: 'sandbox' as unknown as string[] }, 'must be a list'],
  ] as const)('refuses %j, even where no host needs it', (config, problem) => {
    expect(thrownBy(() => normalized(config))).toMatchObject({
      field: 'hostsWithoutTls',
      message: expect.stringContaining(problem),
    })
  })

  it.each([undefined, null, 'config'])('rejects %j as config', (config) => {
    expect(thrownBy(() => normalizeOptions(config as unknown as GallaConfig, () => undefined))).toMatchObject({
      field: 'config',
    })
  })
})

describe('platform', () => {
  it.each([{ name: 'two\nlines' }, { version: '' }, { version: 'गल्ला' }])(
    'rejects what cannot be a header value: %j',
    (platform) => {
      const [field] = Object.keys(platform)
      const config = { clientId: 'a', clientSecret: 'b', clientVersion: 1, platform }
      expect(() => normalizeOptions(config, () => {})).toThrow(expect.objectContaining({ field: `platform.${field}` }))
    },
  )
})

describe('retryPolicy', () => {
  it.each<[Retry, ReturnType<typeof retryPolicy>]>([
    ['off', { retries: 0, baseMs: 0, jitter: 0, safeOnly: true }],
    ['helper', { retries: 3, baseMs: 0, jitter: 0.2, safeOnly: true }],
    [{ retries: 5 }, { retries: 5, baseMs: 0, jitter: 0.2, safeOnly: false }],
    [
      { retries: 0, baseMs: 100, jitter: 1 },
      { retries: 0, baseMs: 100, jitter: 1, safeOnly: false },
    ],
    [
      { retries: 20, baseMs: 60_000, jitter: 0 },
      { retries: 20, baseMs: 60_000, jitter: 0, safeOnly: false },
    ],
  ])('normalises %j', (retry, policy) => {
    expect(retryPolicy(retry)).toEqual(policy)
  })

  it.each([
    [null, 'retry'],
    ['on', 'retry'],
    [3, 'retry'],
    [{}, 'retry.retries'],
    [{ retries: 1.5 }, 'retry.retries'],
    [{ retries: -1 }, 'retry.retries'],
    [{ retries: 21 }, 'retry.retries'],
    [{ retries: '3' }, 'retry.retries'],
    [{ retries: 3, baseMs: -1 }, 'retry.baseMs'],
    [{ retries: 3, baseMs: 60_001 }, 'retry.baseMs'],
    [{ retries: 3, baseMs: Number.NaN }, 'retry.baseMs'],
    [{ retries: 3, jitter: 1.1 }, 'retry.jitter'],
    [{ retries: 3, jitter: -0.1 }, 'retry.jitter'],
  ])('rejects %j', (retry, field) => {
    expect(thrownBy(() => retryPolicy(retry as Retry))).toMatchObject({ kind: 'invalid-request', field })
  })
})
