import { describe, expect, it } from 'vitest'
import { type CustomPay, paise } from '../../src/index.ts'
import { recorded } from '../support/client.ts'
import { response } from '../support/recording-fetch.ts'

const CREATED = { orderId: 'OMO1', state: 'PENDING', expireAt: 1_750_000_900_000 }
const order = { merchantOrderId: 'order-1', amount: paise(49_900) } as const
const redirectUrl = 'https://shop.example/thanks?o=1'

/** The request of a custom payment. */
async function wireBody(pay: CustomPay) {
  const { galla, wire } = recorded(() => undefined)
  await galla.customCheckout.pay(pay)
  return wire.single()
}

describe('specification §3: Pay request (custom checkout)', () => {
  it('specification §3: merchantOrderId, amount, paymentFlow, expireAfter, metaInfo, constraints, deviceContext', async () => {
    const { json } = await wireBody({
      ...order,
      expireAfter: 600,
      metaInfo: { udf1: 'a', udf2: 'b', udf3: 'c', udf4: 'd', udf5: 'e' },
      constraints: [{ type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }],
      deviceContext: { deviceOS: 'IOS', merchantCallBackScheme: 'shopapp' },
      paymentMode: { type: 'UPI_INTENT', targetApp: 'PHONEPE' },
      redirectUrl,
    })
    expect(json()).toEqual({
      merchantOrderId: 'order-1',
      amount: 49_900,
      expireAfter: 600,
      metaInfo: { udf1: 'a', udf2: 'b', udf3: 'c', udf4: 'd', udf5: 'e' },
      constraints: [{ type: 'ACCOUNT', accountNumber: '000111222333', ifsc: 'ICIC0000001' }],
      deviceContext: { deviceOS: 'IOS', merchantCallBackScheme: 'shopapp' },
      paymentFlow: {
        type: 'PG',
        paymentMode: { type: 'UPI_INTENT', targetApp: 'PHONEPE' },
        merchantUrls: { redirectUrl },
      },
    })
  })

  it('specification §3: paymentFlow: type PG, paymentMode, merchantUrls.redirectUrl; fields that are not given are omitted', async () => {
    const { json } = await wireBody({ ...order, paymentMode: { type: 'UPI_QR' } })
    expect(json()).toEqual({
      merchantOrderId: 'order-1',
      amount: 49_900,
      paymentFlow: { type: 'PG', paymentMode: { type: 'UPI_QR' } },
    })
  })

  it.each([1, 2, 3, 4, 5])('specification §3: metaInfo: udf1 to udf5 — udf%i', async (number) => {
    const metaInfo = { [`udf${number}`]: 'चाय ₹10 "☕"' }
    const { json } = await wireBody({ ...order, metaInfo, paymentMode: { type: 'UPI_QR' } })
    expect(json()).toMatchObject({ metaInfo })
  })

  it('specification §3: constraints: an account constraint with accountNumber and ifsc, both required', async () => {
    const { galla, wire } = recorded()
    const constraint = { type: 'ACCOUNT', accountNumber: '1', ifsc: 'ICIC0000001' } as const
    for (const field of ['accountNumber', 'ifsc'] as const) {
      const broken = { ...constraint, [field]: '' }
      const pay = galla.customCheckout.pay({ ...order, constraints: [broken], paymentMode: { type: 'UPI_QR' } })
      await expect(pay).rejects.toMatchObject({ kind: 'invalid-request', field: `constraints[0].${field}` })
    }
    expect(wire.requests).toEqual([])
  })
})

