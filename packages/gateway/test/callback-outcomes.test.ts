import { describe, expect, it } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import * as callbacks from './helpers/posted-callbacks.ts'
import { attempt, lastCallback, post, readOrder } from './helpers/posted-callbacks.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway, type TestGatewayOptions } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createPaidOrder = () => callbacks.createPaidOrder(createTestGateway)
const HOUR_MS = 3_600_000

/** A status or callback in which a second attempt is paid. */
const withSecondPayment = (status: { [field: string]: unknown }) => ({
  ...status,
  paymentDetails: [...(status.paymentDetails as object[]), attempt('T-second')],
})

const reportSecondPayment = (testGateway: TestGateway) =>
  post(testGateway, 'checkout.order.completed', {
    merchantOrderId: 'one',
    state: 'COMPLETED',
    amount: AMOUNT,
    paymentDetails: [attempt('T-second')],
  })

describe('a callback about an expired order', () => {
  it('is applied when the order was paid twice, and a person is asked about both payments', async () => {
    const payments: object[] = []
    const wrapProvider = withChangedStatus('order', (status) =>
      payments.length > 0 ? { ...status, state: 'COMPLETED', errorCode: undefined, paymentDetails: payments } : status,
    )
    const testGateway = await createTestGateway({ wrapProvider })
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    for (let hour = 0; hour < 2; hour += 1) await testGateway.advance(2 * HOUR_MS)
    expect(await readOrder(testGateway)).toMatchObject({ state: 'FAILED' })
    payments.push(attempt('T-first'), attempt('T-second'))
    const report = { merchantOrderId: 'one', state: 'COMPLETED', amount: AMOUNT, paymentDetails: payments }
    await post(testGateway, 'checkout.order.completed', report)
    await testGateway.gateway.runPendingJobs()
    expect(await readOrder(testGateway)).toMatchObject({ state: 'FAILED', needsReview: { reason: 'paid-twice' } })
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), error: null })
  })
})

