import { describe, expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, inIndia, openSubscriptionShop, payingLate, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** The money of all bills: returned or on the way back, and kept. Paise. */
const MONEY = `select coalesce(sum("refundedAmount" + "heldAmount"), 0)::int as "back", coalesce(sum("availableAmount"), 0)::int as "kept"
  from galla.orders where "checkout" <> 'MANDATE_CHECK'`

const FULFIL = { policy: { latePayment: 'fulfil' } } as const

describe('with the policy that fulfils late payments', () => {
  it('a payer who approves after the expiry gets the first bill back', async () => {
    const { gateway, sandbox, drainJobs, pass, rows, read } = await openShop({ gateway: FULFIL })
    await gateway.subscriptions.start(START)
    await pass(30 * 60_000)
    expect(await read()).toMatchObject({ state: 'EXPIRED' })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(2 * DAY_MS)
    expect(await rows(MONEY)).toEqual([{ back: 19_900, kept: 0 }])
  })

  it('a payment that becomes known after a cancellation is refunded', async () => {
    const { gateway, sandbox, drainJobs, pass, rows } = await openShop({ gateway: FULFIL })
    await gateway.subscriptions.start(START)
    await gateway.subscriptions.cancel('sub-7')
    await pass(30 * 60_000)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(2 * DAY_MS)
    expect(await rows(MONEY)).toEqual([{ back: 19_900, kept: 0 }])
  })

  it('a debit that is reported as paid after its cycle has failed goes back', async () => {
    const late = { isPaid: false }
    const shop = await openShop({
      gateway: { ...FULFIL, subscriptions: subscriptions({ retryAfterDays: [] }) },
      wrapProvider: payingLate(late),
    })
    await shop.activate()
    await shop.sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
    await shop.until(SECOND + 2 * DAY_MS)
    late.isPaid = true
    await shop.gateway.orders.sync('sub-7-2-1')
    await shop.pass(DAY_MS)
    const [, second] = await shop.cycles()
    expect(second).toMatchObject({ outcome: 'FAILED' })
    expect(await shop.rows('select "merchantOrderId", "amount"::int as "amount" from galla.refunds')).toEqual([
      { merchantOrderId: 'sub-7-2-1', amount: 19_900 },
    ])
  })
})
