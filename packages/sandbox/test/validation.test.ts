import { describe, expect, test } from 'vitest'
import { collect, customOrder, setUp, standardOrder } from './helpers.ts'

describe('standard pay', () => {
  const flow = (more: object) => ({
    paymentFlow: { type: 'PG_CHECKOUT', merchantUrls: { redirectUrl: 'https://a.b' }, ...more },
  })
  test.each([
    ['merchantOrderId', { merchantOrderId: undefined }, 'merchantOrderId must not be blank.'],
    ['merchantOrderId', { merchantOrderId: 'a'.repeat(64) }, /1 to 63/],
    ['merchantOrderId', { merchantOrderId: 'a b' }, /1 to 63/],
    ['merchantOrderId', { merchantOrderId: 7 }, 'merchantOrderId must be text.'],
    ['amount', { amount: undefined }, 'amount must not be blank.'],
    ['amount', { amount: '49900' }, /integer in paise/],
    ['amount', { amount: 499.5 }, /integer in paise/],
    ['amount', { amount: 99 }, /at least 100/],
    ['amount', { amount: 2 ** 53 }, /too large/],
    ['expireAfter', { expireAfter: 299 }, /between 300 and 3600/],
    ['expireAfter', { expireAfter: 3601 }, /between 300 and 3600/],
    ['expireAfter', { expireAfter: '600' }, /integer of seconds/],
    ['metaInfo', { metaInfo: 'x' }, /must be an object/],
    ['metaInfo.udf16', { metaInfo: { udf16: 'x' } }, /udf1 to udf15/],
    ['metaInfo.udf1', { metaInfo: { udf1: 'x'.repeat(257) } }, /256/],
    ['metaInfo.udf11', { metaInfo: { udf11: 'x'.repeat(51) } }, /50/],
    ['metaInfo.udf11', { metaInfo: { udf11: 'a/b' } }, /letters, digits/],
    ['paymentFlow', { paymentFlow: undefined }, /must not be null/],
    ['paymentFlow.type', flow({ type: 'PG' }), /PG_CHECKOUT/],
    [
      'paymentFlow.merchantUrls.redirectUrl',
      flow({ merchantUrls: { redirectUrl: 'javascript:alert(1)' } }),
      /valid http/,
    ],
    [
      'paymentFlow.paymentModeConfig',
      flow({ paymentModeConfig: { enabledPaymentModes: [], disabledPaymentModes: [] } }),
      /not both/,
    ],
    ['paymentFlow.paymentModeConfig.version', flow({ paymentModeConfig: { version: 'V3' } }), /V1 or V2/],
    ['disablePaymentRetry', { disablePaymentRetry: 'yes' }, /true or false/],
    ['prefillUserLoginDetails.phoneNumber', { prefillUserLoginDetails: { phoneNumber: '12' } }, /ten digits/],
    ['constraints[0].type', { constraints: [{ type: 'CARD' }] }, /ACCOUNT/],
    ['constraints[0].ifsc', { constraints: [{ type: 'ACCOUNT', accountNumber: '1' }] }, /must not be blank/],
  ])('refuses %s in %o', async (field, more, message) => {
    const { post } = setUp()
    const answer = await post('/checkout/v2/pay', standardOrder('order-1', more))
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'BAD_REQUEST', data: { field } } })
    expect(answer.body.message).toMatch(message)
    expect(answer.body.message.startsWith(field)).toBe(true)
  })

  test('ignores unknown fields, and refuses them with the strict quirks', async () => {
    const order = standardOrder('order-1', { colour: 'green' })
    expect((await setUp().post('/checkout/v2/pay', order)).status).toBe(200)
    expect((await setUp({ quirks: 'strict' }).post('/checkout/v2/pay', order)).body.data.field).toBe('colour')
  })

  test('answers 400 to a body that is not a JSON object', async () => {
    const { sandbox, token } = setUp()
    const authorization = await token()
    for (const body of ['', '{', '[]', '"x"', 'null']) {
      const response = await sandbox.fetch('http://x/checkout/v2/pay', {
        method: 'POST',
        headers: { authorization },
        body,
      })
      expect(response.status).toBe(400)
    }
  })
})

