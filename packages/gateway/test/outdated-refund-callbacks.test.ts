import { describe, expect, it } from 'vitest'
import { amounts, audit, counted, post } from './helpers/dashboard-refund.ts'
import { HALF, json, refundOf, replaceRefundResponses, withPaidOrder } from './helpers/paid-order.ts'
import { lastCallback } from './helpers/posted-callbacks.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const HOUR_MS = 3_600_000

/** A refund of ours that the provider calls COMPLETED, and then what the test says. */
async function createGatewayWithRefund() {
  const provider = { state: 'COMPLETED', isMade: false, statuses: 0 }
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: replaceRefundResponses((call) => {
      if (call === 'create') {
        provider.isMade = true
        return json({ refundId: 'OMR-1', amount: HALF, state: 'PENDING' }, 200)
      }
      provider.statuses += 1
      const ids = { merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', refundId: 'OMR-1' }
      return provider.isMade
        ? json({ ...ids, amount: HALF, state: provider.state }, 200)
        : json({ code: 'INVALID_MERCHANT_REFUND_ID' }, 400)
    }),
  })
  await testGateway.gateway.refunds.request(refundOf('r-1'))
  await testGateway.gateway.runPendingJobs()
  await testGateway.advance(60_000)
  expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
  provider.statuses = 0
  return { provider, testGateway }
}

describe('a callback that the status of its refund contradicts', () => {
  it('is outdated after its last attempt, and asks nobody, when it reports that what was paid out has failed', async () => {
    const { provider, testGateway } = await createGatewayWithRefund()
    await post(testGateway, { merchantRefundId: 'r-1', state: 'FAILED' })
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, error: expect.anything() })
    for (let hour = 0; hour < 24; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: expect.anything(),
      dueAtMs: null,
      error: null,
      reason: 'outdated',
    })
    expect(provider.statuses).toBe(8)
    expect((await testGateway.gateway.health()).checks.find(({ name }) => name === 'review')).toMatchObject({
      ok: true,
    })
    expect(await amounts(testGateway)).toEqual(counted(HALF))
  })

  it.each([
    ['another amount', { amount: HALF + 1 }],
    ['another id of the provider', { refundId: 'OMR-9' }],
    ['another order', { originalMerchantOrderId: 'other' }],
  ])('stays in review after its last attempt when it may report another payout: %s', async (_, payload) => {
    const { testGateway } = await createGatewayWithRefund()
    await post(testGateway, { merchantRefundId: 'r-1', ...payload })
    for (let hour = 0; hour < 24; hour += 1) await testGateway.advance(HOUR_MS)
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: null,
      dueAtMs: null,
      error: expect.anything(),
    })
  })

  it.each([7, 30, 90])('is found true by a comparison of the refund after %d days', async (days) => {
    const { provider, testGateway } = await createGatewayWithRefund()
    for (let day = 1; day < days; day += 1) await testGateway.advance(24 * HOUR_MS)
    provider.state = 'FAILED'
    for (let day = 0; day < 2; day += 1) await testGateway.advance(24 * HOUR_MS)
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'contradiction', theirs: { state: 'FAILED' } },
    })
    expect(await audit(testGateway)).toEqual([])
  })
})
