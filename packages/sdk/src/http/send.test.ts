import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { CREDENTIALS, thrownBy } from '../../test/support/client.ts'
import { customPay, orderStatus, rawCall, refund, validateUpi } from '../operations/operations.ts'
import { type CallOptions, type GallaConfig, retryPolicy, settle } from '../options.ts'
import { prepare, secretsOf, sourceHeaders, withHeaders } from './send.ts'

const settings = (config: Partial<GallaConfig> = {}) => settle({ ...CREDENTIALS, ...config }, () => undefined)
const read = orderStatus('standard', 'order-1')
const write = refund({ merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) })

describe('prepare', () => {
  it('a GET has no body; a POST has it as text', () => {
    expect(prepare(read, undefined, settings(), []).body).toBeUndefined()
    expect(prepare(write, undefined, settings(), []).body).toBe(
      '{"merchantRefundId":"r-1","originalMerchantOrderId":"order-1","amount":100}',
    )
  })

  it('a body that is no JSON is refused by name', () => {
    const itself: { self?: object } = {}
    itself.self = itself
    for (const body of [{ amount: 100n }, itself]) {
      const call = rawCall({ method: 'POST', path: '/x', body })
      expect(thrownBy(() => prepare(call, undefined, settings(), []))).toMatchObject({ field: 'body' })
    }
  })

  it.each([
    [{ signal: 'soon' }, 'signal'],
    [{ signal: {} }, 'signal'],
    [{ headers: 'X-MERCHANT-ID: M1' }, 'headers'],
    [{ headers: ['X-MERCHANT-ID'] }, 'headers'],
  ])('refuses %j by name', (options, field) => {
    const error = thrownBy(() => prepare(read, options as unknown as CallOptions, settings(), []))
    expect(error).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
  })

  it('reads and the UPI check change nothing; every other POST does', () => {
    const readOnly = (call: Parameters<typeof prepare>[0]) => prepare(call, undefined, settings(), []).readOnly
    expect(readOnly(read)).toBe(true)
    expect(readOnly(validateUpi({ type: 'VPA', vpa: 'a@b' }))).toBe(true)
    expect(readOnly(rawCall({ method: 'GET', path: '/x' }))).toBe(true)
    expect(readOnly(write)).toBe(false)
    expect(readOnly(rawCall({ method: 'POST', path: '/x' }))).toBe(false)
  })

  it('takes times and retries from the options, else from the settings', () => {
    const own = settings({ timeoutMs: 9_000, attemptTimeoutMs: 3_000, retry: 'helper' })
    expect(prepare(read, undefined, own, [])).toMatchObject({
      timeoutMs: 9_000,
      attemptTimeoutMs: 3_000,
      policy: retryPolicy('helper'),
      signal: undefined,
    })
    const { signal } = new AbortController()
    expect(prepare(read, { timeoutMs: 1, attemptTimeoutMs: 2, retry: 'off', signal }, own, [])).toMatchObject({
      timeoutMs: 1,
      attemptTimeoutMs: 2,
      policy: retryPolicy('off'),
      signal,
    })
    expect(prepare(read, {}, settings(), [])).toMatchObject({
      timeoutMs: 30_000,
      attemptTimeoutMs: Number.POSITIVE_INFINITY,
    })
  })

  it.each([
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ attemptTimeoutMs: Number.NaN }, 'attemptTimeoutMs'],
    [{ retry: { retries: -1 } }, 'retry.retries'],
    [{ headers: { Authorization: 'x' } }, 'headers.Authorization'],
  ])('refuses the options %j', (options, field) => {
    expect(thrownBy(() => prepare(read, options, settings(), []))).toMatchObject({ kind: 'invalid-request', field })
  })

  it('headers: common, then the call’s own, then the caller’s', () => {
    const collect = customPay(
      {
        merchantOrderId: 'order-1',
        amount: paise(100),
        paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' } } },
      },
      'iOS',
    )
    const common = ['x-source', 'API']
    expect(prepare(collect, { headers: { 'X-MERCHANT-ID': 'M1' } }, settings(), common).headers).toEqual([
      ...common,
      'x-device-os',
      'iOS',
      'X-MERCHANT-ID',
      'M1',
    ])
  })
})

describe('secretsOf', () => {
  it('client secret, token with and without its scheme, and what the body holds of the payer', () => {
    const call = validateUpi({ type: 'VPA', vpa: 'payer@bank' })
    expect(secretsOf(call, settings(), 'O-Bearer abc')).toEqual([
      CREDENTIALS.clientSecret,
      'O-Bearer abc',
      'abc',
      'payer@bank',
    ])
  })
})

const COMMON = ['Content-Type', 'application/json', 'x-source', 'API'] as const

describe('sourceHeaders', () => {
  it('names the platform as the settings say', () => {
    const platform = { name: 'MY_SHOP', version: '7' }
    expect(sourceHeaders(settle({ ...CREDENTIALS, platform }, () => undefined))).toEqual([
      'Content-Type',
      'application/json',
      'Accept',
      'application/json',
      'x-source',
      'API',
      'x-source-version',
      'V2',
      'x-source-platform',
      'MY_SHOP',
      'x-source-platform-version',
      '7',
    ])
  })
})

describe('withHeaders', () => {
  it('hands the common list on when there is nothing to add', () => {
    expect(withHeaders(COMMON, undefined)).toBe(COMMON)
    expect(withHeaders(COMMON, {})).toEqual(COMMON)
  })

  it('adds, and replaces by name in any case', () => {
    expect(withHeaders(COMMON, { 'X-Source': 'SHOP', 'X-MERCHANT-ID': 'M1' })).toEqual([
      'Content-Type',
      'application/json',
      'X-Source',
      'SHOP',
      'X-MERCHANT-ID',
      'M1',
    ])
  })

  it.each([
    ['a b', 'x'],
    ['a:b', 'x'],
    ['', 'x'],
    ['a\r\nb', 'x'],
    ['X-A', 'x\r\nX-B: y'],
    ['X-A', 'x\u0000'],
    ['X-A', '₹'],
    ['X-A', 42],
    ['X-A', undefined],
  ])('refuses %j: %j', (name, value) => {
    expect(thrownBy(() => withHeaders(COMMON, { [name]: value as string }))).toMatchObject({
      kind: 'invalid-request',
      field: `headers.${name}`,
      message: `headers.${name} is not a header that can be sent`,
    })
  })

  it.each(['Authorization', 'CONTENT-TYPE', 'content-length', 'Host', 'connection', 'Transfer-Encoding'])(
    'refuses %s: it is the client’s own',
    (name) => {
      expect(thrownBy(() => withHeaders(COMMON, { [name]: 'x' })).message).toBe(`headers.${name} is set by the client`)
    },
  )
})
