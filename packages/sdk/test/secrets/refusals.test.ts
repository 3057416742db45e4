import { type CustomPay, Galla, type GallaConfig, isGallaError, paise } from '@galla/sdk'
import { fakeClock } from '@galla/testkit/fake-clock'
import { findLeakMarkers, LEAK_MARKERS } from '@galla/testkit/leak-detection'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../support/client.ts'
import { recordingFetch } from '../support/recording-fetch.ts'
import { type ObservedClient, observedClient } from './observed-client.ts'

const config = { clientId: 'shop', clientSecret: LEAK_MARKERS.clientSecret, clientVersion: 1 }
const order = { merchantOrderId: 'order-1', amount: paise(100), redirectUrl: 'https://shop.example/thanks' }
const byQr = { ...order, paymentMode: { type: 'UPI_QR' } }
const expiry = { month: '06', year: '2031' }
const card = { encryptedCardNumber: 'enc+/==', encryptedCvv: 'enc+/==', encryptionKeyId: 7, expiry }
const spaced = LEAK_MARKERS.pan.replace(/(\d{4})(?=\d)/g, '$1 ')

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
      { ...card, encryptedCardNumber: LEAK_MARKERS.pan },
    ],
    [
      'a card number in groups',
      'paymentMode.cardDetails.encryptedCardNumber',
      { ...card, encryptedCardNumber: spaced },
    ],
    ['a plain CVV', 'paymentMode.cardDetails.encryptedCvv', { ...card, encryptedCvv: LEAK_MARKERS.cvv }],
    [
      'a card number as the year',
      'paymentMode.cardDetails.expiry.year',
      { ...card, expiry: { ...expiry, year: LEAK_MARKERS.pan } },
    ],
    [
      'a CVV as the month',
      'paymentMode.cardDetails.expiry.month',
      { ...card, expiry: { ...expiry, month: LEAK_MARKERS.cvv } },
    ],
    [
      'a card number as the key',
      'paymentMode.cardDetails.encryptionKeyId',
      { ...card, encryptionKeyId: LEAK_MARKERS.pan },
    ],
    ['a card number as cardDetails', 'paymentMode.cardDetails', LEAK_MARKERS.pan],
  ])('%s', async (_name, field, cardDetails) => {
    const input = { ...order, paymentMode: { type: 'CARD', cardDetails } } as CustomPay
    const error = await failureOf(client.galla.customCheckout.pay(input))
    expect(error).toMatchObject({ kind: 'invalid-request', field, outcome: 'not-sent' })
    expect(findLeakMarkers([error, client.observed])).toEqual([])
    expect(wire.requests).toHaveLength(0)
  })

  it.each<[string, string, unknown]>([
    ['a card number as an order id', 'merchantOrderId', { ...byQr, merchantOrderId: spaced }],
    ['a card number as an amount', 'amount', { ...byQr, amount: LEAK_MARKERS.pan }],
    [
      'a UPI id as the payer',
      'paymentMode.details',
      { ...order, paymentMode: { type: 'UPI_COLLECT', details: LEAK_MARKERS.vpa } },
    ],
    ['a UPI id as the mode', 'paymentMode.type', { ...order, paymentMode: { type: LEAK_MARKERS.vpa } }],
    [
      'a phone number as redirectUrl',
      'redirectUrl',
      { ...order, redirectUrl: LEAK_MARKERS.phoneNumber, paymentMode: { type: 'UPI_QR' } },
    ],
  ])('%s', async (_name, field, input) => {
    const error = await failureOf(client.galla.customCheckout.pay(input as CustomPay))
    expect(error).toMatchObject({ kind: 'invalid-request', field })
    expect(findLeakMarkers([error, client.observed])).toEqual([])
  })

  it('a secret in an invalid header', async () => {
    const headers = { 'X-Key': `${LEAK_MARKERS.clientSecret}\n`, Authorization: LEAK_MARKERS.accessToken }
    for (const [name, value] of Object.entries(headers)) {
      const error = await failureOf(
        client.galla.refunds.getStatus({ merchantRefundId: 'r' }, { headers: { [name]: value } }),
      )
      expect(error).toMatchObject({ kind: 'invalid-request', field: `headers.${name}` })
      expect(findLeakMarkers(error)).toEqual([])
    }
  })
})

describe('an invalid config', () => {
  it.each<[string, Partial<GallaConfig>]>([
    ['a password in an address', { hosts: `https://shop:${LEAK_MARKERS.callbackPassword}@pg.example` }],
    ['a secret as an address', { hosts: LEAK_MARKERS.clientSecret }],
    ['a secret sent in the clear', { hosts: `http://pg.example/${LEAK_MARKERS.clientSecret}` }],
    ['no client id', { clientId: '' }],
    ['half a callback secret', { callbackCredentials: { username: '', password: LEAK_MARKERS.callbackPassword } }],
    ['a text as callback secret', { callbackCredentials: LEAK_MARKERS.callbackSecretKey as never }],
  ])('%s', (_name, wrong) => {
    try {
      new Galla({ ...config, ...wrong })
    } catch (error) {
      if (!isGallaError(error)) throw error
      expect(error.kind).toBe('invalid-request')
      expect(findLeakMarkers(error)).toEqual([])
      return
    }
    throw new Error('expected a validation error')
  })
})

describe('refused callbacks', () => {
  it.each([
    ['no headers', {}],
    ['plain-text credentials', { authorization: `shop_hook:${LEAK_MARKERS.callbackPassword}` }],
    ['a wrong signature', { 'x-phonepe-checksum-signature': LEAK_MARKERS.callbackSecretKey }],
    [
      'an unknown key',
      { 'x-phonepe-checksum-signature': 'x', 'x-phonepe-checksum-key-id': LEAK_MARKERS.callbackSecretKey },
    ],
  ])('%s', async (_name, headers) => {
    const body = JSON.stringify({ event: 'pg.order.completed', payload: { vpa: LEAK_MARKERS.vpa } })
    const error = await failureOf(client.galla.callbacks.verify({ headers, body }))
    expect(error.kind).toBe('invalid-callback')
    expect(findLeakMarkers([error, client.observed])).toEqual([])
  })

  it('an authentic but unreadable callback is reported without its body', async () => {
    const { sign } = await import('@galla/sdk/testing')
    const body = `vpa=${LEAK_MARKERS.vpa}`
    const headers = await sign(body, { username: 'shop_hook', password: LEAK_MARKERS.callbackPassword })
    const error = await failureOf(client.galla.callbacks.verify({ headers, body }))
    expect(error).toMatchObject({ reason: 'not-json' })
    expect(findLeakMarkers([error, client.observed])).toEqual([])
  })
})

it('an error masks the payer data that was sent, also when the caller clears its object meanwhile', async () => {
  const fetch = async (url: unknown) =>
    String(url).endsWith('/token')
      ? Response.json({ access_token: 'abc', expires_at: 4_000_000_000, token_type: 'O-Bearer' })
      : Response.json({ code: 'BAD_REQUEST', message: 'payer@bank cannot pay' }, { status: 400 })
  const galla = new Galla({ ...config, fetch: fetch as typeof globalThis.fetch, hosts: 'https://pg.example' })
  const input = { type: 'VPA' as const, vpa: 'payer@bank' }
  const failure = failureOf(galla.upi.validate(input))
  input.vpa = ''
  const { message } = await failure
  expect(message).toContain('cannot pay')
  expect(message).not.toContain('payer@bank')
})
