import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import type { BillingMethods } from '../../src/subscriptions.ts'
import { DAY_MS, HOUR_MS, START } from '../helpers/subscription-shop.ts'
import { setupTestGateways } from '../helpers/test-gateway.ts'
import { untilEndedOrWaiting } from '../helpers/until-waiting.ts'
import { ALL_BACK, ask, cancelPaid, decide, live, money, openerOf, refunds, resolve, type Shop } from './ended-shop.ts'

const openShop = openerOf(setupTestGateways())
const approving = { refundControls: { approvalAbove: 0 } } as const
const billingOf = async (shop: Shop) => (await shop.replica()) as Shop['gateway'] & BillingMethods

/** A transaction of its own that holds a row. */
async function holding({ settings }: Shop, row: string) {
  const holder = new Client(settings.database as object)
  await holder.connect()
  await holder.query('begin')
  // Another transaction is the victim of a deadlock.
  await holder.query(`set local deadlock_timeout = '20s'`)
  await holder.query(`select 1 from ${row} for no key update`)
  return holder
}

const SUBSCRIPTION = `galla.plan_subscriptions where "subscriptionId" = 'sub-7'`
const ORDER = `galla.orders where "merchantOrderId" = 'sub-7-1-1'`

/** Runs `work` while another transaction has the subscription and then wants the order. */
async function inDeadlock(shop: Shop, work: () => Promise<unknown>): Promise<void> {
  const holder = await holding(shop, SUBSCRIPTION)
  const done = work()
  done.catch(() => undefined)
  await untilEndedOrWaiting(done, shop.rows)
  await holder.query(`select 1 from ${ORDER} for no key update`)
  await holder.query('rollback')
  await holder.end()
  await done
}

describe('two replicas', () => {
  it('that cancel at the same moment, at once and at the end of the cycle, end the subscription once', async () => {
    const shop = await openShop()
    await shop.activate()
    const other = await billingOf(shop)
    await Promise.all([
      shop.gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' }),
      other.subscriptions.cancel('sub-7', { at: 'now' }),
      shop.gateway.subscriptions.cancel('sub-7', { at: 'now' }),
      other.subscriptions.cancel('sub-7', { at: 'cycle-end' }),
    ])
    expect((await shop.read()).state).toBe('CANCELLED')
    await shop.pass(DAY_MS)
    expect(shop.eventsOf('cancelled')).toHaveLength(1)
    expect((await shop.sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
  })

  it('that return a bill at the same moment return the bill once', async () => {
    const shop = await openShop()
    const { gateway, sandbox } = shop
    await gateway.subscriptions.start(START)
    await sandbox.setFaults({ callbacks: { duplicateRate: 1, copies: 2, reorderRate: 0.5 } })
    await gateway.subscriptions.cancel('sub-7')
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await sandbox.idle()
    const others = [await billingOf(shop), await billingOf(shop)]
    await Promise.all([
      gateway.runPendingJobs(),
      ...others.map((one) => one.runPendingJobs()),
      gateway.orders.sync('sub-7-1-1'),
      gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' }),
    ])
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
    expect(await refunds(shop)).toHaveLength(1)
  })

  it('that cancel and activate at the same moment leave either a returned bill or a paid cycle', async () => {
    const shop = await openShop()
    const { gateway, sandbox } = shop
    await gateway.subscriptions.start(START)
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await sandbox.idle()
    const other = await billingOf(shop)
    await Promise.all([gateway.runPendingJobs(), other.subscriptions.cancel('sub-7'), other.runPendingJobs()])
    await live(shop, DAY_MS)
    const [cycle] = await shop.cycles()
    expect((await shop.read()).state).toBe('CANCELLED')
    if (cycle?.outcome === 'PAID') expect(await money(shop)).toEqual({ back: 0, held: 0, kept: 19_900 })
    else expect(await money(shop)).toEqual(ALL_BACK)
  })
})

describe('the return of a bill', () => {
  it('is of the whole bill when a refund of a part is requested while the return is decided, and is then declined', async () => {
    const shop = await openShop({ gateway: approving })
    const { gateway, sandbox, rows } = shop
    await gateway.subscriptions.start(START)
    await sandbox.setFaults({ callbacks: { dropRate: 1 } })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await gateway.orders.sync('sub-7-1-1')
    await gateway.subscriptions.cancel('sub-7')
    const holder = await holding(shop, ORDER)
    const asked = ask(shop, 'asked', '50')
    await untilEndedOrWaiting(asked, rows)
    const work = (await shop.replica()).runPendingJobs()
    const waiting = `select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
    await expect.poll(async () => (await rows(waiting)).length).toBe(2)
    await holder.query('commit')
    await holder.end()
    await Promise.all([asked, work])
    await decide(shop, 'asked', 'declined')
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('follows a decision about a refund that meets a deadlock and is made all the same', async () => {
    const shop = await openShop({ gateway: approving })
    await cancelPaid(shop, () => ask(shop, 'asked', '120'))
    await inDeadlock(shop, () => decide(shop, 'asked', 'declined'))
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('is over after the resolution of its review that meets a deadlock and is made all the same', async () => {
    const shop = await openShop({ sandbox: { refundTiming: false } })
    await cancelPaid(shop)
    await live(shop, HOUR_MS, 10 * 60_000)
    await shop.sandbox.simulateRefund('sub-7-1-1-late', { outcome: 'FAILURE', errorCode: 'BF_034' })
    await live(shop, 3 * HOUR_MS, HOUR_MS)
    await inDeadlock(shop, () => resolve(shop, 'sub-7-1-1'))
    await live(shop, HOUR_MS)
    expect(await shop.cycles()).toEqual([{ number: 1, outcome: 'SKIPPED' }])
  })
})
