import { paise } from '@galla/contract/money'
import custom from '@galla/contract/vectors/wire/custom-checkout.json' with { type: 'json' }
import standard from '@galla/contract/vectors/wire/standard-checkout.json' with { type: 'json' }
import token from '@galla/contract/vectors/wire/token.json' with { type: 'json' }
import unauthorized from '@galla/contract/vectors/wire/unauthorized.json' with { type: 'json' }
import { tokenResponse } from '@galla/testkit/factories'
import { describe, expect, it } from 'vitest'
import type { CustomPay, Galla, StandardPay } from '../src/index.ts'
import { fakePorts, recorded } from './support/client.ts'
import { isToken, response } from './support/recording-fetch.ts'

/** Hosts of PRODUCTION, by the names in the recordings. */
const HOSTS: { readonly [host: string]: string } = {
  pg: 'https://api.phonepe.com/apis/pg',
  cards: 'https://cards.phonepe.com/apis/pg',
  identity: 'https://api.phonepe.com/apis/identity-manager',
}

interface Recording {
  name: string
  client: string
  call: { method: string; args?: unknown[]; request?: { builder: string; fields: Fields } }
  wire: {
    host: string
    method: string
    path: string
    query: string
    headers: { [name: string]: string }
    body?: unknown
  }
}
type Fields = { readonly [field: string]: unknown }
const asString = (value: unknown) => value as string

/** The official package sends the query twice, ours once. */
const once = (query: string) => {
  const half = query.slice(0, (query.length - 1) / 2)
  return query === `${half}&${half}` ? half : query
}
/** The official package also sends empty `merchantUrls` and `deviceContext`. */
const withoutEmpty = (body: unknown) =>
  body === undefined
    ? undefined
    : JSON.parse(JSON.stringify(body), (_key, value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
          ? undefined
          : value,
      )

/** The arguments of an official builder as input of the native API. */
function inputOf({ builder, fields }: { builder: string; fields: Fields }): object {
  const { constraints, deviceOS, merchantCallBackScheme, redirectUrl, ...rest } = fields
  const limited = (constraints as Fields[] | undefined)?.map((one) => ({ type: 'ACCOUNT', ...one }))
  const common = { ...(limited && { constraints: limited }), ...(redirectUrl !== undefined && { redirectUrl }) }
  if (!builder.includes('Pay') && !builder.includes('UpiQr')) return { ...common, ...rest }
  if (builder.startsWith('StandardCheckout')) return { ...common, ...rest }
  const { merchantOrderId, amount, expireAfter, metaInfo, ...mode } = rest
  const order = { ...common, merchantOrderId, amount, expireAfter, metaInfo }
  const kind = builder.replace(/^CustomCheckoutPayRequest\./, '').replace(/(Pay)?RequestBuilder$/, '')
  if (kind === 'UpiIntent') {
    const deviceContext = deviceOS === undefined ? undefined : { deviceOS, merchantCallBackScheme }
    return { ...order, deviceContext, paymentMode: { type: 'UPI_INTENT', ...mode } }
  }
  return { ...order, paymentMode: modeOf(kind, mode, deviceOS) }
}

function modeOf(kind: string, mode: Fields, deviceOS: unknown): object {
  const { vpa, phoneNumber, message } = mode
  switch (kind) {
    case 'UpiCollectPayViaVpa':
      return { type: 'UPI_COLLECT', details: { type: 'VPA', vpa }, message, deviceOS }
    case 'UpiCollectPayViaPhoneNumber':
      return { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber }, message, deviceOS }
    case 'UpiQr':
      return { type: 'UPI_QR' }
    case 'NetBanking':
      return { type: 'NET_BANKING', ...mode }
    case 'Card':
      return { type: 'CARD', ...cardOf(mode, 'cardDetails') }
    case 'Token':
      return { type: 'TOKEN', ...cardOf(mode, 'tokenDetails') }
    default:
      throw new Error(`unknown builder ${kind}`)
  }
}

function cardOf(mode: Fields, details: 'cardDetails' | 'tokenDetails'): object {
  const { authMode, merchantUserId, savedCard, expiryMonth, expiryYear, ...rest } = mode
  const expiry = { month: asString(expiryMonth), year: asString(expiryYear) }
  return { authMode, merchantUserId, savedCard, [details]: { ...rest, expiry } }
}

