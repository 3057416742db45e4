import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { actingAs } from '../../src/services/access/audit.ts'
import { decideRefund } from '../../src/services/refunds/decide-refund.ts'
import { insertUser } from '../../src/storage/access/users.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { DAY_MS, openSubscriptionShop, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)
type Shop = Awaited<ReturnType<typeof openShop>>

/** The money of all bills: returned or on the way back, and kept. Paise. */
const MONEY = `select coalesce(sum("refundedAmount" + "heldAmount"), 0)::int as "back", coalesce(sum("availableAmount"), 0)::int as "kept"
  from galla.orders where "checkout" <> 'MANDATE_CHECK'`

/** The merchant asks for a refund of a first bill, then cancels before the mandate is active: the bill goes back by itself. */
async function cancelWithRefund({ gateway, sandbox, drainJobs, pass }: Shop, amount: string): Promise<void> {
  await gateway.subscriptions.start(START)
  await sandbox.setFaults({ callbacks: { dropRate: 1 } })
  await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
  await gateway.orders.sync('sub-7-1-1')
  await gateway.refunds.request({ merchantOrderId: 'sub-7-1-1', merchantRefundId: 'asked', amount: inr(amount) })
  expect(await gateway.subscriptions.cancel('sub-7')).toMatchObject({ state: 'CANCELLED' })
  await drainJobs()
  await pass(10 * 60_000)
}

/** A second person declines the refund. */
const decline = (shop: Shop) =>
  withProcesses(shop, 1, async ([context]) => {
    if (!context) return
    await insertUser(context.database, { userId: 'u-2', name: 'ravi', role: 'finance', nowMs: 1 })
    const ravi = actingAs(context, { who: 'ravi', userId: 'u-2', role: 'finance' })
    await decideRefund(ravi, 'asked', { decision: 'declined', note: 'The cancellation returns the bill.' })
  })

describe('the first bill of a subscription that was cancelled before the mandate was active', () => {
  it.each([['199'], ['50']])('goes back although a refund of ₹%s that waited is declined', async (amount) => {
    const shop = await openShop({ gateway: { refundControls: { approvalAbove: 0 } } })
    await cancelWithRefund(shop, amount)
    await decline(shop)
    await shop.pass(3 * DAY_MS)
    expect(await shop.rows(MONEY)).toEqual([{ back: 19_900, kept: 0 }])
  })

  it('goes back although the refund of the merchant fails at the provider', async () => {
    const shop = await openShop({ sandbox: { refundTiming: false } })
    await cancelWithRefund(shop, '199')
    await shop.sandbox.simulateRefund('asked', { outcome: 'FAILURE', errorCode: 'BF_034' }).catch(() => undefined)
    await shop.pass(3 * DAY_MS)
    expect(await shop.rows(`select "state" from galla.refunds where "merchantRefundId" = 'asked'`)).toEqual([
      { state: 'FAILED' },
    ])
    expect(await shop.rows(MONEY)).toEqual([{ back: 19_900, kept: 0 }])
  })
})
