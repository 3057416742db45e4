import type { Order } from '@galla/contract/gateway-api/orders'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { paidTwice, setupConsoles } from '../helpers/console-gateway.ts'
import { CART, type TestGateway, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
const ORDER = { ...CART, merchantOrderId: 'mine' }

/** Counts status checks; while `away` they fail. */
function countedChecks(next: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => provider) {
  const state = { checks: 0, away: false }
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => {
    const wrapped = next(provider)
    return async (url, init) => {
      if (!String(url).includes('/status')) return wrapped(url, init)
      state.checks += 1
      return state.away ? Response.json({}, { status: 503 }) : wrapped(url, init)
    }
  }
  return { state, wrapProvider }
}

async function reload({ gateway }: TestGateway, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await gateway.orders.sync('mine')
}

const pay = ({ sandbox }: TestGateway) => sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })

const decisionsOf = ({ rows }: TestGateway) =>
  rows<{ rule: string; kinds: string[] }>(
    `select "rule", jsonb_path_query_array("observations"::jsonb, '$[*].kind') as "kinds" from galla.decisions order by "decisionId"`,
  )

describe('the return page, reloaded by the payer', () => {
  it('leaves a review as the person read it who decides it', async () => {
    const { testGateway, get, request } = await createGatewayWithConsole({ wrapProvider: paidTwice })
    await testGateway.gateway.orders.start(ORDER)
    await pay(testGateway)
    await reload(testGateway, 1)
    const { order } = await get<{ order: Order }>('/orders/mine')
    expect(order.needsReview).toMatchObject({ reason: 'paid-twice' })
    const decided = await decisionsOf(testGateway)
    await reload(testGateway, 50)
    expect(await decisionsOf(testGateway)).toEqual(decided)
    const { version } = order
    const decision = { note: 'paid twice', refundSurplus: true, version }
    expect((await request('POST', '/orders/mine/resolve-review', decision)).status).toBe(200)
  })

  it('is recorded with what a check finds, and not without', async () => {
    const testGateway = await createTestGateway()
    const { order } = await testGateway.gateway.orders.start(ORDER)
    await reload(testGateway, 20)
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ version: order.version })
    await pay(testGateway)
    await reload(testGateway, 20)
    expect(await decisionsOf(testGateway)).toEqual([
      { rule: 'opened', kinds: ['response'] },
      { rule: 'completed-by-status', kinds: ['redirect', 'status'] },
    ])
    expect(await testGateway.gateway.orders.get('mine')).toMatchObject({ version: order.version + 1 })
  })

  it('is answered with one decision while the provider reports an earlier state', async () => {
    let state = 'PENDING'
    const wrapProvider = withChangedStatus('order', (status) => ({ ...status, state, paymentDetails: [] }))
    const testGateway = await createTestGateway({ wrapProvider })
    await testGateway.gateway.orders.start(ORDER)
    await testGateway.sandbox.setFaults({ profile: 'no-callbacks' })
    await pay(testGateway)
    state = 'COMPLETED'
    await reload(testGateway, 1)
    state = 'PENDING'
    await reload(testGateway, 20)
    state = 'FAILED'
    await testGateway.advance(10_000)
    await reload(testGateway, 20)
    expect((await decisionsOf(testGateway)).map(({ rule }) => rule)).toEqual([
      'opened',
      'completed-by-status',
      'never-backwards',
      'never-backwards',
    ])
  })

  it('asks the provider about a final order once in five seconds', async () => {
    const { state, wrapProvider } = countedChecks()
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway } = testGateway
    await gateway.orders.start(ORDER)
    await pay(testGateway)
    await reload(testGateway, 1)
    state.checks = 0
    await Promise.all(Array.from({ length: 20 }, () => gateway.orders.sync('mine')))
    await reload(testGateway, 20)
    expect(state.checks).toBe(1)
    await testGateway.advance(5_000)
    await reload(testGateway, 20)
    expect(state.checks).toBe(2)
  })

  it('shows what changed since the last check of a final order', async () => {
    let second = false
    const { state, wrapProvider } = countedChecks((provider) => {
      const changed = paidTwice(provider)
      return (url, init) => (second ? changed : provider)(url, init)
    })
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway } = testGateway
    await gateway.orders.start(ORDER)
    await pay(testGateway)
    await reload(testGateway, 2)
    await gateway.refunds.request({ merchantRefundId: 'r-1', merchantOrderId: 'mine', amount: CART.amount })
    expect(await gateway.orders.sync('mine')).toMatchObject({ refundableAmount: 0 })
    second = true
    await testGateway.advance(5_000)
    expect(await gateway.orders.sync('mine')).toMatchObject({ needsReview: { reason: 'paid-twice' } })
    expect(state.checks).toBeGreaterThan(2)
  })

  it('asks about an open order each time', async () => {
    const { state, wrapProvider } = countedChecks()
    const testGateway = await createTestGateway({ wrapProvider })
    await testGateway.gateway.orders.start(ORDER)
    state.checks = 0
    await reload(testGateway, 5)
    expect(state.checks).toBe(5)
  })

  it('does not put off the next poll while the provider is away', async () => {
    const { state, wrapProvider } = countedChecks()
    const testGateway = await createTestGateway({ wrapProvider })
    const { gateway, sandbox, advance } = testGateway
    await sandbox.setFaults({ profile: 'no-callbacks' })
    const { order } = await gateway.orders.start(ORDER)
    state.away = true
    await reload(testGateway, 14)
    expect(await gateway.orders.get('mine')).toMatchObject({ nextPollAtMs: order.nextPollAtMs, unansweredPolls: 1 })
    await advance(20_000)
    const polled = await gateway.orders.get('mine')
    expect(polled).toMatchObject({ unansweredPolls: 2 })
    await reload(testGateway, 14)
    expect(await gateway.orders.get('mine')).toMatchObject({ nextPollAtMs: polled?.nextPollAtMs, unansweredPolls: 2 })
    await pay(testGateway)
    state.away = false
    await advance((polled?.nextPollAtMs ?? 0) - sandbox.clock.now())
    expect(await gateway.orders.get('mine')).toMatchObject({ state: 'COMPLETED', resolution: 'fulfil' })
  })

  it('leaves no pause for after a review', async () => {
    const { state, wrapProvider } = countedChecks(paidTwice)
    const { testGateway, request } = await createGatewayWithConsole({ wrapProvider })
    const { gateway, sandbox, advance } = testGateway
    await sandbox.setFaults({ profile: 'no-callbacks' })
    await gateway.orders.start(ORDER)
    await pay(testGateway)
    await reload(testGateway, 1)
    state.away = true
    for (let n = 0; n < 14; n += 1) {
      await advance(5_000)
      await reload(testGateway, 1)
    }
    const version = (await gateway.orders.get('mine'))?.version
    expect((await request('POST', '/orders/mine/resolve-review', { note: 'given back', version })).status).toBe(200)
    await advance(1_000)
    const order = await gateway.orders.get('mine')
    expect(order).toMatchObject({ state: 'PENDING', unansweredPolls: 2 })
    expect(order?.nextPollAtMs).toBeLessThan(order?.expiresAtMs ?? 0)
  })
})
