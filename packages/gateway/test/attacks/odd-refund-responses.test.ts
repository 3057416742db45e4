import { createHash } from 'node:crypto'
import type { Paise } from '@galla/contract/money'
import { expect, it } from 'vitest'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { HALF, refundOf, withPaidOrder } from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, CART, SECRET, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** A refund of the dashboard, which callbacks name by the provider's id `OMR-1` only. */
async function refundInDashboard({ gateway }: TestGateway, amount: number) {
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const payload = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount, state: 'COMPLETED' }
  const body = JSON.stringify({ event: 'pg.refund.completed', payload })
  await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  await gateway.runPendingJobs()
}

it.each<[string, object]>([
  ['another refund by our id', { merchantRefundId: 'of-the-dashboard' }],
  ['another order', { originalMerchantOrderId: 'other' }],
  ['another amount', {}],
])('a status about a refund of the dashboard, and %s, takes that refund not back', async (_, fields) => {
  const stray = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', state: 'COMPLETED', amount: 15_000, ...fields }
  let isStray = false
  const testGateway = await withPaidOrder(createTestGateway)({
    wrapProvider: withChangedStatus('refund', (status) => (isStray ? stray : status)),
  })
  const { gateway, sandbox, advance } = testGateway
  await refundInDashboard(testGateway, 15_000)
  await gateway.refunds.request(refundOf('ours'))
  await gateway.runPendingJobs()
  await advance(15_000)
  isStray = true
  await gateway.refunds.sync('ours')
  expect(await gateway.refunds.get('ours')).toMatchObject({ needsReview: expect.anything() })
  isStray = false
  await sandbox.simulateRefund('ours', { outcome: 'SUCCESS' })
  await gateway.refunds.sync('ours')
  expect(await gateway.orders.get('paid')).toMatchObject({
    refundableAmount: AMOUNT - 15_000 - HALF,
    refundedAmount: 15_000 + HALF,
  })
  const rest = gateway.refunds.request(refundOf('rest', (AMOUNT - HALF) as Paise))
  await expect(rest).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
})

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
