import { constants, publicEncrypt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setUp, standardOrder } from './helpers.ts'

async function opened(more: object = {}, options: Parameters<typeof setUp>[0] = {}) {
  const all = setUp(options)
  const { body } = await all.post('/checkout/v2/pay', standardOrder('order-1', more))
  return {
    ...all,
    page: all.page(body.redirectUrl),
    status: async () => (await all.get('/checkout/v2/order/order-1/status?details=true')).body,
  }
}

test('the view has everything that the page shows', async () => {
  const { page } = await opened({ prefillUserLoginDetails: { phoneNumber: '9000000001' } })
  const { body } = await page.get('/view')
  expect(body).toMatchObject({
    merchantName: 'Galla Test Shop',
    order: { merchantOrderId: 'order-1', amount: 49_900, state: 'PENDING', expired: false, phoneNumber: '9000000001' },
    canPay: true,
    retryAllowed: true,
    redirectUrl: 'https://shop.example/thanks',
    paymentMethods: {
      upi: { qr: true, intent: true, collect: { allowed: false } },
      cards: { encryption: { keyId: 1 } },
    },
  })
  expect(body.pollAfterMs).toBeGreaterThan(0)
  expect(body.paymentMethods.netBanking.banks.length).toBeGreaterThan(20)
  expect(body.paymentMethods.savedCards[0]).toMatchObject({ network: 'VISA', last4: '6667' })
})

test('a wrong or missing page token answers 401', async () => {
  const { sandbox } = await opened()
  const response = await sandbox.fetch('http://x/page-api/view', { headers: { 'x-page-token': 'guess' } })
  expect(response.status).toBe(401)
  expect((await sandbox.fetch('http://x/page-api/view')).status).toBe(401)
})

test('the page of the test tools loads nothing at the address of the sandbox: only a gateway shows it', async () => {
  const response = await setUp().sandbox.fetch('http://x/test-tools/index.html')
  if (response.status === 404) expect(await response.text()).toContain('assets/test-tools does not exist')
  else expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
})

