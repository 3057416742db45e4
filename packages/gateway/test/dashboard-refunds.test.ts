import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import { financeReport } from '../src/services/finance/finance.ts'
import { HALF, json, refundOf, replaceRefundResponses, withPaidOrder, withProcesses } from './helpers/paid-order.ts'
import { post } from './helpers/posted-callbacks.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createGatewayWithPaidOrder = withPaidOrder(setupTestGateways())
const KEY = 'external:OMR-1'
const THEIRS = 40_000
const LEFT = AMOUNT - THEIRS

/** Somebody refunds ₹400 of the ₹499 in the provider's dashboard. */
async function refundInDashboard(testGateway: TestGateway, state = 'COMPLETED', amount = THEIRS) {
  const payload = { originalMerchantOrderId: 'paid', refundId: 'OMR-1', amount, state }
  await post(testGateway, 'pg.refund.completed', payload)
  await testGateway.drainJobs()
}

const finance = (testGateway: TestGateway) =>
  withProcesses(testGateway, 1, async ([context]) => financeReport(context as GatewayContext, {}))

const orderOf = ({ gateway }: TestGateway) => gateway.orders.get('paid')

const WAITING: readonly (readonly [string, () => Promise<TestGateway>])[] = [
  [
    'waits for a second person',
    () => createGatewayWithPaidOrder({ gateway: { refundControls: { programApprovalAbove: 0 } } }),
  ],
  [
    'is not sent because the provider does not answer',
    () => createGatewayWithPaidOrder({ wrapProvider: replaceRefundResponses(() => json({}, 503)) }),
  ],
]

describe.each(WAITING)('a refund of the dashboard while one of ours %s', (_, create) => {
  async function createRefundedTwice() {
    const testGateway = await create()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await refundInDashboard(testGateway)
    return testGateway
  }

  it('counts at once, in the order, the ledger and the finance page, and ours yields to it', async () => {
    const testGateway = await createRefundedTwice()
    const { gateway } = testGateway
    const theirs = await gateway.refunds.get(KEY)
    expect([theirs?.state, theirs?.needsReview]).toEqual(['COMPLETED', undefined])
    expect(await orderOf(testGateway)).toMatchObject({
      refundedAmount: THEIRS,
      refundableAmount: 0,
    })
    expect(await orderOf(testGateway)).not.toHaveProperty('overdrawnAmount')
    expect(await gateway.refunds.get('r-1')).toMatchObject({
      state: 'REQUESTED',
      needsReview: { reason: 'insufficient-balance', ours: { amount: HALF, availableAmount: LEFT } },
    })
    expect((await finance(testGateway)).totals).toMatchObject({ refunded: THEIRS })
    await testGateway.advance(3_600_000)
    expect((await testGateway.sandbox.order('paid')).refundedAmount).toBe(0)
  })

  it('leaves ours to a person, who makes it smaller', async () => {
    const { gateway } = await createRefundedTwice()
    const decided = await gateway.refunds.resolveReview('r-1', { decision: 'adopt-amount', note: 'what is left' })
    expect([decided.amount, decided.state, decided.needsReview]).toEqual([LEFT, 'REQUESTED', undefined])
    expect(await gateway.orders.get('paid')).toMatchObject({ refundedAmount: THEIRS, refundableAmount: 0 })
  })

  it('leaves ours to a person, who ends it', async () => {
    const testGateway = await createRefundedTwice()
    const { rows, gateway } = testGateway
    // As when the provider has answered that it does not have it.
    const isAway = (await gateway.refunds.get('r-1'))?.approval === undefined
    const failed = gateway.refunds.resolveReview('r-1', { decision: 'failed', note: 'refunded in the dashboard' })
    if (isAway) await expect(failed).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    else {
      expect(await failed).toMatchObject({ state: 'FAILED' })
      expect(await orderOf(testGateway)).toMatchObject({ refundedAmount: THEIRS, refundableAmount: LEFT })
    }
    expect(await rows(`select 1 from galla.ledger where "kind" = 'overdraft'`)).toEqual([])
  })

  it('gives ours its amount back when it turns out to have failed', async () => {
    const testGateway = await create()
    const { gateway } = testGateway
    await gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await refundInDashboard(testGateway, 'PENDING')
    expect(await gateway.refunds.get('r-1')).toMatchObject({ needsReview: { reason: 'insufficient-balance' } })
    await refundInDashboard(testGateway, 'FAILED')
    const larger = gateway.refunds.resolveReview('r-1', { decision: 'adopt-amount', note: 'what is left' })
    await expect(larger).rejects.toMatchObject({ field: 'decision' })
    await testGateway.advance(24 * 3_600_000)
    expect((await gateway.refunds.get('r-1'))?.needsReview).toBeUndefined()
    expect(await orderOf(testGateway)).toMatchObject({ refundedAmount: 0, refundableAmount: AMOUNT - HALF })
  })
})

