import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { collect, customOrder, START_MS, setUp, type TestSandbox } from './helpers.ts'

/** RSA with PKCS#1 v1.5 padding in Base64, as a merchant's page encrypts card data. */
function encrypt({ sandbox }: TestSandbox, digits: string): string {
  const { publicKeyPem: key } = sandbox.cardKey
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(digits)).toString('base64')
}

interface TypedCard {
  number?: string
  cvv?: string
  month?: string
  year?: string
}

function cardMode(
  of: TestSandbox,
  { number = '4208585190116667', cvv = '508', month = '06', year = '2027' }: TypedCard = {},
): object {
  const encryptedCardNumber = encrypt(of, number)
  const cardDetails = {
    encryptedCardNumber,
    encryptedCvv: encrypt(of, cvv),
    encryptionKeyId: 1,
    expiry: { month, year },
  }
  return { type: 'CARD', authMode: '3DS', cardDetails }
}

test('a payment has the time at which it was made, not at which its QR code was shown', async () => {
  const { get, post, sandbox } = setUp()
  await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
  const timeOf = async () => (await get('/payments/v2/order/order-1/status')).body.paymentDetails[0].timestamp
  await sandbox.clock.advance(60_000)
  expect(await timeOf()).toBe(START_MS)
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  await sandbox.clock.advance(60_000)
  expect(await timeOf()).toBe(START_MS + 60_000)
})

test('a payment after the expiry has the time of its start, which was in time', async () => {
  const { get, post, sandbox } = setUp()
  await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))
  await sandbox.clock.advance(480_000)
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  await sandbox.clock.advance(600_000)
  expect((await get('/payments/v2/order/order-1/status')).body).toMatchObject({
    state: 'COMPLETED',
    paymentDetails: [{ timestamp: START_MS }],
  })
})

describe('the response of each mode', () => {
  const device = { deviceContext: { deviceOS: 'ANDROID' } }
  test.each([
    ['UPI_QR', { type: 'UPI_QR' }, {}, 480, ['intentUrl', 'qrData']],
    ['UPI_INTENT', { type: 'UPI_INTENT', targetApp: 'net.one97.paytm' }, device, 600, ['intentUrl']],
    ['PPE_INTENT', { type: 'PPE_INTENT' }, {}, 600, ['intentUrl']],
    ['UPI_COLLECT', collect('asha@ybl'), {}, 480, []],
    ['UPI_COLLECT', { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: '9000000001' } }, {}, 480, []],
    ['UPI_COLLECT', { type: 'UPI_COLLECT', details: { type: 'UPI_NUMBER', upiNumber: '9000000001' } }, {}, 480, []],
    ['NET_BANKING', { type: 'NET_BANKING', bankId: 'ICIC' }, {}, 480, ['redirectUrl']],
  ])('%s has its expiry and its fields', async (mode, paymentMode, more, expirySec, extra) => {
    const { get, post } = setUp()
    const { body } = await post('/payments/v2/pay', customOrder('order-1', paymentMode, more))
    expect(body).toMatchObject({ state: 'PENDING', expireAt: START_MS + expirySec * 1000 })
    expect(Object.keys(body).sort()).toEqual(['expireAt', 'orderId', 'state', ...extra].sort())
    const { paymentDetails } = (await get('/payments/v2/order/order-1/status')).body
    expect(paymentDetails).toMatchObject([{ paymentMode: mode, state: 'PENDING' }])
  })

  test('UPI_INTENT for the PhonePe app has a ppe link', async () => {
    const { post } = setUp()
    const deviceContext = { deviceOS: 'IOS', merchantCallBackScheme: 'shopapp' }
    const mode = { type: 'UPI_INTENT', targetApp: 'PHONEPE' }
    const { body } = await post('/payments/v2/pay', customOrder('order-1', mode, { deviceContext }))
    expect(body.intentUrl).toMatch(/^ppe:\/\/transact\?pa=/)
  })

  test.each([
    ['data-uri', /^data:image\/png;base64,iVBORw0KGgo/],
    ['base64', /^iVBORw0KGgo/],
    ['text', /^upi:\/\/pay\?/],
  ] as const)('qrData as %s', async (qrData, form) => {
    const { post } = setUp({ quirks: { qrData } })
    expect((await post('/payments/v2/pay', customOrder('order-1', { type: 'UPI_QR' }))).body.qrData).toMatch(form)
  })
})

