import type { Order } from '@galla/contract/gateway-api/orders'
import { describe, expect, it } from 'vitest'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { paidTwice, setupConsoles } from '../helpers/console-gateway.ts'
import { CART, type TestGateway, type TestGatewayOptions } from '../helpers/test-gateway.ts'

const { createTestGateway, createGatewayWithConsole } = setupConsoles()
const ORDER = { ...CART, merchantOrderId: 'mine' }

/** Counts status checks. */
function countedChecks(next: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => provider) {
  const state = { checks: 0 }
  const wrapProvider: NonNullable<TestGatewayOptions['wrapProvider']> = (provider) => {
    const wrapped = next(provider)
    return (url, init) => {
      if (String(url).includes('/status')) state.checks += 1
      return wrapped(url, init)
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
})
