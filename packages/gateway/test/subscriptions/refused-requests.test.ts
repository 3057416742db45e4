import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, inIndia, START } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'
import { ALL_BACK, live, money, openerOf, refusing, SECOND, type Shop } from './ended-shop.ts'

const openShop = openerOf(setupTestGateways())

const notNow = () =>
  Response.json({ code: 'INVALID_SUBSCRIPTION_STATE', message: 'The subscription is ACTIVE' }, { status: 400 })
const broken = () => new Response(null, { status: 500 })

/** An active subscription whose payer gets the page of a new mandate. */
async function renew({ activate, gateway }: Shop): Promise<void> {
  await activate()
  await gateway.subscriptions.renewMandate('sub-7', { maxAmount: inr('499'), redirectUrl: REDIRECT_URL })
}

async function approve({ sandbox, drainJobs }: Shop): Promise<void> {
  await sandbox.simulatePayment('sub-7-m2-setup', { outcome: 'SUCCESS' })
  await drainJobs()
}

describe('while the provider refuses for ever to end the old mandate', () => {
  it('a subscription is billed under the new mandate', async () => {
    const { refused, wrapProvider } = refusing(/sub-7-m1\/cancel$/, notNow)
    const shop = await openShop({ wrapProvider })
    await renew(shop)
    refused.isOn = true
    await approve(shop)
    await shop.sandbox.clock.advance(SECOND - 37 * HOUR_MS - shop.sandbox.clock.now())
    await live(shop, 41 * HOUR_MS, HOUR_MS)
    expect(await shop.debited('sub-7-m2')).toEqual(['sub-7-2-1'])
  })

  it('a cancelled subscription ends with its cycle', async () => {
    const { refused, wrapProvider } = refusing(/sub-7-m1\/cancel$/, broken)
    const shop = await openShop({ wrapProvider })
    const { gateway, sandbox, read } = shop
    await renew(shop)
    refused.isOn = true
    await approve(shop)
    await live(shop, HOUR_MS, 10 * 60_000)
    await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
    await sandbox.clock.advance(SECOND - HOUR_MS - sandbox.clock.now())
    await live(shop, 5 * HOUR_MS, HOUR_MS)
    expect((await read()).state).toBe('CANCELLED')
  })
})

it('an ended subscription whose new mandate the provider refuses for ever to end has its old mandate ended', async () => {
  const { refused: ofNew, wrapProvider: refuseNew } = refusing(/sub-7-m2\/cancel$/, notNow)
  const { refused: ofOld, wrapProvider: refuseOld } = refusing(/sub-7-m1\/cancel$/, notNow)
  const shop = await openShop({ wrapProvider: (provider) => refuseNew(refuseOld(provider)) })
  await renew(shop)
  ofNew.isOn = true
  ofOld.isOn = true
  await approve(shop)
  await shop.gateway.subscriptions.cancel('sub-7')
  await live(shop, HOUR_MS, 10 * 60_000)
  ofOld.isOn = false
  await live(shop, 4 * HOUR_MS, HOUR_MS)
  const states = await Promise.all(['sub-7-m1', 'sub-7-m2'].map(async (id) => (await shop.sandbox.mandate(id)).state))
  expect(states).toEqual([expect.stringMatching(/^CANCEL/), 'ACTIVE'])
})

it('the first bill of a cancelled subscription goes back although the provider refuses for ever to end its mandate', async () => {
  const { refused, wrapProvider } = refusing(/\/cancel$/, notNow)
  const shop = await openShop({ wrapProvider })
  refused.isOn = true
  await shop.gateway.subscriptions.start(START)
  await shop.gateway.subscriptions.cancel('sub-7')
  await shop.sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
  await shop.drainJobs()
  await live(shop, DAY_MS)
  expect(await money(shop)).toEqual(ALL_BACK)
})

it('a subscription is billed although the provider never answers about a new mandate that nobody has approved', async () => {
  const { refused, wrapProvider } = refusing(/sub-7-m2\/status/, broken)
  const shop = await openShop({ wrapProvider })
  refused.isOn = true
  await renew(shop)
  await shop.sandbox.clock.advance(SECOND - 37 * HOUR_MS - shop.sandbox.clock.now())
  await live(shop, 41 * HOUR_MS, HOUR_MS)
  expect(await shop.debited()).toEqual(['sub-7-2-1'])
})

it('a cancelled subscription ends with its cycle although the provider no longer answers about its mandate', async () => {
  const { refused, wrapProvider } = refusing(/sub-7-m1\/status/, broken)
  const shop = await openShop({ wrapProvider })
  const { activate, gateway, sandbox, drainJobs, read } = shop
  await activate()
  await gateway.subscriptions.cancel('sub-7', { at: 'cycle-end' })
  refused.isOn = true
  await sandbox.simulateMandate('sub-7-m1', { action: 'PAUSE', pauseUntilMs: inIndia('2027-03-01') })
  await drainJobs()
  await sandbox.clock.advance(SECOND - HOUR_MS - sandbox.clock.now())
  await live(shop, 5 * HOUR_MS, HOUR_MS)
  expect((await read()).state).toBe('CANCELLED')
})

it('the mandate of a cancelled subscription ends although the provider never answers about its announced debit', async () => {
  const { refused, wrapProvider } = refusing(/sub-7-2-1\/status/, broken)
  const shop = await openShop({ wrapProvider })
  refused.isOn = true
  await shop.activate()
  await shop.until(SECOND - 35 * HOUR_MS)
  await shop.gateway.subscriptions.cancel('sub-7')
  await live(shop, 2 * HOUR_MS, 10 * 60_000)
  expect((await shop.read()).state).toBe('CANCELLED')
  expect((await shop.sandbox.mandate('sub-7-m1')).state).toMatch(/^CANCEL/)
})
