import type { OrderWithTimeline, Proof } from '@galla/contract/gateway-api/decisions'
import type { Order } from '@galla/contract/gateway-api/orders'
import { inr } from '@galla/sdk'
import { describe, expect, it, vi } from 'vitest'
import {
  CONSOLE_PASSWORD,
  createPaidOrder,
  paidTwice,
  setupConsoles,
  waitForCallLog,
} from './helpers/console-gateway.ts'
import { AMOUNT, CART, type TestGatewayOptions } from './helpers/test-gateway.ts'

const { createGatewayWithConsole } = setupConsoles()

describe('/orders/:id', () => {
  it('returns the timeline in time order, and a proof with the callback and the deciding rule', async () => {
    const on = { 'order.completed': () => {} }
    const { testGateway, get } = await createGatewayWithConsole({ gateway: { on } })
    const id = await createPaidOrder(testGateway)
    await waitForCallLog(testGateway)
    const story = await get<OrderWithTimeline>(`/orders/${id}`)
    expect(story.order).toMatchObject({
      merchantOrderId: id,
      state: 'COMPLETED',
      amount: 49_900,
      refundableAmount: 49_900,
    })
    const kinds = new Set(story.timeline.map(({ kind }) => kind))
    for (const kind of ['call', 'callback', 'decision', 'delivery'] as const) expect([...kinds]).toContain(kind)
    for (const endpoint of ['standardPay', 'standardOrderStatus']) {
      expect(story.timeline).toContainEqual(
        expect.objectContaining({ kind: 'call', endpoint, httpStatus: 200, attempts: 1 }),
      )
    }
    const times = story.timeline.map(({ atMs }) => atMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const proof = await get<Proof>(`/orders/${id}/proof`)
    expect(proof.answer).toEqual({ code: 'paid', rule: 'completed-by-status' })
    expect(proof.steps).toContainEqual(expect.objectContaining({ kind: 'decision', rule: 'completed-by-status' }))
    const callback = story.timeline.find((entry) => entry.kind === 'callback')
    expect(callback).toMatchObject({ event: 'checkout.order.completed', verdict: 'accepted', state: 'COMPLETED' })
    expect(proof.steps).toContainEqual(
      expect.objectContaining({ source: 'callback', amount: 49_900, callbackId: callback?.callbackId }),
    )
  })

  it('returns each failed attempt with its codes, also of an order that is paid later', async () => {
    const { testGateway, get } = await createGatewayWithConsole()
    const { order } = await testGateway.gateway.orders.start(CART)
    const { merchantOrderId } = order
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'FAILURE', errorCode: 'Z9', keepOpen: true })
    await testGateway.drainJobs()
    await testGateway.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
    await testGateway.drainJobs()
    const { order: paid, timeline } = await get<OrderWithTimeline>(`/orders/${merchantOrderId}`)
    expect(paid.state).toBe('COMPLETED')
    expect(timeline.filter(({ kind }) => kind === 'failed-attempt')).toEqual([
      {
        kind: 'failed-attempt',
        atMs: expect.any(Number),
        transactionId: expect.any(String),
        paymentMode: expect.any(String),
        errorCode: 'INSUFFICIENT_BALANCE',
        detailedErrorCode: 'Z9',
      },
    ])
  })

  it('returns event deliveries with their subscriber, and none when nobody subscribes', async () => {
    const deliveryEntries = async (gateway: TestGatewayOptions['gateway'] = {}) => {
      const { testGateway, get } = await createGatewayWithConsole({ gateway })
      const { timeline } = await get<OrderWithTimeline>(`/orders/${await createPaidOrder(testGateway)}`)
      return timeline.filter(({ kind }) => kind === 'delivery')
    }
    const done = {
      kind: 'delivery',
      atMs: expect.any(Number),
      deliveryId: expect.any(String),
      event: 'order.completed',
      subscriber: 'handlers',
      state: 'done',
    }
    expect(await deliveryEntries({ on: { 'order.completed': () => {} } })).toEqual([{ ...done, attempts: 1 }])
    expect(await deliveryEntries()).toEqual([])
  })

  it('answers 404 to an unknown order, refund, callback, call or delivery', async () => {
    const { request } = await createGatewayWithConsole()
    for (const path of [
      '/orders/order-9',
      '/orders/order-9/proof',
      '/refunds/r-9',
      '/callbacks/9',
      '/calls/9',
      '/deliveries/e-9',
    ]) {
      expect([path, (await request('GET', path)).status]).toEqual([path, 404])
    }
    for (const path of ['/orders/order-9/sync', '/refunds/r-9/sync', '/deliveries/e-9/retry']) {
      expect([path, (await request('POST', path)).status]).toEqual([path, 404])
    }
  })

  it('POST /sync checks the status and records it in the timeline', async () => {
    const { testGateway, post } = await createGatewayWithConsole()
    const { order } = await testGateway.gateway.orders.start(CART)
    await testGateway.sandbox.simulatePayment(order.merchantOrderId, { outcome: 'SUCCESS' })
    const story = await post<OrderWithTimeline>(`/orders/${order.merchantOrderId}/sync`)
    expect(story.order.state).toBe('COMPLETED')
    expect(story.timeline).toContainEqual({ kind: 'audit', atMs: expect.any(Number), action: 'checked the status' })
  })

  it('lists calls of refunds and the rule and states of each decision in the timeline', async () => {
    const { testGateway, get, post } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    await post(`/orders/${id}/refunds`, { merchantRefundId: 'r-1', amount: 100 })
    await testGateway.drainJobs()
    await testGateway.sandbox.trigger({ event: 'checkout.order.completed', merchantOrderId: id, fault: 'tamper' })
    await testGateway.drainJobs()
    await vi.waitFor(
      async () => {
        const { timeline } = await get<OrderWithTimeline>(`/orders/${id}`)
        expect(timeline).toContainEqual(expect.objectContaining({ kind: 'call', endpoint: 'refund', httpStatus: 200 }))
        expect(timeline).toContainEqual(
          expect.objectContaining({
            kind: 'refund',
            merchantRefundId: 'r-1',
            amount: 100,
            origin: 'console',
            inDoubt: false,
          }),
        )
        const decided = timeline.flatMap((entry) =>
          entry.kind === 'decision' ? [`${entry.rule}: ${entry.from} to ${entry.to}`] : [],
        )
        expect(decided).toEqual([
          'opened: CREATED to PENDING',
          'completed-by-status: PENDING to COMPLETED',
          'nothing-new: COMPLETED to COMPLETED',
        ])
      },
      { timeout: 20_000 },
    )
  })

  it('POST /resolve-review ends the review with a note and answers 400 without one', async () => {
    const { testGateway, request, post } = await createGatewayWithConsole()
    const { order } = await testGateway.gateway.orders.start(CART)
    const needsReview = JSON.stringify({ reason: 'amount-mismatch', findings: [], sinceMs: 1 })
    await testGateway.rows('update galla.orders set "needsReview" = $1', [needsReview])
    const path = `/orders/${order.merchantOrderId}/resolve-review`
    const { version } = order
    expect((await request('POST', path, { note: ' ', version })).status).toBe(400)
    const unread = await request('POST', path, { note: 'called the bank' })
    expect([unread.status, await unread.json()]).toMatchObject([400, { field: 'version' }])
    const outdated = await request('POST', path, { note: 'called the bank', version: version - 1 })
    expect([outdated.status, await outdated.json()]).toMatchObject([409, { code: 'REVIEW_CHANGED' }])
    const story = await post<OrderWithTimeline>(path, { note: 'called the bank', version })
    expect(story.order.needsReview).toBeUndefined()
    expect(story.timeline).toContainEqual(
      expect.objectContaining({ kind: 'audit', action: 'resolved the review', note: 'called the bank' }),
    )
  })

  it('POST /resolve-review completes an order that was paid twice, and refunds the surplus if refundSurplus is true', async () => {
    for (const refundSurplus of [true, false]) {
      const { testGateway, request, post } = await createGatewayWithConsole({ wrapProvider: paidTwice })
      const id = await createPaidOrder(testGateway)
      const needsReview = (await testGateway.gateway.orders.get(id)) as Order
      expect(needsReview).toMatchObject({
        state: 'PENDING',
        needsReview: { reason: 'paid-twice' },
        surplusAmount: AMOUNT,
      })
      const story = await post<OrderWithTimeline>(`/orders/${id}/resolve-review`, {
        note: 'the payer called',
        version: needsReview.version,
        refundSurplus,
      })
      expect(story.order.needsReview).toBeUndefined()
      await testGateway.advance(1_000)
      await testGateway.advance(60_000)
      await testGateway.advance(600_000)
      expect(await testGateway.gateway.orders.get(id)).toMatchObject({
        state: 'COMPLETED',
        resolution: 'fulfil',
        refundedAmount: refundSurplus ? AMOUNT : 0,
        refundableAmount: refundSurplus ? AMOUNT : 2 * AMOUNT,
      })
      const { version } = (await testGateway.gateway.orders.get(id)) as Order
      const more = { note: 'once more', version, refundSurplus: true }
      // The proof of the login is too old.
      expect((await request('POST', '/session/proof', { password: CONSOLE_PASSWORD })).status).toBe(200)
      const again = await request('POST', `/orders/${id}/resolve-review`, more)
      expect(again.status).toBe(400)
      expect(await again.json()).toMatchObject({ message: expect.stringContaining('surplus is not refunded yet') })
      expect((await testGateway.sandbox.order(id)).refundedAmount).toBe(refundSurplus ? AMOUNT : 0)
    }
  })

  it('POST /refunds creates one refund for repeated requests, and rejects an amount that is too large or invalid', async () => {
    const { testGateway, request, get } = await createGatewayWithConsole()
    const id = await createPaidOrder(testGateway)
    const refund = { merchantRefundId: 'r-1', amount: inr('100'), note: 'broken cup' }
    const responses = await Promise.all([1, 2, 3].map(() => request('POST', `/orders/${id}/refunds`, refund)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const { rows } = await get<{ rows: object[] }>(`/refunds?merchantOrderId=${id}`)
    expect(rows).toMatchObject([{ merchantRefundId: 'r-1', amount: 10_000, origin: 'console', note: 'broken cup' }])
    const tooLarge = await request('POST', `/orders/${id}/refunds`, { merchantRefundId: 'r-2', amount: 100_000 })
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([409, { code: 'AMOUNT_TOO_LARGE', field: 'amount' }])
    for (const amount of [0, -1, 1.5, '100', 2 ** 60]) {
      expect((await request('POST', `/orders/${id}/refunds`, { merchantRefundId: 'r-3', amount })).status).toBe(400)
    }
  })
})

describe('an order with thousands of decisions', () => {
  it('shows each that changed it and the newest, and the proof names the rule that decided', async () => {
    const { testGateway, get, request } = await createGatewayWithConsole({ wrapProvider: paidTwice })
    const { gateway, sandbox, rows } = testGateway
    await gateway.orders.start({ ...CART, merchantOrderId: 'mine' })
    const repeat = (rule: string, state: string) =>
      rows(
        `insert into galla.decisions ("merchantOrderId", "atMs", "rule", "from", "to", "observations", "events")
          select 'mine', n, $1, $2, $2, '[]', '[]' from generate_series(1, 1100) n`,
        [rule, state],
      )
    await repeat('still-pending', 'PENDING')
    await sandbox.simulatePayment('mine', { outcome: 'SUCCESS' })
    await gateway.orders.sync('mine')
    await repeat('stays-in-review', 'PENDING')
    const version = (await gateway.orders.get('mine'))?.version
    const inReview = await get<Proof>('/orders/mine/proof')
    expect(inReview.steps.at(-1)).toMatchObject({ kind: 'decision', rule: 'paid-twice' })
    await request('POST', '/orders/mine/resolve-review', { note: 'given back', version })
    await testGateway.drainJobs()
    await repeat('callback-is-a-hint', 'COMPLETED')
    await repeat('nothing-new', 'COMPLETED')

    const { decisions } = await get<OrderWithTimeline>('/orders/mine')
    expect(decisions).toHaveLength(1_000)
    const ids = decisions.map(({ decisionId }) => Number(decisionId))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect([...new Set(decisions.map(({ rule }) => rule))]).toEqual([
      'opened',
      'paid-twice',
      'review-resolved',
      'completed-by-status',
      'nothing-new',
    ])
    const proof = await get<Proof>('/orders/mine/proof')
    expect(proof.answer).toEqual({ code: 'paid', rule: 'completed-by-status' })
  })
})
