import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classicSignature, hmacSignature } from '../src/callbacks/sign.ts'
import { type Answer, bench, standardOrder } from './helpers.ts'

/** Read as files: what is tested is that the sandbox agrees with the same bytes as the client. */
const VECTORS = new URL('../../contract/vectors/', import.meta.url)
// biome-ignore lint/suspicious/noExplicitAny: a vector's shape is told in its own file
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
    const { sandbox, post } = bench({ refundAutoSettle: false })
    await post('/checkout/v2/pay', standardOrder('order-1', { amount: paid }))
    if (orderState !== 'PENDING') {
      await sandbox.simulatePayment('order-1', { outcome: orderState === 'COMPLETED' ? 'SUCCESS' : 'FAILURE' })
    }
    for (const step of steps) {
      const { merchantRefundId, amount, accepted, why, state } = step
      if (step.do === 'settle') {
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

describe('error-mapping.json: the refusals that the provider documents are the ones that the sandbox gives', () => {
  const ask: { [name: string]: () => Promise<Answer> } = {
    'wrong token': () => bench().get('/checkout/v2/order/x/status', { authorization: 'O-Bearer nonsense' }),
    'unknown order': () => bench().get('/checkout/v2/order/x/status'),
    'reused order id': async () => {
      const { post } = bench()
      await post('/checkout/v2/pay', standardOrder('order-1'))
      return post('/checkout/v2/pay', standardOrder('order-1'))
    },
    'blank field': () => bench().post('/checkout/v2/pay', standardOrder(' ')),
    'plain text from the gateway': async () => {
      const { sandbox, get } = bench()
      await get('/checkout/v2/order/x/status')
      await sandbox.setFaults({ rules: [{ kind: 'status', status: 503 }] })
      return get('/checkout/v2/order/x/status')
    },
  }
  const documented = cases('error-mapping.json').filter((one) => one.name in ask)
  test('every one of them is in the vectors', () => expect(documented).toHaveLength(Object.keys(ask).length))
  test.each(documented)('$name', async ({ name, status, contentType, body }) => {
    const answer = await ask[name]?.()
    expect(answer?.status).toBe(status)
    expect(answer?.headers.get('content-type')).toContain(contentType)
    if (contentType !== 'application/json') return expect(answer?.body).toBe(body)
    const { code, message } = JSON.parse(body)
    expect(answer?.body).toMatchObject({ code, message })
  })
})

describe('vectors/wire: what the official package sends is understood as it is', () => {
  const recorded = readdirSync(new URL('wire/', VECTORS)).flatMap((file) => cases(`wire/${file}`))
  const calls = recorded.filter(({ wire }) => wire?.method !== undefined && wire.path !== '/v1/oauth/token')

  test('the token call', async () => {
    const { wire } = cases('wire/token.json')[0]
    const { sandbox } = bench()
    const reply = await sandbox.fetch(`https://api-preprod.phonepe.com/apis/pg-sandbox${wire.path}`, {
      method: wire.method,
      headers: wire.headers,
      body: wire.form,
    })
    expect(await reply.json()).toMatchObject({ token_type: 'O-Bearer', expires_in: null })
  })

  test.each(calls)('$client: $name', async ({ name, wire }) => {
    const { sandbox, get, post } = bench({ quirks: { redirectUrlRequired: false } })
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
    // The recorded token was given out by somebody else.
    const { authorization: _theirs, ...headers } = wire.headers
    const answer = wire.method === 'GET' ? await get(path, headers) : await post(path, wire.body, headers)
    // Recorded with card texts that no key opens, and with an intent that names no system: refused by field name.
    if (/^(card|token),/.test(name)) return expect(answer.body.message).toContain('encryptionKeyId is not known')
    if (name === 'intent, the least')
      return expect(answer.body.message).toBe('deviceContext.deviceOS must not be blank.')
    expect(answer).toMatchObject({ status: 200 })
  })
})
