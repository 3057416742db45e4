import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bench, standardOrder } from './helpers.ts'

async function opened(more: object = {}, options: Parameters<typeof bench>[0] = {}) {
  const all = bench(options)
  const { body } = await all.post('/checkout/v2/pay', standardOrder('order-1', more))
  return {
    ...all,
    page: all.page(body.redirectUrl),
    status: async () => (await all.get('/checkout/v2/order/order-1/status?details=true')).body,
  }
}

test('the view holds all that the page draws', async () => {
  const { page } = await opened({ prefillUserLoginDetails: { phoneNumber: '9000000001' } })
  const { body } = await page.get('/view')
  expect(body).toMatchObject({
    merchantName: 'Galla Test Stall',
    order: { merchantOrderId: 'order-1', amount: 49_900, state: 'PENDING', expired: false, phoneNumber: '9000000001' },
    canPay: true,
    retryAllowed: true,
    redirectUrl: 'https://shop.example/thanks',
    paymentMethods: {
      upi: { qr: true, intent: true, collect: { allowed: true } },
      cards: { encryption: { keyId: 1 } },
    },
  })
  expect(body.pollAfterMs).toBeGreaterThan(0)
  expect(body.paymentMethods.netBanking.banks.length).toBeGreaterThan(20)
  expect(body.paymentMethods.savedCards[0]).toMatchObject({ network: 'VISA', last4: '6667' })
})

test('a wrong token opens nothing', async () => {
  const { sandbox } = await opened()
  const reply = await sandbox.fetch('http://x/page-api/view', { headers: { 'x-page-token': 'guess' } })
  expect(reply.status).toBe(401)
  expect((await sandbox.fetch('http://x/page-api/view')).status).toBe(401)
})

describe('attempts', () => {
  test('a failed collect request may be tried again in another way', async () => {
    const { page, status } = await opened()
    const first = (await page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'failure@ybl' } })).body
    expect(first.attempt).toMatchObject({ type: 'UPI_COLLECT', vpa: 'fa****e@ybl', step: 'approve' })
    const failed = (await page.get('/view')).body
    expect(failed).toMatchObject({ canPay: true, attempt: { state: 'FAILED', explains: 'The UPI PIN was wrong.' } })
    await page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    const done = (await page.get('/view')).body
    expect(done).toMatchObject({ order: { state: 'COMPLETED' }, canPay: false })
    expect(done).not.toHaveProperty('pollAfterMs')
    expect((await status()).paymentDetails.map((one: { state: string }) => one.state)).toEqual(['FAILED', 'COMPLETED'])
  })

  test('giving one up leaves the order open; without retries it ends it', async () => {
    const free = await opened()
    const started = (await free.page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    const after = (await free.page.post(`/attempts/${started.attempt.transactionId}/cancel`)).body
    expect(after).toMatchObject({ canPay: true, order: { state: 'PENDING' }, attempt: { errorCode: 'TXN_CANCELLED' } })

    const once = await opened({ disablePaymentRetry: true })
    const only = (await once.page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    expect(only.retryAllowed).toBe(false)
    expect((await once.page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).status).toBe(409)
    const ended = (await once.page.post(`/attempts/${only.attempt.transactionId}/cancel`)).body
    expect(ended).toMatchObject({ canPay: false, order: { state: 'FAILED', errorCode: 'TXN_CANCELLED' } })
  })

  test('a saved card asks for its CVV alone, and a bank for one of its buttons', async () => {
    const { page, sandbox, status } = await opened()
    const key = { key: sandbox.cardKey.publicKeyPem, padding: constants.RSA_PKCS1_PADDING }
    const encryptedCvv = publicEncrypt(key, Buffer.from('508')).toString('base64')
    const choice = { type: 'SAVED_CARD', savedCardId: 'saved-6667', encryptedCvv, encryptionKeyId: 1 }
    const { attempt } = (await page.post('/attempts', { paymentMode: choice })).body
    expect(attempt).toMatchObject({ type: 'TOKEN', step: 'otp', card: { last4: '6667' } })
    expect((await page.post(`/attempts/${attempt.transactionId}/resend-otp`)).body.attempt.otpTriesLeft).toBe(3)
    await page.post(`/attempts/${attempt.transactionId}/otp`, { otp: '123456' })
    expect(await status()).toMatchObject({ state: 'COMPLETED', paymentDetails: [{ paymentMode: 'TOKEN' }] })
  })

  test('what the order does not offer is refused', async () => {
    const paymentModeConfig = { enabledPaymentModes: [{ type: 'UPI_QR' }] }
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const { page } = await opened({ paymentFlow: { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig } })
    const asked = (paymentMode: object) => page.post('/attempts', { paymentMode })
    expect(await asked({ type: 'NET_BANKING', bankId: 'ICIC' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_OFFERED' },
    })
    expect((await asked({ type: 'UPI_COLLECT', vpa: 'asha@ybl' })).status).toBe(409)
    expect((await asked({ type: 'UPI_QR' })).status).toBe(200)
    expect((await asked({ type: 'NONSENSE' })).status).toBe(400)
  })

  test('the bank is answered only when it asks', async () => {
    const { page } = await opened()
    const { attempt } = (await page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    expect((await page.post(`/attempts/${attempt.transactionId}/otp`, { otp: '123456' })).body.code).toBe('NOT_ASKED')
    expect((await page.post(`/attempts/${attempt.transactionId}/bank`, { outcome: 'SUCCESS' })).body.code).toBe(
      'NOT_ASKED',
    )
    expect((await page.post('/attempts/OM1/cancel')).status).toBe(404)
  })
})

test('an order that ran out of time says so', async () => {
  const { page, sandbox } = await opened({ expireAfter: 300 })
  await sandbox.clock.advance(300_000)
  expect((await page.get('/view')).body).toMatchObject({
    order: { state: 'FAILED', expired: true, detailedErrorCode: 'ORDER_EXPIRED' },
    canPay: false,
  })
})

test('an expired order is asked about while late money may still find it, and one that was paid is not', async () => {
  const { page, sandbox } = await opened({ expireAfter: 300 })
  await page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'late@ybl' } })
  await sandbox.clock.advance(300_000)
  const expired = (await page.get('/view')).body
  expect(expired.order.state).toBe('FAILED')
  expect(expired.pollAfterMs).toBeGreaterThan(0)
  await sandbox.clock.advance(60_000)
  const paid = (await page.get('/view')).body
  expect(paid.order).toMatchObject({ state: 'COMPLETED', expired: false })
  expect(paid).not.toHaveProperty('pollAfterMs')

  const other = await opened({ expireAfter: 300 })
  await other.sandbox.clock.advance(3_600_000)
  expect((await other.page.get('/view')).body).not.toHaveProperty('pollAfterMs')
})

