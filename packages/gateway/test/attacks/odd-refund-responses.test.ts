import { expect, it } from 'vitest'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { HALF } from '../helpers/paid-order.ts'
import { AMOUNT, CART, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

it.each(['FAILED', 'COMPLETED'])(
  'a reply to a refund request that says %s decides nothing: the status does',
  async (state) => {
    const { gateway, advance, drainJobs, sandbox } = await createTestGateway({
      sandbox: { refundTiming: false },
      wrapProvider: (provider) => async (url, init) => {
        const reply = await provider(url, init)
        if (!String(url instanceof Request ? url.url : url).endsWith('/refund')) return reply
        return Response.json({ ...((await reply.json()) as object), state })
      },
    })
    await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
    await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
    await drainJobs()
    const ofHalf = { merchantOrderId: 'paid', amount: HALF }
    await gateway.refunds.request({ ...ofHalf, merchantRefundId: 'r-1' })
    await drainJobs()
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED' })
    expect(await gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF, refundedAmount: 0 })
    await advance(15_000)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING' })
    const second = gateway.refunds.request({ ...ofHalf, merchantRefundId: 'r-2' })
    await expect(second).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await advance(60_000)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
  },
)

it('a status that names the order alone decides no refund: the order may have several of one amount', async () => {
  let isNamed = true
  const { gateway, advance, drainJobs, sandbox } = await createTestGateway({
    sandbox: { refundTiming: false },
    wrapProvider: withChangedStatus('refund', ({ originalMerchantOrderId, amount, ...status }) =>
      isNamed
        ? { originalMerchantOrderId, amount, ...status }
        : { originalMerchantOrderId, amount, state: 'COMPLETED' },
    ),
  })
  await gateway.orders.start({ ...CART, merchantOrderId: 'paid' })
  await sandbox.simulatePayment('paid', { outcome: 'SUCCESS' })
  await drainJobs()
  await gateway.refunds.request({ merchantOrderId: 'paid', merchantRefundId: 'r-1', amount: HALF })
  await drainJobs()
  isNamed = false
  await advance(60_000)
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'PENDING', needsReview: { reason: 'contradiction' } })
  isNamed = true
  await gateway.refunds.sync('r-1')
  expect((await gateway.refunds.get('r-1'))?.needsReview).toBeUndefined()
})
