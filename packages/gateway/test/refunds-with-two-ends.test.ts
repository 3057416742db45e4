import { describe, expect, it } from 'vitest'
import { amounts, audit, counted, KEY, post } from './helpers/dashboard-refund.ts'
import { HALF, json, replaceRefundResponses, withPaidOrder } from './helpers/paid-order.ts'
import { AMOUNT, setupTestGateways } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

describe('a refund of the dashboard that is reported as FAILED and as COMPLETED', () => {
  it('is a person’s when COMPLETED arrives after FAILED, in whichever order they were sent', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    for (const [state, timestamp] of [
      ['FAILED', 2],
      ['COMPLETED', 1],
      ['FAILED', 3],
    ] as const) {
      await post(testGateway, { state, timestamp })
      if (timestamp !== 2) expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
    }
    expect(await amounts(testGateway)).toEqual({ refundableAmount: AMOUNT - HALF, refundedAmount: 0 })
    const note = 'the dashboard shows that it failed'
    await expect(refunds.resolveReview(KEY, { decision: 'retry', note })).rejects.toThrow(/dashboard/)
    await refunds.resolveReview(KEY, { decision: 'failed', note })
    expect(await amounts(testGateway)).toEqual(counted(0))
    await testGateway.advance(86_400_000)
    expect(await refunds.list({ needsReview: true })).toMatchObject({ rows: [] })
    expect(await audit(testGateway)).toEqual([])
  })

  it.each([
    ['failed', 'FAILED', counted(0)],
    ['completed', 'COMPLETED', counted(HALF)],
  ] as const)('is %s when a person says so', async (decision, state, left) => {
    for (const amount of [HALF, undefined]) {
      const testGateway = await createGatewayWithPaidOrder()
      const { refunds } = testGateway.gateway
      await post(testGateway, { state: 'FAILED' })
      await post(testGateway, { amount })
      const note = 'as in the dashboard'
      await expect(refunds.resolveReview(KEY, { decision: 'retry', note })).rejects.toThrow(/dashboard.*'completed'/)
      expect(await refunds.resolveReview(KEY, { decision, note })).toMatchObject({ state })
      expect((await refunds.get(KEY))?.needsReview).toBeUndefined()
      expect(await amounts(testGateway)).toEqual(left)
      expect(await audit(testGateway)).toEqual([])
    }
  })

  it('counts as paid out when a person says so, also when the order lacks the amount', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { orders, refunds } = testGateway.gateway
    await post(testGateway, { state: 'FAILED' })
    await post(testGateway, { refundId: 'OMR-2', amount: AMOUNT - HALF + 1 })
    await post(testGateway, {})
    const note = 'both were paid out'
    expect(await refunds.resolveReview(KEY, { decision: 'completed', note })).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'contradiction', ours: { availableAmount: HALF - 1 } },
    })
    expect(await orders.get('paid')).toMatchObject({ refundedAmount: AMOUNT + 1, overdrawnAmount: 1 })
    await refunds.resolveReview(KEY, { decision: 'accept', note })
    expect((await refunds.get(KEY))?.needsReview).toBeUndefined()
    expect(await audit(testGateway)).toEqual([])
  })

  it('stays a person’s when COMPLETED arrives once more, as when its process died before the callback was marked', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    const { refunds } = testGateway.gateway
    for (const [at, state] of ['COMPLETED', 'FAILED', 'COMPLETED', 'FAILED', 'COMPLETED'].entries())
      await post(testGateway, { state, timestamp: at })
    expect(await refunds.get(KEY)).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'contradiction', theirs: { state: 'FAILED' } },
    })
    await refunds.resolveReview(KEY, { decision: 'failed', note: 'the dashboard shows that it failed' })
    expect(await amounts(testGateway)).toEqual(counted(0))
    expect(await audit(testGateway)).toEqual([])
  })

  it.each([
    ['COMPLETED arrived last', [{ state: 'FAILED' }, { amount: 25_000 }]],
    ['FAILED arrived last', [{ state: 'FAILED' }, { amount: 25_000 }, { state: 'FAILED', timestamp: 3 }]],
    [
      'it was in progress before',
      [{ state: 'CONFIRMED' }, { amount: 25_000 }, { state: 'FAILED' }, { amount: 25_000, timestamp: 3 }],
    ],
  ])('is decided as completed with the amount that was reported as paid out, when %s', async (_, payloads) => {
    for (const decision of ['completed', 'failed'] as const) {
      const testGateway = await createGatewayWithPaidOrder()
      for (const payload of payloads) await post(testGateway, payload)
      const { refunds } = testGateway.gateway
      expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'contradiction' } })
      await refunds.resolveReview(KEY, { decision, note: 'as in the dashboard' })
      expect((await refunds.get(KEY))?.needsReview).toBeUndefined()
      expect(await amounts(testGateway)).toEqual(counted(decision === 'completed' ? 25_000 : 0))
      expect(await audit(testGateway)).toEqual([])
    }
  })

  it('is in review when the callback that names both ids reports FAILED, and the status shows so half a minute later', async () => {
    let state = 'COMPLETED'
    const ids = { merchantRefundId: 'theirs', originalMerchantOrderId: 'paid', refundId: 'OMR-1' }
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses(() => json({ ...ids, amount: HALF, state }, 200)),
    })
    await post(testGateway, {})
    await post(testGateway, { merchantRefundId: 'theirs', state: 'FAILED' })
    expect(await testGateway.gateway.refunds.get('theirs')).toMatchObject({ state: 'COMPLETED', refundId: 'OMR-1' })
    state = 'FAILED'
    for (let n = 0; n < 4; n += 1) await testGateway.advance(30_000)
    const asked = { reason: 'contradiction', theirs: { state: 'FAILED' } }
    expect(await testGateway.gateway.refunds.get('theirs')).toMatchObject({ state: 'COMPLETED', needsReview: asked })
  })

  it.each([
    ['in progress with another amount', [{ state: 'PENDING' }, { amount: 30_000 }], ['failed', 'retry'], 30_000],
    ['paid out, and then in progress with another amount', [{}, { state: 'PENDING', amount: 200 }], [], 200],
  ] as const)('counts with the adopted amount when it was %s', async (_, payloads, refused, amount) => {
    const testGateway = await createGatewayWithPaidOrder()
    for (const payload of payloads) await post(testGateway, payload)
    const { refunds } = testGateway.gateway
    expect(await refunds.get(KEY)).toMatchObject({ needsReview: { reason: 'amount-mismatch' } })
    const note = 'as in the dashboard'
    for (const decision of refused)
      await expect(refunds.resolveReview(KEY, { decision, note })).rejects.toMatchObject({ field: 'decision' })
    expect(await refunds.resolveReview(KEY, { decision: 'adopt-amount', note })).toMatchObject({
      state: 'COMPLETED',
      amount,
    })
    expect(await amounts(testGateway)).toEqual(counted(amount))
    expect(await audit(testGateway)).toEqual([])
  })
})
