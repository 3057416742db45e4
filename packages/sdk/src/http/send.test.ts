import { paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import { CREDENTIALS, thrownBy } from '../../test/support/client.ts'
import { customPay, orderStatus, rawRequest, refund, validateUpi } from '../operations/operations.ts'
import { type CallOptions, type GallaConfig, normalizeOptions, retryPolicy } from '../options.ts'
import { prepareRequest, secretsOf, sourceHeaders, withHeaders } from './send.ts'

const options = (config: Partial<GallaConfig> = {}) => normalizeOptions({ ...CREDENTIALS, ...config }, () => undefined)
const read = orderStatus('standard', 'order-1')
const write = refund({ merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: paise(100) })

describe('prepareRequest', () => {
  it('serialises the body of a POST and none of a GET', () => {
    expect(prepareRequest(read, undefined, options(), []).body).toBeUndefined()
    expect(prepareRequest(write, undefined, options(), []).body).toBe(
      '{"merchantRefundId":"r-1","originalMerchantOrderId":"order-1","amount":100}',
    )
  })

  it('rejects a body that cannot be serialised and names the field', () => {
    const circular: { self?: object } = {}
    circular.self = circular
    for (const body of [{ amount: 100n }, circular]) {
      const operation = rawRequest({ method: 'POST', path: '/x', body })
      expect(thrownBy(() => prepareRequest(operation, undefined, options(), []))).toMatchObject({ field: 'body' })
    }
  })

  it.each([
    [{ signal: 'soon' }, 'signal'],
    [{ signal: {} }, 'signal'],
    [{ headers: 'X-MERCHANT-ID: M1' }, 'headers'],
    [{ headers: ['X-MERCHANT-ID'] }, 'headers'],
  ])('rejects the call options %j and names the field', (callOptions, field) => {
    const error = thrownBy(() => prepareRequest(read, callOptions as unknown as CallOptions, options(), []))
    expect(error).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
  })

  it('marks GET requests and the UPI check as read-only, and no other POST', () => {
    const readOnly = (operation: Parameters<typeof prepareRequest>[0]) =>
      prepareRequest(operation, undefined, options(), []).readOnly
    expect(readOnly(read)).toBe(true)
    expect(readOnly(validateUpi({ type: 'VPA', vpa: 'a@b' }))).toBe(true)
    expect(readOnly(rawRequest({ method: 'GET', path: '/x' }))).toBe(true)
    expect(readOnly(write)).toBe(false)
    expect(readOnly(rawRequest({ method: 'POST', path: '/x' }))).toBe(false)
  })

  it('takes time limits and retries from the call options, else from the client options', () => {
    const clientOptions = options({ timeoutMs: 9_000, attemptTimeoutMs: 3_000, retry: 'helper' })
    expect(prepareRequest(read, undefined, clientOptions, [])).toMatchObject({
      timeoutMs: 9_000,
      attemptTimeoutMs: 3_000,
      policy: retryPolicy('helper'),
      signal: undefined,
    })
    const { signal } = new AbortController()
    expect(
      prepareRequest(read, { timeoutMs: 1, attemptTimeoutMs: 2, retry: 'off', signal }, clientOptions, []),
    ).toMatchObject({
      timeoutMs: 1,
      attemptTimeoutMs: 2,
      policy: retryPolicy('off'),
      signal,
    })
    expect(prepareRequest(read, {}, options(), [])).toMatchObject({
      timeoutMs: 30_000,
      attemptTimeoutMs: Number.POSITIVE_INFINITY,
    })
  })

  it.each([
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ attemptTimeoutMs: Number.NaN }, 'attemptTimeoutMs'],
    [{ retry: { retries: -1 } }, 'retry.retries'],
    [{ headers: { Authorization: 'x' } }, 'headers.Authorization'],
  ])('rejects the call options %j', (callOptions, field) => {
    expect(thrownBy(() => prepareRequest(read, callOptions, options(), []))).toMatchObject({
      kind: 'invalid-request',
      field,
    })
  })

  it('orders headers: common, then the operation’s, then the caller’s', () => {
    const collect = customPay(
      {
        merchantOrderId: 'order-1',
        amount: paise(100),
        paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'a@b' } } },
      },
      'iOS',
    )
    const common = ['x-source', 'API']
    expect(prepareRequest(collect, { headers: { 'X-MERCHANT-ID': 'M1' } }, options(), common).headers).toEqual([
      ...common,
      'x-device-os',
      'iOS',
      'X-MERCHANT-ID',
      'M1',
    ])
  })
})

describe('secretsOf', () => {
  it('returns the client secret, the token with and without its scheme, and payer data of the body', () => {
    const operation = validateUpi({ type: 'VPA', vpa: 'payer@bank' })
    expect(secretsOf(operation.body, options(), 'O-Bearer abc')).toEqual([
      CREDENTIALS.clientSecret,
      'O-Bearer abc',
      'abc',
      'payer@bank',
    ])
  })
})

const COMMON = ['Content-Type', 'application/json', 'x-source', 'API'] as const

describe('sourceHeaders', () => {
  it('names the platform of the options', () => {
    const platform = { name: 'MY_SHOP', version: '7' }
    expect(sourceHeaders(normalizeOptions({ ...CREDENTIALS, platform }, () => undefined))).toEqual([
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

  it('name the merchant that a partner calls for; a merchant with credentials of its own sends no such header', () => {
    const headersWith = (config: object) =>
      sourceHeaders(normalizeOptions({ ...CREDENTIALS, ...config }, () => undefined))
    expect(headersWith({ merchantId: 'M22ENDMERCHANT' }).slice(-2)).toEqual(['X-MERCHANT-ID', 'M22ENDMERCHANT'])
    expect(headersWith({})).not.toContain('X-MERCHANT-ID')
  })
})

describe('withHeaders', () => {
  it('returns the common headers when there is nothing to add', () => {
    expect(withHeaders(COMMON, undefined)).toBe(COMMON)
    expect(withHeaders(COMMON, {})).toEqual(COMMON)
  })

  it('adds headers, and replaces one of the same name in any letter case', () => {
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
  ])('rejects the header %j: %j', (name, value) => {
    expect(thrownBy(() => withHeaders(COMMON, { [name]: value as string }))).toMatchObject({
      kind: 'invalid-request',
      field: `headers.${name}`,
      message: `headers.${name} is not a valid header`,
    })
  })

  it.each(['Authorization', 'CONTENT-TYPE', 'content-length', 'Host', 'connection', 'Transfer-Encoding'])(
    'rejects %s, which the client sets itself',
    (name) => {
      expect(thrownBy(() => withHeaders(COMMON, { [name]: 'x' })).message).toBe(`headers.${name} is set by the client`)
    },
  )
})
