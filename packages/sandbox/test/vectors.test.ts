import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classicSignature, hmacSignature } from '../src/callbacks/sign.ts'
import { setUp, standardOrder, type TestResponse } from './helpers.ts'

/** Read as files: sandbox and SDK are tested against the same bytes, and share no code. */
const VECTORS = new URL('../../contract/vectors/', import.meta.url)
// biome-ignore lint/suspicious/noExplicitAny: each vector file has its own shape
const cases = (name: string): any[] => JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8')).cases

describe('callback-classic.json', () => {
  test.each(cases('callback-classic.json'))('$name', ({ username, password, authorization, valid }) => {
    expect(classicSignature(username, password) === authorization).toBe(valid)
  })
})

describe('callback-hmac.json', () => {
  test.each(cases('callback-hmac.json'))('$name', ({ body, bodyBase64, bodyRepeat, secretKey, signature, valid }) => {
    const bytes = bodyRepeat
      ? bodyRepeat.before + bodyRepeat.text.repeat(bodyRepeat.times) + bodyRepeat.after
      : (body ?? Buffer.from(bodyBase64, 'base64'))
    expect(hmacSignature(bytes, secretKey) === signature).toBe(valid)
  })
})

describe('refund-sums.json', () => {
  const WHY: { [why: string]: string[] } = {
    'exceeds-remaining': ['REFUND_AMOUNT_EXCEEDS_ORIGINAL'],
    'duplicate-id': ['Refund ID Duplicated'],
    'one-open-at-a-time': ['PREVIOUS_ORDER_IN_PROGRESS'],
    'below-minimum': ['BAD_REQUEST'],
    'order-not-completed': ['REFUND_NOT_ALLOWED'],
  }
  test.each(cases('refund-sums.json'))('$name', async ({ paid, orderState, steps }) => {
    const { sandbox, post } = setUp({ refundTiming: false })
    await post('/checkout/v2/pay', standardOrder('order-1', { amount: paid }))
    if (orderState !== 'PENDING') {
      await sandbox.simulatePayment('order-1', { outcome: orderState === 'COMPLETED' ? 'SUCCESS' : 'FAILURE' })
    }
    for (const step of steps) {
      const { merchantRefundId, amount, accepted, why, state } = step
      if (step.do === 'simulate') {
        const outcome = state === 'COMPLETED' ? 'SUCCESS' : state === 'FAILED' ? 'FAILURE' : 'ACCEPTED'
        await sandbox.simulateRefund(merchantRefundId, { outcome })
        continue
      }
      const body = { merchantRefundId, originalMerchantOrderId: 'order-1', amount }
      const answer = await post('/payments/v2/refund', body)
      expect(answer.status === 200, JSON.stringify({ step, answer: answer.body })).toBe(accepted)
      if (!accepted) expect([why].flat().flatMap((one) => WHY[one] ?? [])).toContain(answer.body.code)
    }
  })
})

describe('error-mapping.json: the sandbox answers with the documented errors', () => {
  const requests: { [name: string]: () => Promise<TestResponse> } = {
    'wrong token': () => setUp().get('/checkout/v2/order/x/status', { authorization: 'O-Bearer nonsense' }),
    'unknown order': () => setUp().get('/checkout/v2/order/x/status'),
    'reused order id': async () => {
      const { post } = setUp()
      await post('/checkout/v2/pay', standardOrder('order-1'))
      return post('/checkout/v2/pay', standardOrder('order-1'))
    },
    'blank field': () => setUp().post('/checkout/v2/pay', standardOrder(' ')),
    'plain text from the gateway': async () => {
      const { sandbox, get } = setUp()
      await get('/checkout/v2/order/x/status')
      await sandbox.setFaults({ rules: [{ kind: 'status', status: 503 }] })
      return get('/checkout/v2/order/x/status')
    },
  }
  const documented = cases('error-mapping.json').filter((one) => one.name in requests)
  test('every case is in the vectors', () => expect(documented).toHaveLength(Object.keys(requests).length))
  test.each(documented)('$name', async ({ name, status, contentType, body }) => {
    const answer = await requests[name]?.()
    expect(answer?.status).toBe(status)
    expect(answer?.headers.get('content-type')).toContain(contentType)
    if (contentType !== 'application/json') return expect(answer?.body).toBe(body)
    const { code, message } = JSON.parse(body)
    expect(answer?.body).toMatchObject({ code, message })
  })
})

describe('vectors/wire: the recorded requests of the official client are accepted', () => {
  const recorded = readdirSync(new URL('wire/', VECTORS)).flatMap((file) => cases(`wire/${file}`))
  const calls = recorded.filter(({ wire }) => wire?.method !== undefined && wire.path !== '/v1/oauth/token')

  test('the token call', async () => {
    const { wire } = cases('wire/token.json')[0]
    const { sandbox } = setUp()
    const response = await sandbox.fetch(`https://api-preprod.phonepe.com/apis/pg-sandbox${wire.path}`, {
      method: wire.method,
      headers: wire.headers,
      body: wire.form,
    })
    expect(await response.json()).toMatchObject({ token_type: 'O-Bearer', expires_in: 3600 })
  })

  test.each(calls)('$client: $name', async ({ name, wire }) => {
    const { sandbox, get, post } = setUp({ quirks: { redirectUrlRequired: false } })
    let transactionId = ''
    if (!/\/(pay|sdk\/order)$/.test(wire.path)) {
      const paymentFlow = { type: 'PG', paymentMode: { type: 'UPI_QR' } }
      await post('/payments/v2/pay', { merchantOrderId: 'order-1', amount: 49_900, paymentFlow })
      const order = await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })
      transactionId = order.paymentDetails[0]?.transactionId ?? ''
    }
    if (wire.path.includes('/refund/')) {
      const body = { merchantRefundId: 'refund-1', originalMerchantOrderId: 'order-1', amount: 10_000 }
      await post('/payments/v2/refund', body)
    }
    const path = wire.path.replace(/OM\d{20,}/, transactionId) + (wire.query ? `?${wire.query}` : '')
    // The recorded token is not one of this sandbox.
    const { authorization: _recorded, ...headers } = wire.headers
    const answer = wire.method === 'GET' ? await get(path, headers) : await post(path, wire.body, headers)
    // The recorded card data was encrypted with no real key, and one intent names no operating system: both are refused by field.
    if (/^(card|token),/.test(name)) return expect(answer.body.message).toContain('encryptionKeyId is not known')
    if (name === 'intent, the least')
      return expect(answer.body.message).toBe('deviceContext.deviceOS must not be blank.')
    expect(answer).toMatchObject({ status: 200 })
  })
})
