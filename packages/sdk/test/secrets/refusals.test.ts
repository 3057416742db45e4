import { type CustomPay, Galla, type GallaConfig, isGallaError, paise } from '@galla/sdk'
import { fakeClock } from '@galla/testkit/fake-clock'
import { CANARIES, findCanaries } from '@galla/testkit/leak-detection'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { recordingFetch } from '../support/recording-fetch.ts'
import { type ObservedClient, observedClient } from './observed-client.ts'

const config = { clientId: 'shop', clientSecret: CANARIES.clientSecret, clientVersion: 1 }
const order = { merchantOrderId: 'order-1', amount: paise(100), redirectUrl: 'https://shop.example/thanks' }
const byQr = { ...order, paymentMode: { type: 'UPI_QR' } }
const expiry = { month: '06', year: '2031' }
const card = { encryptedCardNumber: 'enc+/==', encryptedCvv: 'enc+/==', encryptionKeyId: 7, expiry }
const spaced = CANARIES.pan.replace(/(\d{4})(?=\d)/g, '$1 ')

let client: ObservedClient
let wire: ReturnType<typeof recordingFetch>
beforeEach(() => {
  wire = recordingFetch()
  client = observedClient({ fetch: wire.fetch, hosts: 'https://pg.example' }, fakeClock())
})
afterEach(() => client.stop())

describe('validation errors name the field, not the value', () => {
  it.each<[string, string, unknown]>([
    [
      'a plain card number',
      'paymentMode.cardDetails.encryptedCardNumber',
      { ...card, encryptedCardNumber: CANARIES.pan },
    ],
    [
      'a card number in groups',
      'paymentMode.cardDetails.encryptedCardNumber',
      { ...card, encryptedCardNumber: spaced },
    ],
    ['a plain CVV', 'paymentMode.cardDetails.encryptedCvv', { ...card, encryptedCvv: CANARIES.cvv }],
    [
      'a card number as the year',
      'paymentMode.cardDetails.expiry.year',
      { ...card, expiry: { ...expiry, year: CANARIES.pan } },
    ],
    [
      'a CVV as the month',
      'paymentMode.cardDetails.expiry.month',
      { ...card, expiry: { ...expiry, month: CANARIES.cvv } },
    ],
    ['a card number as the key', 'paymentMode.cardDetails.encryptionKeyId', { ...card, encryptionKeyId: CANARIES.pan }],
    ['a card number as cardDetails', 'paymentMode.cardDetails', CANARIES.pan],
  ])('%s', async (_name, field, cardDetails) => {
    const input = { ...order, paymentMode: { type: 'CARD', cardDetails } } as CustomPay
    const error = await failureOf(client.galla.customCheckout.pay(input))
    expect(error).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
    expect(findCanaries([error, client.observed])).toEqual([])
    expect(wire.requests).toHaveLength(0)
  })

  it.each<[string, string, unknown]>([
    ['a card number as an order id', 'merchantOrderId', { ...byQr, merchantOrderId: spaced }],
    ['a card number as an amount', 'amount', { ...byQr, amount: CANARIES.pan }],
    [
      'a UPI id as the payer',
      'paymentMode.details',
      { ...order, paymentMode: { type: 'UPI_COLLECT', details: CANARIES.vpa } },
    ],
    ['a UPI id as the mode', 'paymentMode.type', { ...order, paymentMode: { type: CANARIES.vpa } }],
    [
      'a phone number as redirectUrl',
      'redirectUrl',
      { ...order, redirectUrl: CANARIES.phoneNumber, paymentMode: { type: 'UPI_QR' } },
    ],
  ])('%s', async (_name, field, input) => {
    const error = await failureOf(client.galla.customCheckout.pay(input as CustomPay))
    expect(error).toMatchObject({ kind: 'invalid-request', field })
    expect(findCanaries([error, client.observed])).toEqual([])
  })

  it('a secret in an invalid header', async () => {
    const headers = { 'X-Key': `${CANARIES.clientSecret}\n`, Authorization: CANARIES.accessToken }
    for (const [name, value] of Object.entries(headers)) {
      const error = await failureOf(
        client.galla.refunds.getStatus({ merchantRefundId: 'r' }, { headers: { [name]: value } }),
      )
      expect(error).toMatchObject({ kind: 'invalid-request', field: `headers.${name}` })
      expect(findCanaries(error)).toEqual([])
    }
  })
})

describe('an invalid config', () => {
  it.each<[string, Partial<GallaConfig>]>([
    ['a password in an address', { hosts: `https://shop:${CANARIES.callbackPassword}@pg.example` }],
    ['a secret as an address', { hosts: CANARIES.clientSecret }],
    ['a secret sent in the clear', { hosts: `http://pg.example/${CANARIES.clientSecret}` }],
    ['no client id', { clientId: '' }],
    ['half a callback secret', { callbackCredentials: { username: '', password: CANARIES.callbackPassword } }],
    ['a text as callback secret', { callbackCredentials: CANARIES.callbackSecretKey as never }],
  ])('%s', (_name, wrong) => {
    try {
      new Galla({ ...config, ...wrong })
    } catch (error) {
      if (!isGallaError(error)) throw error
      expect(error.kind).toBe('invalid-request')
      expect(findCanaries(error)).toEqual([])
      return
    }
    throw new Error('expected a validation error')
  })
})

describe('refused callbacks', () => {
  it.each([
    ['no headers', {}],
    ['plain-text credentials', { authorization: `shop_hook:${CANARIES.callbackPassword}` }],
    ['a wrong signature', { 'x-phonepe-checksum-signature': CANARIES.callbackSecretKey }],
    [
      'an unknown key',
      { 'x-phonepe-checksum-signature': 'x', 'x-phonepe-checksum-key-id': CANARIES.callbackSecretKey },
    ],
  ])('%s', async (_name, headers) => {
    const body = JSON.stringify({ event: 'pg.order.completed', payload: { vpa: CANARIES.vpa } })
    const error = await failureOf(client.galla.callbacks.verify({ headers, body }))
    expect(error.kind).toBe('invalid-callback')
    expect(findCanaries([error, client.observed])).toEqual([])
  })

  it('an authentic but unreadable callback is reported without its body', async () => {
    const { sign } = await import('@galla/sdk/testing')
    const body = `vpa=${CANARIES.vpa}`
    const headers = await sign(body, { username: 'shop_hook', password: CANARIES.callbackPassword })
    const error = await failureOf(client.galla.callbacks.verify({ headers, body }))
    expect(error).toMatchObject({ reason: 'not-json' })
    expect(findCanaries([error, client.observed])).toEqual([])
  })
})
