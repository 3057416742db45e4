import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../helpers/subscription-shop.ts'
import { CALLBACK_URL, SECRET, setupTestGateways } from '../helpers/test-gateway.ts'
import {
  ALL_BACK,
  ask,
  cancelPaid,
  decide,
  isInReview,
  live,
  money,
  openerOf,
  refunds,
  refusing,
  resolve,
  type Shop,
} from './ended-shop.ts'

const openShop = openerOf(setupTestGateways())
const approving = { refundControls: { approvalAbove: 0 } } as const

/** A callback about a refund of the first bill that somebody made in the provider's dashboard. */
async function dashboard({ replica }: Shop, event: string, payload: object): Promise<void> {
  // A process without billing: only the refund becomes known.
  const gateway = await replica({ subscriptions: undefined } as object)
  const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')
  const fields = { originalMerchantOrderId: 'sub-7-1-1', refundId: 'OMR-1', ...payload }
  const body = JSON.stringify({ event, payload: fields })
  const response = await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', headers: { authorization }, body }))
  expect(response.status).toBe(200)
  await gateway.runPendingJobs()
}

describe('the first bill of a subscription that was cancelled before the mandate was active', () => {
  it.each([['199'], ['50']])('goes back although a refund of ₹%s that waited is declined', async (amount) => {
    const shop = await openShop({ gateway: approving })
    await cancelPaid(shop, () => ask(shop, 'asked', amount))
    await live(shop, HOUR_MS, 10 * 60_000)
    await decide(shop, 'asked', 'declined')
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('goes back although nobody approves a refund that waits, once its time is over', async () => {
    const shop = await openShop({ gateway: { refundControls: { approvalAbove: 0, approvalHours: 24 } } })
    await cancelPaid(shop, () => ask(shop, 'asked', '120'))
    await live(shop, 3 * DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('goes back once when a second person approves a refund of a part', async () => {
    const shop = await openShop({ gateway: approving })
    await cancelPaid(shop, () => ask(shop, 'asked', '120'))
    await live(shop, HOUR_MS)
    await decide(shop, 'asked', 'approved')
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
    expect((await refunds(shop)).map(({ amount }) => amount)).toEqual([12_000, 7_900])
  })

  it('goes back although the refund of the merchant fails at the provider', async () => {
    const shop = await openShop({ sandbox: { refundTiming: false } })
    await cancelPaid(shop, () => ask(shop, 'asked', '199'))
    await live(shop, HOUR_MS, 10 * 60_000)
    await shop.sandbox.simulateRefund('asked', { outcome: 'FAILURE', errorCode: 'BF_034' })
    await live(shop, DAY_MS)
    expect(await shop.rows(`select "state" from galla.refunds where "merchantRefundId" = 'asked'`)).toEqual([
      { state: 'FAILED' },
    ])
    expect((await money(shop))?.kept).toBe(0)
  })

  it('goes back although a refund of the dashboard fails', async () => {
    const shop = await openShop()
    await cancelPaid(shop, () => dashboard(shop, 'pg.refund.accepted', { state: 'PENDING', amount: 19_900 }))
    await live(shop, 6 * HOUR_MS)
    await dashboard(shop, 'pg.refund.failed', { state: 'FAILED', amount: 19_900, errorCode: 'BF_034' })
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('goes back less what the dashboard has refunded', async () => {
    const shop = await openShop()
    await cancelPaid(shop, () => dashboard(shop, 'pg.refund.completed', { state: 'COMPLETED', amount: 5_000 }))
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
    expect((await refunds(shop)).map(({ amount }) => amount)).toEqual([5_000, 14_900])
  })

  it('goes back beside a refund of a part with the policy that fulfils late payments', async () => {
    const shop = await openShop({ gateway: { policy: { latePayment: 'fulfil' } } })
    await cancelPaid(shop, () => ask(shop, 'asked', '50'))
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })

  it('goes back although the provider does not end the mandate', async () => {
    const { refused, wrapProvider } = refusing(/\/cancel$/, () => new Response(null, { status: 500 }))
    const shop = await openShop({ wrapProvider })
    refused.isOn = true
    await cancelPaid(shop)
    await live(shop, DAY_MS)
    expect(await money(shop)).toEqual(ALL_BACK)
  })
})

describe('the order of a bill that goes back', () => {
  it('needs review once when the merchant has refunded a part under the id of the return', async () => {
    const shop = await openShop()
    await cancelPaid(shop, () => ask(shop, 'sub-7-1-1-late', '50'))
    await live(shop, DAY_MS)
    expect(await shop.rows(`select "needsReview"->>'reason' as "reason" from galla.orders`)).toEqual([
      { reason: 'automatic-refund-failed' },
    ])
    expect(shop.orderEvents).toEqual(['review sub-7-1-1'])
    await resolve(shop, 'sub-7-1-1')
    await live(shop, DAY_MS)
    expect(await isInReview(shop)).toBe(false)
    expect(await shop.cycles()).toEqual([{ number: 1, outcome: 'SKIPPED' }])
  })

  it('needs review when less than the smallest refund is left', async () => {
    const shop = await openShop()
    await cancelPaid(shop, () => ask(shop, 'asked', '198.50'))
    await live(shop, 3 * DAY_MS)
    expect(await isInReview(shop)).toBe(true)
  })

  it('needs review when the return fails, and the cycle stays open until a person has decided', async () => {
    const shop = await openShop({ sandbox: { refundTiming: false } })
    await cancelPaid(shop)
    await live(shop, HOUR_MS, 10 * 60_000)
    await shop.sandbox.simulateRefund('sub-7-1-1-late', { outcome: 'FAILURE', errorCode: 'BF_034' })
    await live(shop, DAY_MS)
    expect(await isInReview(shop)).toBe(true)
    expect(await shop.cycles()).toEqual([{ number: 1, outcome: null }])
    await resolve(shop, 'sub-7-1-1')
    await live(shop, HOUR_MS)
    expect(await shop.cycles()).toEqual([{ number: 1, outcome: 'SKIPPED' }])
  })
})
