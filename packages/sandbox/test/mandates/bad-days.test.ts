import type { FaultRule } from '@galla/contract/sandbox-api/faults'
import { describe, expect, test } from 'vitest'
import { setUp } from '../helpers.ts'
import { DAY_MS, HOUR_MS, hostedBody, type MandateSandbox, MORNING_MS, setupBody, withMandate } from './support.ts'

describe('a status endpoint that is behind', () => {
  const lag: FaultRule = { kind: 'stale-status', delayMs: 60_000 }

  test('does not find a new mandate and a new debit, then shows their past', async () => {
    const { sandbox, post, get, notify, redeem, order } = await withMandate({}, {}, false)
    await sandbox.setFaults({ rules: [lag] })
    await post('/subscriptions/v2/setup', setupBody({ id: 'sub-2', frequency: 'ON_DEMAND' }))
    const status = async () => (await get('/subscriptions/v2/sub-2/status')).body
    expect((await status()).code).toBe('SUBSCRIPTION_NOT_FOUND')
    await sandbox.clock.advance(60_000)
    expect((await status()).state).toBe('ACTIVATION_IN_PROGRESS')
    await sandbox.simulatePayment('sub-2-setup', { outcome: 'SUCCESS' })
    expect((await status()).state).toBe('ACTIVATION_IN_PROGRESS')
    expect((await order('sub-2-setup')).body.state).toBe('PENDING')
    await sandbox.clock.advance(60_000)
    expect([(await status()).state, (await order('sub-2-setup')).body.state]).toEqual(['ACTIVE', 'COMPLETED'])

    // Calls that change something see the present.
    expect(await notify('debit-1', { flow: { merchantSubscriptionId: 'sub-2' } })).toMatchObject({ status: 200 })
    expect((await order('debit-1')).body.code).toBe('INVALID_MERCHANT_ORDER_ID')
    await sandbox.clock.advance(60_000)
    expect((await order('debit-1')).body.state).toBe('NOTIFICATION_IN_PROGRESS')
    await sandbox.clock.advance(25 * HOUR_MS)
    const { transactionId } = (await redeem('debit-1')).body
    const attempt = `/subscriptions/v2/transaction/${transactionId}/status`
    expect((await get(attempt)).body.code).toBe('MAPPING_NOT_FOUND')
    await sandbox.clock.advance(10_000)
    expect((await order('debit-1')).body).toMatchObject({ state: 'NOTIFIED', paymentDetails: [] })
    await sandbox.clock.advance(60_000)
    expect((await order('debit-1')).body.state).toBe('COMPLETED')
    expect((await get(attempt)).body.state).toBe('COMPLETED')
  })

  test('still shows a mandate as usable that the payer has revoked: the redeem is refused', async () => {
    const { sandbox, get, notify, redeem } = await withMandate()
    await notify('debit-1')
    await sandbox.clock.advance(25 * HOUR_MS)
    await sandbox.setFaults({ rules: [{ ...lag, endpoints: ['subscriptionStatus'] }] })
    await sandbox.simulateMandate('sub-1', { action: 'REVOKE' })
    expect((await get('/checkout/v2/subscriptions/sub-1/status')).body.state).toBe('ACTIVE')
    expect((await redeem('debit-1')).body.code).toBe('INVALID_SUBSCRIPTION_STATE')
    await sandbox.clock.advance(60_000)
    expect((await get('/subscriptions/v2/sub-1/status')).body.state).toBe('REVOKED')
  })
})

describe('the fault profiles cover mandates', () => {
  test.each([
    ['lost-replies', '/subscriptions/v2/setup'],
    ['in-flight', '/subscriptions/v2/setup'],
    ['false-refusals', '/subscriptions/v2/setup'],
    ['bank-down', '/subscriptions/v2/setup'],
  ])('%s', async (profile, path) => {
    const { sandbox, post } = setUp({ clock: { startMs: MORNING_MS, frozen: true } })
    await post(path, setupBody({ id: 'warm-up' }))
    await sandbox.setFaults({ profile })
    const calls = Array.from({ length: 40 }, (_, n) => post(path, setupBody({ id: `sub-${n}` })).catch(() => undefined))
    await sandbox.clock.advance(2 * HOUR_MS)
    await Promise.all(calls)
    const faulty = sandbox
      .journal({ name: 'subscriptionSetup', limit: '100' })
      .filter(({ fault }) => fault !== undefined)
    expect(faulty.length).toBeGreaterThan(3)
  })
})