describe('a callback about a second payment of a paid order', () => {
  it('is kept while the status check fails, and applied when it succeeds', async () => {
    const { provider, testGateway } = await createPaidOrder()
    provider.away = true
    await reportSecondPayment(testGateway)
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: null,
      dueAtMs: expect.anything(),
      error: expect.stringMatching(/has not reported the state/),
    })
    provider.away = false
    provider.change = withSecondPayment
    await testGateway.advance(60_000)
    expect(await readOrder(testGateway)).toMatchObject({ needsReview: { reason: 'paid-twice' } })
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), error: null })
  })

  it('is kept while a lagging status does not show the payment', async () => {
    const { provider, testGateway } = await createPaidOrder()
    await reportSecondPayment(testGateway)
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, dueAtMs: expect.anything() })
    provider.change = withSecondPayment
    await testGateway.advance(60_000)
    expect(await readOrder(testGateway)).toMatchObject({ needsReview: { reason: 'paid-twice' } })
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything() })
  })

  it('needs review after its last attempt, and is applied when it is replayed', async () => {
    const { provider, testGateway } = await createPaidOrder()
    provider.away = true
    await reportSecondPayment(testGateway)
    for (let hour = 0; hour < 16; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: null,
      dueAtMs: null,
      error: expect.any(String),
    })
    const { checks } = await testGateway.gateway.health()
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toContain('review')
    // A replay starts with fresh attempts.
    await testGateway.rows(
      `update galla.callbacks set "dueAtMs" = 0, "attempts" = 0, "error" = null where "processedAtMs" is null`,
    )
    provider.away = false
    provider.change = withSecondPayment
    await testGateway.advance(1_000)
    expect(await readOrder(testGateway)).toMatchObject({ needsReview: { reason: 'paid-twice' } })
  })

  it('is kept when the status check stops the order for another reason', async () => {
    const { provider, testGateway } = await createPaidOrder()
    provider.change = (status) => ({ ...status, state: 'AUTHORIZED' })
    await reportSecondPayment(testGateway)
    await testGateway.gateway.runPendingJobs()
    expect(await readOrder(testGateway)).toMatchObject({ needsReview: { reason: 'unknown-state' } })
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, dueAtMs: expect.anything() })
    provider.change = withSecondPayment
    await testGateway.advance(60_000)
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), error: null })
    const [{ attempts } = { attempts: [] }] = await testGateway.rows<{ attempts: object[] }>(
      'select "attempts" from galla.orders',
    )
    expect(attempts).toHaveLength(2)
  })

  it.each([
    ['transactionId', { amount: AMOUNT }],
    ['transactionId and no amount', {}],
  ])('that has no %s is kept while a lagging status does not show the payment', async (_, amount) => {
    const { testGateway } = await createPaidOrder()
    const { transactionId: _id, amount: _amount, ...others } = attempt('none')
    const unnamed = { ...others, ...amount }
    const [first] = await testGateway.rows<{ transactionId: string }>('select "transactionId" from galla.orders')
    await post(testGateway, 'checkout.order.completed', {
      merchantOrderId: 'one',
      state: 'COMPLETED',
      amount: AMOUNT,
      paymentDetails: [{ ...attempt('none'), ...first }, unnamed],
    })
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, dueAtMs: expect.anything() })
  })

  it('is checked when the order knows the payment as pending only', async () => {
    const { provider, testGateway } = await createPaidOrder()
    await testGateway.rows(
      `update galla.orders set "attempts" = "attempts" || $1::jsonb where "merchantOrderId" = 'one'`,
      [JSON.stringify([{ ...attempt('T-second'), state: 'PENDING' }])],
    )
    provider.change = withSecondPayment
    await reportSecondPayment(testGateway)
    await testGateway.gateway.runPendingJobs()
    expect(await readOrder(testGateway)).toMatchObject({ needsReview: { reason: 'paid-twice' } })
  })
})

it('a callback that arrives before its order is stored is applied when the order is there', async () => {
  const testGateway = await createTestGateway()
  await post(testGateway, 'checkout.order.completed', { merchantOrderId: 'soon', state: 'COMPLETED', amount: AMOUNT })
  await testGateway.gateway.runPendingJobs()
  expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, reason: 'foreign', error: null })
  await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
  await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'soon' })
  await testGateway.sandbox.simulatePayment('soon', { outcome: 'SUCCESS' })
  await testGateway.advance(2_000)
  expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), reason: null })
  expect(await readOrder(testGateway, 'soon')).toMatchObject({ state: 'COMPLETED' })
})

it('a callback of a refund whose reply was lost is kept until its id is known', async () => {
  const testGateway = await createTestGateway()
  await post(testGateway, 'pg.refund.failed', { refundId: 'OMR-later', amount: AMOUNT, state: 'FAILED' })
  await testGateway.gateway.runPendingJobs()
  expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, reason: 'foreign' })
})

it.each([
  ['that it failed', 'FAILED', AMOUNT, 'contradiction'],
  ['another amount', 'COMPLETED', AMOUNT - 1, 'amount-mismatch'],
])(
  'a callback that says %s of a paid order is checked until the provider answers',
  async (_, state, amount, reason) => {
    const { provider, testGateway } = await createPaidOrder()
    provider.away = true
    provider.change = (status) => ({ ...status, state, amount, paymentDetails: [] })
    await post(testGateway, 'checkout.order.failed', { merchantOrderId: 'one', state, amount })
    await testGateway.gateway.runPendingJobs()
    provider.away = false
    await testGateway.advance(60_000)
    expect(await readOrder(testGateway)).toMatchObject({ state: 'COMPLETED', needsReview: { reason } })
  },
)

