import { describe, expect, test } from 'vitest'
import { setUp, standardOrder } from '../helpers.ts'
import { DAY_MS, HOUR_MS, hostedBody, MORNING_MS, setupBody, withMandate } from './support.ts'

describe('setup', () => {
  test('by intent: a link, then ACTIVE when the payer approves', async () => {
    const { sandbox, post, get, events } = await withMandate({}, {}, false)
    const opened = await post('/subscriptions/v2/setup', setupBody({ id: 'sub-2' }))
    expect(opened.body).toMatchObject({ state: 'PENDING', expireAt: MORNING_MS + 900_000 })
    expect(opened.body.intentUrl).toMatch(/^upi:\/\/mandate\?.*mam=999\.00/)
    const status = () => get('/subscriptions/v2/sub-2/status')
    expect((await status()).body).toMatchObject({ state: 'ACTIVATION_IN_PROGRESS', maxAmount: 99_900 })
    await sandbox.simulatePayment('sub-2-setup', { outcome: 'SUCCESS' })
    await sandbox.idle()
    expect((await status()).body).toMatchObject({ state: 'ACTIVE', subscriptionId: expect.stringMatching(/^OMS/) })
    const order = await get('/subscriptions/v2/order/sub-2-setup/status')
    expect(order.body).toMatchObject({
      state: 'COMPLETED',
      paymentFlow: { type: 'SUBSCRIPTION_SETUP', merchantSubscriptionId: 'sub-2', frequency: 'MONTHLY' },
    })
    expect(events()).toContain('subscription.setup.order.completed')
  })

  test.each([
    ['declined', { outcome: 'FAILURE', errorCode: 'ZM' }, 'FAILED', 'subscription.setup.order.failed'],
    ['not answered', undefined, 'EXPIRED', 'subscription.setup.order.failed'],
  ] as const)('%s: the mandate never becomes usable', async (_, payment, state, event) => {
    const { sandbox, get, events } = await withMandate({}, {}, false)
    if (payment) await sandbox.simulatePayment('sub-1-setup', payment)
    else await sandbox.clock.advance(900_000)
    await sandbox.idle()
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe(state)
    expect(events()).toEqual([event])
  })

  test('approved after the order expired: the mandate is ACTIVE', async () => {
    const { sandbox, get } = await withMandate({}, {}, false)
    await sandbox.clock.advance(900_000)
    await sandbox.simulatePayment('sub-1-setup', { outcome: 'SUCCESS' })
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('ACTIVE')
  })

  test('on the hosted page: an order that only UPI can pay, reported like a payment', async () => {
    const { sandbox, post, page, get } = setUp({
      callbacks: { url: 'http://shop.example/callbacks', username: 'hook', password: 'Passw0rd99' },
      deliver: async () => new Response(null, { status: 200 }),
    })
    const opened = await post('/checkout/v2/pay', hostedBody())
    const view = await page(opened.body.redirectUrl).get('/view')
    expect(Object.keys(view.body.paymentMethods)).toEqual(['upi'])
    await sandbox.simulatePayment('sub-1-setup', { outcome: 'SUCCESS' })
    await sandbox.idle()
    expect((await get('/checkout/v2/subscriptions/sub-1/status')).body.state).toBe('ACTIVE')
    expect((await get('/checkout/v2/order/sub-1-setup/status')).body.paymentFlow.type).toBe(
      'SUBSCRIPTION_CHECKOUT_SETUP',
    )
    expect(sandbox.deliveries().map(({ event }) => event)).toEqual(['checkout.order.completed'])
  })

  test.each([
    ['APPROVE', 'COMPLETED', 'ACTIVE'],
    ['DECLINE', 'FAILED', 'FAILED'],
  ])('on the hosted page: the payer reads the terms and answers %s', async (answer, orderState, mandateState) => {
    const { post, page, get } = setUp()
    const opened = await post('/checkout/v2/pay', hostedBody())
    const payer = page(opened.body.redirectUrl)
    const { mandate, order } = (await payer.get('/view')).body
    expect(order.amount).toBe(19_900)
    expect(mandate).toEqual({
      merchantSubscriptionId: 'sub-1',
      authWorkflowType: 'TRANSACTION',
      amountType: 'FIXED',
      maxAmount: 19_900,
      frequency: 'MONTHLY',
      expiresAtMs: hostedBody().paymentFlow.subscriptionDetails.expireAt,
    })
    expect((await payer.post('/mandate', { answer: 'PERHAPS' })).status).toBe(400)
    const answered = await payer.post('/mandate', { answer })
    expect(answered.body.order.state).toBe(orderState)
    expect((await get('/checkout/v2/subscriptions/sub-1/status')).body.state).toBe(mandateState)
    expect((await payer.post('/mandate', { answer: 'APPROVE' })).status).toBe(409)
  })

  test('on the hosted page: a queued failure answers for the payer; the code opens a mandate in a UPI app', async () => {
    const { sandbox, post, page } = setUp()
    const payer = page((await post('/checkout/v2/pay', hostedBody())).body.redirectUrl)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
    const failed = await payer.post('/mandate', { answer: 'APPROVE' })
    expect(failed.body).toMatchObject({ order: { state: 'PENDING' }, attempt: { detailedErrorCode: 'Z9' } })
    const shown = await payer.post('/attempts', { paymentMode: { type: 'UPI_QR' } })
    expect(shown.body.attempt.intentUrl).toMatch(/^upi:\/\/mandate\?.*mam=199\.00/)
    expect((await payer.post('/mandate', { answer: 'APPROVE' })).body.order.state).toBe('COMPLETED')
  })

  test('a payment takes no answer to a mandate', async () => {
    const { post, page } = setUp()
    const order = await post('/checkout/v2/pay', standardOrder('tea-1'))
    expect((await page(order.body.redirectUrl).post('/mandate', { answer: 'APPROVE' })).body.code).toBe('NO_MANDATE')
  })

  test('in the mobile SDK: a token', async () => {
    const { post } = setUp()
    expect((await post('/checkout/v2/sdk/order', hostedBody())).body.token).toMatch(/^[\w-]{20,}$/)
  })

  test.each([
    [{ amount: 300 }, 400, 'BAD_REQUEST', 'amount must be 200 paise'],
    [{ authWorkflowType: 'TRANSACTION', amount: 99 }, 400, 'BAD_REQUEST', 'amount must be at least 100'],
    [{ authWorkflowType: 'TRANSACTION', amount: 100_000 }, 400, 'BAD_REQUEST', 'must not exceed maxAmount'],
    [{ frequency: 'QUATERLY' }, 400, 'BAD_REQUEST', 'frequency must be one of'],
    [{ amountType: 'ANY' }, 400, 'BAD_REQUEST', 'amountType must be one of'],
    [{ authWorkflowType: 'ZERO' }, 400, 'BAD_REQUEST', 'authWorkflowType must be one of'],
    [{ maxAmount: 10_000_001 }, 417, 'TRANSACTION_LIMIT_EXCEEDED', 'over the limit'],
    [{ expireAt: MORNING_MS / 1000 }, 400, 'BAD_REQUEST', 'epoch milliseconds'],
    [{ expireAt: MORNING_MS + 31 * 366 * DAY_MS }, 400, 'BAD_REQUEST', '30 years'],
    [{ id: 'a b' }, 400, 'BAD_REQUEST', 'must have 1 to 63 characters'],
  ])('refuses %j', async (terms, status, code, message) => {
    const { post } = setUp({ clock: { startMs: MORNING_MS, frozen: true } })
    const answer = await post('/subscriptions/v2/setup', setupBody(terms))
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.body.message).toContain(message)
  })

  test('refuses a mandate id and an order id that were used before', async () => {
    const { post } = await withMandate()
    const again = await post('/subscriptions/v2/setup', { ...setupBody(), merchantOrderId: 'other' })
    expect(again).toMatchObject({ status: 400, body: { code: 'DUPLICATE_REQUEST_ID' } })
    const order = await post('/subscriptions/v2/setup', {
      ...setupBody({ id: 'sub-9' }),
      merchantOrderId: 'sub-1-setup',
    })
    expect(order).toMatchObject({ status: 417, body: { code: 'INVALID_TRANSACTION_ID' } })
  })
})

