import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { payOrder } from '../helpers/paid-order.ts'
import { AMOUNT, CALLBACK_URL, SECRET, setupTestGateways } from '../helpers/test-gateway.ts'

const createTestGateway = setupTestGateways()
const DAY_MS = 86_400_000
const authorization = createHash('sha256').update(`${SECRET.username}:${SECRET.password}`).digest('hex')

describe('an order on legal hold', () => {
  it('keeps callbacks that name it by a payment or a refund only, and not those of another order', async () => {
    const testGateway = await createTestGateway({
      sandbox: { refundTiming: false },
      gateway: { policy: { erasePayerAfterDays: 30 } },
    })
    const { gateway, sandbox, drainJobs, rows } = testGateway
    const send = async (event: string, payload: object) => {
      const body = JSON.stringify({ event, payload })
      await gateway.fetch(new Request(CALLBACK_URL, { method: 'POST', body, headers: { authorization } }))
    }
    for (const id of ['held', 'other']) {
      await payOrder(testGateway, id)
      await gateway.refunds.request({ merchantRefundId: `cup-${id}`, merchantOrderId: id, amount: AMOUNT })
      await drainJobs()
      await sandbox.simulateRefund(`cup-${id}`, { outcome: 'SUCCESS' })
      await drainJobs()
      const { transactionId } = (await gateway.orders.get(id)) ?? {}
      const { refundId } = (await gateway.refunds.get(`cup-${id}`)) ?? {}
      const attempt = { transactionId, state: 'COMPLETED', amount: AMOUNT }
      await send('checkout.order.completed', { state: 'COMPLETED', amount: AMOUNT, paymentDetails: [attempt] })
      await send('pg.refund.completed', { refundId, state: 'COMPLETED', amount: AMOUNT })
      await drainJobs()
    }
    const withBody = () =>
      rows<{ subject: string; count: number }>(
        `select coalesce("merchantOrderId", 'by the provider''s ids') as "subject", count(*)::int as "count" from galla.callbacks
          where "body" is not null group by 1 order by 1`,
      )
    const before = await withBody()
    expect(before).toContainEqual({ subject: "by the provider's ids", count: 4 })
    await gateway.payers.hold({ merchantOrderId: 'held', reason: 'a dispute', by: 'Meena' })
    for (let month = 0; month < 2; month += 1) await testGateway.advance(31 * DAY_MS)
    expect(await withBody()).toEqual([
      { subject: "by the provider's ids", count: 2 },
      ...before.filter(({ subject }) => subject === 'held'),
    ])
    await gateway.payers.release('held')
    await gateway.runPendingJobs()
    expect(await withBody()).toEqual([])
  })
})
