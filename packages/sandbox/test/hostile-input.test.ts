import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { collect, control, customOrder, setUp, standardOrder, type TestSandbox } from './helpers.ts'

function card(
  { sandbox }: Pick<TestSandbox, 'sandbox'>,
  number: string,
  expiry: { month: string; year: string },
  more = {},
) {
  const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const encrypt = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
  const encrypted = { encryptedCardNumber: encrypt(number), encryptedCvv: encrypt('123'), encryptionKeyId: 1 }
  return { type: 'CARD', cardDetails: { ...encrypted, expiry, ...more } }
}

describe('a UPI link', () => {
  test('has a note of at most 80 characters, so that it fits into a QR code', async () => {
    const { post, page } = setUp()
    const message = 'चाय '.repeat(40_000)
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const paymentFlow = { type: 'PG_CHECKOUT', merchantUrls, message }
    const { body } = await post('/checkout/v2/pay', standardOrder('order-1', { paymentFlow }))
    const view = (await page(body.redirectUrl).post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    expect(new URL(view.attempt.intentUrl).searchParams.get('tn')).toBe('चाय '.repeat(20))
  })
})

describe('keys of the older product', () => {
  test('answer 404 KEY_NOT_CONFIGURED, unless a token is sent, too', async () => {
    const { sandbox } = setUp()
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
    ['expired', { month: '12', year: '2025' }, 'CARD_EXPIRED'],
    ['valid, but another one than the card’s', { month: '01', year: '2026' }, 'INVALID_CVV_EXPIRY'],
  ])('with an expiry that is %s fails', async (_, expiry, code) => {
    const all = setUp()
    await all.post('/payments/v2/pay', customOrder('order-1', card(all, '6074820000000009', expiry)))
    expect(await all.sandbox.order('order-1')).toMatchObject({ state: 'FAILED', errorCode: code })
  })

  test('of the table never expires', async () => {
    const all = setUp({ tokenLifeSec: 1_000_000_000 })
    await all.sandbox.clock.advance(10 * 365 * 24 * 3_600_000)
    const paymentMode = card(all, '6074820000000009', { month: '12', year: '2030' })
    await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(await all.sandbox.order('order-1')).toMatchObject({ state: 'PENDING' })
  })

  test.each([
    ['cardDetails.cardHolderName', { cardHolderName: 7 }],
    ['cardDetails.billingAddress', { billingAddress: 'Pune' }],
    ['cardDetails.billingAddress.zip', { billingAddress: { zip: 411001 } }],
  ])('with a %s of the wrong type is refused', async (field, more) => {
    const all = setUp()
    const paymentMode = card(all, '6074820000000009', { month: '12', year: '2030' }, more)
    const answer = await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(answer).toMatchObject({ status: 400, body: { data: { field: `paymentFlow.paymentMode.${field}` } } })
  })

  test('refuses a savedCard that is not a boolean', async () => {
    const all = setUp()
    const paymentMode = { ...card(all, '6074820000000009', { month: '12', year: '2030' }), savedCard: 'yes' }
    const answer = await all.post('/payments/v2/pay', customOrder('order-1', paymentMode))
    expect(answer.body.data).toEqual({ field: 'paymentFlow.paymentMode.savedCard' })
  })
})

test('a collect request must have a known x-device-os with the quirk required', async () => {
  const { post } = setUp({ quirks: { collectDeviceOs: 'required' } })
  const answer = await post('/payments/v2/pay', customOrder('o', collect('asha@ybl')), { 'x-device-os': 'Linux' })
  expect(answer).toMatchObject({ status: 400, body: { data: { field: 'x-device-os' } } })
  expect(answer.body.message).toMatch(/Windows, iOS, Android, Mac OS, Other/)
})

test('a collect request must have a message with the quirk required', async () => {
  const { post } = setUp({ quirks: { collectMessage: 'required' } })
  const without = await post('/payments/v2/pay', customOrder('o', collect('asha@ybl')))
  expect(without.body.data).toEqual({ field: 'paymentFlow.paymentMode.message' })
  const mode = { ...collect('asha@ybl'), message: 'Two kilos of Assam' }
  expect((await post('/payments/v2/pay', customOrder('o', mode))).status).toBe(200)
})

test.each([
  ['forbidden', 403, 'FORBIDDEN', /not enabled/],
  ['no-template', 500, 'INTERNAL_SERVER_ERROR', /Scenario with name null not found/],
] as const)(
  'with customCheckout %s, custom pay answers %i and standard pay 200',
  async (quirk, status, code, message) => {
    const { post } = setUp({ quirks: { customCheckout: quirk } })
    const answer = await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toMatch(message)
    expect((await post('/checkout/v2/pay', standardOrder('order-1'))).status).toBe(200)
  },
)

test('the strict quirks refuse an unknown field inside paymentFlow', async () => {
  const { post } = setUp({ quirks: 'strict' })
  const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
  const standard = { type: 'PG_CHECKOUT', merchantUrls, paymentMode: { type: 'UPI_QR' } }
  const first = await post('/checkout/v2/pay', standardOrder('order-1', { paymentFlow: standard }))
  expect(first.body.data).toEqual({ field: 'paymentFlow.paymentMode' })
  const custom = { type: 'PG', paymentMode: { type: 'UPI_QR' }, message: 'hello' }
  const second = await post('/payments/v2/pay', { merchantOrderId: 'order-2', amount: 100, paymentFlow: custom })
  expect(second.body.data).toEqual({ field: 'paymentFlow.message' })
})

test('UPI validation answers under both documented paths', async () => {
  const { post } = setUp()
  const body = { type: 'VPA', vpa: 'asha@ybl' }
  const [one, other] = [await post('/v2/validate/upi', body), await post('/apis/pg/payments/v2/vpa/validate', body)]
  expect(other).toMatchObject({ status: 200, body: one.body })
})

test('assistant-guide answers 201 to a refund, and 402 for an order that is not completed', async () => {
  const { post, sandbox } = setUp({ quirks: 'assistant-guide' })
  await post('/checkout/v2/pay', standardOrder('order-1'))
  const refund = { merchantRefundId: 'r-1', originalMerchantOrderId: 'order-1', amount: 100 }
  expect(await post('/payments/v2/refund', refund)).toMatchObject({ status: 402, body: { code: 'REFUND_NOT_ALLOWED' } })
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  expect(await post('/payments/v2/refund', refund)).toMatchObject({ status: 201, body: { state: 'PENDING' } })
})

describe('the control API', () => {
  test('ends the list of orders when after names a deleted order', async () => {
    const { sandbox, post } = setUp()
    await post('/checkout/v2/pay', standardOrder('order-1'))
    expect((await control(sandbox).get('/orders?after=gone')).body).toEqual({ orders: [] })
  })

  test.each(['constructor', '__proto__', 7])('refuses the instrument %o of an order with an attempt', async (one) => {
    const { sandbox, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
    const answer = await control(sandbox).post('/orders/order-1/simulate', { outcome: 'SUCCESS', instrument: one })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect((await sandbox.order('order-1')).state).toBe('PENDING')
  })
})
