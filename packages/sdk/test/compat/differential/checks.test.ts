import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequest, type ClientKind } from '../support/calls.ts'
import { differencesOf, outcomes } from '../support/differences.ts'
import { explain } from '../support/known.ts'
import { outcomeOf, pair, type Side, see } from '../support/pair.ts'
import { type RecordingProvider, recordingProvider } from '../support/provider.ts'

let provider: RecordingProvider
let clients: { readonly [Kind in ClientKind]: readonly [Side, Side] }
beforeAll(async () => {
  provider = await recordingProvider()
  const options = { like: '2.0.6' } as const
  clients = {
    custom: pair(provider, { kind: 'custom', options }),
    standard: pair(provider, { kind: 'standard', options }),
  }
})
afterAll(async () => {
  for (const [, ours] of Object.values(clients)) await ours.end()
  await provider.close()
})

type Given = readonly [what: string, kind: ClientKind, method: string, builder: string, fields: object]
type Verbs = { [name: string]: (request: unknown) => unknown }

const ORDER = { merchantOrderId: 'order-1', amount: 100 }
const PAGE = { redirectUrl: 'https://shop.example/thanks' }
const CARD = {
  encryptedCardNumber: 'encrypted+pan/==',
  encryptedCvv: 'encrypted+cvv/==',
  encryptionKeyId: 7,
  expiryMonth: '06',
  expiryYear: '2030',
}
const standard = (what: string, fields: object): Given => [
  what,
  'standard',
  'pay',
  'StandardCheckoutPayRequest.builder',
  { ...ORDER, ...fields },
]
const custom = (what: string, instrument: string, fields: object): Given => [
  what,
  'custom',
  'pay',
  `CustomCheckoutPayRequest.${instrument}RequestBuilder`,
  { ...ORDER, ...fields },
]

const REFUSED: readonly Given[] = [
  standard('no amount', { amount: undefined }),
  standard('an amount of nothing', { amount: 0 }),
  standard('a negative amount', { amount: -100 }),
  standard('rupees with paise', { amount: 499.5 }),
  standard('an amount as text', { amount: '100' }),
  standard('an amount that is no number', { amount: Number.NaN }),
  standard('an amount beyond exact integers', { amount: 2 ** 53 }),
  standard('no order id', { merchantOrderId: undefined }),
  standard('an empty order id', { merchantOrderId: '' }),
  standard('an order id too long', { merchantOrderId: 'x'.repeat(64) }),
  standard('an order id with a slash', { merchantOrderId: 'a/b' }),
  standard('a redirect that is a script', { redirectUrl: 'javascript:alert(1)' }),
  standard('a redirect that is no address', { redirectUrl: 'thanks' }),
  standard('an expiry of no time', { expireAfter: 0 }),
  standard('an expiry of half a second', { expireAfter: 0.5 }),
  standard('a message that is no text', { message: 7 }),
  standard('a retry flag that is text', { disablePaymentRetry: 'true' }),
  [
    'a refund of nothing',
    'standard',
    'refund',
    'RefundRequest.builder',
    { ...ORDER, merchantRefundId: 'r', amount: 0 },
  ],
  [
    'a refund without an id',
    'standard',
    'refund',
    'RefundRequest.builder',
    { originalMerchantOrderId: 'order-1', amount: 1 },
  ],
  [
    'an SDK order of nothing',
    'custom',
    'createSdkOrder',
    'CreateSdkOrderRequest.CustomCheckoutBuilder',
    { ...ORDER, amount: 0 },
  ],
  custom('an intent without an app', 'UpiIntentPay', {}),
  custom('a collect without a VPA', 'UpiCollectPayViaVpa', {}),
  custom('net banking without a bank', 'NetBankingPay', PAGE),
  custom('net banking without a way back', 'NetBankingPay', { bankId: 'ICIC' }),
  custom('a card without a way back', 'CardPay', CARD),
  custom('a plain card number', 'CardPay', { ...CARD, ...PAGE, encryptedCardNumber: '4111 1111 1111 1111' }),
  custom('a plain CVV', 'CardPay', { ...CARD, ...PAGE, encryptedCvv: '123' }),
  custom('a month of one digit', 'CardPay', { ...CARD, ...PAGE, expiryMonth: '6' }),
  custom('a year of two digits', 'CardPay', { ...CARD, ...PAGE, expiryYear: '30' }),
  custom('a card without a key id', 'CardPay', { ...CARD, ...PAGE, encryptionKeyId: undefined }),
  custom('a token without its value', 'TokenPay', { ...CARD, ...PAGE }),
  custom('an account without its bank', 'UpiQr', { constraints: [{ accountNumber: '000111222333' }] }),
]

describe('what the official package sends and the provider refuses, we refuse', () => {
  it.each(REFUSED)('%s', async (_, kind, method, builder, fields) => {
    const seen = []
    for (const { door, client } of clients[kind]) {
      const verbs = client as unknown as Verbs
      seen.push(
        await see(provider, () =>
          verbs[method]?.(buildRequest(door, { builder, fields: fields as { [name: string]: unknown } })),
        ),
      )
    }
    const [official, ours] = seen as [Awaited<ReturnType<typeof see>>, Awaited<ReturnType<typeof see>>]
    expect(explain(differencesOf(official, ours), ['checked-before-sending'])).toEqual(['checked-before-sending'])
  })
})

describe('user-defined fields', () => {
  it.each([
    ['a long one', 'udf1', 'x'.repeat(257)],
    ['a long narrow one', 'udf11', 'x'.repeat(51)],
    ['a narrow one with a strange letter', 'udf15', 'चाय'],
  ])('%s is refused when it is built', async (_, name, value) => {
    const [official, ours] = await Promise.all(
      clients.standard.map(({ door }) =>
        outcomeOf(() => {
          const builder = door.MetaInfo.builder() as unknown as { [name: string]: (value: string) => unknown }
          builder[name]?.(value)
          return builder.build?.(value)
        }),
      ),
    )
    if (!official || !ours) throw new Error('two sides')
    expect(explain(outcomes(official, ours))).toEqual(['meta-info-refusal'])
  })

  it.each([
    ['udf1', 'x'.repeat(256)],
    ['udf10', '₹ & more'],
    ['udf11', 'x'.repeat(50)],
    ['udf15', 'a_1-b @c.d+'],
  ])('%s of %s is taken by both', (name, value) => {
    for (const { door } of clients.standard) {
      const builder = door.MetaInfo.builder() as unknown as { [name: string]: (value: string) => unknown }
      builder[name]?.(value)
      expect(builder.build?.(value)).toMatchObject({ [name]: value })
    }
  })
})