test('the view says when the clock stands still', async () => {
  const { page, sandbox } = await opened()
  expect((await page.get('/view')).body.frozen).toBe(true)
  sandbox.clock.resume()
  expect((await page.get('/view')).body).not.toHaveProperty('frozen')
})

describe('who may show the page in a frame', () => {
  const policy = async (options: Parameters<typeof bench>[0]) => {
    const reply = await bench(options).sandbox.fetch('http://x/transact/pg?token=any')
    return /frame-ancestors ([^;]+)/.exec(reply.headers.get('content-security-policy') ?? '')?.[1]
  }
  test('shops on this machine, or those that are named', async () => {
    expect(await policy({})).toBe("'self' http://localhost:* http://127.0.0.1:*")
    expect(await policy({ frameAncestors: ['https://shop.test', 'http://localhost:*'] })).toBe(
      'https://shop.test http://localhost:*',
    )
    expect(await policy({ frameAncestors: [] })).toBe("'none'")
  })
  test.each(["'self'; script-src *", '*', 'shop.test', 'https://shop.test/path', 'https://a, https://b', ''])(
    '%o is no origin',
    (one) => expect(() => bench({ frameAncestors: [one] })).toThrow(/frameAncestors takes origins/),
  )
})

test('at the root stands a page for developers that nobody may frame', async () => {
  const { sandbox } = bench()
  const reply = await sandbox.fetch('http://x/')
  expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(reply.headers.get('x-frame-options')).toBe('DENY')
  expect(sandbox.journal()).toEqual([])
  expect((await sandbox.fetch('http://x/', { method: 'POST' })).status).toBe(400)
})

test('where collect is not allowed, the page is told why', async () => {
  const { page } = await opened({}, { collectAllowed: false })
  const { collect } = (await page.get('/view')).body.paymentMethods.upi
  expect(collect.allowed).toBe(false)
  expect(collect.reason).toMatch(/retired/)
})

test('a UPI id is looked up for the page', async () => {
  const { page } = await opened()
  expect((await page.post('/validate-vpa', { vpa: 'asha@ybl' })).body).toEqual({ valid: true, name: 'Asha Sandbox' })
  expect((await page.post('/validate-vpa', { vpa: 'invalid@ybl' })).body).toEqual({ valid: false })
})

test('an SDK order opens the same page by its token', async () => {
  const { post, page } = bench()
  const flow = { paymentFlow: { type: 'PG_CHECKOUT' } }
  const { body } = await post('/checkout/v2/sdk/order', { merchantOrderId: 'order-1', amount: 100, ...flow })
  expect(body).toEqual({
    orderId: expect.any(String),
    state: 'PENDING',
    expireAt: expect.any(Number),
    token: expect.any(String),
  })
  const view = (await page(`http://x/?token=${body.token}`).get('/view')).body
  expect(view).toMatchObject({ order: { merchantOrderId: 'order-1' }, canPay: true })
  const custom = { merchantOrderId: 'order-2', amount: 100, paymentFlow: { type: 'PG' } }
  expect((await post('/payments/v2/sdk/order', custom)).status).toBe(200)
})