describe('UPI', () => {
  test('stays PENDING until it expires', async () => {
    const { sandbox, get, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', collect('asha@ybl')))
    await sandbox.clock.advance(479_999)
    expect((await get('/payments/v2/order/order-1/status')).body.state).toBe('PENDING')
    await sandbox.clock.advance(1)
    const { body } = await get('/payments/v2/order/order-1/status?errorContext=True')
    expect(body).toMatchObject({
      state: 'FAILED',
      errorCode: 'TXN_NOT_COMPLETED',
      detailedErrorCode: 'REQUEST_TIME_OUT',
      errorContext: { source: 'CUSTOMER', stage: 'PRE_AUTHENTICATION', description: expect.any(String) },
      paymentDetails: [{ state: 'FAILED', detailedErrorCode: 'REQUEST_TIME_OUT' }],
    })
  })

  test('failed@ybl fails the order after five seconds', async () => {
    const { sandbox, get, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', collect('failed@ybl')))
    await sandbox.clock.advance(4_999)
    expect((await get('/payments/v2/order/order-1/status')).body.state).toBe('PENDING')
    await sandbox.clock.advance(1)
    const { body } = await get('/payments/v2/order/order-1/status')
    expect(body).toMatchObject({ state: 'FAILED', errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' })
    expect(body).not.toHaveProperty('errorContext')
  })

  test('late@ybl expires, and is completed one minute later', async () => {
    const { sandbox, get, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', collect('late@ybl')))
    await sandbox.clock.advance(480_000)
    expect((await get('/payments/v2/order/order-1/status')).body.state).toBe('FAILED')
    await sandbox.clock.advance(60_000)
    expect((await get('/payments/v2/order/order-1/status')).body).toMatchObject({ state: 'COMPLETED' })
  })

  test('credit@ybl pays with a credit card, reported as an account of the type CREDIT', async () => {
    const { get, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', collect('credit@ybl')))
    const { instrument, rail } = (await get('/payments/v2/order/order-1/status')).body.paymentDetails[0]
    expect([instrument.type, instrument.accountType, rail.type]).toEqual(['ACCOUNT', 'CREDIT', 'UPI'])
  })

  test('an order with an account constraint is paid from that account', async () => {
    const { get, post } = setUp()
    const constraints = [{ type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }]
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl'), { constraints }))
    const { instrument } = (await get('/payments/v2/order/order-1/status')).body.paymentDetails[0]
    expect(instrument).toMatchObject({ maskedAccountNumber: '******2333', ifsc: 'ICIC0000001' })
  })
})

describe('cards', () => {
  async function paid(typed: TypedCard = {}) {
    const all = setUp()
    const { body } = await all.post('/payments/v2/pay', customOrder('order-1', cardMode(all, typed)))
    const page = all.page(body.redirectUrl)
    const status = async () => (await all.get('/payments/v2/order/order-1/status')).body
    return { ...all, page, status, transactionId: (await page.get('/view')).body.attempt.transactionId }
  }

  test('the correct one-time password pays, and the status masks the card number', async () => {
    const { page, status, transactionId } = await paid()
    expect((await page.get('/view')).body).toMatchObject({
      attempt: { step: 'otp', otpTriesLeft: 3, card: { network: 'VISA', last4: '6667' } },
      canPay: false,
      paymentMethods: {},
      redirectUrl: 'https://shop.example/thanks',
    })
    await page.post(`/attempts/${transactionId}/otp`, { otp: '123456' })
    expect((await status()).paymentDetails[0]).toMatchObject({
      state: 'COMPLETED',
      instrument: { type: 'CREDIT_CARD', cardNetwork: 'VISA', maskedCardNumber: '******6667', geoScope: 'DOMESTIC' },
      rail: { type: 'PG', authorizationCode: expect.stringMatching(/^[0-9A-F]{6}$/) },
    })
  })

  test('three wrong one-time passwords fail the order', async () => {
    const { page, status, transactionId } = await paid()
    for (const left of [2, 1]) {
      const { body } = await page.post(`/attempts/${transactionId}/otp`, { otp: '000000' })
      expect(body.attempt).toMatchObject({ state: 'PENDING', otpTriesLeft: left })
    }
    await page.post(`/attempts/${transactionId}/otp`, { otp: '000000' })
    expect(await status()).toMatchObject({ state: 'FAILED', detailedErrorCode: 'OTP_VALIDATION_FAILURE' })
    expect((await page.post(`/attempts/${transactionId}/otp`, { otp: '123456' })).status).toBe(409)
  })

  test.each([
    ['an unknown number', { number: '4929130847561209' }, 'INVALID_CARD_NUMBER'],
    ['another CVV', { cvv: '509' }, 'INVALID_CVV_EXPIRY'],
    ['another expiry', { year: '2029' }, 'INVALID_CVV_EXPIRY'],
  ])('%s fails at once', async (_, typed, detailedErrorCode) => {
    const { status } = await paid(typed)
    expect(await status()).toMatchObject({ state: 'FAILED', detailedErrorCode })
  })

  test('a card with an insufficient balance fails after its one-time password', async () => {
    const { page, status, transactionId } = await paid({
      number: '5105105105105100',
      cvv: '123',
      month: '12',
      year: '2030',
    })
    expect((await status()).state).toBe('PENDING')
    await page.post(`/attempts/${transactionId}/otp`, { otp: '123456' })
    expect(await status()).toMatchObject({ state: 'FAILED', errorCode: 'INSUFFICIENT_BALANCE' })
  })

  test('a network token pays like its card', async () => {
    const all = setUp()
    const tokenDetails = {
      encryptedToken: encrypt(all, '9208585190116667'),
      encryptedCvv: encrypt(all, '508'),
      encryptionKeyId: 1,
      expiry: { month: '06', year: '2027' },
      cryptogram: 'any',
      panSuffix: '6667',
    }
    const { body } = await all.post('/payments/v2/pay', customOrder('order-1', { type: 'TOKEN', tokenDetails }))
    const page = all.page(body.redirectUrl)
    const { transactionId } = (await page.get('/view')).body.attempt
    await page.post(`/attempts/${transactionId}/otp`, { otp: '123456' })
    expect((await all.get('/payments/v2/order/order-1/status')).body).toMatchObject({
      state: 'COMPLETED',
      paymentDetails: [{ paymentMode: 'TOKEN' }],
    })
  })

  test('card data that cannot be decrypted is refused by field, and creates no order', async () => {
    const all = setUp()
    const mode = cardMode(all) as { cardDetails: object }
    const broken = { ...mode, cardDetails: { ...mode.cardDetails, encryptedCardNumber: 'AAAA' } }
    const { status, body } = await all.post('/payments/v2/pay', customOrder('order-1', broken))
    expect(status).toBe(400)
    expect(body.data.field).toBe('paymentFlow.paymentMode.cardDetails.encryptedCardNumber')
    expect((await all.get('/payments/v2/order/order-1/status')).status).toBe(400)
  })

  test('with a card origin, the other origins refuse cards and accept UPI', async () => {
    const all = setUp({ cardOrigin: 'https://cards.example' })
    const refused = await all.post('/payments/v2/pay', customOrder('order-1', cardMode(all)))
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await all.post('/payments/v2/pay', customOrder('order-2', { type: 'UPI_QR' }))).status).toBe(200)
    const authorization = await all.token()
    const body = JSON.stringify(customOrder('order-3', cardMode(all)))
    const accepted = await all.sandbox.fetch('https://cards.example/apis/pg/payments/v2/pay', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
    })
    expect(accepted.status).toBe(200)
  })
})

describe('net banking', () => {
  test.each([
    ['SUCCESS', 'COMPLETED'],
    ['FAILURE', 'FAILED'],
    ['PENDING', 'PENDING'],
  ])("the bank's button %s makes the order %s", async (outcome, state) => {
    const { get, post, page } = setUp()
    const { body } = await post('/payments/v2/pay', customOrder('order-1', { type: 'NET_BANKING', bankId: 'ICIC' }))
    const payer = page(body.redirectUrl)
    const { attempt } = (await payer.get('/view')).body
    expect(attempt).toMatchObject({ step: 'bank', bankId: 'ICIC', bankName: 'ICICI Bank' })
    await payer.post(`/attempts/${attempt.transactionId}/bank`, { outcome })
    expect((await get('/payments/v2/order/order-1/status')).body.state).toBe(state)
  })

  test('a bank that is down fails the order at once', async () => {
    const { get, post } = setUp()
    await post('/payments/v2/pay', customOrder('order-1', { type: 'NET_BANKING', bankId: 'JAKA' }))
    const { body } = await get('/payments/v2/order/order-1/status')
    expect(body).toMatchObject({ state: 'FAILED', detailedErrorCode: 'SERVER_UNAVAILABLE' })
  })
})
