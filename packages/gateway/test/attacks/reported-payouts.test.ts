import type { Paise } from '@galla/contract/money'
import { Galla } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { actingAs } from '../../src/services/access/audit.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../../src/services/refunds/request-refund.ts'
import { type WireStatus, withChangedStatus } from '../helpers/changed-status.ts'
import { HALF, json, payOrder, refundOf, withPaidOrder, withProcesses } from '../helpers/paid-order.ts'
import { post } from '../helpers/posted-callbacks.ts'
import { AMOUNT, CART, CLIENT, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createGatewayWithPaidOrder = withPaidOrder(createTestGateway)
const HOUR_MS = 3_600_000
const FAILED = { decision: 'failed', note: 'not in the dashboard' } as const

describe('a refund whose reply was lost, and which the provider did not report for three days', () => {
  async function createUndecided() {
    let isAway = true
    let isLost = true
    let checks = 0
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: (provider) => async (url, init) => {
        const { pathname } = new URL(String(url))
        if (pathname.endsWith('/status') && pathname.includes('/refund/')) {
          checks += 1
          if (checks > 1 && isAway) return json({ code: 'INTERNAL_SERVER_ERROR' }, 503)
        } else if (pathname.endsWith('/refund') && isLost) {
          isLost = false
          await provider(url, init)
          throw new TypeError('fetch failed')
        }
        return provider(url, init)
      },
    })
    const { gateway, sandbox, drainJobs, advance } = testGateway
    await gateway.refunds.request(refundOf('r-1'))
    await drainJobs()
    await sandbox.setFaults({ profile: 'no-callbacks' })
    for (let hours = 0; hours < 80; hours += 4) await advance(4 * HOUR_MS)
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', needsReview: { reason: 'undecided' } })
    const answer = () => {
      isAway = false
    }
    return { ...testGateway, answer }
  }

  it('keeps its amount when a person says that no money left and the provider has paid it out', async () => {
    const { gateway, sandbox, answer } = await createUndecided()
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    answer()
    await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'decision',
      message: expect.stringContaining('COMPLETED'),
    })
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'COMPLETED' })
    expect((await gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT - HALF)
  })

  it('keeps its amount while the provider does not answer', async () => {
    const { gateway } = await createUndecided()
    await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await gateway.refunds.get('r-1')).toMatchObject({ state: 'REQUESTED', needsReview: { reason: 'undecided' } })
    expect((await gateway.orders.get('paid'))?.refundableAmount).toBe(AMOUNT - HALF)
  })
})

describe('a refund that the provider reported as paid out with another amount', () => {
  async function createReported() {
    let change: object = {}
    const { gateway, sandbox, drainJobs } = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('refund', (status: WireStatus) => ({ ...status, ...change })),
    })
    await gateway.refunds.request(refundOf('r-1'))
    await drainJobs()
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    const report = async (changed: object) => {
      change = changed
      return gateway.refunds.sync('r-1')
    }
    expect(await report({ amount: 40_000 })).toMatchObject({ needsReview: { theirs: { amount: 40_000 } } })
    const left = async () => (await gateway.orders.get('paid'))?.refundableAmount
    expect(await left()).toBe(AMOUNT - 40_000)
    return { gateway, report, left }
  }

  it.each([
    ['another refund', { merchantRefundId: 'of-another' }],
    ['another order', { originalMerchantOrderId: 'of-another' }],
    ['an unknown state', { state: 'ON_HOLD', paymentDetails: [] }],
  ])('is not forgotten after an answer about %s', async (_, answer) => {
    const { gateway, report, left } = await createReported()
    const refund = await report(answer)
    expect(refund.needsReview).toMatchObject({
      reason: 'amount-mismatch',
      theirs: { state: 'COMPLETED', amount: 40_000 },
    })
    expect(await left()).toBe(AMOUNT - 40_000)
    await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await left()).toBe(AMOUNT - 40_000)
  })

  it('is not failed by a later status alone: a person decides, and the larger amount stays reserved until then', async () => {
    const { gateway, report, left } = await createReported()
    const failed = { state: 'FAILED', paymentDetails: [] }
    for (let times = 0; times < 2; times += 1)
      expect(await report(failed)).toMatchObject({
        state: 'PENDING',
        needsReview: {
          reason: 'contradiction',
          ours: { state: 'COMPLETED', amount: 40_000 },
          theirs: { state: 'FAILED' },
        },
      })
    expect(await left()).toBe(AMOUNT - 40_000)
    expect(await gateway.refunds.resolveReview('r-1', FAILED)).toMatchObject({ state: 'FAILED' })
    expect(await left()).toBe(AMOUNT)
  })
})

it('a completed refund is not failed after one answer that names another refund', async () => {
  let change: object = {}
  const { gateway, sandbox, drainJobs } = await createGatewayWithPaidOrder({
    wrapProvider: withChangedStatus('refund', (status: WireStatus) => ({ ...status, ...change })),
  })
  await gateway.refunds.request(refundOf('r-1', AMOUNT))
  await drainJobs()
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  await drainJobs()
  change = { merchantRefundId: 'of-another' }
  expect(await gateway.refunds.sync('r-1')).toMatchObject({ needsReview: { reason: 'contradiction' } })
  await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  change = {}
  await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  const refund = await gateway.refunds.get('r-1')
  expect([refund?.state, refund?.needsReview]).toEqual(['COMPLETED', undefined])
  expect((await gateway.orders.get('paid'))?.refundableAmount).toBe(0)
})

