import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { MAX_AMOUNT } from '../../src/domain/order-rules.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HUGE = Number.MAX_SAFE_INTEGER as Paise

/** Statuses of console pages that add amounts up, or list them. */
const pagesOf = (testGateway: TestGateway) =>
  withProcesses(testGateway, 1, async ([context]) => {
    const { request } = await createTestConsole(context as GatewayContext, await testPassword())
    const statuses: number[] = []
    for (const path of ['/api/overview', '/api/orders', '/api/orders.csv', '/api/ledger.csv'])
      statuses.push((await request(path)).status)
    return statuses
  })

describe('amounts', () => {
  it.each([[HUGE], [(MAX_AMOUNT + 1) as Paise]])(
    'of %d paise are refused before anything is stored',
    async (amount) => {
      const testGateway = await createTestGateway()
      await expect(testGateway.gateway.orders.start({ ...CART, amount })).rejects.toMatchObject({ field: 'amount' })
      expect(await testGateway.rows('select 1 from galla.orders')).toEqual([])
    },
  )

  it('up to the largest allowed one have an exact sum', async () => {
    const testGateway = await createTestGateway()
    const { orders } = testGateway.gateway
    for (let n = 0; n < 20; n += 1) {
      const merchantOrderId = `order-${n}`
      await orders.start({ ...CART, reference: merchantOrderId, merchantOrderId, amount: MAX_AMOUNT as Paise })
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    }
    await testGateway.drainJobs()
    expect(await orders.get('order-7')).toMatchObject({ state: 'COMPLETED', refundableAmount: MAX_AMOUNT })
    expect(await pagesOf(testGateway)).toEqual([200, 200, 200, 200])
  })

  it('from the provider that are not valid put the order in review, and it stays readable', async () => {
    const attempt = (transactionId: string, amount: number) => ({
      ...{ transactionId, amount, state: 'COMPLETED', paymentMode: 'UPI_QR', timestamp: 1 },
    })
    const testGateway = await createTestGateway({
      wrapProvider: withChangedStatus('order', (status) =>
        status.state === 'COMPLETED'
          ? { ...status, paymentDetails: [attempt('OM1', AMOUNT), attempt('OM2', HUGE)] }
          : status,
      ),
    })
    const { orders } = testGateway.gateway
    await orders.start({ ...CART, merchantOrderId: 'twice' })
    await testGateway.sandbox.simulatePayment('twice', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    expect((await orders.get('twice'))?.needsReview).toBeDefined()
    await withProcesses(testGateway, 1, async ([context]) => {
      const { request } = await createTestConsole(context as GatewayContext, await testPassword())
      const { version } = (await orders.get('twice')) ?? {}
      const body = { note: 'handled with the support', version }
      const response = await request('/api/orders/twice/resolve-review', { method: 'POST', body })
      expect(response.status).toBe(200)
    })
    await testGateway.advance(3_600_000)
    expect(await orders.get('twice')).toMatchObject({ amount: AMOUNT })
    expect(await pagesOf(testGateway)).toEqual([200, 200, 200, 200])
  })
})
