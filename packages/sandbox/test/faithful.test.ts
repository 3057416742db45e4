import { describe, expect, test } from 'vitest'
import { control, customOrder, setUp, standardOrder } from './helpers.ts'

const form = { client_id: 'shop', client_secret: 'secret', client_version: '1', grant_type: 'client_credentials' }

async function tokenResponse(options: Parameters<typeof setUp>[0] = {}, body: object = form) {
  const { sandbox } = setUp(options)
  const init = { method: 'POST', body: new URLSearchParams({ ...body }) }
  return (await sandbox.fetch('http://x/v1/oauth/token', init)).json()
}

describe('the access token', () => {
  test('has a numeric expires_in, which the official PHP client needs', async () => {
    expect(await tokenResponse({ tokenLifeSec: 900 })).toMatchObject({ expires_in: 900 })
  })

  test('has null with the quirk expiresIn, as in the documented samples', async () => {
    expect(await tokenResponse({ quirks: { expiresIn: 'null' } })).toMatchObject({ expires_in: null })
  })
})

test('every refusal has data', async () => {
  const { get, post, sandbox } = setUp()
  const wrong = { ...form, client_secret: '' }
  const refusals = [
    await get('/checkout/v2/order/none/status'),
    await get('/checkout/v2/transaction/none/status'),
    await get('/payments/v2/refund/none/status'),
    await post('/payments/v2/refund', { merchantRefundId: 'r', originalMerchantOrderId: 'none', amount: 100 }),
    await post('/checkout/v2/pay', {}),
    await get('/nothing'),
    { body: await (await sandbox.fetch('http://x/checkout/v2/order/x/status')).json() },
    { body: await tokenResponse({ credentials: { clientId: 'other', clientSecret: 'x' } }) },
    { body: await tokenResponse({}, wrong) },
  ]
  for (const { body } of refusals) expect(body.data, JSON.stringify(body)).toBeTypeOf('object')
})

describe('what the official clients may leave out', () => {
  const noUrl = { paymentFlow: { type: 'PG_CHECKOUT' } }
  const bank = { type: 'NET_BANKING', bankId: 'ICIC' }
  const device = { deviceContext: { deviceOS: 'ANDROID' } }
  const noReturn = (mode: object, more: object = {}) =>
    customOrder('order-1', mode, { paymentFlow: { type: 'PG', paymentMode: mode }, ...more })

  test('is optional: redirectUrl and targetApp', async () => {
    expect((await setUp().post('/checkout/v2/pay', standardOrder('order-1', noUrl))).status).toBe(200)
    expect((await setUp().post('/payments/v2/pay', noReturn(bank))).status).toBe(200)
    const { status, body } = await setUp().post('/payments/v2/pay', noReturn({ type: 'UPI_INTENT' }, device))
    expect(status).toBe(200)
    expect(body.intentUrl).toMatch(/^upi:\/\/pay\?/)
    expect((await setUp().post('/payments/v2/pay', noReturn({ type: 'UPI_INTENT' }))).status).toBe(200)
  })

  test('is required with the strict quirks', async () => {
    const all = setUp({ quirks: 'strict' })
    const url = 'paymentFlow.merchantUrls.redirectUrl'
    expect((await all.post('/checkout/v2/pay', standardOrder('order-1', noUrl))).body.data.field).toBe(url)
    expect((await all.post('/payments/v2/pay', noReturn(bank))).body.data.field).toBe(url)
    const intent = await all.post('/payments/v2/pay', noReturn({ type: 'UPI_INTENT' }, device))
    expect(intent.body.data.field).toBe('paymentFlow.paymentMode.targetApp')
  })
})

