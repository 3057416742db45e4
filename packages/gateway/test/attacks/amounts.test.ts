import type { Paise } from '@galla/contract/money'
import { describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../src/context.ts'
import { MAX_AMOUNT } from '../../src/domain/limits.ts'
import { rollUpOverview } from '../../src/services/finance/roll-ups.ts'
import { withChangedStatus } from '../helpers/changed-status.ts'
import { withProcesses } from '../helpers/paid-order.ts'
import { createTestConsole, testPassword } from '../helpers/test-console.ts'
import { AMOUNT, CART, setupTestGateways, type TestGateway } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const HUGE = Number.MAX_SAFE_INTEGER as Paise

/** The largest number that a total shows. */
const LARGEST = Number.MAX_SAFE_INTEGER

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

  it('of orders that nobody has paid are in no total, however large they are together', async () => {
    const testGateway = await createTestGateway()
    const nowMs = testGateway.sandbox.clock.now()
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs", "expiresAtMs")
        select 'unpaid-' || n, 'cart-' || n, 'CUSTOM', $1, 'FAILED', '{}', $2, $2, $2 from generate_series(1, 9100) n`,
      [MAX_AMOUNT, nowMs - 7_200_000],
    )
    expect(await pagesOf(testGateway)).toEqual([200, 200, 200, 200])
    await withProcesses(testGateway, 1, ([context]) => rollUpOverview(context as GatewayContext))
    const [counted] = await testGateway.rows(
      `select sum("count")::int as "orders", sum("amount")::int as "amount" from galla.order_counts`,
    )
    expect(counted).toEqual({ orders: 9_100, amount: 0 })
    expect(await pagesOf(testGateway)).toEqual([200, 200, 200, 200])
  })

  it('that are more together than a number can hold have a total that ends there', async () => {
    const testGateway = await createTestGateway()
    const nowMs = testGateway.sandbox.clock.now()
    const halfHourMs = 1_800_000
    const bucketMs = Math.floor(nowMs / halfHourMs - 4) * halfHourMs
    await testGateway.rows(
      `insert into galla.order_counts ("bucketMs", "paymentMode", "state", "paid", "failure", "count", "amount", "opened", "attempted", "attempts", "paidAttempts")
        select $1, mode, 'COMPLETED', true, '', 1, $2, 1, 1, 1, 1 from unnest('{CARD,UPI_QR}'::text[]) mode`,
      [bucketMs, LARGEST],
    )
    await testGateway.rows(`insert into galla.roll_ups values ('overview', $1, $2)`, [bucketMs + halfHourMs, nowMs])
    await testGateway.rows(
      `insert into galla.ledger_days ("dayMs", "kind", "origin", "entries", "amount")
        select $1::bigint - n::bigint * 86400000, 'capture', '', 1, $2 from generate_series(60, 61) n`,
      [nowMs, LARGEST],
    )
    await withProcesses(testGateway, 1, async ([context]) => {
      const { request, json } = await createTestConsole(context as GatewayContext, await testPassword())
      const span = `fromMs=${bucketMs}&toMs=${bucketMs + 86_400_000}`
      expect(await json(`/api/overview?${span}`)).toMatchObject({ orders: 2, grossVolume: LARGEST })
      expect(await json('/api/finance')).toMatchObject({ openingBalance: LARGEST, closingBalance: LARGEST })
      const rows = Array.from({ length: 11 }, (_, n) => `unknown-${n},900000000000000`)
      const text = `merchantOrderId,amountPaise\n${rows.join('\n')}`
      const uploaded = await request('/api/refund-files', { method: 'POST', body: { name: 'returns.csv', text } })
      expect(uploaded.status).toBe(200)
      expect(await json('/api/refund-files')).toMatchObject({ rows: [{ name: 'returns.csv' }] })
    })
  })
})