describe('specification §3: Payment instrument types', () => {
  const expiry = { month: '06', year: '2030' }
  const cardDetails = {
    encryptedCardNumber: 'cGFu==',
    encryptedCvv: 'Y3Z2==',
    encryptionKeyId: 7,
    expiry,
    cardHolderName: 'A Tester',
    billingAddress: { line1: '1 Road', line2: '', city: 'Pune', state: 'MH', zip: '411001', country: 'IN' },
  }
  const tokenDetails = {
    encryptedToken: 'dG9rZW4=',
    encryptedCvv: 'Y3Z2==',
    encryptionKeyId: 7,
    expiry,
    cryptogram: 'Y3J5cHQ=',
    panSuffix: '6667',
    cardHolderName: 'A Tester',
    eci: '05',
    atc: '0001',
  }
  const modes: readonly (readonly [string, CustomPay['paymentMode']])[] = [
    [
      'UPI_COLLECT: details by VPA (vpa), plus message',
      { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'payer@bank' }, message: 'Order 1' },
    ],
    [
      'UPI_COLLECT: details by PHONE_NUMBER (phoneNumber), plus message',
      { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: '9000000001' }, message: 'Order 1' },
    ],
    ['UPI_INTENT: targetApp', { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' }],
    ['PPE_INTENT', { type: 'PPE_INTENT' }],
    ['UPI_QR', { type: 'UPI_QR' }],
    [
      'CARD: authMode, merchantUserId, savedCard, cardDetails (encryptedCardNumber, encryptedCvv, encryptionKeyId, expiry with month and year, cardHolderName); billing address: line1, line2, city, state, zip, country',
      { type: 'CARD', authMode: '3DS', merchantUserId: 'u-55', savedCard: true, cardDetails },
    ],
    [
      'TOKEN: authMode, merchantUserId, tokenDetails (encryptedToken, encryptedCvv, encryptionKeyId, expiry, cryptogram, panSuffix, cardHolderName, eci, atc)',
      { type: 'TOKEN', authMode: '3DS', merchantUserId: 'u-55', tokenDetails },
    ],
    ['NET_BANKING: bankId, merchantUserId', { type: 'NET_BANKING', bankId: 'ICIC', merchantUserId: 'u-55' }],
  ]

  it.each(modes)('specification §3: %s — sent unchanged', async (_title, paymentMode) => {
    const { json } = await wireBody({ ...order, redirectUrl, paymentMode } as CustomPay)
    expect(json()).toEqual({
      merchantOrderId: 'order-1',
      amount: 49_900,
      paymentFlow: { type: 'PG', paymentMode, merchantUrls: { redirectUrl } },
    })
  })

  it("sends a collect request's deviceOS as the header x-device-os and not in the body", async () => {
    const paymentMode = {
      type: 'UPI_COLLECT',
      details: { type: 'VPA', vpa: 'payer@bank' },
      deviceOS: 'Mac OS',
    } as const
    const { headers, json } = await wireBody({ ...order, paymentMode })
    expect(headers['x-device-os']).toBe('Mac OS')
    expect(json()).toMatchObject({
      paymentFlow: { paymentMode: { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'payer@bank' } } },
    })
    expect(JSON.stringify(json())).not.toContain('Mac OS')
  })

  it.each(['CARD', 'TOKEN', 'NET_BANKING'] as const)('rejects %s without a redirectUrl', async (type) => {
    const { galla, wire } = recorded()
    const mode = modes.find(([, { type: known }]) => known === type)?.[1]
    const pay = galla.customCheckout.pay({ ...order, paymentMode: mode } as CustomPay)
    await expect(pay).rejects.toMatchObject({ kind: 'invalid-request', field: 'redirectUrl', outcome: 'not-sent' })
    expect(wire.requests).toEqual([])
  })

  it.each([
    ['intentUrl', { intentUrl: 'upi://pay?pa=a' }],
    ['qrData', { intentUrl: 'upi://pay?pa=a', qrData: 'data:image/png;base64,AA==' }],
    ['redirectUrl', { redirectUrl: 'https://bank.example' }],
  ])('returns %s of the response', async (_name, links) => {
    const { galla } = recorded(({ path }) =>
      path.endsWith('/payments/v2/pay') ? response({ ...CREATED, ...links }) : undefined,
    )
    expect(await galla.customCheckout.pay({ ...order, paymentMode: { type: 'UPI_QR' } })).toEqual({
      ...CREATED,
      ...links,
    })
  })
})
