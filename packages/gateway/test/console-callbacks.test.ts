import { inr } from '@galla/sdk'
import { describe, expect, it } from 'vitest'
import { withoutTriggers } from './helpers/by-hand.ts'
import { createPaidOrder, resetToPending, setupConsoles } from './helpers/console-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

describe('/callbacks', () => {
  it('shows repeated deliveries, previews a replay, and runs the handler once after a replay', async () => {
    let fulfilled = 0
    const on = {
      'order.completed': () => {
        fulfilled += 1
      },
    }
    const { testGateway, get, post } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await testGateway.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: id, fault: 'duplicate' })
    const { rows } = await get<{ rows: { callbackId: string; verdict: string }[] }>(`/callbacks?id=${id}`)
    const callbackIds = rows.map(({ callbackId }) => callbackId)
    expect(rows.length).toBeGreaterThan(1)
    const detail = await get<{ siblings: object[]; headers: { authorization?: string } }>(
      `/callbacks/${callbackIds[0]}`,
    )
    expect(detail.siblings.length).toBe(rows.length - 1)
    expect(detail.headers.authorization ?? '****').toContain('****')

    await resetToPending(testGateway, id)
    const preview = await post(`/callbacks/replay-preview`, { callbackIds: [...callbackIds, '999'] })
    expect(preview).toMatchObject({
      count: rows.length,
      most: 100,
      orders: [{ merchantOrderId: id, from: 'PENDING', to: 'COMPLETED', rule: 'completed-by-status' }],
    })
    expect((await testGateway.gateway.orders.get(id))?.state).toBe('PENDING')
    expect(await post('/callbacks/replay', { callbackIds })).toEqual({ replayed: rows.length })
    await testGateway.gateway.runPendingJobs()
    expect((await testGateway.gateway.orders.get(id))?.state).toBe('COMPLETED')
    expect(fulfilled).toBe(1)
  })

  it('previews that a payment is refunded whose reference has another amount by now', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    const { rows } = await get<{ rows: { callbackId: string }[] }>(`/callbacks?id=${id}`)
    await resetToPending(testGateway, id)
    await testGateway.rows(
      `insert into galla.orders ("merchantOrderId", "reference", "checkout", "amount", "state", "request", "createdAtMs", "updatedAtMs")
        select 'later', "reference", "checkout", "amount" + 1, 'FAILED', '{}', "createdAtMs" + 1, "updatedAtMs" from galla.orders`,
    )
    const callbackIds = rows.map(({ callbackId }) => callbackId)
    expect(await post('/callbacks/replay-preview', { callbackIds })).toMatchObject({
      orders: [{ merchantOrderId: id, from: 'PENDING', to: 'COMPLETED', rule: 'superseded-amount' }],
    })
  })

  it('previews the replay of refund callbacks: state changes, new refunds and unchanged refunds', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole({ sandbox: { refundTiming: false } })
    const id = await createPaidOrder(testGateway)
    for (const merchantRefundId of ['r-behind', 'r-lost', 'r-same']) {
      await testGateway.gateway.refunds.request({ merchantRefundId, merchantOrderId: id, amount: inr('10') })
      await testGateway.drainJobs()
      await testGateway.sandbox.simulateRefund(merchantRefundId, { outcome: 'SUCCESS' })
      await testGateway.drainJobs()
    }
    await testGateway.rows(
      withoutTriggers(`update galla.refunds set "state" = 'PENDING', "nextPollAtMs" = 9e15 where "merchantRefundId" = 'r-behind';
        delete from galla.refunds where "merchantRefundId" = 'r-lost'`),
    )
    const { rows } = await get<{ rows: { callbackId: string; event: string }[] }>('/callbacks')
    const refundCallbacks = rows.filter(({ event }) => event === 'pg.refund.completed')
    const callbackIds = refundCallbacks.map(({ callbackId }) => callbackId)
    const preview = await post('/callbacks/replay-preview', { callbackIds })
    expect(preview).toMatchObject({
      count: 3,
      orders: [],
      refunds: [
        { merchantRefundId: 'r-behind', from: 'PENDING', to: 'COMPLETED' },
        { merchantRefundId: 'r-lost', from: 'not here', to: 'COMPLETED' },
        { merchantRefundId: 'r-same', from: 'COMPLETED', to: 'COMPLETED' },
      ],
    })
    expect((await testGateway.gateway.refunds.get('r-behind'))?.state).toBe('PENDING')
    await post('/callbacks/replay', { callbackIds })
    await testGateway.gateway.runPendingJobs()
    const states = await testGateway.rows('select "merchantRefundId", "state", "origin" from galla.refunds order by 1')
    expect(states).toEqual([
      { merchantRefundId: 'r-behind', state: 'COMPLETED', origin: 'api' },
      { merchantRefundId: 'r-lost', state: 'COMPLETED', origin: 'external' },
      { merchantRefundId: 'r-same', state: 'COMPLETED', origin: 'api' },
    ])
  })

  it('shows refused callbacks with a hint, does not replay them, and answers 400 to more than 100 ids', async () => {
    const { testGateway, get, post, request } = await createGatewayWithConsole()
    await testGateway.gateway.callbacks.receive({ headers: { authorization: 'wrong' }, body: Buffer.from('{}') })
    const { rows } = await get<{ rows: { callbackId: string }[] }>('/callbacks?verdict=refused')
    expect(rows).toMatchObject([{ reason: 'wrong-authorization' }])
    expect(await post('/callbacks/replay', { callbackIds: [rows[0]?.callbackId] })).toEqual({ replayed: 0 })
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    expect((await request('POST', '/callbacks/replay', { callbackIds: many })).status).toBe(400)
  })
})