describe('custom pay', () => {
  const AT = 'paymentFlow.paymentMode'
  test.each([
    [`${AT}.type`, { type: 'CASH' }, {}],
    [`${AT}.targetApp`, { type: 'UPI_INTENT', targetApp: ' ' }, {}],
    ['deviceContext', { type: 'UPI_INTENT', targetApp: 'GPAY' }, {}],
    ['deviceContext.deviceOS', { type: 'UPI_INTENT', targetApp: 'GPAY' }, { deviceContext: { deviceOS: 'WINDOWS' } }],
    [
      'deviceContext.merchantCallBackScheme',
      { type: 'UPI_INTENT', targetApp: 'PHONEPE' },
      { deviceContext: { deviceOS: 'IOS' } },
    ],
    [`${AT}.details`, { type: 'UPI_COLLECT' }, {}],
    [`${AT}.details.vpa`, collect('not a vpa'), {}],
    [`${AT}.details.type`, { type: 'UPI_COLLECT', details: { type: 'EMAIL' } }, {}],
    [`${AT}.details.phoneNumber`, { type: 'UPI_COLLECT', details: { type: 'PHONE_NUMBER', phoneNumber: 'x' } }, {}],
    [`${AT}.bankId`, { type: 'NET_BANKING', bankId: 'XXXX' }, {}],
    [`${AT}.cardDetails`, { type: 'CARD' }, {}],
    [`${AT}.authMode`, { type: 'CARD', authMode: 'H2H' }, {}],
    ['expireAfter', { type: 'UPI_QR' }, { expireAfter: 5_184_001 }],
  ])('refuses %s in %o', async (field, paymentMode, more) => {
    const { status, body } = await setUp().post('/payments/v2/pay', customOrder('order-1', paymentMode, more))
    expect(status).toBe(400)
    expect(body.data).toEqual({ field })
  })

  test('checks x-device-os of collect requests by quirk', async () => {
    const pay = (quirk: 'required' | 'ios-only', headers = {}) =>
      setUp({ quirks: { collectDeviceOs: quirk } }).post(
        '/payments/v2/pay',
        customOrder('o', collect('asha@ybl')),
        headers,
      )
    expect((await pay('required')).body.data).toEqual({ field: 'x-device-os' })
    expect((await pay('required', { 'x-device-os': 'Windows' })).status).toBe(200)
    expect((await pay('ios-only', { 'x-device-os': 'Windows' })).status).toBe(400)
    expect((await pay('ios-only', { 'x-device-os': 'iOS' })).status).toBe(200)
  })
})

describe('authorization', () => {
  test.each([
    ['a missing token', {}],
    ['a plain Bearer', { authorization: 'Bearer x' }],
    ['an unknown token', { authorization: 'O-Bearer a.b.c' }],
  ])('answers 401 to %s', async (_, headers) => {
    const { sandbox } = setUp()
    const response = await sandbox.fetch('http://x/checkout/v2/order/order-1/status', { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      success: false,
      code: 'AUTHORIZATION_FAILED',
      message: 'Authorization failed [message = Please check the authorization token and try again]',
      data: {},
    })
  })

  test('a token is valid until it expires or is revoked', async () => {
    const { sandbox, token } = setUp({ tokenLifeSec: 60 })
    const read = async (authorization: string) =>
      (await sandbox.fetch('http://x/checkout/v2/order/none/status', { headers: { authorization } })).status
    const first = await token()
    await sandbox.clock.advance(59_999)
    expect(await read(first)).toBe(400)
    await sandbox.clock.advance(1)
    expect(await read(first)).toBe(401)
    const second = await token()
    expect(await read(second)).toBe(400)
    sandbox.revokeTokens()
    expect(await read(second)).toBe(401)
    expect(await read(await token())).toBe(400)
  })

  test('refuses other credentials than the configured ones', async () => {
    const { sandbox } = setUp({ credentials: { clientId: 'shop', clientSecret: 'right', clientVersion: 1 } })
    const requestToken = (client_secret: string, client_version = '1') =>
      sandbox.fetch('http://x/v1/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({
          client_id: 'shop',
          client_secret,
          client_version,
          grant_type: 'client_credentials',
        }),
      })
    expect((await requestToken('right')).status).toBe(200)
    for (const refused of [await requestToken('wrong'), await requestToken('right', '2')]) {
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ code: 'INVALID_CLIENT', errorCode: 'OIM000' })
    }
  })

  test('the token endpoint accepts a form only', async () => {
    const { sandbox } = setUp()
    const response = await sandbox.fetch('http://x/v1/oauth/token', { method: 'POST', body: '{}' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'Api Mapping Not Found' })
  })
})

