import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HOUR_MS = 3_600_000

describe('custom checkout', () => {
  const ORDER = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'mine' } as const

  it('orders.pay sends the stored amount with the payment mode of the payer', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(ORDER)
    await expect(testGateway.sandbox.order('mine')).rejects.toThrow()
    const { payment, order } = await testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })
    expect(payment).toMatchObject({ type: 'UPI_QR', qrData: expect.any(String) })
    expect(order).toMatchObject({ state: 'PENDING', amount: AMOUNT, paymentMode: 'UPI_QR' })
    expect((await testGateway.sandbox.order('mine')).amount).toBe(AMOUNT)
    await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('requires a redirectUrl, and says so when it is missing', async () => {
    const { gateway } = await createTestGateway()
    const { redirectUrl: _, ...withoutRedirect } = ORDER
    await expect(gateway.orders.start(withoutRedirect as typeof ORDER)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'redirectUrl',
      message: 'redirectUrl is required: an absolute http or https address, to which the payer returns',
    })
  })

  it('sends one pay request for concurrent calls, and rejects another payment mode with PAYMENT_IN_PROGRESS', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(ORDER)
    const clicks = await Promise.all([1, 2, 3].map(() => testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })))
    expect(clicks.filter(({ payment }) => payment)).not.toEqual([])
    expect(testGateway.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
    await expect(testGateway.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })).rejects.toMatchObject(
      {
        code: 'PAYMENT_IN_PROGRESS',
      },
    )
  })

  it.each([
    ['com.phonepe.app', undefined, { deviceOS: 'ANDROID' }],
    ['GPAY', undefined, { deviceOS: 'IOS' }],
    ['PHONEPE', 'iOS', { deviceOS: 'IOS', merchantCallBackScheme: 'https' }],
  ] as const)(
    'UPI_INTENT with targetApp %s and deviceOS %s sends the matching deviceContext',
    async (targetApp, deviceOS, deviceContext) => {
      const testGateway = await createTestGateway()
      await testGateway.gateway.orders.start(ORDER)
      const paymentMode = { type: 'UPI_INTENT', targetApp, ...(deviceOS ? { deviceOS } : {}) } as const
      const { payment } = await testGateway.gateway.orders.pay('mine', paymentMode)
      expect(payment?.intentUrl).toMatch(/^(upi|ppe):/)
      const [sent] = testGateway.sandbox.journal({ name: 'customPay' })
      expect(sent?.request?.body).toMatchObject({ deviceContext })
    },
  )

  it.each([
    ['is not reachable', { kind: 'reset' }],
    ['answers 429', { kind: 'status', status: 429 }],
  ] as const)(
    'rejects with PROVIDER_UNAVAILABLE and accepts another payment mode when the provider %s',
    async (_how, fault) => {
      const testGateway = await createTestGateway({
        wrapProvider: (provider) => (url, init) =>
          fault.kind === 'reset' && disconnected && String(url).includes('/payments/v2/pay')
            ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
            : provider(url, init),
      })
      let disconnected = true
      if (fault.kind === 'status')
        await testGateway.sandbox.setFaults({ rules: [{ ...fault, endpoints: ['customPay'] }] })
      await testGateway.gateway.orders.start(ORDER)
      await expect(testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({
        code: 'PROVIDER_UNAVAILABLE',
      })
      const stored = await testGateway.gateway.orders.get('mine')
      expect(stored).toMatchObject({ state: 'CREATED' })
      expect(stored?.paymentMode).toBeUndefined()
      // No payment was started, so no status check is sent.
      await testGateway.advance(60_000)
      expect(testGateway.sandbox.journal({ name: 'customOrderStatus' })).toEqual([])

      disconnected = false
      await testGateway.sandbox.setFaults({ rules: [] })
      const { payment } = await testGateway.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })
      expect(payment).toMatchObject({ type: 'NET_BANKING', redirectUrl: expect.any(String) })
      await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
    },
  )

  it('keeps the order CREATED after a lost reply of UPI_COLLECT, and completes it by polling', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start(ORDER)
    await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
    const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } } as const
    const { order, payment } = await testGateway.gateway.orders.pay('mine', collect)
    expect(order.state).toBe('CREATED')
    expect(payment).toBeUndefined()
    await testGateway.advance(60_000)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
    expect(JSON.stringify(await testGateway.rows('select * from galla.orders'))).not.toContain('success@ybl')
  })

  it('shows the masked UPI id that a failed UPI_COLLECT was sent to, until another mode is chosen', async () => {
    let isReachable = false
    const testGateway = await createTestGateway({
      wrapProvider: (provider) => (url, init) => {
        if (isReachable || !String(url).endsWith('/pay')) return provider(url, init)
        throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
      },
    })
    const { orders } = testGateway.gateway
    const collect = (vpa: string) => ({ type: 'UPI_COLLECT', details: { type: 'VPA', vpa } }) as const
    await orders.start(ORDER)
    await expect(orders.pay('mine', collect('meera.tea@ybl'))).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await orders.get('mine')).toMatchObject({ state: 'CREATED', payerVpa: 'me****a@ybl' })
    isReachable = true
    expect((await orders.pay('mine', { type: 'UPI_QR' })).order.payerVpa).toBeUndefined()

    await orders.start({ ...ORDER, merchantOrderId: 'failed', reference: 'other' })
    await orders.pay('failed', collect('failure@ybl'))
    await testGateway.drainJobs()
    expect(await orders.get('failed')).toMatchObject({ state: 'FAILED', payerVpa: 'fa****e@ybl' })
    expect(JSON.stringify(await testGateway.rows('select * from galla.orders'))).not.toContain('failure@ybl')
  })

  it('sends the minimum expireAfter when the payer pays shortly before the expiry, and extends the expiry', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...ORDER, expireAfter: 300 })
    await testGateway.advance(250_000)
    const { order } = await testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })
    const [sent] = testGateway.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ expireAfter: 300 })
    expect(order).toMatchObject({ state: 'PENDING', expiresAtMs: (await testGateway.sandbox.order('mine')).expireAt })
    // Before the extended expiry, but after the original one.
    await testGateway.advance(200_000)
    await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['the message of the order', { message: 'Two cups' }, 'Two cups'],
    ['a default message without one', {}, 'Order mine'],
  ])('UPI_COLLECT sends %s', async (_, options, message) => {
    const testGateway = await createTestGateway({ sandbox: { quirks: 'strict' } })
    await testGateway.gateway.orders.start({ ...ORDER, ...options })
    await testGateway.gateway.orders.pay('mine', {
      type: 'UPI_COLLECT',
      details: { type: 'VPA', vpa: 'success@ybl' },
      deviceOS: 'iOS',
    })
    const [sent] = testGateway.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ paymentFlow: { paymentMode: { message } } })
    expect(sent?.status).toBe(200)
  })

  it('sends the merchantUserId of orders.start, not the one of the payer', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...ORDER, merchantUserId: 'ravi-7' })
    await testGateway.gateway.orders.pay('mine', {
      type: 'NET_BANKING',
      bankId: 'ICIC',
      merchantUserId: 'other-payer',
    })
    const [sent] = testGateway.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ paymentFlow: { paymentMode: { merchantUserId: 'ravi-7' } } })
    await expect(
      testGateway.gateway.orders.start({ ...ORDER, reference: 'b', merchantUserId: ' ' }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'merchantUserId',
    })
  })

  it('returns the saved cards that paymentMethods returns for the order', async () => {
    const card = { savedCardId: 's1', network: 'RUPAY', last4: '1117', bankName: 'State Bank of India' }
    const testGateway = await createTestGateway({
      gateway: {
        paymentMethods: async ({ reference }) => ({
          collect: { allowed: false },
          banks: [],
          savedCards: reference === 'ravi' ? [card] : [],
        }),
      },
    })
    const savedCardsOf = async (reference: string) => {
      const { order, payerToken } = await testGateway.gateway.orders.start({ ...CART, checkout: 'CUSTOM', reference })
      const headers = { authorization: `Bearer ${payerToken}` }
      const url = `http://shop.localhost/orders/${order.merchantOrderId}/status`
      const view = (await (await testGateway.gateway.fetch(new Request(url, { headers }))).json()) as PayerView
      return view.paymentMethods.savedCards
    }
    expect(await savedCardsOf('ravi')).toEqual([card])
    expect(await savedCardsOf('other')).toEqual([])
  })

  it('completes what paymentMethods leaves out, and answers 500 with the field in the log for a wrong result of its function', async () => {
    const logged: string[] = []
    const log = { info() {}, warn() {}, error: (fields: object) => logged.push(JSON.stringify(fields)) }
    const banks = [{ bankId: 'ICIC', name: 'ICICI Bank' }]
    const misspelt: object = { savedCard: ['4242'] }
    const paymentMethods = ({ reference }: { reference: string }): object =>
      reference === 'ravi' ? { banks } : misspelt
    const { gateway } = await createTestGateway({ gateway: { paymentMethods, log } })
    const statusOf = async (reference: string) => {
      const { order, payerToken } = await gateway.orders.start({ ...CART, checkout: 'CUSTOM', reference })
      const headers = { authorization: `Bearer ${payerToken}` }
      return gateway.fetch(new Request(`http://shop.localhost/orders/${order.merchantOrderId}/status`, { headers }))
    }
    expect(((await (await statusOf('ravi')).json()) as PayerView).paymentMethods).toEqual({
      collect: { allowed: false },
      banks: [{ ...banks[0], popular: false, health: 'up' }],
      savedCards: [],
    })
    expect((await statusOf('other')).status).toBe(500)
    expect(logged.join()).toContain(
      'Unknown field paymentMethods().savedCard; did you mean paymentMethods().savedCards?',
    )
    expect(logged.join()).not.toContain('4242')
  })

  describe('POST /orders/:id/pay', () => {
    const paymentMethods = { cardEncryption: { keyId: 1, publicKeyPem: 'a public key' } }
    const open = async () => {
      const testGateway = await createTestGateway({ gateway: { paymentMethods } })
      const { payerToken } = await testGateway.gateway.orders.start(ORDER)
      const headers = { authorization: `Bearer ${payerToken}` }
      return {
        testGateway,
        pay: async (paymentMode: object) => {
          const init = { method: 'POST', headers, body: JSON.stringify({ paymentMode }) }
          const response = await testGateway.gateway.fetch(new Request('http://shop.localhost/orders/mine/pay', init))
          return { status: response.status, ...((await response.json()) as { code: string; field?: string }) }
        },
        decisions: () => testGateway.rows('select 1 from galla.decisions where "merchantOrderId" = $1', ['mine']),
      }
    }

    it.each([
      [{ type: 'NET_BANKING', bankId: ' ' }, 'paymentMode.bankId'],
      [{ type: 'UPI_INTENT', targetApp: '\n' }, 'paymentMode.targetApp'],
    ])('stores nothing of a blank field: %j', async (paymentMode, field) => {
      const { pay, decisions } = await open()
      expect(await pay(paymentMode)).toMatchObject({ status: 400, code: 'INVALID_REQUEST', field })
      expect(await decisions()).toEqual([])
    })

    it('begins at most 20 payments of an order in a minute, of which each is recorded', async () => {
      const { testGateway, pay, decisions } = await open()
      // The client refuses it, and nothing is sent: the order stays open for another choice.
      const cardNumber = '4111111111111111'
      const clear = { encryptedCardNumber: cardNumber, encryptedCvv: 'cipher', encryptionKeyId: 1 }
      const paymentMode = { type: 'CARD', cardDetails: { ...clear, expiry: { month: '01', year: '2099' } } }
      const codes: string[] = []
      for (let at = 0; at < 25; at += 1) codes.push((await pay(paymentMode)).code)
      expect(codes).toEqual([...Array(20).fill('INVALID_REQUEST'), ...Array(5).fill('TOO_MANY_CALLS')])
      expect(await decisions()).toHaveLength(20)
      await testGateway.advance(60_000)
      expect(await pay({ type: 'UPI_QR' })).toMatchObject({ status: 200, state: 'PENDING' })
    })
  })

  describe('GET /orders/:id/status', () => {
    const readView = async (testGateway: TestGateway, payerToken: string) => {
      const headers = { authorization: `Bearer ${payerToken}` }
      const response = await testGateway.gateway.fetch(
        new Request('http://shop.localhost/orders/mine/status', { headers }),
      )
      return (await response.json()) as PayerView
    }

    it('shows the payment mode of a pay request whose reply was lost', async () => {
      const testGateway = await createTestGateway()
      const { payerToken } = await testGateway.gateway.orders.start(ORDER)
      expect((await readView(testGateway, payerToken)).payment).toBeUndefined()
      await testGateway.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
      await testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })
      expect((await readView(testGateway, payerToken)).payment).toEqual({ type: 'UPI_QR' })
    })

    it('keeps the payment mode of the payer when the provider reports another one for the attempt', async () => {
      const changePaymentMode: TestGatewayOptions['wrapProvider'] = (provider) => async (url, init) => {
        const response = await provider(url, init)
        if (!String(url).includes('/status')) return response
        const status = (await response.json()) as { paymentDetails?: { paymentMode: string }[] }
        for (const attempt of status.paymentDetails ?? []) attempt.paymentMode = 'UPI_INTENT'
        return Response.json(status, { status: response.status })
      }
      const testGateway = await createTestGateway({ wrapProvider: changePaymentMode })
      const { payerToken } = await testGateway.gateway.orders.start(ORDER)
      await testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })
      await testGateway.gateway.orders.sync('mine')
      expect((await readView(testGateway, payerToken)).payment).toMatchObject({
        type: 'UPI_QR',
        intentUrl: expect.any(String),
      })
      await testGateway.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
      expect(await testGateway.gateway.orders.get('mine')).toMatchObject({
        state: 'COMPLETED',
        paymentMode: 'UPI_INTENT',
      })
    })

    it('shows note expired for a failure with INTENT_EXPIRED', async () => {
      const testGateway = await createTestGateway()
      const { payerToken } = await testGateway.gateway.orders.start(ORDER)
      await testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })
      await testGateway.sandbox.simulatePayment('mine', { outcome: 'FAILURE', errorCode: 'INTENT_EXPIRED' })
      await testGateway.drainJobs()
      expect(await readView(testGateway, payerToken)).toMatchObject({ state: 'FAILED', note: 'expired' })
    })
  })

  it('starts no payment of an order that has expired, although no job has closed it yet', async () => {
    const testGateway = await createTestGateway()
    await testGateway.gateway.orders.start({ ...ORDER, expireAfter: 300 })
    await testGateway.sandbox.clock.advance(300_000)
    await expect(testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({
      code: 'ORDER_CLOSED',
    })
    expect(testGateway.sandbox.journal({ name: 'customPay', kind: 'api' })).toEqual([])
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'CREATED' })
  })

  it('closes an order without a payment after its expiry without an event, and rejects orders.pay with ORDER_CLOSED', async () => {
    const { receivedEvents, on } = recordingHandlers()
    const testGateway = await createTestGateway({ gateway: { on } })
    await testGateway.gateway.orders.start({ ...ORDER, expireAfter: 300 })
    await testGateway.advance(300_000)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'CREATED' })
    await testGateway.advance(1_000)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ state: 'FAILED', errorCode: 'NOT_SENT' })
    await testGateway.advance(HOUR_MS)
    expect(receivedEvents).toEqual([])
    await expect(testGateway.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({
      code: 'ORDER_CLOSED',
    })
  })
})
