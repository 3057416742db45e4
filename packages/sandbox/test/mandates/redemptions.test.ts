import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type MandateSandbox, MORNING_MS, withMandate } from './support.ts'

const refusal = (code: string, status = 400) => ({ status, body: { code } })

/** Notified, and 25 hours later. */
async function notified(mandate: MandateSandbox, more?: Parameters<MandateSandbox['notify']>[1]): Promise<void> {
  expect(await mandate.notify('debit-1', more)).toMatchObject({ status: 200 })
  await mandate.sandbox.clock.advance(25 * HOUR_MS)
}

describe('one debit', () => {
  test('notify, a day later redeem, COMPLETED, with its callbacks', async () => {
    const mandate = await withMandate()
    const { sandbox, notify, redeem, order, events } = mandate
    expect((await notify('debit-1')).body).toEqual({
      orderId: expect.stringMatching(/^OMO/),
      state: 'NOTIFICATION_IN_PROGRESS',
      expireAt: MORNING_MS + 3 * DAY_MS,
    })
    await sandbox.clock.advance(10_000)
    const { body } = await order('debit-1')
    expect(body).toMatchObject({ state: 'NOTIFIED', paymentDetails: [] })
    const { notifiedAt, validAfter, validUpto } = body.paymentFlow
    expect([validAfter - notifiedAt, validUpto]).toEqual([DAY_MS, MORNING_MS + 3 * DAY_MS])
    await sandbox.clock.advance(25 * HOUR_MS)
    expect((await redeem('debit-1')).body).toEqual({ transactionId: expect.stringMatching(/^OM\d/), state: 'PENDING' })
    expect((await order('debit-1')).body.state).toBe('PENDING')
    await sandbox.clock.advance(10_000)
    const done = (await order('debit-1')).body
    expect(done).toMatchObject({ state: 'COMPLETED', amount: 19_900 })
    expect(done.paymentDetails[0]).toMatchObject({
      paymentMode: 'UPI_AUTO_PAY',
      state: 'COMPLETED',
      rail: { type: 'UPI', umn: expect.stringMatching(/^[0-9a-f]{32}@ybl$/) },
    })
    expect(events().slice(1)).toEqual([
      'subscription.notification.completed',
      'subscription.redemption.transaction.completed',
      'subscription.redemption.order.completed',
    ])
    const attempt = sandbox.deliveries().find(({ event }) => event.includes('transaction.completed'))
    expect(JSON.parse(attempt?.request.body ?? '{}').payload.state).toBe('PENDING')
  })

  test('is found by the id of its try, and refunded by the id of its order', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    const { transactionId } = (await mandate.redeem('debit-1')).body
    await mandate.sandbox.clock.advance(10_000)
    const status = await mandate.get(`/subscriptions/v2/transaction/${transactionId}/status`)
    expect(status.body).toMatchObject({ merchantOrderId: 'debit-1', state: 'COMPLETED' })
    const refund = { merchantRefundId: 'refund-1', originalMerchantOrderId: 'debit-1', amount: 19_900 }
    expect(await mandate.post('/payments/v2/refund', refund)).toMatchObject({ status: 200 })
    await mandate.sandbox.clock.advance(10_000)
    expect((await mandate.get('/payments/v2/refund/refund-1/status')).body.state).toBe('COMPLETED')
    const more = { ...refund, merchantRefundId: 'refund-2', amount: 100 }
    expect((await mandate.post('/payments/v2/refund', more)).body.code).toBe('REFUND_AMOUNT_EXCEEDS_ORIGINAL')
  })

  test('with autoDebit: the provider debits after a day, outside the peak hours; redeem is refused', async () => {
    const mandate = await withMandate()
    await mandate.sandbox.clock.advance(3 * HOUR_MS)
    await mandate.notify('debit-1', { flow: { autoDebit: true } })
    await mandate.sandbox.clock.advance(DAY_MS + HOUR_MS)
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
    expect((await mandate.order('debit-1')).body.state).toBe('NOTIFIED')
    await mandate.sandbox.clock.advance(2 * HOUR_MS)
    const { state, paymentDetails } = (await mandate.order('debit-1')).body
    expect(state).toBe('COMPLETED')
    // 13:01 in India.
    expect(new Date(paymentDetails[0].timestamp).toISOString()).toBe('2026-01-06T07:31:00.000Z')
  })

  test('in peak hours waits until they are over, and is refused or executed by a quirk', async () => {
    for (const [peakHours, status, done] of [
      ['delayed', 200, 'PENDING'],
      ['allowed', 200, 'COMPLETED'],
      ['refused', 400, 'NOTIFIED'],
    ] as const) {
      const mandate = await withMandate({}, { quirks: { peakHours } })
      await mandate.notify('debit-1')
      await mandate.sandbox.clock.advance(DAY_MS + 3 * HOUR_MS)
      expect((await mandate.redeem('debit-1')).status).toBe(status)
      await mandate.sandbox.clock.advance(60_000)
      expect((await mandate.order('debit-1')).body.state).toBe(done)
      await mandate.sandbox.clock.advance(3 * HOUR_MS)
      expect((await mandate.order('debit-1')).body.state).toBe(status === 200 ? 'COMPLETED' : 'NOTIFIED')
    }
  })
})

