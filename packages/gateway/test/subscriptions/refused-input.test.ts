import { expect, it } from 'vitest'
import { inIndia, openSubscriptionShop, PLAN, START } from '../helpers/subscription-shop.ts'
import { REDIRECT_URL, setupTestGateways } from '../helpers/test-gateway.ts'

const KEY = 'the-key-of-the-shop-0123456789abcdef'
const createTestGateway = setupTestGateways()

/** A shop with an active subscription, and the merchant API. A text is sent as it is. */
async function openApi() {
  const shop = await openSubscriptionShop(createTestGateway, {
    gateway: { merchant: { keys: [KEY], path: '/merchant' } },
  })
  await shop.activate({ maxAmount: 49_900 as never })
  const call = async (route: string, body?: unknown, key = KEY) => {
    const [method = '', path = ''] = route.split(' ')
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(`http://127.0.0.1:4600/merchant${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: text }),
    })
    const response = await shop.gateway.merchant.fetch(request, { address: '127.0.0.1' })
    const answer = await response.text()
    try {
      return { status: response.status, body: JSON.parse(answer) as Record<string, unknown> }
    } catch {
      return { status: response.status, body: { code: `not JSON: ${answer.slice(0, 80)}` } as Record<string, unknown> }
    }
  }
  return { ...shop, call }
}

const HUGE = 'x'.repeat(50_000)
const RENEWAL = { redirectUrl: REDIRECT_URL }
/** Route, body, and the field that the refusal names; null: a refusal without a field. */
const BAD: readonly (readonly [string, unknown, string | null])[] = [
  ['POST /plans', { ...PLAN, planId: 'a'.repeat(41) }, 'planId'],
  ['POST /plans', { ...PLAN, planId: 'a b' }, 'planId'],
  ['POST /plans', { ...PLAN, planId: 7 }, 'planId'],
  ['POST /plans', { ...PLAN, planId: 'constructor' }, 'planId'],
  ['POST /plans', { ...PLAN, planId: 'x', name: HUGE }, 'name'],
  ['POST /plans', { ...PLAN, planId: 'x', name: ' ' }, 'name'],
  ['POST /plans', { ...PLAN, planId: 'x', name: 'a\u0000b' }, 'name'],
  ['POST /plans', { ...PLAN, planId: 'x', name: '\ud800' }, 'name'],
  ['POST /plans', { ...PLAN, planId: 'x', amount: 99 }, 'amount'],
  ['POST /plans', { ...PLAN, planId: 'x', amount: 1_500_001 }, 'amount'],
  ['POST /plans', { ...PLAN, planId: 'x', amount: '19900' }, 'amount'],
  ['POST /plans', { ...PLAN, planId: 'x', amount: null }, 'amount'],
  ['POST /plans', { ...PLAN, planId: 'x', frequency: 'ON_DEMAND' }, 'frequency'],
  ['POST /plans', { ...PLAN, planId: 'x', frequency: 'toString' }, 'frequency'],
  ['POST /plans', { ...PLAN, planId: 'x', trialDays: 1 }, 'trialDays'],
  ['POST /plans', { ...PLAN, planId: 'x', trialDays: -1 }, 'trialDays'],
  ['POST /plans', { ...PLAN, planId: 'x', trialDays: 1.5 }, 'trialDays'],
  ['POST /plans', { ...PLAN, planId: 'x', cycles: 0 }, 'cycles'],
  ['POST /plans', { ...PLAN, planId: 'x', cycles: '3' }, 'cycles'],
  ['POST /plans', { ...PLAN, planId: 'x', cycles: null }, 'cycles'],
  ['POST /plans', { ...PLAN, planId: 'x', price: 5 }, 'price'],
  ['POST /plans', '{"planId":"x","planId":"y"}', null],
  ['POST /plans', '{"planId":', null],
  ['POST /plans', [], null],
  ['POST /plans', 'null', null],
  ['POST /subscriptions', { ...START, subscriptionId: 's', maxAmount: 100 }, 'maxAmount'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', maxAmount: '49900' }, 'maxAmount'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', maxAmount: 1e21 }, 'maxAmount'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', redirectUrl: undefined }, 'redirectUrl'],
  ['POST /subscriptions', { ...START, subscriptionId: 'a'.repeat(41) }, 'subscriptionId'],
  ['POST /subscriptions', { ...START, subscriptionId: '' }, 'subscriptionId'],
  ['POST /subscriptions', { ...START, subscriptionId: '__proto__' }, 'subscriptionId'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', payer: 'asha' }, 'payer'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', payer: null }, 'payer'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', payer: { name: HUGE } }, 'payer.name'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', payer: { name: 7 } }, 'payer.name'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', payer: { email: 'a@b.example\nBcc: c' } }, 'payer.email'],
  ['POST /subscriptions', { ...START, subscriptionId: 's', planId: undefined }, 'planId'],
  ['POST /subscriptions', { ...START, redirectUrl: 'https://other.example/' }, 'redirectUrl'],
  ['POST /subscriptions', { ...START, maxAmount: 39_900 }, 'maxAmount'],
  ['POST /subscriptions/sub-7/pause', { untilMs: 5 }, 'untilMs'],
  ['POST /subscriptions/sub-7/pause', { untilMs: '5' }, 'untilMs'],
  ['POST /subscriptions/sub-7/pause', { untilMs: null }, 'untilMs'],
  ['POST /subscriptions/sub-7/pause', { until: 5 }, 'until'],
  ['POST /subscriptions/sub-7/resume', { now: true }, 'now'],
  ['POST /subscriptions/sub-7/skip', { cycle: 1.5 }, 'cycle'],
  ['POST /subscriptions/sub-7/skip', { cycle: '2' }, 'cycle'],
  ['POST /subscriptions/sub-7/skip', { cycle: -1 }, 'cycle'],
  ['POST /subscriptions/sub-7/skip', { cycle: 9 }, 'cycle'],
  ['POST /subscriptions/sub-7/skip', { number: 2 }, 'number'],
  ['POST /subscriptions/sub-7/cancel', { at: null }, 'at'],
  ['POST /subscriptions/sub-7/cancel', { at: 'cycle-end', when: 1 }, 'when'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 99 }, 'amount'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 149.5 }, 'amount'],
  ['POST /subscriptions/sub-7/change-amount', {}, 'amount'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 49_901 }, 'amount'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 49_900, prorate: true }, 'amount'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 14_900, prorate: 'yes' }, 'prorate'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 14_900, prorate: null }, 'prorate'],
  ['POST /subscriptions/sub-7/change-amount', { amount: 14_900, proRate: true }, 'proRate'],
  ['POST /subscriptions/sub-7/renew-mandate', { ...RENEWAL, maxAmount: 19_899 }, 'maxAmount'],
  ['POST /subscriptions/sub-7/renew-mandate', { ...RENEWAL, maxAmount: 1_500_001 }, 'maxAmount'],
  ['POST /subscriptions/sub-7/renew-mandate', {}, 'redirectUrl'],
  ['POST /subscriptions/sub-7/renew-mandate', { redirectUrl: 7 }, 'redirectUrl'],
  ['POST /subscriptions/none/skip', {}, null],
  ['POST /subscriptions/none/change-amount', { amount: 19_900 }, null],
  ['POST /subscriptions/none/renew-mandate', RENEWAL, null],
  ['POST /subscriptions/none/payer-tokens', undefined, null],
  ['POST /subscriptions/constructor/skip', {}, 'subscriptionId'],
  ['POST /subscriptions/%00/skip', {}, null],
  ['POST /subscriptions/a%2Fb/skip', {}, 'subscriptionId'],
  ['GET /subscriptions?limit=0', undefined, 'limit'],
  ['GET /subscriptions?limit=1e2', undefined, 'limit'],
  ['GET /subscriptions?limit=1&limit=2', undefined, 'limit'],
  ['GET /subscriptions?after=nonsense', undefined, 'after'],
  ['GET /subscriptions?planId=%00', undefined, null],
  ['GET /subscriptions?state=', undefined, 'state'],
  ['GET /plans?after=%00', undefined, null],
  ['GET /plans?state=ACTIVE', undefined, 'state'],
  ['POST /mandates/import', {}, 'subscriptionId'],
  ['POST /mandates/import', importing({ nextCycleOn: '2027-02-30' }), 'nextCycleOn'],
  ['POST /mandates/import', importing({ nextCycleOn: '2026-02-10' }), 'nextCycleOn'],
  ['POST /mandates/import', importing({ nextCycleOn: 20270210 }), 'nextCycleOn'],
  ['POST /mandates/import', importing({ merchantSubscriptionId: 'a/b' }), 'merchantSubscriptionId'],
  ['POST /mandates/import', importing({ setupOrderId: '../x' }), 'setupOrderId'],
  ['POST /mandates/import', importing({ cyclesLeft: 0 }), 'cyclesLeft'],
  ['POST /mandates/import', importing({ planId: 'none' }), 'planId'],
  [
    'POST /mandates/import',
    importing({ merchantSubscriptionId: 'sub-7-m1', setupOrderId: 'sub-7-1-1' }),
    'merchantSubscriptionId',
  ],
]

function importing(other: object): object {
  return {
    ...{ subscriptionId: 'imported', planId: 'tea', merchantSubscriptionId: 'club-8', setupOrderId: 'club-8-setup' },
    nextCycleOn: '2027-02-10',
    ...other,
  }
}

it('each bad request to the merchant API is refused with the field that is wrong, and changes nothing', async () => {
  const { call, rows, gateway } = await openApi()
  const state = async () => [
    await gateway.subscriptions.get('sub-7'),
    await rows('select count(*)::int from galla.plan_subscriptions'),
    await rows('select count(*)::int from galla.plans'),
  ]
  const before = await state()
  const wrong: string[] = []
  for (const [route, body, field] of BAD) {
    const answer = await call(route, body)
    const { code, message, field: named } = answer.body
    const isRefused = answer.status >= 400 && answer.status < 500 && typeof code === 'string'
    const hasText = typeof message === 'string' && message.length > 10 && message.length < 1_000
    if (!isRefused || !hasText || (field !== null && named !== field))
      wrong.push(
        `${route} ${JSON.stringify(body)?.slice(0, 120)} → ${answer.status} ${code} ${named}: ${String(message).slice(0, 200)}; expected ${field}`,
      )
  }
  expect(wrong).toEqual([])
  expect(await state()).toEqual(before)
})

it('a key with other scopes changes no subscription, and reads none without the scope read', async () => {
  const { call, gateway } = await openApi()
  const before = await gateway.subscriptions.get('sub-7')
  const { key: reader } = await gateway.apiKeys.create({
    name: 'reader',
    scopes: ['read', 'orders', 'refunds'] as never,
  })
  const { key: biller } = await gateway.apiKeys.create({ name: 'biller', scopes: ['subscriptions'] })
  const changes: [string, unknown][] = [
    ['POST /plans', { ...PLAN, planId: 'x' }],
    ['POST /plans/tea/archive', undefined],
    ['POST /subscriptions', { ...START, subscriptionId: 'x' }],
    ['POST /mandates/import', importing({})],
    ['POST /subscriptions/sub-7/payer-tokens', undefined],
    ['POST /subscriptions/sub-7/pause', { untilMs: inIndia('2027-02-01') }],
    ['POST /subscriptions/sub-7/resume', undefined],
    ['POST /subscriptions/sub-7/skip', {}],
    ['POST /subscriptions/sub-7/cancel', {}],
    ['POST /subscriptions/sub-7/change-amount', { amount: 14_900 }],
    ['POST /subscriptions/sub-7/renew-mandate', RENEWAL],
  ]
  for (const [route, body] of changes)
    expect([route, await call(route, body, reader)]).toMatchObject([
      route,
      { status: 403, body: { code: 'SCOPE_MISSING', message: expect.stringContaining('subscriptions') } },
    ])
  for (const route of ['GET /plans', 'GET /plans/tea', 'GET /subscriptions', 'GET /subscriptions/sub-7'])
    expect([route, await call(route, undefined, biller)]).toMatchObject([
      route,
      { status: 403, body: { code: 'SCOPE_MISSING' } },
    ])
  expect(await gateway.subscriptions.get('sub-7')).toEqual(before)
})
