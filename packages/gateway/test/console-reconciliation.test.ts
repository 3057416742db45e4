import type { ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { withoutTriggers } from './helpers/by-hand.ts'
import { createPaidOrder, resetToPending, setupConsoles } from './helpers/console-gateway.ts'
import { CART, type TestGatewayOptions } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

describe('/reconciliation', () => {
  it('reports all seven kinds of discrepancy, repairs the repairable ones, and changes nothing at a second repair', async () => {
    let changeStatus = false
    const wrapProvider: TestGatewayOptions['wrapProvider'] = (provider) => async (url, init) => {
      const response = await provider(url, init)
      const path = new URL(String(url instanceof Request ? url.url : url)).pathname
      if (!changeStatus || !path.endsWith('/status')) return response
      if (path.includes('dearer')) return Response.json({ ...((await response.json()) as object), amount: 50_000 })
      if (path.includes('strange')) return Response.json({ ...((await response.json()) as object), state: 'ON_HOLD' })
      return path.includes('silent') ? new Response('<html>', { status: 200 }) : response
    }
    const { testGateway, post, get } = await createGatewayWithConsole({ wrapProvider })
    const start = async (merchantOrderId: string) => {
      await testGateway.gateway.orders.start({ ...CART, merchantOrderId, reference: merchantOrderId })
      await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
    }
    for (const id of ['same', 'behind', 'dearer', 'strange', 'silent', 'refunded', 'vanished']) await start(id)
    await resetToPending(testGateway, 'behind')
    await testGateway.rows(`insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "orderId", "request", "createdAtMs", "updatedAtMs", "sentAtMs", "nextPollAtMs")
      select 'gone', 'gone', 'STANDARD', 100, 'PENDING', 'OMO', '{}', "createdAtMs", "createdAtMs", "createdAtMs", 9000000000000 from galla.orders limit 1`)
    await testGateway.gateway.refunds.request({
      merchantRefundId: 'r-1',
      merchantOrderId: 'refunded',
      amount: inr('100'),
    })
    await testGateway.drainJobs()
    await testGateway.sandbox.simulateRefund('r-1', { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    await testGateway.rows(withoutTriggers(`update galla.refunds set "state" = 'PENDING', "nextPollAtMs" = 9e15`))
    await testGateway.rows(`insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "state", "headers")
      select "createdAtMs", 'accepted', 'checkout.order.completed', 'stranger', 'COMPLETED', '{}' from galla.orders limit 1`)
    changeStatus = true

    const found = await post<ReconciliationReport>('/reconciliation/run')
    const kinds = found.rows.map(({ kind, merchantOrderId }) => `${merchantOrderId}: ${kind}`).sort()
    expect(kinds).toEqual([
      'behind: state',
      'dearer: amount',
      'gone: missing-there',
      'refunded: refunded',
      'silent: unreadable',
      'strange: unknown-state',
      'stranger: missing-here',
    ])
    expect(found).toMatchObject({ checked: 8, toMs: testGateway.sandbox.clock.now() + 1 })
    expect(
      found.rows
        .filter(({ repairable }) => repairable)
        .map(({ merchantOrderId }) => merchantOrderId)
        .sort(),
    ).toEqual(['behind', 'refunded'])
    expect(await get('/reconciliation')).toEqual(found)
    expect((await testGateway.gateway.orders.get('behind'))?.state).toBe('PENDING')

    const ids = found.rows.map(({ merchantOrderId }) => merchantOrderId)
    const first = await post<ReconciliationReport>('/reconciliation/repair', { merchantOrderIds: ids })
    expect(first.rows.map(({ kind }) => kind).sort()).toEqual([
      'amount',
      'missing-here',
      'missing-there',
      'unknown-state',
      'unreadable',
    ])
    expect((await testGateway.gateway.orders.get('behind'))?.state).toBe('COMPLETED')
    expect((await testGateway.gateway.refunds.get('r-1'))?.state).toBe('COMPLETED')
    const before = await testGateway.rows('select "merchantOrderId", "version" from galla.orders order by 1')
    const second = await post<ReconciliationReport>('/reconciliation/repair', { merchantOrderIds: ids })
    expect(second.rows).toEqual(first.rows)
    const audited = () => testGateway.rows(`select "id" from galla.audit where "what" = 'repaired a discrepancy'`)
    const entries = await audited()
    expect(await post('/reconciliation/repair', { merchantOrderIds: ['behind', 'invented'] })).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no order invented',
    })
    expect(await audited()).toEqual(entries)
    expect(await testGateway.rows('select "merchantOrderId", "version" from galla.orders order by 1')).toEqual(before)
  })

  it('reports refunds from callbacks that the gateway does not have, repairable only if it has the order', async () => {
    const { testGateway, post } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    const insertCallback = (event: string, merchantOrderId: string, merchantRefundId: string) =>
      testGateway.rows(
        `insert into galla.callbacks ("receivedAtMs", "verdict", "event", "merchantOrderId", "merchantRefundId", "state", "headers")
          select "createdAtMs", 'accepted', $1, $2, $3, 'COMPLETED', '{}' from galla.orders limit 1`,
        [event, merchantOrderId, merchantRefundId],
      )
    await insertCallback('pg.refund.completed', id, 'elsewhere-1')
    await insertCallback('pg.refund.completed', 'stranger', 'elsewhere-2')
    const { rows } = await post<ReconciliationReport>('/reconciliation/run')
    const about = rows.map(({ merchantRefundId, repairable }) => [merchantRefundId, repairable]).sort()
    expect(about).toEqual([
      ['elsewhere-1', true],
      ['elsewhere-2', false],
    ])
    expect(rows.find(({ repairable }) => !repairable)?.reason).toBe('order-from-elsewhere')
  })
})
