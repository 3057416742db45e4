import { describe, expect, it } from 'vitest'
import * as callbacks from './helpers/posted-callbacks.ts'
import { attempt, changeableStatus, lastCallback, post, readOrder } from './helpers/posted-callbacks.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from './helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const createPaidOrder = () => callbacks.createPaidOrder(createTestGateway)
const HOUR_MS = 3_600_000

describe('a callback about a completed payment that names no order', () => {
  const report = (testGateway: TestGateway, paymentDetails: object[], state = 'COMPLETED') =>
    post(testGateway, 'checkout.order.completed', { state, amount: AMOUNT, paymentDetails })
  const waitForReview = async ({ advance }: TestGateway) => {
    for (let hour = 0; hour < 16; hour += 1) await advance(HOUR_MS)
  }

  /** An order whose status lists the payment `T-1` in `state`. */
  async function createOpenOrder() {
    const provider = changeableStatus()
    const testGateway = await createTestGateway({ wrapProvider: provider.wrapProvider as never })
    await testGateway.gateway.orders.start({ ...CART, merchantOrderId: 'one' })
    const list = (state: string) => {
      const paid = state === 'COMPLETED'
      provider.change = (status) => ({
        ...status,
        state: paid ? state : 'PENDING',
        paymentDetails: [{ ...attempt('T-1'), state }],
      })
    }
    return { provider, testGateway, list }
  }

  it('is a hint about the order that has the payment', async () => {
    const { testGateway, list } = await createOpenOrder()
    list('PENDING')
    await testGateway.gateway.orders.sync('one')
    list('COMPLETED')
    await report(testGateway, [attempt('T-1')])
    await testGateway.gateway.runPendingJobs()
    expect(await readOrder(testGateway)).toMatchObject({ state: 'COMPLETED', transactionId: 'T-1' })
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: expect.anything(),
      error: null,
      reason: null,
    })
  })

  it('is kept until a poll finds the payment', async () => {
    const { testGateway, list } = await createOpenOrder()
    await report(testGateway, [attempt('T-1')])
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: null, dueAtMs: expect.anything() })
    list('COMPLETED')
    await testGateway.advance(60_000)
    expect(await readOrder(testGateway)).toMatchObject({ state: 'COMPLETED', transactionId: 'T-1' })
    await testGateway.advance(60_000)
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), error: null })
  })

  it('puts the order of a payment that the provider reports with FAILED in review', async () => {
    const { provider, testGateway, list } = await createOpenOrder()
    const failed = (state: string) => (status: object) => ({
      ...status,
      state: 'FAILED',
      paymentDetails: [{ ...attempt('T-1'), state }],
    })
    list('PENDING')
    await testGateway.gateway.orders.sync('one')
    provider.change = failed('FAILED')
    await testGateway.gateway.orders.sync('one')
    provider.change = failed('COMPLETED')
    await report(testGateway, [attempt('T-1')])
    await testGateway.gateway.runPendingJobs()
    expect(await readOrder(testGateway)).toMatchObject({ state: 'FAILED', needsReview: { reason: 'contradiction' } })
  })

  it.each([
    ['an unknown payment', [attempt('T-only')]],
    ['a payment without an id', [{ state: 'COMPLETED', amount: AMOUNT }]],
    ['no payment', []],
  ])('needs review when it has %s', async (_, paymentDetails) => {
    const { testGateway } = await createPaidOrder()
    await report(testGateway, paymentDetails)
    await waitForReview(testGateway)
    expect(await lastCallback(testGateway)).toMatchObject({
      processedAtMs: null,
      dueAtMs: null,
      error: expect.stringMatching(/names no order/),
    })
  })

  it('of two orders is one about the order that it has completed', async () => {
    const { testGateway } = await createPaidOrder()
    await testGateway.gateway.orders.start({ ...CART, reference: 'other', merchantOrderId: 'another' })
    const [paid] = await testGateway.rows<{ attempts: { transactionId: string }[] }>(
      `select "attempts" from galla.orders where "merchantOrderId" = 'one'`,
    )
    await testGateway.rows(`update galla.orders set "attempts" = $1 where "merchantOrderId" = 'another'`, [
      JSON.stringify(paid?.attempts),
    ])
    await report(testGateway, paid?.attempts ?? [])
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), reason: null })
    expect(await readOrder(testGateway, 'another')).toMatchObject({ state: 'PENDING' })
  })

  it('is foreign when nothing was paid', async () => {
    const { testGateway } = await createPaidOrder()
    await report(testGateway, [{ ...attempt('T-failed'), state: 'FAILED' }], 'FAILED')
    await testGateway.gateway.runPendingJobs()
    expect(await lastCallback(testGateway)).toMatchObject({ processedAtMs: expect.anything(), reason: 'foreign' })
  })
})