describe('requests that the provider has no mapping for', () => {
  const mapping = { success: false, code: 'BAD_REQUEST', message: 'Api Mapping Not Found', data: {} }

  test.each([
    ['GET', '/checkout/v2/pay'],
    ['POST', '/checkout/v2/order/order-1/status'],
    ['PUT', '/checkout/v2/pay'],
    ['DELETE', '/payments/v2/refund'],
    ['HEAD', '/checkout/v2/order/order-1/status'],
    ['OPTIONS', '/checkout/v2/pay'],
    ['GET', '/apis/pg/v1/pay'],
    ['POST', '/checkout/v2/pay/'],
  ])('%s %s answers 400 Api Mapping Not Found', async (method, path) => {
    const { sandbox, token } = setUp()
    const response = await sandbox.fetch(`http://x${path}`, { method, headers: { authorization: await token() } })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/json')
    if (method !== 'HEAD') expect(await response.json()).toEqual(mapping)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonish'])(
    'a body of the type %s, too',
    async (type) => {
      const { post, sandbox } = setUp()
      const response = await post('/checkout/v2/pay', standardOrder('order-1'), { 'content-type': type })
      expect(response).toMatchObject({ status: 400, body: mapping })
      await expect(sandbox.order('order-1')).rejects.toThrow('no order')
    },
  )

  test('JSON with a charset is accepted', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect((await setUp().post('/checkout/v2/pay', standardOrder('order-1'), headers)).status).toBe(200)
  })

  test.each(['{"a":', '[1]', 'null', '"x"', '7'])(
    'a body %s is a BAD_REQUEST in the shape of the provider',
    async (body) => {
      const { sandbox, token } = setUp()
      const headers = { authorization: await token(), 'content-type': 'application/json' }
      const response = await sandbox.fetch('http://x/checkout/v2/pay', { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ success: false, code: 'BAD_REQUEST', data: {} })
    },
  )
})

test('trigger with simulate makes the event true first, and sends one callback', async () => {
  const received: string[] = []
  const { post, get, sandbox } = setUp({
    callbacks: { url: 'http://shop.test/hook' },
    deliver: async (_url, { body }) => {
      received.push(JSON.parse(body).event)
      return new Response('ok')
    },
  })
  const api = control(sandbox)
  const state = async (id: string) => (await get(`/checkout/v2/order/${id}/status`)).body.state
  const trigger = (event: string, subject: object, more: object = { simulate: true }) =>
    api.post('/callbacks/trigger', { event, ...subject, ...more })

  await post('/checkout/v2/pay', standardOrder('order-1'))
  const order = { merchantOrderId: 'order-1' }
  expect((await trigger('checkout.order.completed', order, {})).body.state).toBe('PENDING')
  expect(await state('order-1')).toBe('PENDING')
  expect((await trigger('checkout.transaction.attempt.failed', order)).body.state).toBe('PENDING')
  expect((await trigger('checkout.order.completed', order)).body).toMatchObject({
    state: 'COMPLETED',
    deliveries: [{ state: 'COMPLETED', delivered: true }],
  })
  expect(await state('order-1')).toBe('COMPLETED')
  expect((await trigger('checkout.order.failed', order)).body.state).toBe('COMPLETED')

  const refund = { merchantRefundId: 'refund-1' }
  await post('/payments/v2/refund', { ...refund, originalMerchantOrderId: 'order-1', amount: 100 })
  expect((await trigger('pg.refund.accepted', refund)).body.state).toBe('CONFIRMED')
  expect((await trigger('pg.refund.failed', refund)).body.state).toBe('FAILED')
  expect((await trigger('pg.refund.completed', refund)).body.state).toBe('FAILED')

  await sandbox.idle()
  expect(received).toEqual([
    'checkout.order.completed',
    'checkout.transaction.attempt.failed',
    'checkout.order.completed',
    'checkout.order.failed',
    'pg.refund.accepted',
    'pg.refund.failed',
    'pg.refund.completed',
  ])
  expect((await trigger('checkout.order.completed', order, { simulate: 'yes' })).status).toBe(400)
})

test('a page URL that no server answers says so', async () => {
  const urlOf = async (options: Parameters<typeof setUp>[0] = {}) =>
    (await setUp(options).post('/checkout/v2/pay', standardOrder('order-1'))).body.redirectUrl
  expect(await urlOf()).toMatch(
    /^http:\/\/sandbox\.localhost\/transact\/pg\?token=[\w-]+#opens-with-serveSandbox-only$/,
  )
  expect(await urlOf({ origin: 'http://127.0.0.1:4500' })).toMatch(
    /^http:\/\/127\.0\.0\.1:4500\/transact\/pg\?token=[\w-]+$/,
  )
})