describe('what the payer and the merchant do with a mandate', () => {
  test('the payer pauses it until a date, after which it resumes by itself', async () => {
    const { sandbox, get, events } = await withMandate()
    const pauseUntilMs = MORNING_MS + 3 * DAY_MS
    await sandbox.simulateMandate('sub-1', { action: 'PAUSE', pauseUntilMs })
    const status = async () => (await get('/subscriptions/v2/sub-1/status')).body
    expect(await status()).toMatchObject({ state: 'PAUSED', pauseStartDate: MORNING_MS, pauseEndDate: pauseUntilMs })
    await sandbox.clock.advance(3 * DAY_MS)
    expect(await status()).toMatchObject({ state: 'ACTIVE', pauseStartDate: null })
    expect(events().slice(1)).toEqual(['subscription.paused', 'subscription.unpaused'])
  })

  test('a pause that the payer ended and began again lasts until its own date', async () => {
    const { sandbox, get } = await withMandate()
    await sandbox.simulateMandate('sub-1', { action: 'PAUSE', pauseUntilMs: MORNING_MS + DAY_MS })
    await sandbox.simulateMandate('sub-1', { action: 'RESUME' })
    await sandbox.simulateMandate('sub-1', { action: 'PAUSE', pauseUntilMs: MORNING_MS + 5 * DAY_MS })
    await sandbox.clock.advance(2 * DAY_MS)
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('PAUSED')
  })

  test.each([
    [false, ['subscription.revoked']],
    [true, []],
  ])('the payer revokes it (silently: %s)', async (silent, sent) => {
    const { sandbox, get, events } = await withMandate()
    await sandbox.simulateMandate('sub-1', { action: 'REVOKE', silent })
    await sandbox.idle()
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('REVOKED')
    expect(events().slice(1)).toEqual(sent)
    await expect(sandbox.simulateMandate('sub-1', { action: 'RESUME' })).rejects.toThrow('REVOKED')
  })

  test.each(['/subscriptions/v2/sub-1/cancel', '/checkout/v2/subscriptions/sub-1/cancel'])(
    'the merchant cancels it with %s',
    async (path) => {
      const { sandbox, post, get, events } = await withMandate()
      expect(await post(path, {})).toMatchObject({ status: 204 })
      expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('CANCEL_IN_PROGRESS')
      await sandbox.clock.advance(5_000)
      expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('CANCELLED')
      expect(events().slice(1)).toEqual(['subscription.cancelled'])
      expect(await post(path, {})).toMatchObject({ status: 400, body: { code: 'INVALID_SUBSCRIPTION_STATE' } })
    },
  )

  test('it is not cancelled before the payer has approved it', async () => {
    const { post } = await withMandate({}, {}, false)
    expect((await post('/subscriptions/v2/sub-1/cancel', {})).body.code).toBe('INVALID_SUBSCRIPTION_STATE')
  })

  test('it ends at its date, without a callback', async () => {
    const { sandbox, get, events } = await withMandate({ expireAt: MORNING_MS + 10 * DAY_MS })
    await sandbox.clock.advance(10 * DAY_MS)
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('EXPIRED')
    expect(events()).toHaveLength(1)
  })

  test('one of another merchant is not found', async () => {
    const { get, post } = await withMandate()
    const missing = { status: 400, body: { code: 'SUBSCRIPTION_NOT_FOUND' } }
    expect(await get('/subscriptions/v2/of-another/status')).toMatchObject(missing)
    expect(await post('/subscriptions/v2/of-another/cancel', {})).toMatchObject(missing)
  })

  test('quirks switch to the other readings', async () => {
    const quirks = { unapprovedMandate: 'SUBSCRIPTION_NOT_FOUND', unknownMandate: 404, mandateCancelled: 200 } as const
    const { get, post, sandbox } = await withMandate({}, { quirks }, false)
    expect((await get('/subscriptions/v2/sub-1/status')).status).toBe(404)
    await sandbox.simulatePayment('sub-1-setup', { outcome: 'SUCCESS' })
    expect(await post('/subscriptions/v2/sub-1/cancel', {})).toMatchObject({ status: 200, body: {} })
  })
})

test('mandates and debits survive a snapshot and a restore', async () => {
  const { sandbox, notify, redeem, order } = await withMandate()
  await notify('debit-1')
  const { snapshotId } = await sandbox.snapshot()
  const run = async () => {
    await sandbox.clock.advance(25 * HOUR_MS)
    await redeem('debit-1')
    await sandbox.clock.advance(HOUR_MS * 6)
    return (await order('debit-1')).body
  }
  const first = await run()
  expect(first.state).toBe('COMPLETED')
  await sandbox.restore(snapshotId)
  expect((await order('debit-1')).body.state).toBe('NOTIFICATION_IN_PROGRESS')
  expect(await run()).toMatchObject({ state: 'COMPLETED', orderId: first.orderId })
})