describe('a notification is refused', () => {
  test.each([
    ['above the maximum', { amount: 99_901 }, 417, 'TRANSACTION_LIMIT_EXCEEDED'],
    ['below ₹1', { amount: 99 }, 400, 'BAD_REQUEST'],
    ['for a foreign mandate', { flow: { merchantSubscriptionId: 'of-another' } }, 400, 'SUBSCRIPTION_NOT_FOUND'],
    ['that ends within a day', { expireAt: MORNING_MS + HOUR_MS }, 400, 'BAD_REQUEST'],
    ['with a time in seconds', { expireAt: MORNING_MS / 1000 + 999_999 }, 400, 'BAD_REQUEST'],
    ['with another flow', { flow: { type: 'PG' } }, 400, 'BAD_REQUEST'],
    ['with an unknown strategy', { flow: { redemptionRetryStrategy: 'MINE' } }, 400, 'BAD_REQUEST'],
  ] as const)('%s', async (_, more, status, code) => {
    const { notify } = await withMandate()
    expect(await notify('debit-1', more)).toMatchObject(refusal(code, status))
  })

  test('of another amount under FIXED', async () => {
    const { notify } = await withMandate({ amountType: 'FIXED', maxAmount: 19_900 })
    expect(await notify('debit-1', { amount: 19_800 })).toMatchObject(refusal('BAD_REQUEST'))
    expect(await notify('debit-1')).toMatchObject({ status: 200 })
  })

  test('with an order id that was used, by a setup or a debit', async () => {
    const { notify } = await withMandate({ frequency: 'ON_DEMAND' })
    expect(await notify('sub-1-setup')).toMatchObject(refusal('INVALID_TRANSACTION_ID', 417))
    await notify('debit-1')
    expect(await notify('debit-1')).toMatchObject(refusal('INVALID_TRANSACTION_ID', 417))
  })

  test.each(['PAUSE', 'REVOKE'] as const)('after %s', async (action) => {
    const { sandbox, notify } = await withMandate()
    await sandbox.simulateMandate('sub-1', { action, pauseUntilMs: MORNING_MS + DAY_MS })
    expect(await notify('debit-1')).toMatchObject(refusal('INVALID_SUBSCRIPTION_STATE'))
  })

  test('before the payer has approved, and after the mandate expired', async () => {
    const early = await withMandate({}, {}, false)
    expect(await early.notify('debit-1')).toMatchObject(refusal('INVALID_SUBSCRIPTION_STATE'))
    const late = await withMandate({ expireAt: MORNING_MS + DAY_MS })
    await late.sandbox.clock.advance(2 * DAY_MS)
    expect(await late.notify('debit-1')).toMatchObject(refusal('INVALID_SUBSCRIPTION_STATE'))
  })

  test('a second time in one cycle, before and after the debit; not under ON_DEMAND', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    expect(await mandate.notify('debit-2')).toMatchObject(refusal('BAD_REQUEST'))
    await mandate.redeem('debit-1')
    await mandate.sandbox.clock.advance(HOUR_MS)
    expect(await mandate.notify('debit-2')).toMatchObject(refusal('BAD_REQUEST'))
    const free = await withMandate({ frequency: 'ON_DEMAND' })
    await notified(free)
    expect(await free.notify('debit-2')).toMatchObject({ status: 200 })
  })

  test('in the cycle that a TRANSACTION setup has paid', async () => {
    const mandate = await withMandate({ authWorkflowType: 'TRANSACTION', amount: 19_900 })
    expect(await mandate.notify('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
    await mandate.sandbox.clock.advance(30 * DAY_MS)
    expect(await mandate.notify('debit-1')).toMatchObject({ status: 200 })
  })
})

describe('a redeem is refused', () => {
  const EARLY = 'SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED'

  test('before the payer is notified, and within 24 hours after it', async () => {
    const { sandbox, notify, redeem, order } = await withMandate()
    await notify('debit-1')
    expect(await redeem('debit-1')).toMatchObject(refusal(EARLY))
    await sandbox.clock.advance(DAY_MS)
    expect(await redeem('debit-1')).toMatchObject(refusal(EARLY))
    await sandbox.clock.advance(2_000)
    expect(await redeem('debit-1')).toMatchObject({ status: 200 })
    expect((await order('debit-1')).body.paymentDetails).toHaveLength(1)
  })

  test('too early in a cycle that is paid: because of the time, which proves that nothing was debited', async () => {
    const { sandbox, notify, redeem } = await withMandate({ authWorkflowType: 'TRANSACTION', amount: 19_900 })
    await sandbox.clock.advance(30 * DAY_MS)
    await notify('debit-1')
    expect(await redeem('debit-1')).toMatchObject(refusal(EARLY))
    await sandbox.clock.advance(HOUR_MS)
    expect(await redeem('debit-1')).toMatchObject(refusal(EARLY))
  })

  test('and a notify too, with a message that names the way out', async () => {
    const { sandbox, notify, redeem } = await withMandate()
    const tooMuch = await notify('debit-1', { amount: 99_901 })
    expect(tooMuch.body.message).toBe('amount must be at most 99900, the maxAmount of this subscription')
    await notify('debit-1')
    expect((await notify('debit-2')).body.message).toContain('is paid or has an open redemption')
    await sandbox.clock.advance(HOUR_MS)
    await sandbox.simulateMandate('sub-1', { action: 'OPT_OUT' })
    await sandbox.clock.advance(DAY_MS)
    expect((await redeem('debit-1')).body.message).toContain('notify again with a new merchantOrderId')
  })

  test('after the window; the order stays NOTIFIED, or fails by a quirk', async () => {
    for (const [unredeemedOrders, state] of [
      ['left', 'NOTIFIED'],
      ['failed', 'FAILED'],
    ] as const) {
      const mandate = await withMandate({}, { quirks: { unredeemedOrders } })
      await mandate.notify('debit-1')
      await mandate.sandbox.clock.advance(3 * DAY_MS)
      expect((await mandate.redeem('debit-1')).status).toBe(400)
      expect((await mandate.order('debit-1')).body).toMatchObject({ state, paymentDetails: [] })
    }
  })

  test('a second time: one debit only', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    const both = await Promise.all([mandate.redeem('debit-1'), mandate.redeem('debit-1')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await mandate.sandbox.clock.advance(HOUR_MS)
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('DUPLICATE_TXN_REQUEST'))
    expect((await mandate.order('debit-1')).body.paymentDetails).toHaveLength(1)
  })

  test('after the payer pauses; after the pause the notification no longer counts', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    const pauseUntilMs = mandate.sandbox.clock.now() + 6 * HOUR_MS
    await mandate.sandbox.simulateMandate('sub-1', { action: 'PAUSE', pauseUntilMs })
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('INVALID_SUBSCRIPTION_STATE'))
    await mandate.sandbox.clock.advance(6 * HOUR_MS)
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
    expect(await mandate.notify('debit-2')).toMatchObject({ status: 200 })
    await mandate.sandbox.clock.advance(DAY_MS + HOUR_MS)
    expect(await mandate.redeem('debit-2')).toMatchObject({ status: 200 })
  })

  test.each([
    ['the payer revokes', (one: MandateSandbox) => one.sandbox.simulateMandate('sub-1', { action: 'REVOKE' })],
    ['the merchant cancels', (one: MandateSandbox) => one.post('/subscriptions/v2/sub-1/cancel', {})],
  ])('after %s; the order stays NOTIFIED', async (_, act) => {
    const mandate = await withMandate()
    await notified(mandate)
    await act(mandate)
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('INVALID_SUBSCRIPTION_STATE'))
    await mandate.sandbox.clock.advance(5 * DAY_MS)
    expect((await mandate.order('debit-1')).body.state).toBe('NOTIFIED')
  })

  test('after the payer opted out of this debit; the mandate stays', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    await mandate.sandbox.simulateMandate('sub-1', { action: 'OPT_OUT' })
    expect(await mandate.redeem('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
    expect((await mandate.get('/subscriptions/v2/sub-1/status')).body.state).toBe('ACTIVE')
  })

  test('of an unknown order, and of a setup order', async () => {
    const { redeem } = await withMandate()
    expect((await redeem('unknown')).status).toBe(400)
    expect((await redeem('sub-1-setup')).status).toBe(400)
  })
})

