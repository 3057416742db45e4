import { describe, expect, it } from 'vitest'
import type { OfferedPaymentMethods } from '../../src/services/orders/offered-payment-methods.ts'
import { CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const KEY = 'k'.repeat(40)
const EVERYTHING: OfferedPaymentMethods = {
  collect: { allowed: true },
  banks: [{ bankId: 'ICIC', name: 'ICICI Bank' }],
  cardEncryption: { keyId: 1, publicKeyPem: 'a public key' },
  savedCards: [{ savedCardId: 's1', network: 'RUPAY', last4: '1117', bankName: 'State Bank of India' }],
}

const expiry = { month: '01', year: '2099' }
const cardDetails = { encryptedCardNumber: 'AAAA', encryptedCvv: 'AAAA', encryptionKeyId: 1, expiry }
const tokenDetails = { encryptedToken: 'AAAA', encryptedCvv: 'AAAA', encryptionKeyId: 1, expiry }
const CARD = { type: 'CARD', cardDetails } as const
const TOKEN = { type: 'TOKEN', tokenDetails } as const

interface Answer {
  readonly status: number
  readonly code?: string
  readonly field?: string
}

/** A gateway whose payer and merchant server choose how one order is paid, and what the provider got. */
async function openOrder(paymentMethods: OfferedPaymentMethods) {
  const sent: object[] = []
  const { gateway } = await createTestGateway({
    gateway: { paymentMethods, merchant: { keys: KEY } },
    wrapProvider: (provider) => async (url, init) => {
      if (!String(url).endsWith('/payments/v2/pay')) return provider(url, init)
      const { paymentFlow } = JSON.parse(String(init?.body)) as { paymentFlow: { paymentMode: object } }
      sent.push(paymentFlow.paymentMode)
      return Response.json({ orderId: 'OMO1', state: 'PENDING', redirectUrl: 'https://provider.example/page' })
    },
  })
  const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM' })
  const post = (token: string | undefined, paymentMode: object) =>
    new Request(`http://localhost/orders/${order.merchantOrderId}/pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ paymentMode }),
    })
  const answerOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    ...((await response.json()) as object),
  })
  return {
    sent,
    payer: async (paymentMode: object) => answerOf(await gateway.fetch(post(payerToken, paymentMode))),
    merchant: async (paymentMode: object) => answerOf(await gateway.merchant.fetch(post(KEY, paymentMode))),
  }
}

describe('how a card payment is authenticated', () => {
  it.each([
    ['authMode H2H of a card', { ...CARD, authMode: 'H2H' }, 'paymentMode.authMode'],
    ['authMode NON_3DS of a card', { ...CARD, authMode: 'NON_3DS' }, 'paymentMode.authMode'],
    ['authMode 3ds in other case', { ...CARD, authMode: '3ds' }, 'paymentMode.authMode'],
    ['authMode FRICTIONLESS of a token', { ...TOKEN, authMode: 'FRICTIONLESS' }, 'paymentMode.authMode'],
    [
      'an eci that says that the payer was authenticated',
      { ...TOKEN, tokenDetails: { ...tokenDetails, cryptogram: 'any', eci: '05' } },
      'paymentMode.tokenDetails.eci',
    ],
  ])('is not the payer’s choice: %s', async (_, paymentMode, field) => {
    const { payer, merchant, sent } = await openOrder(EVERYTHING)
    expect(await payer(paymentMode)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', field })
    expect(sent).toEqual([])
    // The merchant's own server is free to choose.
    expect(await merchant(paymentMode)).toMatchObject({ status: 200 })
    expect(sent).toMatchObject([paymentMode])
  })

  it.each([
    ['3DS of a card', { ...CARD, authMode: '3DS' }],
    ['nothing of a card', CARD],
    ['3DS of a token', { ...TOKEN, authMode: '3DS' }],
    [
      'the network’s cryptogram of a token',
      { ...TOKEN, tokenDetails: { ...tokenDetails, cryptogram: 'Y3J5cHQ=', atc: '0001', panSuffix: '1117' } },
    ],
  ])('is asked for with %s', async (_, paymentMode) => {
    const { payer, sent } = await openOrder(EVERYTHING)
    expect(await payer(paymentMode)).toMatchObject({ status: 200 })
    expect(sent).toMatchObject([paymentMode])
  })
})

describe('the name and address of a card holder', () => {
  const card = (fields: object) => ({ ...CARD, cardDetails: { ...cardDetails, ...fields } })

  it.each([
    [card({ cardHolderName: 'Asha\nRao' }), 'paymentMode.cardDetails.cardHolderName'],
    [card({ billingAddress: { line1: '12 MG Road\u0007' } }), 'paymentMode.cardDetails.billingAddress.line1'],
    [card({ billingAddress: { city: '\u0085Pune' } }), 'paymentMode.cardDetails.billingAddress.city'],
    [
      { ...TOKEN, tokenDetails: { ...tokenDetails, cardHolderName: 'Asha\tRao' } },
      'paymentMode.tokenDetails.cardHolderName',
    ],
  ])('has no control characters: %j', async (paymentMode, field) => {
    const { payer, sent } = await openOrder(EVERYTHING)
    const message = `${field}: must not contain control characters`
    expect(await payer(paymentMode)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', field, message })
    expect(sent).toEqual([])
  })

  it('may have any other characters', async () => {
    const { payer } = await openOrder(EVERYTHING)
    const fields = { cardHolderName: 'D’Souza \\ आशा', billingAddress: { line1: '12/3 "MG" Road' } }
    expect(await payer(card(fields))).toMatchObject({ status: 200 })
  })
})

describe('a payment method that the merchant does not offer', () => {
  const BANK = { type: 'NET_BANKING', bankId: 'ICIC' } as const
  const DOWN = [{ bankId: 'ICIC', name: 'ICICI Bank', health: 'down' }] as const
  const COLLECT = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'susheela@ybl' } } as const
  const { cardEncryption: _key, ...withoutKey } = EVERYTHING

  it.each<[string, OfferedPaymentMethods, object, string]>([
    ['net banking without banks', {}, BANK, 'paymentMode.bankId'],
    ['another bank', EVERYTHING, { ...BANK, bankId: 'JAKA' }, 'paymentMode.bankId'],
    ['the bank in another case', EVERYTHING, { ...BANK, bankId: 'icic' }, 'paymentMode.bankId'],
    ['a bank that is down', { ...EVERYTHING, banks: DOWN }, BANK, 'paymentMode.bankId'],
    ['a card without a key', withoutKey, CARD, 'paymentMode.type'],
    ['a saved card without saved cards', { ...EVERYTHING, savedCards: [] }, TOKEN, 'paymentMode.type'],
    ['a saved card without a key', withoutKey, TOKEN, 'paymentMode.type'],
  ])('is refused to the payer, and not to the merchant: %s', async (_, offered, paymentMode, field) => {
    const { payer, merchant, sent } = await openOrder(offered)
    expect(await payer(paymentMode)).toMatchObject({ status: 409, code: 'NOT_OFFERED', field })
    expect(sent).toEqual([])
    expect(await merchant(paymentMode)).toMatchObject({ status: 200 })
  })

  it.each([BANK, CARD, TOKEN, COLLECT])('is none that is offered: %j', async (paymentMode) => {
    const { payer, sent } = await openOrder(EVERYTHING)
    expect(await payer(paymentMode)).toMatchObject({ status: 200 })
    expect(sent).toHaveLength(1)
  })

  it.each([{ type: 'UPI_QR' }, { type: 'PPE_INTENT' }, { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' }])(
    'is never UPI by QR code or by app: %j',
    async (paymentMode) => {
      const { payer } = await openOrder({})
      expect(await payer(paymentMode)).toMatchObject({ status: 200 })
    },
  )
})