it('a callback about a completed refund that names another order is checked', async () => {
  let others: object = {}
  const testGateway = await createTestGateway({
    sandbox: { refundTiming: false },
    wrapProvider: withChangedStatus('refund', (status) => ({ ...status, ...others })),
  })
  const { gateway, sandbox, drainJobs, advance } = testGateway
  await gateway.orders.start({ ...CART, merchantOrderId: 'one' })
  await sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
  await drainJobs()
  await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'one', amount: AMOUNT })
  await drainJobs()
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  await advance(60_000)
  const { refundId } = (await gateway.refunds.get('r-1')) ?? {}
  others = { originalMerchantOrderId: 'two' }
  await post(testGateway, 'pg.refund.completed', { refundId, ...others, amount: AMOUNT, state: 'COMPLETED' })
  await gateway.runPendingJobs()
  expect(await gateway.refunds.get('r-1')).toMatchObject({
    state: 'COMPLETED',
    needsReview: { reason: 'order-mismatch' },
  })
})

describe('a callback about a refund of a paid order that was made elsewhere', () => {
  const refundStatus = (fields: object): TestGatewayOptions => ({
    wrapProvider: (forward) => async (url, init) =>
      /refund\/[^/]+\/status/.test(String(url instanceof Request ? url.url : url))
        ? Response.json({ originalMerchantOrderId: 'one', refundId: 'OMR-1', ...fields })
        : forward(url, init),
  })
  const createPaid = async (options: TestGatewayOptions) => {
    const testGateway = await createTestGateway(options)
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    await testGateway.sandbox.simulatePayment('one', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    return testGateway
  }

  it.each([
    ['a status that has no amount', { state: 'COMPLETED' }],
    ['a status of an unknown state', { state: 'ODD', amount: AMOUNT }],
    ['a status of another order', { state: 'COMPLETED', amount: AMOUNT, originalMerchantOrderId: 'two' }],
  ])('needs review when it is answered with %s', async (_, fields) => {
    const testGateway = await createPaid(refundStatus({ merchantRefundId: 'theirs', ...fields }))
    const payload = { merchantRefundId: 'theirs', originalMerchantOrderId: 'one', amount: AMOUNT, state: 'COMPLETED' }
    await post(testGateway, 'pg.refund.completed', payload)
    for (let hour = 0; hour < 16; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, error: expect.any(String) })
  })

  it.each(['COMPLETED', 'FAILED'] as const)(
    'that names the refund by the provider’s id only is stored as %s',
    async (state) => {
      const testGateway = await createPaid({})
      await post(testGateway, 'pg.refund.completed', {
        refundId: 'OMR-dashboard',
        originalMerchantOrderId: 'one',
        amount: AMOUNT,
        state,
      })
      await testGateway.gateway.runPendingJobs()
      expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), error: null })
      expect(await testGateway.gateway.refunds.get('external:OMR-dashboard')).toMatchObject({
        state,
        origin: 'external',
      })
      const refundedAmount = state === 'COMPLETED' ? AMOUNT : 0
      expect(await readOrder(testGateway)).toMatchObject({ refundedAmount, refundableAmount: AMOUNT - refundedAmount })
    },
  )

  it.each([
    ['no amount', { refundId: 'OMR-1' }],
    ['an amount that is not a number of paise', { refundId: 'OMR-1', amount: 0.5 }],
    ['an unknown state', { refundId: 'OMR-1', amount: AMOUNT, state: 'ODD' }],
    ['no id at all', { amount: AMOUNT }],
    ['an id that is none', { refundId: 'OMR 1:completed', amount: AMOUNT }],
  ])('that has %s needs review', async (_, fields) => {
    const testGateway = await createPaid({})
    await post(testGateway, 'pg.refund.completed', { originalMerchantOrderId: 'one', state: 'COMPLETED', ...fields })
    for (let hour = 0; hour < 16; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, error: expect.any(String) })
    expect((await testGateway.gateway.refunds.list()).rows).toEqual([])
  })
})
