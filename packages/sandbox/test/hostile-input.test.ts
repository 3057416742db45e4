import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Bench, bench, collect, control, customOrder, standardOrder } from './helpers.ts'

/** What somebody who knows the provider's pages, and means no good, would try. */

function card({ sandbox }: Pick<Bench, 'sandbox'>, number: string, expiry: { month: string; year: string }, more = {}) {
  const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const seal = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
  const sealed = { encryptedCardNumber: seal(number), encryptedCvv: seal('123'), encryptionKeyId: 1 }
  return { type: 'CARD', cardDetails: { ...sealed, expiry, ...more } }
}

describe('a UPI link', () => {
  test('carries eighty characters of a note, so that it always fits into a QR code', async () => {
    const { post, page } = bench()
    const message = 'चाय '.repeat(40_000)
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls, message }
    const { body } = await post('/checkout/v2/pay', standardOrder('order-1', { paymentFlow }))
    const view = (await page(body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    expect(new URL(view.attempt.intentUrl).searchParams.get('tn')).toBe('चाय '.repeat(20))
  })
})

describe('keys of the older product', () => {
  test('are not configured here; a wrong token stays a wrong token', async () => {
    const { sandbox } = bench()
    const read = (headers: { [name: string]: string }) =>
      sandbox.fetch('http://x/checkout/v2/order/order-1/status', { headers })
    const old = await read({ 'x-verify': 'abc###1' })
    expect(old.status).toBe(404)
    expect(await old.json()).toMatchObject({ code: 'KEY_NOT_CONFIGURED', message: 'Key not configured' })
    expect((await read({ 'x-verify': 'abc###1', authorization: 'O-Bearer x' })).status).toBe(401)
  })
})

describe('a card', () => {
  test.each([
    ['over before this month', { month: '12', year: '2025' }, 'CARD_EXPIRED'],
    ['good, but another month than the card’s', { month: '01', year: '2026' }, 'INVALID_CVV_EXPIRY'],
  ])('that is %s', async (_, expiry, code) => {
    const all = bench()
    await all.post('/payments/v2/pay', customOrder('order-1', card(all, '6074820000000009', expiry)))
    expect(await all.sandbox.order('order-1')).toMatchObject({ state: 'FAILED', errorCode: code })
  })

  test('of the table is good on any day', async () => {
    const all = bench({ tokenLifeSec: 1_000_000_000 })
    await all.sandbox.clock.advance(10 * 365 * 24 * 3_600_000)
    const paymentMode = card(all, '6074820000000009', { month: '12', year: '2030' })
    await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(await all.sandbox.order('order-1')).toMatchObject({ state: 'PENDING' })
  })

  test.each([
    ['cardDetails.cardHolderName', { cardHolderName: 7 }],
    ['cardDetails.billingAddress', { billingAddress: 'Pune' }],
    ['cardDetails.billingAddress.zip', { billingAddress: { zip: 411001 } }],
  ])('with a mistyped %s is refused', async (field, more) => {
    const all = bench()
    const paymentMode = card(all, '6074820000000009', { month: '12', year: '2030' }, more)
    const answer = await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(answer).toMatchObject({ status: 400, body: { data: { field: `paymentFlow.paymentMode.${field}` } } })
  })

  test('to be saved says so in true or false', async () => {
    const all = bench()
    const paymentMode = { ...card(all, '6074820000000009', { month: '12', year: '2030' }), savedCard: 'yes' }
    const answer = await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(answer.body.data).toEqual({ field: 'paymentFlow.paymentMode.savedCard' })
  })
})

test('a collect request names a system that the provider knows', async () => {
  const { post } = bench({ quirks: { collectDeviceOs: 'required' } })
  const answer = await post('/payments/v2/pay', customOrder('o', collect('asha@ybl')), { 'x-device-os': 'Linux' })
  expect(answer).toMatchObject({ status: 400, body: { data: { field: 'x-device-os' } } })
  expect(answer.body.message).toMatch(/Windows, iOS, Android, Mac OS, Other/)
})

test('a collect request carries a message, where the documentation is taken at its word', async () => {
  const { post } = bench({ quirks: { collectMessage: 'required' } })
  const without = await post('/payments/v2/pay', customOrder('o', collect('asha@ybl')))
  expect(without.body.data).toEqual({ field: 'paymentFlow.paymentMode.message' })
  const mode = { ...collect('asha@ybl'), message: 'Two kilos of Assam' }
  expect((await post('/payments/v2/pay', customOrder('o', mode))).status).toBe(200)
})

test.each([
  ['forbidden', 403, 'FORBIDDEN', /not enabled/],
  ['no-template', 500, 'INTERNAL_SERVER_ERROR', /Scenario with name null not found/],
] as const)(
  'custom checkout that is %s answers %i, and standard checkout as ever',
  async (quirk, status, code, words) => {
    const { post } = bench({ quirks: { customCheckout: quirk } })
    const answer = await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toMatch(words)
    expect((await post('/checkout/v2/pay', standardOrder('order-1'))).status).toBe(200)
  },
)

test('under strict, a field in the wrong place is refused inside the flow too', async () => {
  const { post } = bench({ quirks: 'strict' })
  const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
  const standard = { type: 'PG_CHECKOUT', merchantUrls, paymentMode: { type: 'UPI_QR' } }
  const first = await post('/checkout/v2/pay', standardOrder('order-1', { paymentFlow: standard }))
  expect(first.body.data).toEqual({ field: 'paymentFlow.paymentMode' })
  const custom = { type: 'PG', paymentMode: { type: 'UPI_QR' }, message: 'hello' }
  const second = await post('/payments/v2/pay', { merchantOrderId: 'order-2', amount: 100, paymentFlow: custom })
  expect(second.body.data).toEqual({ field: 'paymentFlow.message' })
})

test('a UPI id is checked under the knowledge base’s path as well', async () => {
  const { post } = bench()
  const body = { type: 'VPA', vpa: 'asha@ybl' }
  const [one, other] = [await post('/v2/validate/upi', body), await post('/apis/pg/payments/v2/vpa/validate', body)]
  expect(other).toMatchObject({ status: 200, body: one.body })
})

test('refunds by the assistant guide: 201 when taken in, 402 when there is nothing to refund', async () => {
  const { post, sandbox } = bench({ quirks: 'assistant-guide' })
  await post('/checkout/v2/pay', standardOrder('order-1'))
  const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 }
  expect(await post('/payments/v2/refund', refund)).toMatchObject({ status: 402, body: { code: 'REFUND_NOT_ALLOWED' } })
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  expect(await post('/payments/v2/refund', refund)).toMatchObject({ status: 201, body: { state: 'PENDING' } })
})

describe('the control API', () => {
  test('ends a list whose last page was forgotten', async () => {
    const { sandbox, post } = bench()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    expect((await control(sandbox).get('/orders?after=gone')).body).toEqual({ orders: [] })
  })

  test.each(['constructor', '__proto__', 7])(
    'refuses %o as what pays, whether or not something was tried',
    async (one) => {
      const { sandbox, post } = bench()
      await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
      const answer = await control(sandbox).post('/orders/order-1/simulate', { outcome: 'SUCCESS', instrument: one })
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect((await sandbox.order('order-1')).state).toBe('PENDING')
    },
  )
})
