import { expect, test } from 'vitest'
import { collect, customOrder, START_MS, setUp, standardOrder } from './helpers.ts'

test('a hosted-page order is paid by QR, reported by a callback and refunded', async () => {
  const received: { url: string; headers: { [name: string]: string }; body: string }[] = []
  const { sandbox, get, post, page } = setUp({
    callbacks: { url: 'http://shop.test/hook', username: 'username', password: 'password' },
    deliver: async (url, init) => {
      received.push({ url, headers: init.headers, body: init.body })
      return new Response('ok')
    },
  })

  const opened = await post('/checkout/v2/pay', standardOrder('order-1', { metaInfo: { udf1: 'cart-7' } }))
  expect(opened.status).toBe(200)
  expect(opened.body).toEqual({
    orderId: expect.stringMatching(/^OMO\d{22}$/),
    state: 'PENDING',
    expireAt: START_MS + 600_000,
    redirectUrl: expect.stringMatching(
      /^http:\/\/sandbox\.localhost\/transact\/pg\?token=[\w-]{43}#opens-with-serveSandbox-only$/,
    ),
  })
  expect((await get('/checkout/v2/order/order-1/status')).body).toMatchObject({ state: 'PENDING', paymentDetails: [] })

  const payer = page(opened.body.redirectUrl)
  const view = (await payer.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
  expect(view.attempt).toMatchObject({ type: 'UPI_QR', state: 'PENDING', step: 'scan' })
  expect(view.attempt.intentUrl).toMatch(/^upi:\/\/pay\?pa=.*&am=499\.00&cu=INR/)
  await sandbox.simulatePayment('order-1', { outcome: 'SUCCESS' })

  const paid = (await get('/checkout/v2/order/order-1/status?details=true&details=true')).body
  expect(paid).toMatchObject({ state: 'COMPLETED', amount: 49_900, metaInfo: { udf1: 'cart-7' } })
  expect(paid.paymentDetails).toHaveLength(1)
  expect(paid.paymentDetails[0]).toMatchObject({
    transactionId: view.attempt.transactionId,
    paymentMode: 'UPI_QR',
    state: 'COMPLETED',
    rail: { type: 'UPI', utr: expect.stringMatching(/^\d{12}$/) },
    instrument: { type: 'ACCOUNT', maskedAccountNumber: '******4321' },
  })

  await sandbox.idle()
  expect(received).toHaveLength(1)
  expect(received[0]?.headers.authorization).toBe('bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e')
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
    event: 'checkout.order.completed',
    type: 'CHECKOUT_ORDER_COMPLETED',
    payload: { merchantOrderId: 'order-1', state: 'COMPLETED', amount: 49_900 },
  })

  const refund = await post('/payments/v2/refund', {
    merchantRefundId: 'refund-1',
    originalMerchantOrderId: 'order-1',
    amount: 10_000,
  })
  expect(refund.body).toEqual({ refundId: expect.stringMatching(/^OMR\d{22}$/), amount: 10_000, state: 'PENDING' })
  await sandbox.clock.advance(1_000)
  expect((await get('/payments/v2/refund/refund-1/status')).body.state).toBe('CONFIRMED')
  await sandbox.clock.advance(2_000)
  expect((await get('/payments/v2/refund/refund-1/status')).body).toMatchObject({
    state: 'COMPLETED',
    amount: 10_000,
    originalMerchantOrderId: 'order-1',
    splitInstruments: [{ amount: 10_000, rail: { type: 'UPI' } }],
  })
  expect(received.map((one) => JSON.parse(one.body).event)).toEqual([
    'checkout.order.completed',
    'pg.refund.accepted',
    'pg.refund.completed',
  ])
})

test('a collect request to success@ybl is PENDING in its response and COMPLETED at the next status check', async () => {
  const { get, post } = setUp()
  const opened = await post('/payments/v2/pay', customOrder('order-2', collect('success@ybl')))
  expect(opened.body).toEqual({ orderId: expect.any(String), state: 'PENDING', expireAt: START_MS + 480_000 })
  const { body } = await get('/payments/v2/order/order-2/status')
  expect(body).toMatchObject({ state: 'COMPLETED', paymentDetails: [{ paymentMode: 'UPI_COLLECT' }] })
  expect(body.paymentDetails[0].rail.vpa).toBe('su****s@ybl')
})
