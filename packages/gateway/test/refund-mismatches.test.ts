import { expect, it } from 'vitest'
import { withChangedStatus } from './helpers/changed-status.ts'
import { HALF, refundOf, withPaidOrder } from './helpers/paid-order.ts'
import { AMOUNT, setupTestGateways } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())

it.each<[string, 'SUCCESS' | undefined, object, object]>([
  [
    'is of another order',
    undefined,
    { originalMerchantOrderId: 'other', state: 'COMPLETED' },
    { reason: 'order-mismatch', theirs: { merchantOrderId: 'other' } },
  ],
  ['has a state that is not known', undefined, { state: 'ON_HOLD' }, { reason: 'unknown-state' }],
  [
    'has another amount',
    undefined,
    { amount: HALF - 1, state: 'COMPLETED' },
    { reason: 'amount-mismatch', theirs: { amount: HALF - 1 } },
  ],
  [
    'says no amount of a refund that is paid out',
    undefined,
    { amount: undefined, state: 'COMPLETED' },
    { reason: 'amount-mismatch' },
  ],
  [
    'has another id of the provider',
    undefined,
    { refundId: 'OMR-another', state: 'COMPLETED' },
    { reason: 'contradiction', theirs: { refundId: 'OMR-another' } },
  ],
  [
    'says that a completed refund failed',
    'SUCCESS',
    { state: 'FAILED' },
    { reason: 'contradiction', theirs: { state: 'FAILED' } },
  ],
])('a status of a refund that %s puts it in review, and frees nothing', async (_what, outcome, change, review) => {
  let changed = false
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: withChangedStatus('refund', (status) => (changed ? { ...status, ...change } : status)),
  })
  const { gateway, sandbox, drainJobs } = testGateway
  await gateway.refunds.request(refundOf('r-1'))
  await drainJobs()
  await testGateway.advance(60_000)
  if (outcome) await sandbox.simulateRefund('r-1', { outcome })
  await gateway.refunds.sync('r-1')
  const before = await gateway.refunds.get('r-1')
  expect(before).toMatchObject({ state: outcome ? 'COMPLETED' : 'PENDING' })
  expect(before?.needsReview).toBeUndefined()
  changed = true
  await gateway.refunds.sync('r-1')
  expect(await gateway.refunds.get('r-1')).toMatchObject({ state: before?.state, needsReview: review })
  expect(await gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
})
