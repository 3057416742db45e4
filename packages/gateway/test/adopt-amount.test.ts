import { formatInr, type Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { RefundEvent } from '../src/index.ts'
import { type WireStatus, withChangedStatus } from './helpers/changed-status.ts'
import { HALF, refundOf, withPaidOrder, withProcesses } from './helpers/paid-order.ts'
import { createTestConsole, testPassword } from './helpers/test-console.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const ADOPT = { decision: 'adopt-amount', note: 'as in the dashboard' } as const
const THEIRS = (HALF + 5_000) as Paise

/** A refund `r-1` of half of the order, which the provider reports as `theirs()` of the status that it would have. */
async function createGatewayWithMismatch(theirs: () => WireStatus, completed: string[] = []): Promise<TestGateway> {
  const on = {
    'refund.completed': ({ refund }: RefundEvent) =>
      void completed.push(`${refund.merchantRefundId} ${refund.amount} ${refund.state}`),
  }
  const testGateway = await createGatewayWithPaidOrder({
    gateway: { on },
    wrapProvider: withChangedStatus('refund', (status) => ({ ...status, paymentDetails: [], ...theirs() })),
  })
  await testGateway.gateway.refunds.request(refundOf('r-1'))
  await testGateway.drainJobs()
  await testGateway.advance(60_000)
  expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'amount-mismatch' } })
  return testGateway
}

describe('a refund whose amount differs at the provider', () => {
  it('gets the amount that a person adopts, with its ledger, its event and an audit entry', async () => {
    const completed: string[] = []
    let state = 'PENDING'
    const testGateway = await createGatewayWithMismatch(() => ({ amount: THEIRS, state }), completed)
    const { refunds, orders } = testGateway.gateway
    expect(await refunds.resolveReview('r-1', ADOPT)).toMatchObject({ amount: THEIRS, state: 'PENDING' })
    expect((await refunds.get('r-1'))?.needsReview).toBeUndefined()
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - THEIRS, refundedAmount: 0 })
    state = 'COMPLETED'
    await testGateway.drainJobs()
    await testGateway.advance(3_600_000)
    expect(await refunds.get('r-1')).toMatchObject({ amount: THEIRS, state: 'COMPLETED', refundId: expect.any(String) })
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - THEIRS, refundedAmount: THEIRS })
    expect(completed).toEqual([`r-1 ${THEIRS} COMPLETED`])
    expect(await testGateway.rows('select "what", "detail" from galla.audit')).toEqual([
      {
        what: `resolved the review of refund r-1: adopted ${formatInr(THEIRS)} instead of ${formatInr(HALF)}`,
        detail: 'amount-mismatch: as in the dashboard',
      },
    ])
  })

  it('is completed by the decision when the provider has completed it, and a smaller amount frees the rest', async () => {
    const completed: string[] = []
    const testGateway = await createGatewayWithMismatch(() => ({ amount: 1_000, state: 'COMPLETED' }), completed)
    const { refunds, orders } = testGateway.gateway
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
    await refunds.resolveReview('r-1', ADOPT)
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - 1_000, refundedAmount: 1_000 })
    await testGateway.drainJobs()
    expect(completed).toEqual(['r-1 1000 COMPLETED'])
    // The next refund is not held up any more.
    await refunds.request(refundOf('r-2', (AMOUNT - 1_000) as Paise))
  })

  it('is corrected after it was completed with its own amount, and is reported again', async () => {
    const completed: string[] = []
    let theirs: WireStatus = { state: 'COMPLETED' }
    const testGateway = await createGatewayWithPaidOrder({
      gateway: {
        on: { 'refund.completed': ({ refund, deliveryId }) => void completed.push(`${deliveryId} ${refund.amount}`) },
      },
      wrapProvider: withChangedStatus('refund', (status) => ({ ...status, paymentDetails: [], ...theirs })),
    })
    const { refunds, orders } = testGateway.gateway
    await refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.advance(60_000)
    theirs = { state: 'COMPLETED', amount: THEIRS }
    await refunds.sync('r-1')
    expect(await refunds.get('r-1')).toMatchObject({ state: 'COMPLETED', needsReview: { reason: 'amount-mismatch' } })
    await refunds.resolveReview('r-1', ADOPT)
    await testGateway.drainJobs()
    expect(await orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - THEIRS, refundedAmount: THEIRS })
    expect(completed).toEqual([`refund:r-1:completed:handlers ${HALF}`, expect.stringMatching(`:handlers ${THEIRS}$`)])
  })

  it('gets an amount that the order does not have, and needs review until a person accepts that', async () => {
    const theirs = AMOUNT + 1
    const testGateway = await createGatewayWithMismatch(() => ({ amount: theirs, state: 'COMPLETED' }))
    const { refunds, orders } = testGateway.gateway
    const overdrawn = { reason: 'contradiction', ours: { availableAmount: AMOUNT } }
    expect(await refunds.resolveReview('r-1', ADOPT)).toMatchObject({
      amount: theirs,
      state: 'COMPLETED',
      needsReview: overdrawn,
    })
    expect(await orders.get('paid')).toMatchObject({ refundedAmount: theirs, overdrawnAmount: 1, refundableAmount: 0 })
    await refunds.resolveReview('r-1', { decision: 'accept', note: 'the bank shows it' })
    expect((await refunds.get('r-1'))?.needsReview).toBeUndefined()
  })

  it('needs review again when the provider changes its amount once more', async () => {
    let amount = THEIRS as number
    const testGateway = await createGatewayWithMismatch(() => ({ amount, state: 'PENDING' }))
    await testGateway.gateway.refunds.resolveReview('r-1', ADOPT)
    amount = 7
    await testGateway.drainJobs()
    expect(await testGateway.gateway.refunds.get('r-1')).toMatchObject({
      amount: THEIRS,
      needsReview: { reason: 'amount-mismatch', ours: { amount: THEIRS }, theirs: { amount: 7 } },
    })
  })

  it('is resolved in the console', async () => {
    const testGateway = await createGatewayWithMismatch(() => ({ amount: THEIRS, state: 'PENDING' }))
    await withProcesses(testGateway, 1, async ([context]) => {
      const { request } = await createTestConsole(context as GatewayContext, await testPassword())
      const { version } = (await testGateway.gateway.refunds.get('r-1')) ?? {}
      const body = { ...ADOPT, version }
      const response = await request('/api/refunds/r-1/resolve-review', { method: 'POST', body })
      expect(await response.json()).toMatchObject({ amount: THEIRS, state: 'PENDING' })
    })
  })
})

it('a review of another reason has no amount to adopt', async () => {
  const testGateway = await createGatewayWithPaidOrder({
    wrapProvider: withChangedStatus('refund', (status) => ({ ...status, state: 'ON_HOLD' })),
  })
  const { refunds } = testGateway.gateway
  await refunds.request(refundOf('r-1'))
  await testGateway.drainJobs()
  await testGateway.advance(60_000)
  expect(await refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'unknown-state' } })
  await expect(refunds.resolveReview('r-1', ADOPT)).rejects.toMatchObject({ field: 'decision' })
})
