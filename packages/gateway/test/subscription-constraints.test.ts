import { describe, expect, it } from 'vitest'
import { openSubscriptionShop, START } from './helpers/subscription-shop.ts'
import { setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

/** A started subscription, with a second order of its first cycle written by hand. */
async function openShop() {
  const shop = await openSubscriptionShop(createTestGateway)
  await shop.gateway.subscriptions.start(START)
  await shop.rows(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs")
    values ('sub-7-1-2', 'sub-7/1', 'DEBIT', 19900, 'PENDING', '{}', 1, 1, 1, 1)`)
  await shop.rows(
    `insert into galla.debits ("merchantOrderId", "subscriptionId", "cycle", "merchantSubscriptionId") values ('sub-7-1-2', 'sub-7', 1, 'sub-7-m1')`,
  )
  const request = (merchantOrderId: string, number: number) =>
    shop.rows(
      `insert into galla.debit_tries ("merchantOrderId", "number", "subscriptionId", "cycle", "sentAtMs") values ($1, $2, 'sub-7', 1, 1)`,
      [merchantOrderId, number],
    )
  return { ...shop, request }
}

describe('the database', () => {
  it('refuses a second request to debit a cycle until the provider has said that the first one failed, also for another order', async () => {
    const { request, rows } = await openShop()
    await request('sub-7-1-1', 1)
    await expect(request('sub-7-1-1', 2)).rejects.toThrow(/oneOpenTryPerCycle/)
    await expect(request('sub-7-1-2', 1)).rejects.toThrow(/oneOpenTryPerCycle/)
    await rows('update galla.debit_tries set "failedAtMs" = 2')
    await request('sub-7-1-2', 1)
  })

  it('stores one request for each number of an order, and at most four', async () => {
    const { request, rows } = await openShop()
    await request('sub-7-1-2', 1)
    await rows('update galla.debit_tries set "failedAtMs" = 2')
    await expect(request('sub-7-1-2', 1)).rejects.toThrow(/debit_tries_pkey/)
    await expect(request('sub-7-1-2', 5)).rejects.toThrow(/debit_tries_number_check/)
  })

  it('keeps the price and the outcome of a closed cycle, and one open cycle of a subscription', async () => {
    const { rows } = await openShop()
    const open = `insert into galla.cycles ("subscriptionId", "number", "amount", "openedAtMs") values ('sub-7', 2, 19900, 1)`
    await expect(rows(open)).rejects.toThrow(/oneOpenCycle/)
    await rows(`update galla.cycles set "outcome" = 'PAID', "closedAtMs" = 1`)
    await rows(open)
    for (const change of [`"outcome" = 'SKIPPED'`, '"amount" = 1', '"outcome" = null, "closedAtMs" = null'])
      await expect(rows(`update galla.cycles set ${change} where "number" = 1`)).rejects.toThrow(
        /its price and outcome stay/,
      )
  })

  it('makes a subscription due with the commit that changes one of its orders', async () => {
    const { rows } = await openShop()
    await rows('update galla.plan_subscriptions set "nextActionAtMs" = null')
    await rows(`update galla.orders set "updatedAtMs" = 77, "errorCode" = 'X' where "merchantOrderId" = 'sub-7-1-2'`)
    const due = () =>
      rows<{ atMs: string | null }>('select "nextActionAtMs"::text as "atMs" from galla.plan_subscriptions')
    expect(await due()).toEqual([{ atMs: null }])
    await rows(`update galla.orders set "updatedAtMs" = 78, "state" = 'FAILED' where "merchantOrderId" = 'sub-7-1-2'`)
    expect(await due()).toEqual([{ atMs: '78' }])
  })

  it('refuses two fulfilled payments of a cycle', async () => {
    const { rows } = await openShop()
    const pay = (id: string) =>
      rows(
        `update galla.orders set "state" = 'COMPLETED', "resolution" = 'fulfil', "completedAtMs" = 1 where "merchantOrderId" = $1`,
        [id],
      )
    await pay('sub-7-1-1')
    await expect(pay('sub-7-1-2')).rejects.toThrow(/oneFulfilmentPerReference/)
  })
})
