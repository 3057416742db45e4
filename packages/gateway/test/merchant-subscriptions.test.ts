import { describe, expect, it } from 'vitest'
import { inIndia, openSubscriptionShop, PLAN, START } from './helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from './helpers/test-gateway.ts'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const createTestGateway = setupTestGateways()
const merchant = { keys: [KEY], path: '/merchant' }

/** Calls the merchant API of a gateway. */
const callerOf =
  (gateway: { merchant: { fetch: (request: Request, from: object) => Promise<Response> } }) =>
  async (route: string, body?: object, key = KEY) => {
    const [method = '', path = ''] = route.split(' ')
    const request = new Request(`http://127.0.0.1:4600/merchant${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const response = await gateway.merchant.fetch(request, { address: '127.0.0.1' })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

async function openApi() {
  const shop = await openSubscriptionShop(createTestGateway, { gateway: { merchant } })
  return { ...shop, call: callerOf(shop.gateway) }
}

describe('the merchant API of subscriptions', () => {
  it('sells a plan, is paid at the approval, and debits the second month', async () => {
    const { call, sandbox, drainJobs, pass, until, debited } = await openApi()
    const plan = { ...PLAN, planId: 'coffee', name: 'Coffee every month' }
    const created = await call('POST /plans', plan)
    expect(created).toMatchObject({ status: 200, body: { ...plan, trialDays: 0 } })
    expect((await call('POST /plans', plan)).body).toEqual(created.body)
    expect(await call('POST /plans', { ...plan, amount: 29_900 })).toMatchObject({
      status: 409,
      body: { code: 'ID_TAKEN', field: 'amount' },
    })
    expect((await call('GET /plans')).body).toMatchObject({ rows: [{ planId: 'tea' }, { planId: 'coffee' }] })
    expect(await call('GET /plans/coffee')).toMatchObject({ body: created.body })

    const start = { ...START, planId: 'coffee' }
    const started = await call('POST /subscriptions', start)
    expect(started).toMatchObject({
      status: 200,
      body: { subscription: { subscriptionId: 'sub-7', state: 'CREATED' }, redirectUrl: expect.any(String) },
    })
    expect((await call('POST /subscriptions', start)).body).toEqual(started.body)
    expect(await call('POST /subscriptions/sub-7/payer-tokens')).toEqual(started)
    expect(await call('POST /subscriptions/other/payer-tokens')).toMatchObject({ status: 404 })
    await sandbox.simulatePayment('sub-7-1-1', { outcome: 'SUCCESS' })
    await drainJobs()
    await pass(5 * 60_000)
    expect(await call('GET /subscriptions/sub-7')).toMatchObject({
      body: { state: 'ACTIVE', cycle: { number: 1, outcome: 'PAID' } },
    })
    await until(inIndia('2027-02-10', '06:00'))
    expect(await debited()).toEqual(['sub-7-2-1'])
    expect(await call('POST /plans/coffee/archive')).toMatchObject({ body: { archivedAtMs: expect.any(Number) } })
  })

  it('pauses, resumes, skips, changes the price, renews the mandate and cancels', async () => {
    const { call, activate } = await openApi()
    await activate({ maxAmount: 49_900 as never })
    const untilMs = inIndia('2027-02-01')
    expect((await call('POST /subscriptions/sub-7/pause', { untilMs })).body).toMatchObject({
      state: 'PAUSED',
      pause: { untilMs },
    })
    expect((await call('POST /subscriptions/sub-7/resume')).body).toMatchObject({ state: 'ACTIVE' })
    expect((await call('POST /subscriptions/sub-7/skip')).body).toMatchObject({ cycle: { number: 2 } })
    expect((await call('POST /subscriptions/sub-7/change-amount', { amount: 29_900 })).body).toMatchObject({
      amount: 29_900,
    })
    expect(await call('POST /subscriptions/sub-7/change-amount', { amount: 99_900 })).toMatchObject({
      status: 409,
      body: { code: 'ABOVE_MANDATE', field: 'amount', message: expect.stringContaining('renew the mandate') },
    })
    const renewal = { redirectUrl: REDIRECT_URL, maxAmount: 99_900 }
    expect((await call('POST /subscriptions/sub-7/renew-mandate', renewal)).body).toMatchObject({
      subscription: { state: 'ACTIVE' },
      redirectUrl: expect.any(String),
    })
    expect((await call('POST /subscriptions/sub-7/cancel', { at: 'cycle-end' })).body).toMatchObject({
      state: 'ACTIVE',
      cancel: { at: 'cycle-end' },
    })
  })

  it('takes no body for the defaults of a pause and a cancellation', async () => {
    const { call, activate } = await openApi()
    await activate()
    expect(await call('POST /subscriptions/sub-7/pause')).toMatchObject({ status: 200, body: { state: 'PAUSED' } })
    expect(await call('POST /subscriptions/sub-7/cancel')).toMatchObject({ status: 200, body: { state: 'CANCELLED' } })
  })

  it('lists plans, the newest first, page by page', async () => {
    const { call } = await openApi()
    for (const planId of ['coffee', 'milk']) await call('POST /plans', { ...PLAN, planId })
    const first = await call('GET /plans?limit=2')
    const second = await call(`GET /plans?limit=2&after=${first.body.next}`)
    const idsOf = ({ body }: typeof first) => (body.rows as { planId: string }[]).map(({ planId }) => planId)
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual(['coffee', 'milk', 'tea'])
    expect([idsOf(first).length, second.body.next]).toEqual([2, undefined])
    expect(await call('GET /plans?limit=501')).toMatchObject({ status: 400, body: { field: 'limit' } })
  })

  it('lists subscriptions by state and plan, page by page', async () => {
    const { call } = await openApi()
    for (const subscriptionId of ['sub-1', 'sub-2', 'sub-3'])
      await call('POST /subscriptions', { ...START, subscriptionId })
    const idsOf = ({ body }: { body: Record<string, unknown> }) =>
      (body.rows as { subscriptionId: string }[]).map(({ subscriptionId }) => subscriptionId)
    const first = await call('GET /subscriptions?state=CREATED&planId=tea&limit=2')
    expect(idsOf(first)).toEqual(['sub-3', 'sub-2'])
    const second = await call(`GET /subscriptions?limit=2&after=${first.body.next}`)
    expect([idsOf(second), second.body.next]).toEqual([['sub-1'], undefined])
    expect(idsOf(await call('GET /subscriptions?state=ACTIVE'))).toEqual([])
  })

  it.each([
    ['GET /subscriptions?state=OPEN', undefined, 400, { code: 'INVALID_REQUEST', field: 'state' }],
    ['GET /subscriptions/none', undefined, 404, { code: 'NOT_FOUND' }],
    ['GET /plans/none', undefined, 404, { code: 'NOT_FOUND' }],
    ['POST /plans/none/archive', undefined, 404, { code: 'NOT_FOUND' }],
    [
      'POST /plans',
      { ...PLAN, planId: 'x', frequency: 'HOURLY' },
      400,
      { code: 'INVALID_REQUEST', field: 'frequency' },
    ],
    ['POST /plans', { ...PLAN, planId: 'x', amount: 1.5 }, 400, { code: 'INVALID_REQUEST', field: 'amount' }],
    ['POST /subscriptions', { ...START, planId: 'none' }, 404, { code: 'NOT_FOUND', field: 'planId' }],
    ['POST /subscriptions', { ...START, phone: '1' }, 400, { code: 'INVALID_REQUEST', field: 'phone' }],
    [
      'POST /subscriptions',
      { ...START, payer: { mail: 'a@b.example' } },
      400,
      { field: 'payer.mail', message: 'payer.mail: is not known' },
    ],
    ['POST /payers/preview', { email: 'a@b.example' }, 400, { field: 'email' }],
    ['GET /subscriptions?plan=tea', undefined, 400, { field: 'plan' }],
    ['POST /plans', undefined, 415, { code: 'NOT_JSON' }],
    ['POST /subscriptions/none/pause', { untilMs: 5 }, 400, { code: 'INVALID_REQUEST', field: 'untilMs' }],
    ['POST /subscriptions/none/cancel', { at: 'later' }, 400, { code: 'INVALID_REQUEST', field: 'at' }],
  ])('refuses %s with %j', async (route, body, status, refusal) => {
    const { call } = await openApi()
    expect(await call(route, body)).toMatchObject({ status, body: refusal })
  })

  it('records each change that a key makes, and none that changes nothing', async () => {
    const { call, gateway, activate, rows } = await openApi()
    await activate({ maxAmount: 49_900 as never })
    const { key } = await gateway.apiKeys.create({ name: 'shop', scopes: ['subscriptions'] })
    const change = async (route: string, body?: object) =>
      expect([route, (await call(route, body, key)).status]).toEqual([route, 200])
    const plan = { ...PLAN, planId: 'coffee' }
    for (const _ of ['once', 'again']) await change('POST /plans', plan)
    for (const _ of ['once', 'again']) await change('POST /plans/coffee/archive')
    await change('POST /subscriptions/sub-7/pause', { untilMs: inIndia('2027-02-01') })
    for (const _ of ['once', 'again']) await change('POST /subscriptions/sub-7/resume')
    await change('POST /subscriptions/sub-7/skip')
    for (const _ of ['once', 'again']) await change('POST /subscriptions/sub-7/change-amount', { amount: 29_900 })
    const renewal = { redirectUrl: REDIRECT_URL, maxAmount: 99_900 }
    for (const _ of ['once', 'again']) await change('POST /subscriptions/sub-7/renew-mandate', renewal)
    for (const _ of ['once', 'again']) await change('POST /subscriptions/sub-7/cancel', { at: 'cycle-end' })
    const entries = await rows<{ what: string; id: string; before: object | null; after: object | null }>(
      `select "what", "id", "before", "after" from galla.audit where "who" = 'key:shop' order by "auditId"`,
    )
    expect(entries.map(({ id, what }) => `${id} ${what}`)).toEqual([
      'coffee created the plan',
      'coffee archived the plan',
      'sub-7 paused the subscription',
      'sub-7 resumed the subscription',
      'sub-7 left a cycle out',
      'sub-7 changed the price',
      'sub-7 asked the payer for a new mandate',
      'sub-7 cancelled the subscription',
    ])
    expect(entries[2]).toMatchObject({
      before: { state: 'ACTIVE' },
      after: { state: 'PAUSED', pauseEndsAtMs: inIndia('2027-02-01') },
    })
    expect(entries[5]).toMatchObject({ before: { amount: 19_900 }, after: { amount: 29_900 } })
    expect(entries[6]).toMatchObject({ before: { maxAmount: 49_900 }, after: { maxAmount: 99_900 } })
    // The merchant's own process keeps its own records.
    await gateway.subscriptions.cancel('sub-7')
    expect(
      await rows(`select 1 from galla.audit where "kind" in ('plan', 'plan-subscription') and "who" = 'program'`),
    ).toEqual([])
  })

  it('says how subscriptions are turned on where they are not', async () => {
    const { gateway } = await createTestGateway({ gateway: { merchant } })
    const call = callerOf(gateway)
    for (const route of ['GET /plans', 'GET /subscriptions', 'POST /subscriptions/sub-7/skip'])
      expect(await call(route)).toMatchObject({
        status: 404,
        body: { code: 'NO_SUBSCRIPTIONS', message: expect.stringContaining('GALLA_SUBSCRIPTIONS=true') },
      })
  })
})
