import { describe, expect, it } from 'vitest'
import type { OfferedPaymentMethods } from '../../src/services/offered-payment-methods.ts'
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
