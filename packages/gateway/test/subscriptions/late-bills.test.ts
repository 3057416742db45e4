import { describe, expect, it } from 'vitest'
import { subscriptions } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, inIndia, openSubscriptionShop, payingLate, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const openShop = (options?: Parameters<typeof openSubscriptionShop>[1]) =>
  openSubscriptionShop(createTestGateway, options)

/** Begin of the second cycle of a subscription that began on 10 January. */
const SECOND = inIndia('2027-02-10')

/** The money of all bills: returned or on the way back, and kept. Paise. */
const MONEY = `select coalesce(sum("refundedAmount" + "heldAmount"), 0)::int as "back", coalesce(sum("availableAmount"), 0)::int as "kept"
  from galla.orders where "checkout" <> 'MANDATE_CHECK'`

const REFUNDS = 'select "merchantOrderId", "amount"::int as "amount" from galla.refunds'

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
    expect(await shop.rows(REFUNDS)).toEqual([{ merchantOrderId: 'sub-7-2-1', amount: 19_900 }])
  })
})

it('a debit that is reported as paid after the last cycle of a plan has failed goes back', async () => {
  const late = { isPaid: false }
  const { activate, until, sandbox, gateway, pass, rows } = await openShop({
    plan: { cycles: 2 },
    wrapProvider: payingLate(late),
  })
  await activate()
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })
  await until(inIndia('2027-03-12'))
  late.isPaid = true
  await gateway.orders.sync('sub-7-2-1')
  await pass(DAY_MS)
  expect(await rows(REFUNDS)).toEqual([{ merchantOrderId: 'sub-7-2-1', amount: 19_900 }])
})

it('a debit of a payer who was erased goes back when it is reported as paid after the end', async () => {
  const late = { isPaid: false }
  const { activate, until, sandbox, gateway, rows } = await openShop({ wrapProvider: payingLate(late) })
  await activate()
  await until(SECOND - HOUR_MS)
  await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 1 })
  await until(SECOND + HOUR_MS)
  await gateway.payers.erase({ merchantOrderId: 'sub-7-1-1' })
  await gateway.subscriptions.cancel('sub-7')
  late.isPaid = true
  await until(SECOND + 2 * DAY_MS)
  expect(await rows(REFUNDS)).toEqual([{ merchantOrderId: 'sub-7-2-1', amount: 19_900 }])
})
