import type { CreatePlan, ImportMandate } from '@galla/contract/gateway-api/subscriptions'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { type Setup, setUpElsewhere } from './helpers/foreign-mandate.ts'
import { HOUR_MS, inIndia, openSubscriptionShop } from './helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()

const IMPORT: ImportMandate = {
  subscriptionId: 'sub-8',
  planId: 'tea',
  merchantSubscriptionId: 'club-8',
  setupOrderId: 'club-8-setup',
  nextCycleOn: '2027-02-03',
  payer: { email: 'a.tester@shop.example' },
}

/** A shop three weeks after the payer approved elsewhere. */
async function openShop({
  terms = {},
  ...options
}: Parameters<typeof openSubscriptionShop>[1] & { terms?: Partial<Setup> } = {}) {
  const shop = await openSubscriptionShop(createTestGateway, { startMs: inIndia('2027-01-03', '11:00'), ...options })
  await setUpElsewhere(shop.sandbox, terms)
  await shop.until(inIndia('2027-01-24', '11:00'))
  return shop
}

describe('a mandate that another program has set up', () => {
  it('is billed from the day that the merchant names, and never for a cycle before', async () => {
    const { gateway, until, read, sandbox, debited, rows, eventsOf, orderEvents } = await openShop()
    const imported = await gateway.subscriptions.importMandate(IMPORT)
    expect(imported).toMatchObject({
      state: 'ACTIVE',
      startsOn: '2027-02-03',
      amount: 19_900,
      mandate: { merchantSubscriptionId: 'club-8', state: 'ACTIVE', maxAmount: 49_900 },
    })
    expect(imported.cycle).toBeUndefined()
    await until(inIndia('2027-02-01'))
    expect(await debited('club-8')).toEqual([])
    await until(inIndia('2027-02-03', '09:00'))
    expect(await debited('club-8')).toEqual(['sub-8-1-1'])
    expect((await sandbox.redemption('sub-8-1-1')).amount).toBe(19_900)
    expect((await read('sub-8')).cycle).toMatchObject({ number: 1, outcome: 'PAID', startsAtMs: inIndia('2027-02-03') })
    // The other program has accounted for the first bill.
    expect(await rows('select "merchantOrderId", "amount"::integer as "amount" from galla.ledger')).toEqual([
      { merchantOrderId: 'sub-8-1-1', amount: 19_900 },
    ])
    expect(eventsOf('activated')).toHaveLength(1)
    expect(orderEvents).toEqual([])
    expect(await gateway.orders.get('club-8-setup')).toMatchObject({ state: 'COMPLETED', refundableAmount: 0 })
    expect(await gateway.orders.list({ needsReview: true })).toEqual({ rows: [] })
  })

  it('is imported once: again with the same parameters it is the same subscription', async () => {
    const { gateway, read } = await openShop()
    const first = await gateway.subscriptions.importMandate(IMPORT)
    const both = [1, 2].map(() => gateway.subscriptions.importMandate(IMPORT))
    for (const again of await Promise.all(both)) expect(again).toEqual(await read('sub-8'))
    expect(first.state).toBe('ACTIVE')
    const other = { ...IMPORT, nextCycleOn: '2027-02-04' }
    await expect(gateway.subscriptions.importMandate(other)).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'nextCycleOn',
    })
    await expect(gateway.subscriptions.importMandate({ ...IMPORT, subscriptionId: 'sub-9' })).rejects.toMatchObject({
      code: 'ID_TAKEN',
      field: 'merchantSubscriptionId',
    })
  })

  it('is billed by one subscription when two replicas import it at the same moment', async () => {
    const { gateway, replica, rows } = await openShop()
    const other = (await replica()) as typeof gateway
    const ids = ['sub-8', 'sub-8', 'sub-9', 'sub-9']
    const results = await Promise.allSettled(
      ids.map((subscriptionId, at) =>
        [gateway, other][at % 2]?.subscriptions.importMandate({ ...IMPORT, subscriptionId }),
      ),
    )
    const stored = await rows<{ id: string }>('select "subscriptionId" as "id" from galla.plan_subscriptions')
    expect(stored).toHaveLength(1)
    for (const [at, result] of results.entries())
      expect(result).toMatchObject(
        ids[at] === stored[0]?.id
          ? { status: 'fulfilled', value: { state: 'ACTIVE' } }
          : { status: 'rejected', reason: { code: 'ID_TAKEN' } },
      )
  })

  it('is cancelled with its subscription, and replaced by a renewal', async () => {
    const { gateway, sandbox, drainJobs, pass, read } = await openShop()
    await gateway.subscriptions.importMandate(IMPORT)
    const renewal = { maxAmount: inr('999'), redirectUrl: REDIRECT_URL }
    await gateway.subscriptions.renewMandate('sub-8', renewal)
    await sandbox.simulatePayment('sub-8-m2-setup', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(10 * 60_000)
    expect((await read('sub-8')).mandate.merchantSubscriptionId).toBe('sub-8-m2')
    expect((await sandbox.mandate('club-8')).state).toMatch(/^CANCEL/)
    await gateway.subscriptions.cancel('sub-8')
    await pass(HOUR_MS)
    expect((await sandbox.mandate('sub-8-m2')).state).toMatch(/^CANCEL/)
  })

  it.each<[string, { plan?: Partial<CreatePlan>; terms?: Partial<Setup>; given?: Partial<ImportMandate> }, object]>([
    [
      'of another account',
      { given: { merchantSubscriptionId: 'theirs' } },
      { code: 'NOT_FOUND', field: 'merchantSubscriptionId' },
    ],
    ['whose order is not known', { given: { setupOrderId: 'theirs' } }, { code: 'NOT_FOUND', field: 'setupOrderId' }],
    [
      'that permits less than the price',
      { terms: { maxAmount: inr('150'), amount: inr('100') } },
      { code: 'ABOVE_MANDATE' },
    ],
    ['of another frequency', { terms: { frequency: 'YEARLY' } }, { code: 'INVALID_REQUEST', field: 'planId' }],
    [
      'that ends before the first bill',
      { terms: { subscriptionExpireAt: inIndia('2027-02-01') } },
      { code: 'INVALID_REQUEST', field: 'nextCycleOn' },
    ],
    [
      'whose cycles are counted, without their number',
      { plan: { cycles: 12 } },
      { code: 'INVALID_REQUEST', field: 'cyclesLeft' },
    ],
    [
      'with more cycles than its plan',
      { plan: { cycles: 12 }, given: { cyclesLeft: 13 } },
      { code: 'INVALID_REQUEST', field: 'cyclesLeft' },
    ],
    [
      'with a number of cycles that its plan does not count',
      { given: { cyclesLeft: 3 } },
      { code: 'INVALID_REQUEST', field: 'cyclesLeft' },
    ],
    [
      'with a day that has passed',
      { given: { nextCycleOn: '2027-01-23' } },
      { code: 'INVALID_REQUEST', field: 'nextCycleOn' },
    ],
    [
      'with a day of another year',
      { given: { nextCycleOn: '2072-02-03' } },
      { code: 'INVALID_REQUEST', field: 'nextCycleOn' },
    ],
    [
      'with a day that does not exist',
      { given: { nextCycleOn: '2027-02-30' } },
      { code: 'INVALID_REQUEST', field: 'nextCycleOn' },
    ],
    ['for a plan that does not exist', { given: { planId: 'coffee' } }, { code: 'NOT_FOUND', field: 'planId' }],
  ])('%s is refused, and nothing is stored', async (_, { given, ...options }, refusal) => {
    const { gateway, rows } = await openShop(options)
    await expect(gateway.subscriptions.importMandate({ ...IMPORT, ...given })).rejects.toMatchObject(refusal)
    expect(await rows('select 1 from galla.plan_subscriptions union all select 1 from galla.orders')).toEqual([])
  })

  it('that the payer has paused or revoked is refused', async () => {
    const { gateway, sandbox } = await openShop()
    await sandbox.simulateMandate('club-8', { action: 'PAUSE', pauseUntilMs: inIndia('2027-03-01') })
    await expect(gateway.subscriptions.importMandate(IMPORT)).rejects.toMatchObject({
      code: 'SUBSCRIPTION_STATE',
      message: expect.stringMatching(/PAUSE/),
    })
    await sandbox.simulateMandate('club-8', { action: 'REVOKE' })
    await expect(gateway.subscriptions.importMandate(IMPORT)).rejects.toMatchObject({ code: 'SUBSCRIPTION_STATE' })
  })

  it('is not imported with the order of another mandate', async () => {
    const { gateway, sandbox } = await openShop()
    await setUpElsewhere(sandbox, { merchantSubscriptionId: 'club-9', merchantOrderId: 'club-9-setup' })
    await expect(
      gateway.subscriptions.importMandate({ ...IMPORT, setupOrderId: 'club-9-setup' }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', field: 'setupOrderId' })
  })

  it('of the custom checkout is not imported, and the refusal says why', async () => {
    const { gateway, sandbox } = await openShop()
    const custom = {
      checkout: 'custom',
      redirectUrl: undefined,
      deviceContext: { deviceOS: 'ANDROID' },
      paymentMode: { type: 'UPI_INTENT', targetApp: 'com.phonepe.app' },
    }
    const ids = { merchantSubscriptionId: 'club-9', merchantOrderId: 'club-9-setup' }
    await setUpElsewhere(sandbox, { ...ids, ...custom } as Partial<Setup>)
    const given = { ...IMPORT, merchantSubscriptionId: 'club-9', setupOrderId: 'club-9-setup' }
    await expect(gateway.subscriptions.importMandate(given)).rejects.toMatchObject({
      message: expect.stringContaining('hosted page'),
    })
  })

  it('is not imported while the provider is away, and is imported when the call is repeated', async () => {
    let isAway = false
    const { gateway, rows } = await openShop({
      wrapProvider: (fetch) => async (url, init) => {
        if (isAway) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
        return fetch(url, init)
      },
    })
    isAway = true
    await expect(gateway.subscriptions.importMandate(IMPORT)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(await rows('select 1 from galla.plan_subscriptions')).toEqual([])
    isAway = false
    expect(await gateway.subscriptions.importMandate(IMPORT)).toMatchObject({ state: 'ACTIVE' })
  })

  it('has its setup order completed by the next poll when the process ended before', async () => {
    const { gateway, rows, pass } = await openShop()
    await gateway.subscriptions.importMandate(IMPORT)
    await rows(`update galla.orders set "state" = 'CREATED', "resolution" = null, "completedAtMs" = null, "orderId" = null, "attempts" = '[]',
      "nextPollAtMs" = "createdAtMs", "version" = "version" + 1 where "merchantOrderId" = 'club-8-setup'`)
    await pass(HOUR_MS)
    const order = await gateway.orders.get('club-8-setup')
    expect(order).toMatchObject({ state: 'COMPLETED', refundableAmount: 0 })
    expect(order?.needsReview).toBeUndefined()
  })
})