test('answers 400 Api Mapping Not Found to an unknown path or method', async () => {
  const { get, post } = setUp()
  expect((await get('/checkout/v3/pay')).body.message).toBe('Api Mapping Not Found')
  expect((await post('/checkout/v2/order/x/status', {})).status).toBe(400)
})

test.each(['PUT /_sandbox/clock', 'GET /_sandbox', 'POST /page-api/pay'])(
  '%s answers UNKNOWN_ROUTE with the known routes',
  async (route) => {
    const { sandbox } = setUp()
    const [method = '', path] = route.split(' ')
    const response = await sandbox.fetch(`http://x${path}`, { method })
    expect(response.status).toBe(404)
    const { code, message } = (await response.json()) as { code: string; message: string }
    expect(code).toBe('UNKNOWN_ROUTE')
    expect(message).toContain(path?.startsWith('/_sandbox') ? 'POST /clock' : 'GET /view')
  },
)

describe('quirk profiles', () => {
  test.each([
    ['default', 417, 'INVALID_TRANSACTION_ID'],
    ['knowledge-base', 400, 'ORDER_ALREADY_EXISTS'],
    ['assistant-guide', 417, 'INVALID_MERCHANT_ORDER_ID'],
  ])('%s answers a reused order id with %i %s', async (quirks, status, code) => {
    const { post } = setUp({ quirks })
    await post('/checkout/v2/pay', standardOrder('order-1'))
    expect(await post('/checkout/v2/pay', standardOrder('order-1'))).toMatchObject({ status, body: { code } })
  })

  test.each([
    ['default', 400, 'INVALID_MERCHANT_ORDER_ID'],
    ['knowledge-base', 404, 'INVALID_MERCHANT_ORDER_ID'],
    ['sdk-fixtures', 400, 'MERCHANT_ORDER_MAPPING_NOT_FOUND'],
  ])('%s answers an unknown order with %i %s', async (quirks, status, code) => {
    expect(await setUp({ quirks }).get('/checkout/v2/order/x/status')).toMatchObject({ status, body: { code } })
  })

  test('refuses an unknown profile and names the known ones', () => {
    expect(() => setUp({ quirks: 'nonsense' })).toThrow(/there are default, assistant-guide/)
    expect(() => setUp({ profile: 'nonsense' })).toThrow(/there are festival-day/)
  })

  test('older-pages sends checkout events without type for custom orders', async () => {
    const bodies: { event: string; type?: string }[] = []
    const { sandbox, post } = setUp({
      quirks: 'older-pages',
      callbacks: { url: 'http://shop.test', username: 'u', password: 'p' },
      deliver: async (_, { body }) => {
        bodies.push(JSON.parse(body))
        return new Response()
      },
    })
    await post('/payments/v2/pay', customOrder('order-1', collect('success@ybl')))
    await sandbox.idle()
    expect(bodies).toMatchObject([{ event: 'checkout.order.completed' }])
    expect(bodies[0]).not.toHaveProperty('type')
  })
})

describe('UPI validation', () => {
  test.each([
    [
      { type: 'VPA', vpa: 'asha@ybl' },
      { valid: true, name: 'Asha Sandbox' },
    ],
    [{ type: 'VPA', vpa: 'invalid@ybl' }, { valid: false }],
    [{ type: 'VPA', vpa: 'nonsense' }, { valid: false }],
    [
      { type: 'UPI_NUMBER', upiNumber: '9000000001' },
      { valid: true, name: 'Asha Sandbox' },
    ],
    [{ type: 'UPI_NUMBER', upiNumber: 'x' }, { valid: false }],
  ])('answers %o with %o', async (body, response) => {
    expect((await setUp().post('/v2/validate/upi', body)).body).toEqual(response)
  })

  test.each([{}, { type: 'EMAIL' }, { type: 'VPA' }, { type: 'VPA', vpa: `${'a'.repeat(252)}@ybl` }])(
    'answers 400 to %o',
    async (body) => {
      expect((await setUp().post('/v2/validate/upi', body)).status).toBe(400)
    },
  )
})

test('accepts telemetry events and counts them', async () => {
  const { post } = setUp()
  const batch = { events: [{ eventName: 'PAY_SUCCESS' }], source: 'BACKEND_SDK', clientVersion: 'x:1' }
  expect((await post('/apis/pg-ingestion/client/v1/backend/events/batch', batch)).body).toEqual({ accepted: 1 })
})