describe('a debit', () => {
  test('is refused after the end of the mandate, and one that runs then fails', async () => {
    const late = await withMandate({ expireAt: MORNING_MS + 2 * DAY_MS })
    await late.notify('debit-1')
    await late.sandbox.clock.advance(2 * DAY_MS)
    expect(await late.redeem('debit-1')).toMatchObject({ status: 400, body: { code: 'INVALID_SUBSCRIPTION_STATE' } })
    expect((await late.order('debit-1')).body).toMatchObject({ state: 'NOTIFIED', paymentDetails: [] })

    const running = await withMandate({ expireAt: MORNING_MS + DAY_MS + 2 * HOUR_MS })
    await running.notify('debit-1')
    await running.sandbox.clock.advance(DAY_MS + HOUR_MS)
    await running.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
    expect(await running.redeem('debit-1')).toMatchObject({ status: 200 })
    await running.sandbox.clock.advance(3 * DAY_MS)
    expect((await running.order('debit-1')).body.state).toBe('FAILED')
  })

  test('that the provider was to make by itself is not made after the end of the mandate', async () => {
    const { sandbox, notify, order } = await withMandate({ expireAt: MORNING_MS + DAY_MS })
    await notify('debit-1', { flow: { autoDebit: true } })
    await sandbox.clock.advance(5 * DAY_MS)
    const { state, paymentDetails } = (await order('debit-1')).body
    expect(state).not.toBe('COMPLETED')
    expect(paymentDetails.filter((one: { state: string }) => one.state === 'COMPLETED')).toEqual([])
  })

  test('of another merchant does not exist for these keys', async () => {
    const other = await withMandate({}, { merchantId: 'OTHERSHOP' })
    await other.notify('debit-1')
    const { redeem, order, sandbox } = await withMandate()
    await sandbox.clock.advance(25 * HOUR_MS)
    const unknown = { status: 400, body: { code: 'INVALID_MERCHANT_ORDER_ID' } }
    expect(await redeem('debit-1')).toMatchObject(unknown)
    expect(await order('debit-1')).toMatchObject(unknown)
  })
})

/** Announces and debits each cycle on its first day, and tries a second time in it. Returns the days of the debits in India. */
async function bill(mandate: MandateSandbox, firstDays: readonly string[], path: string): Promise<string[]> {
  const { sandbox, post, order } = mandate
  for (const [index, day] of firstDays.entries()) {
    const startMs = Date.parse(`${day}T08:00:00+05:30`)
    await sandbox.clock.advance(startMs - 25 * HOUR_MS - sandbox.clock.now())
    const notice = (merchantOrderId: string) =>
      post(`${path}/notify`, {
        merchantOrderId,
        amount: 19_900,
        paymentFlow: { type: 'SUBSCRIPTION_REDEMPTION', merchantSubscriptionId: 'sub-1' },
      })
    expect(await notice(`debit-${index}`), day).toMatchObject({ status: 200 })
    await sandbox.clock.advance(25 * HOUR_MS)
    expect(await post(`${path}/redeem`, { merchantOrderId: `debit-${index}` }), day).toMatchObject({ status: 200 })
    await sandbox.clock.advance(HOUR_MS)
    expect((await order(`debit-${index}`)).body.state, day).toBe('COMPLETED')
    expect((await notice(`second-${index}`)).status, `a second debit after ${day}`).toBe(400)
  }
  const { redemptions } = await sandbox.mandate('sub-1')
  return redemptions.map(({ completedAtMs }) => new Date((completedAtMs ?? 0) + 19_800_000).toISOString().slice(0, 10))
}

describe('the first bill was paid on a day that later months do not have', () => {
  const FROM_MARCH = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12']
  const lastDay = (month: string) => (['04', '06', '09', '11'].includes(month) ? 30 : 31)
  test.each([
    ['2027-01-29', ['2027-02-28', ...FROM_MARCH.map((month) => `2027-${month}-29`), '2028-01-29', '2028-02-29']],
    ['2027-01-30', ['2027-02-28', ...FROM_MARCH.map((month) => `2027-${month}-30`), '2028-01-30', '2028-02-29']],
    [
      '2027-01-31',
      ['2027-02-28', ...FROM_MARCH.map((month) => `2027-${month}-${lastDay(month)}`), '2028-01-31', '2028-02-29'],
    ],
  ])('%s, MONTHLY: one debit in each month, on its day', async (first, days) => {
    const startMs = Date.parse(`${first}T08:00:00+05:30`)
    const options = { clock: { startMs, frozen: true } } as const
    const terms = { authWorkflowType: 'TRANSACTION', amount: 19_900, expireAt: startMs + 3650 * DAY_MS }
    const mandate = await withMandate(terms, options)
    expect(await bill(mandate, days, '/subscriptions/v2')).toEqual(days)
  })

  test('29 February, YEARLY: 28 February, and the 29th in the next leap year', async () => {
    const startMs = Date.parse('2028-02-29T08:00:00+05:30')
    const { sandbox, ...mandate } = setUp({ clock: { startMs, frozen: true }, tokenLifeSec: 315_360_000 })
    const body = hostedBody({ frequency: 'YEARLY', expireAt: startMs + 3650 * DAY_MS })
    await mandate.post('/checkout/v2/pay', body)
    await sandbox.simulatePayment('sub-1-setup', { outcome: 'SUCCESS' })
    const order = (id: string) => mandate.get(`/checkout/v2/order/${id}/status`)
    const days = ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']
    const made = { ...mandate, sandbox, order } as MandateSandbox
    expect(await bill(made, days, '/checkout/v2/subscriptions')).toEqual(days)
  })
})

