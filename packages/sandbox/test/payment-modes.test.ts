import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { control, setUp, standardOrder, type TestSandbox } from './helpers.ts'

const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
const withConfig = (paymentModeConfig: object) => ({
  paymentFlow: { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig },
})
const enabled = (...enabledPaymentModes: object[]) => withConfig({ version: 'V2', enabledPaymentModes })

async function opened(more: object) {
  const all = setUp({ collectAllowed: true })
  const { body } = await all.post('/checkout/v2/pay', standardOrder('order-1', more))
  return { ...all, page: all.page(body.redirectUrl) }
}

function cardChoice({ sandbox }: Pick<TestSandbox, 'sandbox'>, number: string, cvv = '123', year = '2030') {
  const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
  const encrypt = (digits: string) => publicEncrypt(key, Buffer.from(digits)).toString('base64')
  const expiry = { month: '12', year }
  const cardDetails = {
    encryptedCardNumber: encrypt(number),
    encryptedCvv: encrypt(cvv),
    encryptionKeyId: sandbox.cardKey.keyId,
    expiry,
  }
  return { type: 'CARD', cardDetails }
}

describe('a card that the order does not accept', () => {
  test.each([
    ['network', { networks: ['VISA'] }, '6074820000000009', '123', 'CARD_NOT_ALLOWED'],
    ['variant', { variants: ['CONSUMER', 'PREMIUM'] }, '378282246310005', '1234', 'CARD_NOT_ALLOWED'],
    ['variant', { variants: ['CONSUMER'] }, '2223003122003222', '123', 'CARD_NOT_ALLOWED'],
    ['scope', { geoScopes: ['DOMESTIC'] }, '4000058260000005', '123', 'INTERNATIONAL_TXN_NOT_ALLOWED'],
    ['scope', { geoScopes: ['INTERNATIONAL'] }, '6074820000000009', '123', 'CARD_NOT_ALLOWED'],
    ['type', { types: ['CREDIT_CARD'] }, '6074820000000009', '123', 'INVALID_CARD_TYPE'],
  ])('fails by its %s: %o', async (_, dimensions, number, cvv, code) => {
    const all = await opened(enabled({ type: 'CARD', ...dimensions }))
    const paymentMode = cardChoice(all, number, cvv)
    await all.page.post('/attempts', { paymentMode })
    const view = (await all.page.get('/view')).body
    expect(view).toMatchObject({
      canPay: true,
      order: { state: 'PENDING' },
      attempt: { state: 'FAILED', errorCode: code, detailedErrorCode: code },
    })
    expect(await all.sandbox.order('order-1')).toMatchObject({
      state: 'PENDING',
      paymentDetails: [{ paymentMode: 'CARD', state: 'FAILED', errorCode: code }],
    })
  })

  test('fails even with a success suffix in the order id, and without retries fails the order', async () => {
    const all = setUp()
    const more = { ...enabled({ type: 'CARD', networks: ['RUPAY'] }), disablePaymentRetry: true }
    const { body } = await all.post('/checkout/v2/pay', standardOrder('order--success', more))
    const paymentMode = cardChoice(all, '5555555555554444')
    await all.page(body.redirectUrl).post('/attempts', { paymentMode })
    expect(await all.sandbox.order('order--success')).toMatchObject({ state: 'FAILED', errorCode: 'CARD_NOT_ALLOWED' })
  })
})

test('an accepted card pays, and the status shows its traits', async () => {
  const rule = { type: 'CARD', networks: ['VISA'], geoScopes: ['INTERNATIONAL'], variants: ['CONSUMER'] }
  const all = await opened(enabled(rule))
  const { attempt } = (await all.page.post('/attempts', { paymentMode: cardChoice(all, '4000058260000005') })).body
  expect(attempt.step).toBe('otp')
  await all.page.post(`/attempts/${attempt.transactionId}/otp`, { otp: '123456' })
  expect(await all.sandbox.order('order-1')).toMatchObject({
    state: 'COMPLETED',
    paymentDetails: [{ instrument: { geoScope: 'INTERNATIONAL', cardNetwork: 'VISA', type: 'DEBIT_CARD' } }],
  })
})

describe('UPI instruments', () => {
  const collect = async (instruments: string[], vpa: string) => {
    const all = await opened(enabled({ type: 'UPI', instruments }))
    await all.page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa } })
    return all.sandbox.order('order-1')
  }
  const paidBy = (instrument: object) => ({ state: 'COMPLETED', paymentDetails: [{ instrument }] })

  test('pay with an instrument that the order accepts', async () => {
    expect(await collect(['RUPAY_CC'], 'success@ybl')).toMatchObject(paidBy({ type: 'ACCOUNT', accountType: 'CREDIT' }))
    expect(await collect(['CREDIT_LINE'], 'success@ybl')).toMatchObject(paidBy({ type: 'CREDIT_LINE' }))
    expect(await collect(['BANK_ACCOUNT'], 'success@ybl')).toMatchObject(paidBy({ accountType: 'SAVINGS' }))
    expect(await collect(['CREDIT_LINE', 'RUPAY_CC'], 'creditline@ybl')).toMatchObject(paidBy({ type: 'CREDIT_LINE' }))
  })

  test.each([
    [['BANK_ACCOUNT'], 'credit@ybl'],
    [['BANK_ACCOUNT', 'RUPAY_CC'], 'creditline@ybl'],
    [['RUPAY_CC'], 'savings@ybl'],
  ])('an order that accepts %o refuses %s', async (instruments, vpa) => {
    expect(await collect(instruments, vpa)).toMatchObject({
      state: 'PENDING',
      paymentDetails: [{ state: 'FAILED', errorCode: 'ACCOUNT_NOT_ELIGIBLE', detailedErrorCode: 'B3' }],
    })
  })

  test('an order with an account constraint refuses credit', async () => {
    const constraints = [{ type: 'ACCOUNT', accountNumber: '12345678', ifsc: 'ICIC0000001' }]
    const all = await opened({ constraints })
    await all.page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'credit@ybl' } })
    expect((await all.sandbox.order('order-1')).paymentDetails).toMatchObject([{ detailedErrorCode: 'B3' }])
  })
})