describe('a debit that fails', () => {
  test('STANDARD: the provider tries four times outside the peak hours, and reports the end', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    await mandate.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    await mandate.redeem('debit-1')
    await mandate.sandbox.clock.advance(DAY_MS)
    const { body } = await mandate.order('debit-1')
    expect(body).toMatchObject({ state: 'FAILED', errorCode: 'INSUFFICIENT_BALANCE', detailedErrorCode: 'Z9' })
    expect(body.paymentDetails).toHaveLength(4)
    expect(mandate.events().slice(2)).toEqual([
      'subscription.redemption.transaction.failed',
      'subscription.redemption.order.failed',
    ])
    expect(await mandate.notify('debit-2')).toMatchObject({ status: 200 })
  })

  test('STANDARD: a retry succeeds', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    await mandate.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
    await mandate.redeem('debit-1')
    await mandate.sandbox.clock.advance(DAY_MS)
    const { body } = await mandate.order('debit-1')
    expect(body.state).toBe('COMPLETED')
    expect(body.paymentDetails.map(({ state }: { state: string }) => state)).toEqual(['FAILED', 'COMPLETED'])
  })

  test('CUSTOM: the merchant tries again after 90 minutes, up to four times', async () => {
    const mandate = await withMandate({}, { quirks: { peakHours: 'allowed' } })
    await notified(mandate, { flow: { redemptionRetryStrategy: 'CUSTOM' } })
    await mandate.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 4 })
    for (let tried = 1; tried <= 4; tried += 1) {
      expect(await mandate.redeem('debit-1')).toMatchObject({ status: 200 })
      expect(await mandate.redeem('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
      await mandate.sandbox.clock.advance(10_000)
      expect((await mandate.order('debit-1')).body.state).toBe(tried < 4 ? 'PENDING' : 'FAILED')
      expect(await mandate.redeem('debit-1')).toMatchObject(refusal('BAD_REQUEST'))
      await mandate.sandbox.clock.advance(2 * HOUR_MS)
    }
    const attempts = mandate.events().filter((event) => event === 'subscription.redemption.transaction.failed')
    expect(attempts).toHaveLength(4)
  })

  test('the bank never answers: the order fails when it expires', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    await mandate.sandbox.queueOutcome({ outcome: 'PENDING' })
    await mandate.redeem('debit-1')
    await mandate.sandbox.clock.advance(DAY_MS)
    expect((await mandate.order('debit-1')).body.state).toBe('PENDING')
    await mandate.sandbox.clock.advance(DAY_MS)
    expect((await mandate.order('debit-1')).body.state).toBe('FAILED')
  })

  test('the payer revokes while the provider retries', async () => {
    const mandate = await withMandate()
    await notified(mandate)
    await mandate.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
    await mandate.redeem('debit-1')
    await mandate.sandbox.clock.advance(HOUR_MS)
    await mandate.sandbox.simulateMandate('sub-1', { action: 'REVOKE' })
    await mandate.sandbox.clock.advance(DAY_MS)
    expect((await mandate.order('debit-1')).body.state).toBe('FAILED')
  })

  test('the payer cannot be notified', async () => {
    const mandate = await withMandate()
    await mandate.notify('debit-1--notify-fail')
    await mandate.sandbox.clock.advance(10_000)
    expect((await mandate.order('debit-1--notify-fail')).body.state).toBe('FAILED')
    expect(mandate.events().slice(1)).toEqual(['subscription.notification.failed'])
    expect(await mandate.notify('debit-2')).toMatchObject({ status: 200 })
  })
})

test('a lost reply of redeem: the order tells, and a repeat debits nothing', async () => {
  const mandate = await withMandate()
  await notified(mandate)
  await mandate.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['subscriptionRedeem'], times: 1 }] })
  await expect(mandate.redeem('debit-1')).rejects.toThrow('fetch failed')
  expect(await mandate.redeem('debit-1')).toMatchObject(refusal('DUPLICATE_TXN_REQUEST'))
  await mandate.sandbox.clock.advance(HOUR_MS)
  const { body } = await mandate.order('debit-1')
  expect(body).toMatchObject({ state: 'COMPLETED' })
  expect(body.paymentDetails).toHaveLength(1)
})