function replay(galla: Galla, { client, call }: Recording): Promise<unknown> {
  const checkout = client === 'standard' ? galla.standardCheckout : galla.customCheckout
  const [id, details] = (call.args ?? []) as [string, boolean | undefined]
  const input = call.request && inputOf(call.request)
  switch (call.method) {
    case 'pay':
      return client === 'standard'
        ? galla.standardCheckout.pay(input as StandardPay)
        : galla.customCheckout.pay(input as CustomPay)
    case 'createSdkOrder':
      return checkout.createSdkOrder(input as StandardPay)
    case 'getOrderStatus':
      return checkout.getOrderStatus({ merchantOrderId: id, details })
    case 'getTransactionStatus':
      return checkout.getTransactionStatus({ transactionId: id })
    case 'refund':
      return galla.refunds.create(input as Parameters<Galla['refunds']['create']>[0])
    case 'getRefundStatus':
      return galla.refunds.getStatus({ merchantRefundId: id })
    default:
      throw new Error(`unknown method ${call.method}`)
  }
}

const cases = [...standard.cases, ...custom.cases] as unknown as Recording[]

describe('requests equal those of the official package', () => {
  it.each(cases.map((one) => [`${one.client}: ${one.name}`, one] as const))('%s', async (_title, recording) => {
    const { galla, wire } = recorded(
      (request) => (isToken(request) ? response(tokenResponse({ access_token: 'recorded-token' })) : undefined),
      { environment: 'PRODUCTION' },
    )
    await replay(galla, recording)
    const sent = wire.single()
    const { host, method, path, query, headers, body } = recording.wire
    expect(sent.method).toBe(method)
    expect(sent.origin + sent.path).toBe(HOSTS[host] + path)
    expect(sent.query).toBe(once(query))
    expect(sent.text === undefined ? undefined : sent.json()).toEqual(withoutEmpty(body))
    expect(sent.headers).toEqual({ ...headers, accept: 'application/json', 'x-source-platform-version': '2.0.1' })
  })
})

describe('the token request equals that of the official package', () => {
  it.each(token.cases)(
    '$name',
    async ({ clientId, clientSecret, clientVersion, reply: answer, wire: expected, callsInOrder }) => {
      const ports = fakePorts()
      const life = { issued_at: ports.clock.now() / 1_000, expires_at: ports.clock.now() / 1_000 + 3_600 }
      const { galla, wire } = recorded(
        (request) => (isToken(request) ? response({ ...answer, ...life }) : undefined),
        { clientId, clientSecret, clientVersion, environment: 'PRODUCTION' },
        ports,
      )
      for (const merchantOrderId of ['order-1', 'order-2'])
        await galla.standardCheckout.pay({ merchantOrderId, amount: paise(100) })
      const [sent] = wire.tokens
      expect(sent).toMatchObject({ method: expected.method, query: expected.query, text: expected.form })
      expect(sent && sent.origin + sent.path).toBe(`${HOSTS[expected.host]}${expected.path}`)
      expect(sent?.headers).toEqual(expected.headers)
      expect(wire.requests.map(({ method, path }) => `${method} ${path.replace(/^\/apis\/[\w-]+/, '')}`)).toEqual(
        callsInOrder,
      )
    },
  )
})

// By default the token is refreshed and the error thrown (specification §4); the official package repeats the call.
describe('a 401 with retryUnauthorized: calls equal those of the official package', () => {
  it.each(unauthorized.cases)('$name', async ({ refusals, outcome, callsInOrder }) => {
    let left = refusals
    const tokens = { count: 0 }
    const { galla, wire } = recorded(
      (request) => {
        if (isToken(request)) {
          tokens.count += 1
          return response(tokenResponse({ access_token: `token-${tokens.count}` }))
        }
        left -= 1
        return left >= 0 ? response({ code: 'AUTHORIZATION_FAILED' }, 401) : undefined
      },
      { retryUnauthorized: true },
    )
    const ending = await galla.standardCheckout.pay({ merchantOrderId: 'order-1', amount: paise(100) }).then(
      () => 'answered',
      ({ kind }) => (kind === 'unauthorized' ? 'UnauthorizedAccess' : kind),
    )
    expect(ending).toBe(outcome)
    const calls = wire.requests.map(({ method, path }) => `${method} ${path.replace(/^\/apis\/[\w-]+/, '')}`)
    // After a second 401 ours refreshes once more, so that the next call starts with a new token.
    expect(calls.slice(0, callsInOrder.length)).toEqual(callsInOrder)
    expect(calls.slice(callsInOrder.length)).toEqual(refusals > 1 ? ['POST /v1/oauth/token'] : [])
  })
})