test('an app that is not accepted is refused by its id and by its package name', async () => {
  const { page } = await opened(enabled({ type: 'UPI', apps: ['phonepe', 'others'] }))
  const statusFor = async (targetApp: string) =>
    (await page.post('/attempts', { paymentMode: { type: 'UPI_INTENT', targetApp } })).status
  expect(await statusFor('gpay')).toBe(409)
  expect(await statusFor('net.one97.paytm')).toBe(409)
  expect(await statusFor('com.phonepe.app')).toBe(200)
  expect(await statusFor('in.some.other.app')).toBe(200)
})

test('simulatePayment without an instrument uses one that the order accepts', async () => {
  const { sandbox } = await opened(enabled({ type: 'CARD', types: ['DEBIT_CARD'] }))
  const order = await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
  expect(order).toMatchObject({ paymentDetails: [{ paymentMode: 'CARD', instrument: { type: 'DEBIT_CARD' } }] })
})

describe('paymentModeConfig', () => {
  test.each([
    [{ version: 'V2', enabledPaymentModes: [{ type: 'CARD', networks: 'VISA' }] }, 'networks', /list of text/],
    [{ version: 'V2', enabledPaymentModes: [{ type: 'CARD', networks: [7] }] }, 'networks', /list of text/],
    [{ enabledPaymentModes: 'CARD' }, 'enabledPaymentModes', /must be a list/],
    [{ enabledPaymentModes: ['CARD'] }, 'enabledPaymentModes[0]', /must be an object/],
    [{ enabledPaymentModes: [{}] }, 'enabledPaymentModes[0].type', /must be text/],
    [{ enabledPaymentModes: [], disabledPaymentModes: [] }, '', /not both/],
  ])('with a wrong type is always refused: %o', async (config, field, message) => {
    const answer = await setUp().post('/checkout/v2/pay', standardOrder('order-1', withConfig(config)))
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(answer.body.data.field.endsWith(field)).toBe(true)
    expect(answer.body.message).toMatch(message)
  })

  const UNKNOWN_NAMES: [object, string, RegExp][] = [
    [{ version: 'V2', enabledPaymentModes: [] }, 'enabledPaymentModes', /is empty/],
    [{ version: 'V2', disabledPaymentModes: [{ type: 'UPI_QR' }] }, 'disabledPaymentModes[0].type', /name of V1/],
    [{ enabledPaymentModes: [{ type: 'UPI' }] }, 'enabledPaymentModes[0].type', /needs version V2/],
    [
      { enabledPaymentModes: [{ type: 'CARD', networks: ['VISA'] }] },
      'enabledPaymentModes[0].networks',
      /needs version V2/,
    ],
    [
      { version: 'V2', enabledPaymentModes: [{ type: 'CARD', networks: ['VISA', 'MASTERCARD'] }] },
      'enabledPaymentModes[0].networks[1]',
      /MASTER_CARD/,
    ],
    [
      { version: 'V2', enabledPaymentModes: [{ type: 'CARD', flows: ['QR'] }] },
      'enabledPaymentModes[0].flows',
      /not a dimension of CARD/,
    ],
    [
      { version: 'V2', enabledPaymentModes: [{ type: 'CARD', variants: [] }] },
      'enabledPaymentModes[0].variants',
      /is empty/,
    ],
    [
      { version: 'V2', enabledPaymentModes: [{ type: 'UPI' }, { type: 'UPI' }] },
      'enabledPaymentModes[1]',
      /only the first UPI/,
    ],
  ]

  test.each(UNKNOWN_NAMES)(
    'with a name that matches nothing is accepted, with a note in the journal: %o',
    async (config, field) => {
      const { post, sandbox } = setUp()
      expect((await post('/checkout/v2/pay', standardOrder('order-1', withConfig(config)))).status).toBe(200)
      const { entries } = (await control(sandbox).get('/journal?name=standardPay')).body
      expect(entries[0].note).toContain(`paymentModeConfig.${field} `)
    },
  )

  test.each(UNKNOWN_NAMES)(
    'with a name that matches nothing is refused by quirk: %o',
    async (config, field, message) => {
      const { post } = setUp({ quirks: { unknownPaymentModes: 'refused' } })
      const answer = await post('/checkout/v2/pay', standardOrder('order-1', withConfig(config)))
      expect(answer).toMatchObject({ status: 400, body: { data: { field: `paymentFlow.paymentModeConfig.${field}` } } })
      expect(answer.body.message).toMatch(message)
    },
  )

  test('with known names leaves no note', async () => {
    const { post, sandbox } = setUp({ quirks: 'strict' })
    const rules = [
      { type: 'UPI', flows: ['QR'], apps: ['others'], instruments: ['CREDIT_LINE'] },
      { type: 'CARD', types: ['CREDIT_CARD'], networks: ['DINERS_CLUB'], variants: null, geoScopes: ['DOMESTIC'] },
      { type: 'NET_BANKING', banks: ['UCOBANK'] },
      { type: 'WALLET', wallets: ['PHONEPE'] },
    ]
    expect((await post('/checkout/v2/pay', standardOrder('order-1', enabled(...rules)))).status).toBe(200)
    const { entries } = (await control(sandbox).get('/journal?name=standardPay')).body
    expect(entries[0]).not.toHaveProperty('note')
  })
})
