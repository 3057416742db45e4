import type * as ours from '@galla/sdk/compat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequest, type ClientKind } from '../support/calls.ts'
import { differencesOf, outcomes } from '../support/differences.ts'
import { ALWAYS, explain } from '../support/known.ts'
import { type Observation, observe, outcomeOf, pair, type Side } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
let clients: { readonly [Kind in ClientKind]: readonly [Side, Side] }
beforeAll(async () => {
  provider = await recordingProvider()
})
afterAll(() => provider.close())

/** Clients of both packages for the tests of one block: a process has one client of each kind. */
function useClients(validation?: ours.CompatOptions['validation']) {
  beforeAll(() => {
    const options = { like: '2.0.6', validation } as const
    clients = {
      custom: pair(provider, { kind: 'custom', options }),
      standard: pair(provider, { kind: 'standard', options }),
    }
  })
  afterAll(async () => {
    for (const [, side] of Object.values(clients)) await side.close()
  })
}

type InvalidRequest = readonly [what: string, kind: ClientKind, method: string, builder: string, fields: object]
type Methods = { [name: string]: (request: unknown) => unknown }

const ORDER = { merchantOrderId: 'order-1', amount: 100 }
const PAGE = { redirectUrl: 'https://shop.example/thanks' }
const CARD = {
  encryptedCardNumber: 'encrypted+pan/==',
  encryptedCvv: 'encrypted+cvv/==',
  encryptionKeyId: 7,
  expiryMonth: '06',
  expiryYear: '2030',
}
const standard = (what: string, fields: object): InvalidRequest => [
  what,
  'standard',
  'pay',
  'StandardCheckoutPayRequest.builder',
  { ...ORDER, ...fields },
]
const custom = (what: string, instrument: string, fields: object): InvalidRequest => [
  what,
  'custom',
  'pay',
  `CustomCheckoutPayRequest.${instrument}RequestBuilder`,
  { ...ORDER, ...fields },
]

const REFUSED: readonly InvalidRequest[] = [
  standard('without amount', { amount: undefined }),
  standard('amount 0', { amount: 0 }),
  standard('a negative amount', { amount: -100 }),
  standard('fractional amount', { amount: 499.5 }),
  standard('amount as string', { amount: '100' }),
  standard('amount NaN', { amount: Number.NaN }),
  standard('amount beyond safe integers', { amount: 2 ** 53 }),
  standard('without order id', { merchantOrderId: undefined }),
  standard('an empty order id', { merchantOrderId: '' }),
  standard('order id too long', { merchantOrderId: 'x'.repeat(64) }),
  standard('an order id with a slash', { merchantOrderId: 'a/b' }),
  standard('javascript: as redirectUrl', { redirectUrl: 'javascript:alert(1)' }),
  standard('relative redirectUrl', { redirectUrl: 'thanks' }),
  standard('expireAfter 0', { expireAfter: 0 }),
  standard('fractional expireAfter', { expireAfter: 0.5 }),
  standard('message that is not a string', { message: 7 }),
  standard('disablePaymentRetry as string', { disablePaymentRetry: 'true' }),
  ['refund of 0', 'standard', 'refund', 'RefundRequest.builder', { ...ORDER, merchantRefundId: 'r', amount: 0 }],
  [
    'refund without id',
    'standard',
    'refund',
    'RefundRequest.builder',
    { originalMerchantOrderId: 'order-1', amount: 1 },
  ],
  [
    'SDK order of 0',
    'custom',
    'createSdkOrder',
    'CreateSdkOrderRequest.CustomCheckoutBuilder',
    { ...ORDER, amount: 0 },
  ],
  custom('collect without VPA', 'UpiCollectPayViaVpa', {}),
  custom('net banking without a bank', 'NetBankingPay', PAGE),
  custom('net banking without redirectUrl', 'NetBankingPay', { bankId: 'ICIC' }),
  custom('card without redirectUrl', 'CardPay', CARD),
  custom('a plain card number', 'CardPay', { ...CARD, ...PAGE, encryptedCardNumber: '4111 1111 1111 1111' }),
  custom('a plain CVV', 'CardPay', { ...CARD, ...PAGE, encryptedCvv: '123' }),
  custom('a month of one digit', 'CardPay', { ...CARD, ...PAGE, expiryMonth: '6' }),
  custom('a year of two digits', 'CardPay', { ...CARD, ...PAGE, expiryYear: '30' }),
  custom('a card without a key id', 'CardPay', { ...CARD, ...PAGE, encryptionKeyId: undefined }),
  custom('a token without its value', 'TokenPay', { ...CARD, ...PAGE }),
  custom('account constraint without IFSC', 'UpiQr', { constraints: [{ accountNumber: '000111222333' }] }),
]

