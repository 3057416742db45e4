import type { AuditEntry } from '@galla/contract/gateway-api/audit'
import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import type {
  ComingDay,
  ListedPlan,
  ListedSubscription,
  SubscriptionFigures,
  SubscriptionStory,
} from '@galla/contract/gateway-api/console-subscriptions'
import type { Page } from '@galla/contract/gateway-api/orders'
import { SUBSCRIPTION_CALLBACK_TYPES } from '@galla/contract/provider/subscriptions'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { subscriptions } from '../src/subscriptions.ts'
import { CONSOLE_PASSWORD, callConsole, logInAt, setupConsoles } from './helpers/console-gateway.ts'
import { setUpElsewhere } from './helpers/foreign-mandate.ts'
import { post } from './helpers/posted-callbacks.ts'
import { HOUR_MS, inIndia, openSubscriptionShop, PLAN } from './helpers/subscription-shop.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()

/** A gateway with subscriptions, and a console in which the admin is logged in. The provider debits at any hour. */
async function openShop() {
  const shop = await openSubscriptionShop(createTestGateway, {
    gateway: { console: { password: CONSOLE_PASSWORD, providerUrl: 'http://127.0.0.1:4500' } },
  })
  const login = () => logInAt(shop.gateway, { password: CONSOLE_PASSWORD })
  const request = async (method: string, path: string, body?: object) =>
    callConsole(shop.gateway, path, {
      method,
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      headers: await login(),
    })
  const get = async <Reply>(path: string) => (await (await request('GET', path)).json()) as Reply
  const post = async <Reply>(path: string, body?: object) => (await (await request('POST', path, body)).json()) as Reply
  const list = async (query = '') => (await get<Page<ListedSubscription>>(`/plan-subscriptions${query}`)).rows
  const story = (id = 'sub-7') => get<SubscriptionStory>(`/plan-subscriptions/${id}`)
  return { ...shop, request, get, post, list, story }
}

/** Every debit of the sandbox fails from now on. */
const failDebits = ({ sandbox }: Awaited<ReturnType<typeof openShop>>) =>
  sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9', next: 100 })