describe('attempts', () => {
  test('after a failed collect request, another attempt can complete the order', async () => {
    const { page, status } = await opened({}, { collectAllowed: true })
    const first = (await page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'failure@ybl' } })).body
    expect(first.attempt).toMatchObject({ type: 'UPI_COLLECT', vpa: 'fa****e@ybl', step: 'approve' })
    const failed = (await page.get('/view')).body
    expect(failed).toMatchObject({ canPay: true, attempt: { state: 'FAILED', detailedErrorCode: 'ZM' } })
    await page.post('/attempts', { paymentMode: { type: 'UPI_COLLECT', vpa: 'success@ybl' } })
    const done = (await page.get('/view')).body
    expect(done).toMatchObject({ order: { state: 'COMPLETED' }, canPay: false })
    expect(done).not.toHaveProperty('pollAfterMs')
    expect((await status()).paymentDetails.map((one: { state: string }) => one.state)).toEqual(['FAILED', 'COMPLETED'])
  })

  test('cancelling an attempt keeps the order pending, and fails it where retries are disabled', async () => {
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

  test('a saved card is paid with its CVV and the one-time password', async () => {
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

  test('a payment method that the order does not accept answers 409', async () => {
    const paymentModeConfig = { enabledPaymentModes: [{ type: 'UPI_QR' }] }
    const merchantUrls = { redirectUrl: 'https://shop.example/thanks' }
    const { page } = await opened({ paymentFlow: { type: 'PG_CHECKOUT', merchantUrls, paymentModeConfig } })
    const attempt = (paymentMode: object) => page.post('/attempts', { paymentMode })
    expect(await attempt({ type: 'NET_BANKING', bankId: 'ICIC' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_OFFERED' },
    })
    expect((await attempt({ type: 'UPI_COLLECT', vpa: 'asha@ybl' })).status).toBe(409)
    expect((await attempt({ type: 'UPI_QR' })).status).toBe(200)
    expect((await attempt({ type: 'NONSENSE' })).status).toBe(400)
  })

  test('a step that the bank does not expect answers 409', async () => {
    const { page } = await opened()
    const { attempt } = (await page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body
    expect((await page.post(`/attempts/${attempt.transactionId}/otp`, { otp: '123456' })).body.code).toBe(
      'STEP_NOT_EXPECTED',
    )
    expect((await page.post(`/attempts/${attempt.transactionId}/bank`, { outcome: 'SUCCESS' })).body.code).toBe(
      'STEP_NOT_EXPECTED',
    )
    expect((await page.post('/attempts/OM1/cancel')).status).toBe(404)
  })
})

test('the view of an expired order has expired and ORDER_EXPIRED', async () => {
  const { page, sandbox } = await opened({ expireAfter: 300 })
  await sandbox.clock.advance(300_000)
  expect((await page.get('/view')).body).toMatchObject({
    order: { state: 'FAILED', expired: true, detailedErrorCode: 'ORDER_EXPIRED' },
    canPay: false,
  })
})

test('an expired order is polled while a late payment can arrive, and a paid order is not', async () => {
  const { page, sandbox } = await opened({ expireAfter: 300 }, { collectAllowed: true })
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

test('the view has frozen while the clock is frozen', async () => {
  const { page, sandbox } = await opened()
  expect((await page.get('/view')).body.frozen).toBe(true)
  sandbox.clock.resume()
  expect((await page.get('/view')).body).not.toHaveProperty('frozen')
})

describe('frame-ancestors of the hosted page', () => {
  const policy = async (options: Parameters<typeof setUp>[0]) => {
    const response = await setUp(options).sandbox.fetch('http://x/transact/pg?token=any')
    return /frame-ancestors ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
  }
  test('allows loopback by default, or the origins of the option', async () => {
    expect(await policy({})).toBe("'self' http://localhost:* http://127.0.0.1:*")
    expect(await policy({ frameAncestors: ['https://shop.test', 'http://localhost:*'] })).toBe(
      'https://shop.test http://localhost:*',
    )
    expect(await policy({ frameAncestors: [] })).toBe("'none'")
  })
  test('holds under the name of its file too', async () => {
    const { sandbox } = setUp({ frameAncestors: ['https://shop.test'] })
    const response = await sandbox.fetch('http://x/transact/assets/index.html')
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.test;')
  })
  test.each(["'self'; script-src *", '*', 'shop.test', 'https://shop.test/path', 'https://a, https://b', ''])(
    'refuses %o, which is not an origin',
    (one) => expect(() => setUp({ frameAncestors: [one] })).toThrow(/frameAncestors must be origins/),
  )
})

test('the start page at / cannot be framed, and is a GET only', async () => {
  const { sandbox } = setUp()
  const response = await sandbox.fetch('http://x/')
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(response.headers.get('x-frame-options')).toBe('DENY')
  expect(sandbox.journal()).toEqual([])
  expect((await sandbox.fetch('http://x/', { method: 'POST' })).status).toBe(400)
})

test('with collectAllowed, the view says that collect is allowed', async () => {
  const { page } = await opened({}, { collectAllowed: true })
  expect((await page.get('/view')).body.paymentMethods.upi.collect).toEqual({ allowed: true })
})

test('validate-vpa looks up a UPI id', async () => {
  const { page } = await opened()
  expect((await page.post('/validate-vpa', { vpa: 'asha@ybl' })).body).toEqual({ valid: true, name: 'Asha Sandbox' })
  expect((await page.post('/validate-vpa', { vpa: 'invalid@ybl' })).body).toEqual({ valid: false })
})

test('the token of an SDK order opens the hosted page', async () => {
  const { post, page } = setUp()
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

test('a live QR code is decided by no rule, replaces no pending attempt, and is replaced by a choice', async () => {
  const { sandbox, page } = await opened({ amount: 900_101 })
  const attempt = async (paymentMode: object) => (await page.post('/attempts', { paymentMode })).body.attempt
  const live = await attempt({ type: 'UPI_QR', live: true })
  expect(live).toMatchObject({
    type: 'UPI_QR',
    state: 'PENDING',
    step: 'scan',
    intentUrl: expect.stringMatching(/^upi:/),
  })
  await sandbox.clock.advance(60_000)
  expect(await attempt({ type: 'UPI_QR', live: true })).toEqual(live)
  const chosen = await attempt({ type: 'UPI_INTENT', targetApp: 'gpay' })
  expect(chosen).toMatchObject({ type: 'UPI_INTENT', targetApp: 'gpay' })
  expect(chosen.transactionId).not.toBe(live.transactionId)
})

test('a scan of the live QR code is the payment of its attempt, and takes the queued outcome', async () => {
  const { sandbox, page, status } = await opened()
  const scan = async (more: object = {}) =>
    (await page.post('/attempts', { paymentMode: { type: 'UPI_QR', ...more } })).body.attempt
  const live = await scan({ live: true })
  await sandbox.queueOutcome({ outcome: 'SUCCESS', afterMs: 5_000 })
  expect(await scan()).toEqual(live)
  await sandbox.clock.advance(5_000)
  expect((await status()).paymentDetails).toMatchObject([
    { transactionId: live.transactionId, state: 'COMPLETED', paymentMode: 'UPI_QR' },
  ])
  expect(sandbox.journal({ kind: 'state' }).map(({ name }) => name)).toEqual(['order.completed'])
})

test('a scan of a QR code whose payment is decided is another attempt', async () => {
  const { sandbox, page, status } = await opened()
  const scan = async () => (await page.post('/attempts', { paymentMode: { type: 'UPI_QR' } })).body.attempt
  await sandbox.queueOutcome({ outcome: 'SUCCESS', afterMs: 5_000 })
  const first = await scan()
  expect((await scan()).transactionId).not.toBe(first.transactionId)
  expect((await status()).paymentDetails).toMatchObject([{ state: 'FAILED' }, { state: 'PENDING' }])
})