/** Requests that the official package sends, and that this package refuses only if asked. */
const SENT: readonly InvalidRequest[] = [
  ...REFUSED,
  standard('a scheme of an app', { redirectUrl: 'shop://thanks' }),
  standard('a redirectUrl without a scheme', { redirectUrl: 'shop.example/thanks' }),
  standard('null as redirectUrl', { redirectUrl: null }),
  standard('null as message', { message: null }),
  standard('null as expireAfter', { expireAfter: null }),
  standard('an order id in Hindi', { merchantOrderId: 'चाय-1' }),
  ['refund without an order', 'standard', 'refund', 'RefundRequest.builder', { merchantRefundId: 'r-1', amount: 100 }],
]

async function sendBoth([, kind, method, builder, fields]: InvalidRequest) {
  const seen: Observation[] = []
  for (const { api, client } of clients[kind]) {
    const methods = client as unknown as Methods
    seen.push(
      await observe(provider, () =>
        methods[method]?.(buildRequest(api, { builder, fields: fields as { [name: string]: unknown } })),
      ),
    )
  }
  return differencesOf(seen[0] as Observation, seen[1] as Observation)
}

describe('requests that the provider would refuse are sent as the official package sends them', () => {
  useClients()

  it.each(SENT.map((one) => [one[0], one] as const))('%s', async (_, request) => {
    expect(explain(await sendBoth(request))).toEqual(ALWAYS.filter((id) => id !== 'query-once'))
  })

  it('null as metaInfo', async () => {
    const bodies = []
    for (const { api, client } of clients.standard) {
      const order = api.StandardCheckoutPayRequest.builder().merchantOrderId('order-1').amount(100)
      const pay = client.pay as (request: unknown) => unknown
      const { wire } = await observe(provider, () => pay(order.metaInfo(null as never).build()))
      bodies.push(wire.at(-1)?.body)
    }
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[1]).toMatchObject({ metaInfo: null })
  })

  it.each([
    ['an empty id', ''],
    ['an id in Hindi', 'चाय-1'],
    ['a missing id', undefined],
    ['half a character', 'a\ud800'],
  ])('the status of %s', async (_, id) => {
    const paths = []
    for (const { client } of clients.standard) {
      const { wire } = await observe(provider, () => client.getOrderStatus(id as string))
      paths.push(wire.at(-1)?.path)
    }
    expect(paths[1]).toBe(paths[0])
  })

  it.each(['true', 'false', 'yes', true, false, undefined])('`details` as %j', async (details) => {
    const queries = []
    for (const { client } of clients.standard) {
      const { wire } = await observe(provider, () => client.getOrderStatus('order-1', details as boolean))
      queries.push(wire.at(-1)?.query.split('&')[0])
    }
    expect(queries[1]).toBe(queries[0])
  })

  it('but not a dot segment, which reaches another endpoint [ids-escaped]', async () => {
    const [, side] = clients.standard
    const { outcome, sequence } = await observe(provider, () => side.client.getOrderStatus('..'))
    expect([outcome, sequence]).toMatchObject([{ exception: { type: 'BadRequest' } }, []])
  })
})

describe('with validation: strict, they are refused before sending', () => {
  useClients('strict')

  it.each(REFUSED.map((one) => [one[0], one] as const))('%s', async (_, request) => {
    expect(explain(await sendBoth(request), ['checked-before-sending'])).toEqual(['checked-before-sending'])
  })
})

describe('metaInfo', () => {
  useClients()

  it.each([
    ['more than 256 characters', 'udf1', 'x'.repeat(257)],
    ['more than 50 characters', 'udf11', 'x'.repeat(51)],
    ['a character outside the restricted alphabet', 'udf15', 'चाय'],
  ])('with %s is rejected by the builder', async (_, name, value) => {
    const [official, ours] = await Promise.all(
      clients.standard.map(({ api }) =>
        outcomeOf(() => {
          const builder = api.MetaInfo.builder() as unknown as { [name: string]: (value: string) => unknown }
          builder[name]?.(value)
          return builder.build?.(value)
        }),
      ),
    )
    if (!official || !ours) throw new Error('expected two results')
    expect(explain(outcomes(official, ours))).toEqual(['meta-info-refusal'])
    const messages = [official, ours].map((one) => ('error' in one ? (one.error as Error).message : undefined))
    expect(messages[1]).toBe(messages[0])
  })

  it.each([
    ['udf1', 'x'.repeat(256)],
    ['udf10', '₹ & more'],
    ['udf11', 'x'.repeat(50)],
    ['udf15', 'a_1-b @c.d+'],
  ])('%s with %s is accepted by both', (name, value) => {
    for (const { api } of clients.standard) {
      const builder = api.MetaInfo.builder() as unknown as { [name: string]: (value: string) => unknown }
      builder[name]?.(value)
      expect(builder.build?.(value)).toMatchObject({ [name]: value })
    }
  })
})