describe('the console', () => {
  it('lists a subscription with its plan, the next debit and its state', async () => {
    const { activate, list } = await openShop()
    await activate()
    expect(await list()).toMatchObject([
      {
        subscriptionId: 'sub-7',
        planName: 'Tea every month',
        state: 'ACTIVE',
        nextDebit: { atMs: inIndia('2027-02-10'), amount: 19_900, cycle: 2 },
      },
    ])
    expect((await list())[0]).not.toHaveProperty('failedDebit')
  })

  it('filters by state, plan and the begin of an id, page by page', async () => {
    const { gateway, activate, list, get, request } = await openShop()
    await gateway.plans.create({ ...PLAN, planId: 'coffee', name: 'Coffee' })
    await activate()
    await gateway.subscriptions.start({
      subscriptionId: 'other_1',
      planId: 'coffee',
      redirectUrl: 'https://shop.example/x',
    })
    await gateway.subscriptions.start({
      subscriptionId: 'other-2',
      planId: 'tea',
      redirectUrl: 'https://shop.example/x',
    })
    const ids = async (query: string) => (await list(query)).map(({ subscriptionId }) => subscriptionId)
    expect(await ids('?state=ACTIVE')).toEqual(['sub-7'])
    expect(await ids('?planId=coffee')).toEqual(['other_1'])
    expect(await ids('?search=other_')).toEqual(['other_1'])
    expect(await ids('?search=ther')).toEqual([])
    const first = await get<Page<ListedSubscription>>('/plan-subscriptions?limit=2')
    const second = await get<Page<ListedSubscription>>(`/plan-subscriptions?limit=2&after=${first.next}`)
    expect([...first.rows, ...second.rows].map((one) => one.subscriptionId).sort()).toEqual([
      'other-2',
      'other_1',
      'sub-7',
    ])
    const refused = await request('GET', '/plan-subscriptions?state=LATE')
    expect([refused.status, await refused.json()]).toMatchObject([400, { field: 'state' }])
  })

  it('tells the story of a subscription: cycles with their orders and tries, events, and the next step', async () => {
    const { activate, until, story } = await openShop()
    await activate()
    await until(inIndia('2027-02-10', '06:00'))
    const { subscription, cycles, events, next } = await story()
    expect(subscription).toMatchObject({ state: 'ACTIVE', nextDebit: { atMs: inIndia('2027-03-10'), cycle: 3 } })
    expect(cycles).toMatchObject([
      {
        number: 2,
        outcome: 'PAID',
        startsAtMs: inIndia('2027-02-10'),
        orders: [{ merchantOrderId: 'sub-7-2-1', state: 'COMPLETED', isSetup: false, tries: [{}] }],
      },
      { number: 1, outcome: 'PAID', orders: [{ merchantOrderId: 'sub-7-1-1', isSetup: true, tries: [] }] },
    ])
    expect(events.map(({ event }) => event)).toEqual([
      'subscription.charge_completed',
      'subscription.charge_upcoming',
      'subscription.charge_completed',
      'subscription.activated',
    ])
    expect(next).toEqual({ kind: 'open-cycle', atMs: inIndia('2027-03-08', '12:00') })
  })

  it('finds a subscription by any id of it and of its mandates', async () => {
    const { gateway, sandbox, activate, get } = await openShop()
    await activate()
    await setUpElsewhere(sandbox)
    await gateway.subscriptions.importMandate({
      subscriptionId: 'box_8',
      planId: 'tea',
      merchantSubscriptionId: 'club-8',
      setupOrderId: 'club-8-setup',
      nextCycleOn: '2027-02-10',
    })
    await gateway.subscriptions.renewMandate('sub-7', { redirectUrl: 'https://shop.example/x' })
    const found = async (text: string) => {
      const { hits } = await get<{ hits: SearchHit[] }>(`/search?q=${encodeURIComponent(text)}`)
      return hits.filter(({ kind }) => kind === 'subscription').map(({ id, foundBy }) => `${id} ${foundBy}`)
    }
    const { hits } = await get<{ hits: SearchHit[] }>('/search?q=sub-7')
    expect(hits).toEqual([
      {
        kind: 'subscription',
        id: 'sub-7',
        foundBy: 'subscriptionId',
        title: 'Tea every month',
        state: 'ACTIVE',
        amount: 19_900,
        atMs: inIndia('2027-01-10', '11:00'),
      },
    ])
    expect(await found('sub-')).toEqual(['sub-7 subscriptionId'])
    expect(await found('x_8')).toEqual(['box_8 subscriptionId'])
    expect(await found('ub-7')).toEqual(['sub-7 subscriptionId'])
    expect(await found('b-7')).toEqual(['sub-7 subscriptionId'])
    for (const mandate of ['sub-7-m1', 'sub-7-m2', 'sub-7-m'])
      expect(await found(mandate)).toEqual(['sub-7 merchantSubscriptionId'])
    expect(await found('club-8')).toEqual(['box_8 merchantSubscriptionId'])
    for (const [id, mandate] of [
      ['sub-7', 'sub-7-m1'],
      ['box_8', 'club-8'],
    ] as const) {
      const { subscriptionId: providerId } = await sandbox.mandate(mandate)
      expect(await found(providerId)).toEqual([`${id} providerId`])
      expect(await found(providerId.slice(0, -1))).toContain(`${id} providerId`)
    }
    expect(await found('OMS')).toHaveLength(2)
    expect(await found('nobody')).toEqual([])
  })

  it('says that there is no such subscription', async () => {
    const { request } = await openShop()
    const response = await request('GET', '/plan-subscriptions/nobody')
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
  })

  it('plans the debits of seven days, of every plan together', async () => {
    const { gateway, activate, get, until } = await openShop()
    await gateway.plans.create({
      ...PLAN,
      planId: 'weekly',
      name: 'A box a week',
      frequency: 'WEEKLY',
      amount: inr('90'),
    })
    await activate()
    await activate({ subscriptionId: 'sub-8' })
    await activate({ subscriptionId: 'box', planId: 'weekly' })
    await until(inIndia('2027-02-05', '12:00'))
    const { days } = await get<{ days: ComingDay[] }>('/plan-subscriptions/coming')
    expect(days.map(({ day, debits, amount }) => `${day.slice(5)} ${debits} ${amount}`)).toEqual([
      '02-05 0 0',
      '02-06 0 0',
      '02-07 1 9000',
      '02-08 0 0',
      '02-09 0 0',
      '02-10 2 39800',
      '02-11 0 0',
    ])
  })

  it('has in its queue what is past due, with the reason and the next try, and then what is halted', async () => {
    const shop = await openShop()
    const { activate, until, list, get } = shop
    await activate()
    await activate({ subscriptionId: 'paid' })
    await shop.gateway.subscriptions.pause('paid')
    await failDebits(shop)
    await until(inIndia('2027-02-11', '09:00'))
    const [row, ...others] = await list('?dunning=true')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      subscriptionId: 'sub-7',
      state: 'PAST_DUE',
      failedDebit: { merchantOrderId: 'sub-7-2-1', detailedErrorCode: 'Z9', failedTries: 4 },
    })
    expect(row?.nextDebit?.atMs).toBeGreaterThan(inIndia('2027-02-11', '09:00'))
    await until(inIndia('2027-03-05'))
    const [halted] = await list('?dunning=true')
    expect(halted).toMatchObject({ state: 'HALTED', haltedFor: 'debits-failed' })
    expect(halted).not.toHaveProperty('nextDebit')
    const { months } = await get<SubscriptionFigures>('/plan-subscriptions/figures')
    expect(months.at(-2)).toMatchObject({ month: '2027-02', failed: 1, recovered: 0, open: 0 })
  })

  it('counts active subscriptions, monthly revenue, cancellations and debits that succeeded after a failure', async () => {
    const shop = await openShop()
    const { gateway, sandbox, activate, until, get, pass } = shop
    await gateway.plans.create({
      ...PLAN,
      planId: 'yearly',
      name: 'Tea for a year',
      frequency: 'YEARLY',
      amount: inr('1200'),
    })
    await gateway.plans.create({ ...PLAN, planId: 'trial', name: 'Tea on trial', trialDays: 60 })
    await activate()
    await activate({ subscriptionId: 'year', planId: 'yearly' })
    await activate({ subscriptionId: 'gone' })
    await activate({ subscriptionId: 'trial', planId: 'trial' })
    await until(inIndia('2027-02-02'))
    await gateway.subscriptions.cancel('gone')
    await pass(HOUR_MS)
    await sandbox.queueOutcome({ outcome: 'FAILURE', errorCode: 'Z9' })
    await until(inIndia('2027-02-12'))
    const figures = await get<SubscriptionFigures>('/plan-subscriptions/figures')
    expect(figures).toMatchObject({ active: 3, trials: 1, ending: 0, monthlyRevenue: 19_900 + 10_000 })
    expect(figures.states).toContainEqual({ state: 'CANCELLED', subscriptions: 1 })
    expect(figures.months.map(({ month }) => month)).toEqual([
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
    ])
    expect(figures.months.at(-1)).toEqual({
      month: '2027-02',
      before: 3,
      cancelled: 1,
      failed: 1,
      recovered: 1,
      open: 0,
      recoveredAmount: 19_900,
    })
    const { rows } = await get<{ rows: ListedPlan[] }>('/plans')
    expect(rows.map(({ planId, active, monthlyRevenue }) => `${planId} ${active} ${monthlyRevenue}`).sort()).toEqual([
      'tea 1 19900',
      'trial 1 0',
      'yearly 1 10000',
    ])
    await gateway.subscriptions.cancel('year', { at: 'cycle-end' })
    expect(await get('/plan-subscriptions/figures')).toMatchObject({ active: 3, ending: 1 })
  })

  it('pauses, resumes, leaves a cycle out and cancels, in the name of the person', async () => {
    const { activate, post, get, read } = await openShop()
    await activate()
    const path = '/plan-subscriptions/sub-7'
    const untilMs = inIndia('2027-05-01')
    expect(await post(`${path}/pause`, { untilMs })).toMatchObject({
      subscription: { state: 'PAUSED', pause: { untilMs } },
    })
    expect(await post(`${path}/resume`)).toMatchObject({ subscription: { state: 'ACTIVE' } })
    expect(await post(`${path}/skip`)).toMatchObject({ cycles: [{ number: 2, isSkipped: true }, { number: 1 }] })
    expect(await post(`${path}/cancel`, { at: 'cycle-end' })).toMatchObject({
      subscription: { cancel: { at: 'cycle-end' } },
    })
    expect((await read()).cancel?.at).toBe('cycle-end')
    const { rows } = await get<Page<AuditEntry>>('/audit?kind=plan-subscription')
    expect(rows.map(({ who, what, id }) => [who, what, id])).toEqual(
      ['cancelled the subscription', 'left a cycle out', 'resumed the subscription', 'paused the subscription'].map(
        (what) => ['admin', what, 'sub-7'],
      ),
    )
  })

  it('says when a cancellation would take effect: at the end of the paid cycle, or at once', async () => {
    const shop = await openShop()
    const { activate, until, post, story } = shop
    await activate()
    await activate({ subscriptionId: 'paid' })
    expect((await story('paid')).wouldEndAtMs).toBe(inIndia('2027-02-10'))
    expect(await post('/plan-subscriptions/paid/cancel', { at: 'cycle-end' })).not.toHaveProperty('wouldEndAtMs')
    await failDebits(shop)
    await until(inIndia('2027-02-11', '09:00'))
    expect((await story()).subscription.state).toBe('PAST_DUE')
    expect(await story()).not.toHaveProperty('wouldEndAtMs')
  })

  it('refuses a change that the state does not permit, and records nothing', async () => {
    const { gateway, request, get } = await openShop()
    await gateway.subscriptions.start({ subscriptionId: 'new', planId: 'tea', redirectUrl: 'https://shop.example/x' })
    const response = await request('POST', '/plan-subscriptions/new/pause')
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'SUBSCRIPTION_STATE' }])
    expect(await get('/audit?kind=plan-subscription')).toMatchObject({ rows: [] })
  })
})

it('every callback about mandates and debits is a known event', async () => {
  const { testGateway, get } = await createGatewayWithConsole({ gateway: { subscriptions: subscriptions() } })
  const events = Object.keys(SUBSCRIPTION_CALLBACK_TYPES)
  for (const event of events) {
    const merchantSubscriptionId = 'sub-9-m1'
    await post(testGateway, event, {
      merchantSubscriptionId,
      merchantOrderId: 'sub-9-1-1',
      orderId: 'OMO1',
      state: 'ACTIVE',
      paymentFlow: { merchantSubscriptionId },
    })
  }
  await testGateway.drainJobs()
  expect(await get('/callbacks?unknownEvent=true')).toMatchObject({ rows: [] })
  const { rows } = await get<Page<CallbackRecord>>('/callbacks')
  expect(rows.map(({ event }) => event).sort()).toEqual(events.sort())
})

it('a gateway without subscriptions says how to turn them on', async () => {
  const { request, get } = await createGatewayWithConsole()
  const response = await request('GET', '/plan-subscriptions')
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { code: 'NOT_FOUND', message: expect.stringContaining('subscriptions() of @galla/gateway/subscriptions') },
  ])
  expect(await get('/about')).toMatchObject({ subscriptions: false })
})
