import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../src/context.ts'
import type { RefundObservation } from '../src/domain/refunds/observations.ts'
import { actingAs } from '../src/services/access/audit.ts'
import { resolveReview } from '../src/services/orders/console-orders.ts'
import { decideRefund } from '../src/services/refunds/decide-refund.ts'
import { requestRefund } from '../src/services/refunds/request-refund.ts'
import { applyRefundObservation } from '../src/services/refunds/sync-refund.ts'
import { withChangedStatus } from './helpers/changed-status.ts'
import { HALF, payOrder, refundOf, withProcesses } from './helpers/paid-order.ts'
import { post } from './helpers/posted-callbacks.ts'
import { AMOUNT, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** An order `paid` in review because a second attempt of it is paid, and a context to decide with. */
async function withPaidTwice(
  run: (context: GatewayContext, testGateway: TestGateway) => Promise<void>,
  before: (testGateway: TestGateway) => Promise<unknown> = async () => {},
): Promise<void> {
  let isPaidTwice = false
  const second = { transactionId: 'T-2', state: 'COMPLETED', amount: AMOUNT, paymentMode: 'UPI_QR', timestamp: 1 }
  const testGateway = await createTestGateway({
    sandbox: { refundTiming: false },
    wrapProvider: withChangedStatus('order', (status) =>
      isPaidTwice ? { ...status, paymentDetails: [...(status.paymentDetails as object[]), second] } : status,
    ),
  })
  await payOrder(testGateway, 'paid')
  const paidAtMs = await before(testGateway)
  if (typeof paidAtMs === 'number') second.timestamp = paidAtMs
  isPaidTwice = true
  await testGateway.gateway.orders.sync('paid')
  await withProcesses(testGateway, 1, async ([context]) => {
    if (context) await run(context, testGateway)
  })
}

/** A refund that somebody made in the provider's dashboard is found. */
const findInDashboard = (
  context: GatewayContext,
  amount: number,
  state: 'PENDING' | 'COMPLETED' | 'FAILED',
  times: { timestamp?: number } = {},
) => {
  const status = { merchantRefundId: 'dashboard', state, amount, ...times }
  const observation: RefundObservation = { kind: 'status', status }
  return applyRefundObservation(context, { merchantRefundId: 'dashboard', merchantOrderId: 'paid' }, observation)
}

const surplusOf = async ({ gateway }: TestGateway) => (await gateway.orders.get('paid'))?.surplusAmount

const refundSurplus = (context: GatewayContext) =>
  resolveReview(context, 'paid', { note: 'paid twice', refundSurplus: true })

describe('the surplus of an order that was paid twice', () => {
  it.each(['PENDING', 'COMPLETED'] as const)(
    'is not refunded again when a refund made in the dashboard, %s, has paid it back',
    async (state) => {
      await withPaidTwice(async (context, testGateway) => {
        expect(await surplusOf(testGateway)).toBe(AMOUNT)
        await findInDashboard(context, AMOUNT, state)
        expect(await surplusOf(testGateway)).toBeUndefined()
        if (state === 'PENDING') {
          const resolved = resolveReview(context, 'paid', { note: 'refunded in the dashboard' })
          await expect(resolved).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
          await findInDashboard(context, AMOUNT, 'COMPLETED')
        }
        await expect(refundSurplus(context)).rejects.toMatchObject({ field: 'refundSurplus' })
        await resolveReview(context, 'paid', { note: 'refunded in the dashboard' })
        expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT })
        expect((await testGateway.gateway.refunds.list({ merchantOrderId: 'paid' })).rows).toHaveLength(1)
      })
    },
  )

  it('is what a refund in part has left of it', async () => {
    await withPaidTwice(async (context, testGateway) => {
      await findInDashboard(context, HALF, 'COMPLETED')
      expect(await surplusOf(testGateway)).toBe(AMOUNT - HALF)
      await refundSurplus(context)
      expect(await testGateway.gateway.refunds.get('paid-twice')).toMatchObject({ amount: AMOUNT - HALF })
      expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ refundableAmount: AMOUNT })
    })
  })

  it('counts a dashboard refund that exceeds what is captured, and none that failed', async () => {
    const refundAll = async ({ gateway, drainJobs, sandbox, advance }: TestGateway) => {
      await gateway.refunds.request(refundOf('cancelled', AMOUNT as Paise))
      await drainJobs()
      await sandbox.simulateRefund('cancelled', { outcome: 'SUCCESS' })
      await drainJobs()
      await advance(1_000)
    }
    await withPaidTwice(async (context, testGateway) => {
      expect(await surplusOf(testGateway)).toBe(AMOUNT)
      await findInDashboard(context, AMOUNT, 'FAILED')
      expect(await surplusOf(testGateway)).toBe(AMOUNT)
      await findInDashboard(context, AMOUNT, 'COMPLETED')
      expect(await testGateway.gateway.refunds.get('dashboard')).toMatchObject({ needsReview: expect.anything() })
      expect(await surplusOf(testGateway)).toBeUndefined()
    }, refundAll)
  })

  it('counts no refund that was made in the dashboard before the second payment', async () => {
    const refundGoods = async (testGateway: TestGateway) => {
      await withProcesses(testGateway, 1, async ([context]) => {
        await findInDashboard(context as GatewayContext, 10_000, 'COMPLETED')
      })
      await testGateway.advance(86_400_000)
      return testGateway.sandbox.clock.now()
    }
    await withPaidTwice(async (_, testGateway) => expect(await surplusOf(testGateway)).toBe(AMOUNT), refundGoods)
  })

  describe('a refund made in the dashboard that is found after the second payment', () => {
    const twoDaysLater = async (testGateway: TestGateway) => {
      await testGateway.advance(2 * 86_400_000)
      return testGateway.sandbox.clock.now()
    }

    it('does not count when the provider dates it before that payment', async () => {
      await withPaidTwice(async (context, testGateway) => {
        const timestamp = testGateway.sandbox.clock.now() - 86_400_000
        await findInDashboard(context, HALF, 'COMPLETED', { timestamp })
        expect(await testGateway.gateway.orders.get('paid')).toMatchObject({ surplusAmount: AMOUNT })
        expect(await testGateway.gateway.orders.get('paid')).not.toHaveProperty('surplusRefundedAmount')
        await refundSurplus(context)
        expect(await testGateway.gateway.refunds.get('paid-twice')).toMatchObject({ amount: AMOUNT })
      }, twoDaysLater)
    })

    it('keeps the earliest time that the provider gives', async () => {
      await withPaidTwice(async (context, testGateway) => {
        const nowMs = testGateway.sandbox.clock.now()
        await findInDashboard(context, HALF, 'PENDING')
        expect(await surplusOf(testGateway)).toBe(AMOUNT - HALF)
        await findInDashboard(context, HALF, 'PENDING', { timestamp: nowMs - 86_400_000 })
        expect(await surplusOf(testGateway)).toBe(AMOUNT)
        await findInDashboard(context, HALF, 'COMPLETED', { timestamp: nowMs })
        expect(await surplusOf(testGateway)).toBe(AMOUNT)
      }, twoDaysLater)
    })

    it('counts when the time that the provider gives is that of the payment', async () => {
      await withPaidTwice(async (context, testGateway) => {
        const [order] = await testGateway.rows<{ timestamp: string }>(
          `select "attempts" -> 0 ->> 'timestamp' as "timestamp" from galla.orders where "merchantOrderId" = 'paid'`,
        )
        await findInDashboard(context, HALF, 'COMPLETED', { timestamp: Number(order?.timestamp) })
        expect(await surplusOf(testGateway)).toBe(AMOUNT - HALF)
      }, twoDaysLater)
    })

    it('is named by its amount when it counts, because its time is not known', async () => {
      await withPaidTwice(async (context, testGateway) => {
        await findInDashboard(context, HALF, 'COMPLETED')
        const surplus = { surplusAmount: AMOUNT - HALF, surplusRefundedAmount: HALF }
        expect(await testGateway.gateway.orders.get('paid')).toMatchObject(surplus)
        expect((await testGateway.gateway.orders.list({ needsReview: true })).rows).toMatchObject([surplus])
      }, twoDaysLater)
    })

    it('is dated by its callback', async () => {
      await withPaidTwice(async (_, testGateway) => {
        const timestamp = testGateway.sandbox.clock.now() - 86_400_000
        const payload = {
          originalMerchantOrderId: 'paid',
          refundId: 'OMR-9',
          amount: HALF,
          state: 'COMPLETED',
          timestamp,
        }
        await post(testGateway, 'pg.refund.completed', payload)
        await testGateway.gateway.runPendingJobs()
        expect(await testGateway.gateway.orders.get('paid')).toMatchObject({
          refundedAmount: HALF,
          surplusAmount: AMOUNT,
        })
      }, twoDaysLater)
    })
  })

  it('counts a refund made in the dashboard since the review began, also when the provider dates the payment later', async () => {
    const later = async ({ sandbox }: TestGateway) => sandbox.clock.now() + 5.5 * 3_600_000
    await withPaidTwice(async (context, testGateway) => {
      await findInDashboard(context, AMOUNT, 'COMPLETED')
      expect(await surplusOf(testGateway)).toBeUndefined()
    }, later)
  })

  it('counts a refund that was requested since the review began', async () => {
    await withPaidTwice(async (_, testGateway) => {
      await testGateway.gateway.refunds.request(refundOf('second-payment', AMOUNT))
      expect(await surplusOf(testGateway)).toBeUndefined()
    })
  })

  it('stays owed when a refund that was requested since the review began is declined', async () => {
    await withPaidTwice(async (context, testGateway) => {
      const refundControls = { approvalAbove: 0 }
      const asha = actingAs({ ...context, refundControls }, { who: 'asha', role: 'admin', userId: '1' })
      const meena = actingAs({ ...context, refundControls }, { who: 'meena', role: 'admin', userId: '2' })
      await requestRefund(asha, refundOf('goods', AMOUNT))
      expect(await surplusOf(testGateway)).toBeUndefined()
      const resolved = resolveReview(context, 'paid', { note: 'refunded by asha' })
      await expect(resolved).rejects.toMatchObject({ code: 'REFUND_IN_PROGRESS' })
      await decideRefund(meena, 'goods', { decision: 'declined', note: 'the goods are fine' })
      expect(await surplusOf(testGateway)).toBe(AMOUNT)
      await refundSurplus(context)
      expect(await testGateway.gateway.refunds.get('paid-twice')).toMatchObject({ amount: AMOUNT })
    })
  })

  it('keeps its review when a refund of the goods has taken the id of its refund', async () => {
    const refundGoods = async ({ gateway, drainJobs, sandbox, advance }: TestGateway) => {
      await gateway.refunds.request(refundOf('paid-twice', AMOUNT))
      await drainJobs()
      await sandbox.simulateRefund('paid-twice', { outcome: 'SUCCESS' })
      await drainJobs()
      await advance(1_000)
    }
    await withPaidTwice(async (context, testGateway) => {
      await refundSurplus(context)
      expect(await testGateway.gateway.orders.get('paid')).toMatchObject({
        refundableAmount: AMOUNT,
        needsReview: { findings: [{ code: 'automatic-refund-failed', errorCode: 'ID_TAKEN' }] },
      })
    }, refundGoods)
  })

  it('does not count an earlier refund of the goods', async () => {
    const refundCup = async ({ gateway, drainJobs, sandbox, advance }: TestGateway) => {
      await gateway.refunds.request(refundOf('broken-cup', 100 as Paise))
      await drainJobs()
      await sandbox.simulateRefund('broken-cup', { outcome: 'SUCCESS' })
      await drainJobs()
      await advance(1_000)
    }
    await withPaidTwice(async (_, testGateway) => expect(await surplusOf(testGateway)).toBe(AMOUNT), refundCup)
  })
})