it('a refund that was sent before the database was restored is returned when it is repeated with its note', async () => {
  const { gateway, sandbox, drainJobs } = await createGatewayWithPaidOrder()
  const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
  await client.refunds.create({ merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', amount: HALF })
  await client.close()
  await sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
  await drainJobs()
  expect(await gateway.refunds.get('r-1')).toMatchObject({ origin: 'external', state: 'COMPLETED' })
  const repeated = await gateway.refunds.request({ ...refundOf('r-1'), note: 'the cup arrived broken' })
  expect(repeated).toMatchObject({ merchantRefundId: 'r-1', state: 'COMPLETED' })
  await expect(gateway.refunds.request({ ...refundOf('r-1', (HALF + 1) as Paise) })).rejects.toMatchObject({
    code: 'ID_TAKEN',
  })
})

describe('a refund that its callback reported as paid out under the provider’s id, while ours of the same amount waits', () => {
  it.each([
    ['FAILED', { state: 'COMPLETED', needsReview: { reason: 'contradiction', theirs: { state: 'FAILED' } } }],
    ['ON_HOLD', { state: 'COMPLETED', needsReview: { reason: 'unknown-state' } }],
    ['PENDING', { state: 'COMPLETED' }],
  ])('stays paid out when the status of ours names both ids and says %s', async (state, expected) => {
    const status = { merchantRefundId: 'r-1', originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount: HALF, state }
    const testGateway = await createTestGateway({
      sandbox: { refundTiming: false },
      gateway: { refundControls: { approvalAbove: 0 } },
      wrapProvider: (provider) => async (url, init) =>
        String(url).includes('/refund/r-1/status') ? json(status, 200) : provider(url, init),
    })
    const { gateway, drainJobs } = testGateway
    await payOrder(testGateway, 'paid')
    await withProcesses(testGateway, 1, async ([context]) => {
      const acting = (who: string, userId: string) =>
        actingAs(context as GatewayContext, { who, userId, role: 'finance' })
      await requestRefund(acting('asha', 'u-1'), { ...refundOf('r-1'), origin: 'console' })
      const payload = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount: HALF, state: 'COMPLETED' }
      await post(testGateway, 'pg.refund.completed', payload)
      await drainJobs()
      await decideRefund(acting('ravi', 'u-2'), 'r-1', { decision: 'approved', note: 'right' })
      await drainJobs()
      expect(await gateway.refunds.get('r-1')).toMatchObject(expected)
      expect(await gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT - HALF })
      await expect(gateway.refunds.request(refundOf('r-2', AMOUNT))).rejects.toThrow()
      if (state === 'ON_HOLD')
        await expect(gateway.refunds.resolveReview('r-1', FAILED)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    })
  })
})

describe('an answer that could not look the refund up does not say that the provider does not have it', () => {
  const ANSWERS = [
    { code: 'REFUND_STATUS_UNAVAILABLE', message: 'Refund details could not be loaded, please try again' },
    { code: 'BAD_REQUEST', message: 'Unknown error' },
  ]
  it.each(ANSWERS)('of two payments, the one whose refund was lost is not refunded as well: $code', async (answer) => {
    let isAway = true
    const { gateway, sandbox, advance } = await createTestGateway({
      wrapProvider: (provider) => async (url, init) =>
        isAway && String(url).includes('/refund/second-dup/status') ? json(answer, 400) : provider(url, init),
    })
    for (const merchantOrderId of ['first', 'second']) await gateway.orders.start({ ...CART, merchantOrderId })
    for (const id of ['first', 'second']) await sandbox.simulatePayment(id, { outcome: 'SUCCESS' })
    const client = new Galla({ ...CLIENT, clientVersion: 1, fetch: sandbox.fetch })
    const lost = { merchantRefundId: 'second-dup', originalMerchantOrderId: 'second', amount: AMOUNT }
    await client.refunds.create(lost)
    await client.close()
    await gateway.markRestored()
    await gateway.orders.sync('second')
    await gateway.orders.sync('first')
    await gateway.runPendingJobs()
    isAway = false
    await advance(60_000)
    expect([(await sandbox.order('first')).refundedAmount, (await sandbox.order('second')).refundedAmount]).toEqual([
      0,
      AMOUNT,
    ])
  })
})

it.each([
  [
    'takes the payment back',
    (status: WireStatus) => ({
      ...status,
      state: 'FAILED',
      paymentDetails: [{ ...(status.paymentDetails as object[])[0], state: 'FAILED' }],
    }),
  ],
  [
    'has received less',
    (status: WireStatus) => ({
      ...status,
      paymentDetails: [{ ...(status.paymentDetails as object[])[0], amount: 100 }],
    }),
  ],
])(
  'nothing is refunded of a completed order of which the provider %s, until a person has looked',
  async (_, change) => {
    let isChanged = false
    const { gateway, sandbox, advance } = await createGatewayWithPaidOrder({
      wrapProvider: withChangedStatus('order', (status: WireStatus) => (isChanged ? change(status) : status)),
    })
    isChanged = true
    await advance(2 * HOUR_MS)
    await gateway.orders.sync('paid')
    expect(await gateway.orders.get('paid')).toMatchObject({ state: 'COMPLETED', needsReview: {} })
    await expect(gateway.refunds.request(refundOf('r-1'))).rejects.toMatchObject({ code: 'REFERENCE_IN_REVIEW' })
    await gateway.runPendingJobs()
    expect((await sandbox.order('paid')).refundedAmount).toBe(0)
  },
)

it('a refund with an empty note is the same when it is repeated without one', async () => {
  const { gateway } = await createGatewayWithPaidOrder()
  await gateway.refunds.request({ ...refundOf('r-1'), note: '' })
  expect(await gateway.refunds.request(refundOf('r-1'))).toMatchObject({ merchantRefundId: 'r-1' })
  expect((await gateway.refunds.list()).rows).toHaveLength(1)
})
