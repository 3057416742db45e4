import type { PayerView } from '@galla/contract/gateway-api/payer-routes'
import { describe, expect, it } from 'vitest'
import { recordingHandlers } from './helpers/recording-handlers.ts'
import { AMOUNT, CART, type TestGateway, type TestGatewayOptions, testGateways } from './helpers/test-gateway.ts'

const open = testGateways()
const HOUR_MS = 3_600_000

describe("the merchant's own page", () => {
  const MINE = { ...CART, checkout: 'CUSTOM', merchantOrderId: 'mine' } as const

  it('takes the amount from the database and the choice from the payer', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await expect(shop.sandbox.order('mine')).rejects.toThrow()
    const { payment, order } = await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
    expect(payment).toMatchObject({ type: 'UPI_QR', qrData: expect.any(String) })
    expect(order).toMatchObject({ state: 'PENDING', amount: AMOUNT, paymentMode: 'UPI_QR' })
    expect((await shop.sandbox.order('mine')).amount).toBe(AMOUNT)
    await shop.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('makes one payment of a double click, and refuses a second way', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    const clicks = await Promise.all([1, 2, 3].map(() => shop.gateway.orders.pay('mine', { type: 'UPI_QR' })))
    expect(clicks.filter(({ payment }) => payment)).not.toEqual([])
    expect(shop.sandbox.journal({ name: 'customPay' })).toHaveLength(1)
    await expect(shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })).rejects.toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
    })
  })

  it.each([
    ['com.phonepe.app', undefined, { deviceOS: 'ANDROID' }],
    ['GPAY', undefined, { deviceOS: 'IOS' }],
    ['PHONEPE', 'iOS', { deviceOS: 'IOS', merchantCallBackScheme: 'https' }],
  ] as const)('opens the app %s of a phone that says %s', async (targetApp, deviceOS, deviceContext) => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    const choice = { type: 'UPI_INTENT', targetApp, ...(deviceOS ? { deviceOS } : {}) } as const
    const { payment } = await shop.gateway.orders.pay('mine', choice)
    expect(payment?.intentUrl).toMatch(/^(upi|ppe):/)
    const [sent] = shop.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ deviceContext })
  })

  it.each([
    ['cannot be reached', { kind: 'reset' }],
    ['is too busy', { kind: 'status', status: 429 }],
  ] as const)('lets the payer choose again when the provider %s', async (_how, fault) => {
    const shop = await open({
      wire: (provider) => (url, init) =>
        fault.kind === 'reset' && away && String(url).includes('/payments/v2/pay')
          ? Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
          : provider(url, init),
    })
    let away = true
    if (fault.kind === 'status') await shop.sandbox.setFaults({ rules: [{ ...fault, endpoints: ['customPay'] }] })
    await shop.gateway.orders.start(MINE)
    await expect(shop.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    const put = await shop.gateway.orders.get('mine')
    expect(put).toMatchObject({ state: 'CREATED' })
    expect(put?.paymentMode).toBeUndefined()
    // Nothing was begun, so nobody is asked.
    await shop.advance(60_000)
    expect(shop.sandbox.journal({ name: 'customOrderStatus' })).toEqual([])

    away = false
    await shop.sandbox.setFaults({ rules: [] })
    const { payment } = await shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC' })
    expect(payment).toMatchObject({ type: 'NET_BANKING', redirectUrl: expect.any(String) })
    await shop.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
  })

  it('waits after a lost reply of a request that reaches the payer by itself', async () => {
    const shop = await open()
    await shop.gateway.orders.start(MINE)
    await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
    const collect = { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'success@ybl' } } as const
    const { order, payment } = await shop.gateway.orders.pay('mine', collect)
    expect(order.state).toBe('CREATED')
    expect(payment).toBeUndefined()
    await shop.advance(60_000)
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED' })
    expect(JSON.stringify(await shop.rows('select * from galla.orders'))).not.toContain('success@ybl')
  })

  it('gives whoever chooses late the shortest time that the provider knows', async () => {
    const shop = await open()
    await shop.gateway.orders.start({ ...MINE, expireAfter: 300 })
    await shop.advance(250_000)
    const { order } = await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
    const [sent] = shop.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ expireAfter: 300 })
    expect(order).toMatchObject({ state: 'PENDING', expiresAtMs: (await shop.sandbox.order('mine')).expireAt })
    // In time by the provider's clock, though after the time that the order began with.
    await shop.advance(200_000)
    await shop.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await shop.processAll()
    expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it.each([
    ['the shop’s words', { message: 'Two cups' }, 'Two cups'],
    ['the order’s name where the shop has none', {}, 'Order mine'],
  ])('shows a payer who is asked by their app %s', async (_, said, message) => {
    const shop = await open({ sandbox: { quirks: 'strict' } })
    await shop.gateway.orders.start({ ...MINE, ...said })
    await shop.gateway.orders.pay('mine', {
      type: 'UPI_COLLECT',
      details: { type: 'VPA', vpa: 'success@ybl' },
      deviceOS: 'iOS',
    })
    const [sent] = shop.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ paymentFlow: { paymentMode: { message } } })
    expect(sent?.status).toBe(200)
  })

  it('names the payer to the provider as the server did', async () => {
    const shop = await open()
    await shop.gateway.orders.start({ ...MINE, merchantUserId: 'ravi-7' })
    await shop.gateway.orders.pay('mine', { type: 'NET_BANKING', bankId: 'ICIC', merchantUserId: 'somebody-else' })
    const [sent] = shop.sandbox.journal({ name: 'customPay' })
    expect(sent?.request?.body).toMatchObject({ paymentFlow: { paymentMode: { merchantUserId: 'ravi-7' } } })
    await expect(shop.gateway.orders.start({ ...MINE, reference: 'b', merchantUserId: ' ' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'merchantUserId',
    })
  })

  it('offers each payer their own cards', async () => {
    const card = { savedCardId: 's1', network: 'RUPAY', last4: '1117', bankName: 'State Bank of India' }
    const shop = await open({
      gateway: {
        paymentMethods: async ({ reference }) => ({
          collect: { allowed: false, reason: 'closed' },
          banks: [],
          savedCards: reference === 'ravi' ? [card] : [],
        }),
      },
    })
    const shown = async (reference: string) => {
      const { order, payerToken } = await shop.gateway.orders.start({ ...CART, checkout: 'CUSTOM', reference })
      const headers = { authorization: `Bearer ${payerToken}` }
      const url = `http://shop.localhost/orders/${order.merchantOrderId}/status`
      const view = (await (await shop.gateway.fetch(new Request(url, { headers }))).json()) as PayerView
      return view.paymentMethods.savedCards
    }
    expect(await shown('ravi')).toEqual([card])
    expect(await shown('somebody')).toEqual([])
  })

  describe('shows the payer', () => {
    const seen = async (shop: TestGateway, payerToken: string) => {
      const headers = { authorization: `Bearer ${payerToken}` }
      const reply = await shop.gateway.fetch(new Request('http://shop.localhost/orders/mine/status', { headers }))
      return (await reply.json()) as PayerView
    }

    it('that a payment was begun whose reply was lost, so that nobody pays twice', async () => {
      const shop = await open()
      const { payerToken } = await shop.gateway.orders.start(MINE)
      expect((await seen(shop, payerToken)).payment).toBeUndefined()
      await shop.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['customPay'], times: 1 }] })
      await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
      expect((await seen(shop, payerToken)).payment).toEqual({ type: 'UPI_QR' })
    })

    it('what they chose, by whatever name the provider tells of the attempt', async () => {
      const otherName: TestGatewayOptions['wire'] = (provider) => async (url, init) => {
        const reply = await provider(url, init)
        if (!String(url).includes('/status')) return reply
        const told = (await reply.json()) as { paymentDetails?: { paymentMode: string }[] }
        for (const attempt of told.paymentDetails ?? []) attempt.paymentMode = 'UPI_INTENT'
        return Response.json(told, { status: reply.status })
      }
      const shop = await open({ wire: otherName })
      const { payerToken } = await shop.gateway.orders.start(MINE)
      await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
      await shop.gateway.orders.sync('mine')
      expect((await seen(shop, payerToken)).payment).toMatchObject({ type: 'UPI_QR', intentUrl: expect.any(String) })
      await shop.sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
      await shop.processAll()
      expect(await shop.gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', paymentMode: 'UPI_INTENT' })
    })

    it('that the time ran out, where the provider calls it a failure', async () => {
      const shop = await open()
      const { payerToken } = await shop.gateway.orders.start(MINE)
      await shop.gateway.orders.pay('mine', { type: 'UPI_QR' })
      await shop.sandbox.simulatePayment('mine', { outcome: 'FAILURE', errorCode: 'INTENT_EXPIRED' })
      await shop.processAll()
      expect(await seen(shop, payerToken)).toMatchObject({ state: 'FAILED', note: 'expired' })
    })
  })

  it('is over when the payer never chose', async () => {
    const { heard, on } = recordingHandlers()
    const shop = await open({ gateway: { on } })
    await shop.gateway.orders.start({ ...MINE, expireAfter: 300 })
    await shop.advance(400_000)
    expect(heard).toEqual([])
    await shop.advance(HOUR_MS)
    expect(heard).toEqual(['failed mine'])
    await expect(shop.gateway.orders.pay('mine', { type: 'UPI_QR' })).rejects.toMatchObject({ code: 'ORDER_CLOSED' })
  })
})