test('the ₹2 of a penny drop, which return by themselves, cannot be refunded as well', async () => {
  const { sandbox, post } = await withMandate()
  const body = { merchantRefundId: 'refund-1', originalMerchantOrderId: 'sub-1-setup', amount: 200 }
  const refused = await post('/payments/v2/refund', body)
  expect([refused.status, refused.body.code]).toEqual([400, 'REFUND_AMOUNT_EXCEEDS_ORIGINAL'])
  expect((await sandbox.order('sub-1-setup')).refundableAmount).toBe(0)

  await post('/subscriptions/v2/setup', setupBody({ id: 'sub-2', amount: 19_900, authWorkflowType: 'TRANSACTION' }))
  await sandbox.simulatePayment('sub-2-setup', { outcome: 'SUCCESS' })
  expect((await post('/payments/v2/refund', { ...body, originalMerchantOrderId: 'sub-2-setup' })).status).toBe(200)
})

test.each([
  ['slow', [60_000], ['ACTIVATION_IN_PROGRESS', 'ACTIVE']],
  ['late', [1_200_000, 61_000], ['ACTIVATION_IN_PROGRESS', 'EXPIRED', 'ACTIVE']],
  ['pending', [1_200_000, 61_000], ['ACTIVATION_IN_PROGRESS', 'EXPIRED', 'EXPIRED']],
] as const)('an approval on the hosted page arrives when the outcome table says: --%s', async (rule, waits, states) => {
  const { sandbox, post, page } = setUp({ clock: { startMs: MORNING_MS, frozen: true } })
  const body = { ...hostedBody(), merchantOrderId: `setup--${rule}`, expireAfter: 1_200 }
  const payer = page((await post('/checkout/v2/pay', body)).body.redirectUrl)
  expect((await payer.post('/mandate', { answer: 'APPROVE' })).body.attempt.state).toBe('PENDING')
  const seen = [(await sandbox.mandate('sub-1')).state]
  for (const ms of waits) {
    await sandbox.clock.advance(ms)
    seen.push((await sandbox.mandate('sub-1')).state)
  }
  expect(seen).toEqual(states)
})

test('a mandate that has ended cannot be approved any more, and takes no money', async () => {
  const { sandbox, post, page } = setUp({ clock: { startMs: MORNING_MS, frozen: true } })
  const terms = { authWorkflowType: 'TRANSACTION', amount: 19_900, expireAt: MORNING_MS + 60_000 }
  const payer = page((await post('/checkout/v2/pay', hostedBody(terms))).body.redirectUrl)
  await sandbox.clock.advance(60_000)
  await payer.post('/mandate', { answer: 'APPROVE' })
  const setup = async () => {
    const { state, paymentDetails } = await sandbox.order('sub-1-setup')
    return [state, paymentDetails.map((attempt) => attempt.state), (await sandbox.mandate('sub-1')).state]
  }
  expect(await setup()).toEqual(['PENDING', ['FAILED'], 'ACTIVATION_IN_PROGRESS'])
  await sandbox.clock.advance(2 * 3_600_000)
  expect(await setup()).toEqual(['FAILED', ['FAILED'], 'EXPIRED'])
})

test.each(['CREDIT_CARD', 'NET_BANKING', 'WALLET', 'CREDIT_LINE'] as const)(
  'a mandate is not approved with %s',
  async (instrument) => {
    const { sandbox, post } = setUp({ clock: { startMs: MORNING_MS, frozen: true } })
    await post('/subscriptions/v2/setup', setupBody())
    const simulated = sandbox.simulatePayment('sub-1-setup', { outcome: 'SUCCESS', instrument })
    await expect(simulated).rejects.toThrow('instrument must be ACCOUNT or RUPAY_CREDIT')
    expect((await sandbox.mandate('sub-1')).state).toBe('ACTIVATION_IN_PROGRESS')
  },
)