describe('money that left beyond what came in', () => {
  /** Ours of ₹200 is at the provider, and the dashboard has paid out ₹400 of the ₹499. */
  async function createOverdrawn() {
    const testGateway = await createGatewayWithPaidOrder()
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.drainJobs()
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await refundInDashboard(testGateway)
    return testGateway
  }
  const TOO_MUCH = HALF + THEIRS - AMOUNT

  it('is in the account overdrawn, so that no balance is below 0, and on the finance page', async () => {
    const testGateway = await createOverdrawn()
    const { gateway } = testGateway
    expect(await gateway.refunds.get(KEY)).toMatchObject({
      state: 'COMPLETED',
      needsReview: { reason: 'contradiction', ours: { availableAmount: THEIRS - TOO_MUCH } },
    })
    expect(await orderOf(testGateway)).toMatchObject({
      refundedAmount: THEIRS,
      refundableAmount: 0,
      overdrawnAmount: TOO_MUCH,
    })
    const { rows } = await gateway.ledger.list({ merchantOrderId: 'paid' })
    expect(rows.filter(({ debitAccount }) => debitAccount === 'overdrawn')).toMatchObject([
      { kind: 'overdraft', creditAccount: 'available', amount: TOO_MUCH, merchantRefundId: KEY },
    ])
    expect(await finance(testGateway)).toMatchObject({ overdrawn: { orders: 1, amount: TOO_MUCH } })
    await expect(gateway.refunds.request(refundOf('r-2'))).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
  })

  it('is settled when the other refund turns out to have failed', async () => {
    const testGateway = await createOverdrawn()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.advance(24 * 3_600_000)
    await testGateway.advance(24 * 3_600_000)
    expect((await testGateway.gateway.refunds.get(KEY))?.needsReview).toBeUndefined()
    expect(await orderOf(testGateway)).toMatchObject({
      refundedAmount: THEIRS,
      refundableAmount: LEFT,
    })
    expect(await orderOf(testGateway)).not.toHaveProperty('overdrawnAmount')
    expect(await finance(testGateway)).toMatchObject({ overdrawn: { orders: 0, amount: 0 } })
  })

  it('is not asked about again once a person has accepted it, unless it becomes another amount', async () => {
    const testGateway = await createOverdrawn()
    const { refunds } = testGateway.gateway
    const accepted = await refunds.resolveReview(KEY, { decision: 'accept', note: 'the payer keeps it' })
    expect([accepted.state, accepted.needsReview]).toEqual(['COMPLETED', undefined])
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    for (let day = 0; day < 3; day += 1) await testGateway.advance(24 * 3_600_000)
    expect((await refunds.list({ needsReview: true })).rows).toEqual([])
    expect(await orderOf(testGateway)).toMatchObject({ refundedAmount: HALF + THEIRS, overdrawnAmount: TOO_MUCH })
    await expect(refunds.request(refundOf('r-2'))).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
  })

  it('is covered by what comes back, also after a person has accepted it', async () => {
    const testGateway = await createOverdrawn()
    await testGateway.gateway.refunds.resolveReview(KEY, { decision: 'accept', note: 'the payer keeps it' })
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'FAILURE' })
    await testGateway.advance(24 * 3_600_000)
    const order = await orderOf(testGateway)
    expect(order).toMatchObject({ refundedAmount: THEIRS, refundableAmount: LEFT })
    expect(order).not.toHaveProperty('overdrawnAmount')
  })

  it.each([
    ['for a refund that no money has left for', AMOUNT, true],
    ['while the order has money', HALF, false],
  ])('is refused by the database %s', async (_, amount, isHeld) => {
    const testGateway = await createGatewayWithPaidOrder({
      wrapProvider: replaceRefundResponses(() => json({}, 503)),
    })
    await testGateway.gateway.refunds.request(refundOf('r-1', amount))
    if (!isHeld) await testGateway.rows(`update galla.refunds set "inDoubt" = true, "attempts" = 1`)
    const entry = (key: string, kind: string, debit: string, credit: string) =>
      `('${key}', (extract(epoch from clock_timestamp()) * 1000)::bigint, '${kind}', '${debit}', '${credit}', 100, 'paid', (select "id" from galla.refunds))`
    const held = isHeld ? `, ${entry('y', 'refund-hold', 'available', 'held')}` : ''
    await expect(
      testGateway.rows(`insert into galla.ledger ("transferKey", "atMs", "kind", "debitAccount", "creditAccount", "amount", "merchantOrderId", "refundKey")
        values ${entry('x', 'overdraft', 'overdrawn', 'available')}${held}`),
    ).rejects.toThrow(/overdraft/)
  })
})

describe('a refund that is smaller than the provider pays out', () => {
  it.each([1, 99])('is refused with the field and the smallest amount: %i paise', async (amount) => {
    const { gateway } = await createGatewayWithPaidOrder()
    await expect(gateway.refunds.request(refundOf('r-1', amount as Paise))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'amount',
      message: expect.stringContaining('₹1'),
    })
    await expect(gateway.refunds.request(refundOf('r-1', 100 as Paise))).resolves.toMatchObject({ amount: 100 })
  })

  it('is refused by the database when it is ours, and stored when the dashboard made it', async () => {
    const testGateway = await createGatewayWithPaidOrder()
    await refundInDashboard(testGateway, 'COMPLETED', 99)
    expect(await testGateway.gateway.refunds.get(KEY)).toMatchObject({ amount: 99 })
    await testGateway.gateway.refunds.request(refundOf('r-1'))
    await testGateway.rows(`update galla.refunds set "needsReview" = '{}' where "merchantRefundId" = 'r-1'`)
    const smaller = testGateway.rows(`update galla.refunds set "amount" = 99 where "merchantRefundId" = 'r-1'`)
    await expect(smaller).rejects.toThrow(/smallestRefund/)
  })
})
